internal import ArcaCore
internal import CArcaLibcrypto

extension Insecure {
    /// RC2 in CBC mode, only for reading old PKCS #12 stores.
    ///
    /// It uses libcrypto's plain functions, because systems may lack the legacy provider.
    ///
    /// Source: RFC 2268.
    package enum RC2 {
        package static let blockByteCount = 8

        /// Decrypts and removes the padding of PKCS #7.
        ///
        /// `effectiveBitCount` is the number of bits of the key that count: 40, 64 or 128 in PKCS #5 and PKCS #12. Throws
        /// `.decryptionFailed` for invalid padding, `.unsupported` if libcrypto lacks RC2.
        package static func decrypt(
            _ ciphertext: Span<UInt8>, using key: SymmetricKey, iv: [UInt8], effectiveBitCount: Int
        ) throws(CryptoError) -> SecretBytes {
            try Libcrypto.checkOwn("RC2")
            guard iv.count == blockByteCount, !ciphertext.isEmpty, ciphertext.count.isMultiple(of: blockByteCount)
            else {
                throw CryptoError(.invalidInputLength, "the ciphertext is not whole blocks of RC2")
            }
            var iv = iv
            var isSupported = false
            let plain = SecretBytes(byteCount: ciphertext.count) { output in
                output.withUnsafeMutableBufferPointer { space, count in
                    key.withBytes { key in
                        key.withUnsafeBufferPointer { key in
                            ciphertext.withUnsafeBufferPointer { input in
                                isSupported =
                                    arca_rc2_cbc_decrypt(
                                        input.baseAddress, space.baseAddress, input.count, key.baseAddress,
                                        Int32(key.count), Int32(effectiveBitCount), &iv) == 1
                            }
                        }
                    }
                    count = space.count
                }
            }
            guard isSupported else { throw CryptoError(.unsupported, "libcrypto does not offer RC2") }
            return try plain.withBytes { plain throws(CryptoError) in
                let padding = Int(plain[plain.count - 1])
                guard (1...blockByteCount).contains(padding),
                    (plain.count - padding..<plain.count).allSatisfy({ plain[$0] == padding })
                else {
                    throw CryptoError(.decryptionFailed, "the padding is invalid: wrong key or modified ciphertext")
                }
                return SecretBytes(copying: plain.extracting(..<(plain.count - padding)))
            }
        }
    }
}
