internal import ArcaCore
internal import ArcaKernels
internal import CArcaLibcrypto

// A PKCS#1 v1.5 decryption that reveals whether the padding is valid is a decryption oracle (Bleichenbacher, 1998). So
// invalid padding gives a message as well, which depends only on key and ciphertext. This is byte for byte the scheme
// of OpenSSL 3.2 and later (draft-irtf-cfrg-rsa-guidance), for all versions of libcrypto.

extension RSAPrivateKey {
    /// Decrypts a PKCS#1 v1.5 block of checked length and range, without revealing whether its padding is valid.
    func decryptRejectingImplicitly(_ ciphertext: Span<UInt8>) throws(CryptoError) -> SecretBytes {
        try Libcrypto.checkOwn("decryption with RSA PKCS #1 v1.5")
        let count = byteCount
        let synthesis = try RejectionKey(self, ciphertext)
        let synthetic = try synthesis.bytes("message", count)
        let lengths = try synthesis.bytes("length", PKCS1Unpadding.lengthByteCount)
        let block = try decryptRaw(ciphertext)
        var length = 0
        let selected = SecretBytes(byteCount: count) { output in
            block.withBytes { output.append(contentsOf: $0) }
            output.withUnsafeMutableBufferPointer { space, _ in
                guard let space = space.baseAddress else { return }
                synthetic.withBytes { synthetic in
                    lengths.withBytes { lengths in
                        synthetic.withUnsafeBufferPointer { synthetic in
                            lengths.withUnsafeBufferPointer { lengths in
                                guard let synthetic = synthetic.baseAddress, let lengths = lengths.baseAddress else {
                                    return
                                }
                                length = PKCS1Unpadding.unpad(
                                    space, count: count, synthetic: synthetic, lengths: lengths)
                            }
                        }
                    }
                }
            }
        }
        // From here on both cases are indistinguishable: a message and its length.
        return selected.withBytes { span in SecretBytes(copying: span.extracting(..<length)) }
    }
}

/// The key of the pseudorandom messages, derived from private exponent and ciphertext.
private struct RejectionKey {
    private let key: SymmetricKey

    init(_ privateKey: RSAPrivateKey, _ ciphertext: Span<UInt8>) throws(CryptoError) {
        let exponent = privateKey.numbers.privateExponent
        let padded = SecretBytes(byteCount: privateKey.byteCount) { output in
            output.append(repeating: 0, count: privateKey.byteCount - exponent.count)
            exponent.withBytes { output.append(contentsOf: $0) }
        }
        var hashed = SHA256.hash(padded)
        defer { wipe(&hashed) }
        var derived = AnyHashFunction.sha256.providedCode(ciphertext, SymmetricKey(copying: hashed))
        defer { wipe(&derived) }
        key = SymmetricKey(copying: derived)
    }

    /// Pseudorandom bytes: HMACs of a counter, the label and the length in bits.
    func bytes(_ label: String, _ count: Int) throws(CryptoError) -> SecretBytes {
        try SecretBytes(byteCount: count) { output throws(CryptoError) in
            var index: UInt16 = 0
            while output.freeCapacity > 0 {
                let bits = UInt16(count * 8)
                let message =
                    [UInt8(index >> 8), UInt8(index & 255)] + Array(label.utf8)
                    + [UInt8(bits >> 8), UInt8(bits & 255)]
                var code = AnyHashFunction.sha256.providedCode(message.span, key)
                for byte in code.prefix(output.freeCapacity) { output.append(byte) }
                wipe(&code)
                index += 1
            }
        }
    }
}

private func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
}
