internal import ArcaCore
internal import CArcaLibcrypto

extension CipherRequest {
    func withInnerRequest<Result>(
        _ body: (CipherRequest) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        let inner = try ExtendedNonce(self)
        defer { withExtendedLifetime(inner) {} }
        return try inner.nonce.withUnsafeBufferPointer { nonce throws(CryptoError) in
            var request = self
            (request.cipher, request.lentKey, request.iv) = (inner.cipher, LentKey(inner.key), nonce)
            return try body(request)
        }
    }

    func startedInner() throws(CryptoError) -> CipherContext {
        let inner = try ExtendedNonce(self)
        defer { withExtendedLifetime(inner) {} }
        return try inner.nonce.span.withUnsafeBufferPointer { nonce throws(CryptoError) in
            var request = self
            (request.cipher, request.lentKey, request.iv) = (inner.cipher, LentKey(inner.key), nonce)
            return try request.started(messageByteCount: 0)
        }
    }
}

/// The inner cipher of a 24-byte nonce: the key and the nonce's first part derive a key, and the remainder is the inner
/// nonce.
///
/// XAES-256-GCM derives the key from 12 bytes with CMAC (C2SP, `XAES-256-GCM.md`); XChaCha20-Poly1305 from 16 bytes
/// with HChaCha20 (draft-irtf-cfrg-xchacha-03, section 2). The inner ciphers are libcrypto's AES-256-GCM and
/// ChaCha20-Poly1305.
struct ExtendedNonce {
    let cipher: Cipher
    let key: SymmetricKey
    let nonce: [UInt8]

    /// Derives key and nonce; the caller has checked the lengths.
    init(_ request: CipherRequest) throws(CryptoError) {
        let (key, nonce) = (request.key, request.iv.span)
        if request.cipher.row.pointee.primitive == .xAES {
            cipher = .aes256GCM
            self.key = try ExtendedNonce.counterKey(key, nonce.extracting(..<12))
            self.nonce = Array(bytes: nonce.extracting(12...))
        } else {
            cipher = .chaCha20Poly1305
            self.key = try ExtendedNonce.hChaCha20(key, nonce.extracting(..<16))
            self.nonce = [0, 0, 0, 0] + Array(bytes: nonce.extracting(16...))
        }
    }

    /// SP 800-108r1, section 4.1, with CMAC, a 16-bit counter, the label `X` and no length field.
    private static func counterKey(_ key: SymmetricKey, _ context: Span<UInt8>) throws(CryptoError) -> SymmetricKey {
        let suffix = [UInt8(ascii: "X"), 0] + Array(bytes: context)
        return SymmetricKey(
            try SecretBytes(byteCount: 32) { output throws(CryptoError) in
                for counter: UInt8 in 1...2 {
                    var block = try MACFunction.cmac.code(for: [0, counter] + suffix, using: key)
                    for byte in block { output.append(byte) }
                    block.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
                }
            })
    }

    /// Computes HChaCha20 from ChaCha20's key stream.
    ///
    /// A key stream block is the permuted state plus the initial state, word by word. The words that HChaCha20 outputs
    /// have the constants and the nonce as their initial state. These are public, so they can be subtracted.
    private static func hChaCha20(_ key: SymmetricKey, _ nonce: Span<UInt8>) throws(CryptoError) -> SymmetricKey {
        let known = Array("expand 32-byte k".utf8) + Array(bytes: nonce)
        var stream = [UInt8](repeating: 0, count: 64)
        defer { stream.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
        try keyStream(key, nonce, into: &stream)
        return SymmetricKey(
            SecretBytes(byteCount: 32) { output in
                for word in 0..<8 {
                    // The first and last four words of the block.
                    let place = (word < 4 ? word : word + 8) * 4
                    var difference: UInt32 = 0
                    for index in (0..<4).reversed() { difference = difference << 8 | UInt32(stream[place + index]) }
                    var constant: UInt32 = 0
                    for index in (0..<4).reversed() { constant = constant << 8 | UInt32(known[word * 4 + index]) }
                    difference &-= constant
                    for shift in 0..<4 { output.append(UInt8(truncatingIfNeeded: difference >> (8 * shift))) }
                }
            })
    }

    /// The first bytes of ChaCha20's key stream; `start` is the 32-bit little-endian counter followed by the nonce.
    private static func keyStream(
        _ key: SymmetricKey, _ start: Span<UInt8>, into output: inout [UInt8]
    ) throws(CryptoError) {
        let cipher = try Fetched.cipher("ChaCha20")
        ERR_clear_error()
        guard let context = EVP_CIPHER_CTX_new() else { throw backendError("cannot set up ChaCha20") }
        defer { EVP_CIPHER_CTX_free(context) }
        let zeros = [UInt8](repeating: 0, count: output.count)
        var count: Int32 = 0
        let isDone = key.withBytes { key in
            withStart(key) { key in
                withStart(start) { EVP_EncryptInit_ex2(context, cipher, key, $0, nil) == 1 }
            }
        }
        guard isDone, EVP_EncryptUpdate(context, &output, &count, zeros, Int32(zeros.count)) == 1 else {
            throw backendError("cannot compute ChaCha20")
        }
    }
}
