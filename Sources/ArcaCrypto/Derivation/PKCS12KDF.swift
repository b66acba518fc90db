public import ArcaCore
internal import CArcaLibcrypto

extension Insecure {
    /// The key derivation of PKCS #12, also used by old PKCS #8 keys, for reading them.
    ///
    /// It costs an attacker little, and the schemes that use it rely on 3DES or weaker ciphers.
    ///
    /// Source: RFC 7292, appendix B.
    public enum PKCS12KDF {
        /// The purpose of the derived bytes, with its ID byte from RFC 7292, appendix B.3.
        public enum Purpose: Int, Sendable {
            /// A key for a cipher.
            case key = 1
            /// An initialization vector.
            case iv = 2
            /// A key for a MAC.
            case mac = 3
        }

        /// Derives bytes from a passphrase.
        ///
        /// - Parameters:
        ///   - passphrase: Secret text in UTF-8, any length including 0; converted to UTF-16 with a terminating zero.
        ///     Invalid UTF-8 is read as Latin-1, as in OpenSSL.
        ///   - salt: Not secret, any length.
        ///   - hash: The hash function, not an extendable-output function; SHA-1 in nearly all files.
        ///   - iterations: 1 to 2^31 - 1.
        ///   - purpose: The purpose of the derived bytes.
        ///   - outputByteCount: 1 byte to 1 GiB.
        /// - Returns: `outputByteCount` secret bytes.
        /// - Throws: ``CryptoError`` with code `.invalidParameter`; `.costTooHigh` for more than 1 GiB or 2^31 - 1
        ///   iterations; `.unsupported` if libcrypto's configuration lacks the function.
        public static func deriveKey(
            from passphrase: borrowing some Bytes, salt: borrowing some Bytes, using hash: AnyHashFunction = .sha1,
            iterations: Int, purpose: Purpose, outputByteCount: Int
        ) throws(CryptoError) -> SymmetricKey {
            guard !hash.isExtendable, iterations >= 1, outputByteCount >= 1 else {
                throw CryptoError(
                    .invalidParameter,
                    "the key derivation of PKCS #12 needs a hash function of fixed length, and 1 iteration and 1 byte or more"
                )
            }
            try checkIterations(iterations)
            try checkOutput(outputByteCount)
            let wide = passphrase.withBytes { wideText($0) }
            return try salt.withBytes { salt throws(CryptoError) in
                SymmetricKey(
                    try SecretBytes(byteCount: outputByteCount) { output throws(CryptoError) in
                        try output.fill { space throws(CryptoError) in
                            try wide.withBytes { wide throws(CryptoError) in
                                try FetchedKDF.pkcs12(
                                    wide, salt, hash: hash, iterations: iterations, purpose: purpose.rawValue,
                                    into: space)
                            }
                        }
                    })
            }
        }

        /// Big-endian UTF-16 with a terminating zero (RFC 7292, appendix B.1).
        private static func wideText(_ passphrase: Span<UInt8>) -> SecretBytes {
            // At most two bytes per byte of UTF-8, plus the terminator.
            SecretBytes(byteCount: 2 * passphrase.count + 2) { output in
                passphrase.withUnsafeBufferPointer { bytes in
                    func append(_ unit: UInt16, _ output: inout OutputSpan<UInt8>) {
                        output.append(UInt8(unit >> 8))
                        output.append(UInt8(unit & 255))
                    }
                    var units = 0
                    let isUTF8 = !transcode(
                        bytes.makeIterator(), from: UTF8.self, to: UTF16.self, stoppingOnError: true
                    ) { _ in units += 1 }
                    if isUTF8 {
                        _ = transcode(bytes.makeIterator(), from: UTF8.self, to: UTF16.self, stoppingOnError: true) {
                            append($0, &output)
                        }
                    } else {
                        for byte in bytes { append(UInt16(byte), &output) }
                    }
                    append(0, &output)
                }
            }
        }
    }
}
