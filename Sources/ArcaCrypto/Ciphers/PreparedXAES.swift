internal import ArcaCore
internal import CArcaLibcrypto

/// XAES-256-GCM with one key for many short records, with detached tags.
///
/// Each thread uses a separate context, which caches both AES key schedules and CMAC's subkey: a 192-byte record takes
/// a third of the time of ``XAES256GCM``. Contexts are wiped on release.
///
/// Source: C2SP, `XAES-256-GCM.md`.
package final class PreparedXAES: Sendable {
    package static let nonceByteCount = 24
    package static let tagByteCount = 16

    private let key: SymmetricKey
    private let idle = ContextPool<Bool, XAESContext> { _, _ in }

    /// Requires a key of 32 bytes.
    package init(_ key: SymmetricKey) throws(CryptoError) {
        guard key.byteCount == 32 else {
            throw CryptoError(.invalidKeyLength, "XAES-256-GCM needs a key of 32 bytes; found \(key.byteCount)")
        }
        try Libcrypto.checkOwn("XAES-256-GCM")
        self.key = key
    }

    /// Appends the tag followed by the ciphertext, 16 bytes more than the message.
    ///
    /// The 24-byte nonce must be unique for the key.
    package func seal(
        _ message: Span<UInt8>, nonce: Span<UInt8>, authenticating aad: Span<UInt8>,
        into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        let context = try take()
        let count = message.count + Self.tagByteCount
        try wipedOnFailure(appendingTo: &output, upTo: count) { space throws(CryptoError) in
            try context.seal(message, nonce, aad, tag: space, ciphertext: space + Self.tagByteCount)
            return count
        }
        // After a failure the context is freed because its state is unknown.
        idle.give(true, context)
    }

    /// Verifies the tag and appends the plaintext; appends nothing on failure.
    package func open(
        _ ciphertext: Span<UInt8>, tag: Span<UInt8>, nonce: Span<UInt8>, authenticating aad: Span<UInt8>,
        into output: inout OutputSpan<UInt8>
    ) throws(CryptoError) {
        let context = try take()
        try wipedOnFailure(appendingTo: &output, upTo: ciphertext.count) { space throws(CryptoError) in
            try context.open(ciphertext, tag, nonce: nonce, aad: aad, into: space)
            return ciphertext.count
        }
        // After a failure the context is freed because its state is unknown.
        idle.give(true, context)
    }

    private func take() throws(CryptoError) -> XAESContext {
        if let kept = idle.take(true) { return kept }
        return try XAESContext(key)
    }
}

/// The libcrypto contexts of one thread at a time.
private final class XAESContext: @unchecked Sendable {  // Passed between threads, never shared.
    private let block: OpaquePointer
    private let sealing: OpaquePointer
    private let opening: OpaquePointer
    /// CMAC's subkey, the two blocks to encrypt, and the derived key.
    private let secrets: UnsafeMutablePointer<UInt8>
    private static let secretByteCount = 80

    init(_ key: SymmetricKey) throws(CryptoError) {
        let ecb = try Fetched.cipher(AES.cipher(.ecb, keyByteCount: 32))
        let gcm = try Fetched.cipher(.aes256GCM)
        let contexts = [EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_new()]
        guard let block = contexts[0], let sealing = contexts[1], let opening = contexts[2] else {
            contexts.forEach(EVP_CIPHER_CTX_free)
            throw backendError("cannot set up XAES-256-GCM")
        }
        (self.block, self.sealing, self.opening) = (block, sealing, opening)
        secrets = SecretArena.allocate(Self.secretByteCount)
        let isDone = key.withBytes { key in
            withStart(key) { start in
                EVP_EncryptInit_ex2(block, ecb, start, nil, nil) == 1 && EVP_CIPHER_CTX_set_padding(block, 0) == 1
                    && EVP_EncryptInit_ex2(sealing, gcm, nil, nil, nil) == 1
                    && EVP_DecryptInit_ex2(opening, gcm, nil, nil, nil) == 1
            }
        }
        guard isDone, makeSubkey() else { throw backendError("cannot set up XAES-256-GCM") }
    }

    deinit {
        EVP_CIPHER_CTX_free(block)
        EVP_CIPHER_CTX_free(sealing)
        EVP_CIPHER_CTX_free(opening)
        SecretArena.release(secrets, Self.secretByteCount)
    }

    func seal(
        _ message: Span<UInt8>, _ nonce: Span<UInt8>, _ aad: Span<UInt8>, tag: UnsafeMutablePointer<UInt8>,
        ciphertext: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        var count: Int32 = 0
        let isDone =
            withNonce(nonce) { key, rest in EVP_EncryptInit_ex2(sealing, nil, key, rest, nil) == 1 }
            && (aad.isEmpty || withStart(aad) { EVP_EncryptUpdate(sealing, nil, &count, $0, Int32(aad.count)) } == 1)
            && withStart(message) { EVP_EncryptUpdate(sealing, ciphertext, &count, $0, Int32(message.count)) } == 1
            && EVP_EncryptFinal_ex(sealing, ciphertext + message.count, &count) == 1
            && arca_cipher_get_tag(sealing, Int32(PreparedXAES.tagByteCount), tag) == 1
        guard isDone else { throw backendError("cannot seal with XAES-256-GCM") }
    }

    func open(
        _ ciphertext: Span<UInt8>, _ tag: Span<UInt8>, nonce: Span<UInt8>, aad: Span<UInt8>,
        into plaintext: UnsafeMutablePointer<UInt8>
    ) throws(CryptoError) {
        guard tag.count == PreparedXAES.tagByteCount else {
            throw CryptoError(.invalidTagLength, "XAES-256-GCM needs a tag of 16 bytes; found \(tag.count)")
        }
        var count: Int32 = 0
        let isStarted =
            withNonce(nonce) { key, rest in EVP_DecryptInit_ex2(opening, nil, key, rest, nil) == 1 }
            && withStart(tag) { arca_cipher_set_tag(opening, Int32(tag.count), $0) } == 1
            && (aad.isEmpty || withStart(aad) { EVP_DecryptUpdate(opening, nil, &count, $0, Int32(aad.count)) } == 1)
            && withStart(ciphertext) { EVP_DecryptUpdate(opening, plaintext, &count, $0, Int32(ciphertext.count)) }
                == 1
        guard isStarted else { throw backendError("cannot open with XAES-256-GCM") }
        guard EVP_DecryptFinal_ex(opening, plaintext + ciphertext.count, &count) == 1 else {
            throw CryptoError(.authenticationFailed, "XAES-256-GCM: wrong key, or the data was changed")
        }
    }

    /// L = AES(K, 0), doubled in GF(2^128) (SP 800-38B, section 6.1), branch-free.
    private func makeSubkey() -> Bool {
        guard encryptBlocks(secrets, count: 16, into: secrets) else { return false }
        var carry: UInt8 = 0
        let top = secrets[0] &>> 7
        for index in (0..<16).reversed() {
            let byte = secrets[index]
            secrets[index] = byte &<< 1 | carry
            carry = byte &>> 7
        }
        secrets[15] ^= (0 &- top) & 0x87
        return true
    }

    /// Calls `body` with the key derived from the nonce's first 12 bytes, and the other 12.
    private func withNonce(
        _ nonce: Span<UInt8>, _ body: (UnsafePointer<UInt8>, UnsafePointer<UInt8>) -> Bool
    ) -> Bool {
        guard nonce.count == PreparedXAES.nonceByteCount else { return false }
        let (messages, derived) = (secrets + 16, secrets + 48)
        return withStart(nonce) { nonce in
            // Both messages are a single block: 16-bit counter, label X, zero, and the nonce's first half.
            for index in 0..<2 {
                let message = messages + 16 * index
                for (place, byte) in [0, UInt8(index + 1), UInt8(ascii: "X"), 0].enumerated() {
                    message[place] = byte ^ secrets[place]
                }
                for place in 0..<12 { message[4 + place] = nonce[place] ^ secrets[4 + place] }
            }
            return encryptBlocks(messages, count: 32, into: derived) && body(derived, nonce + 12)
        }
    }

    private func encryptBlocks(
        _ input: UnsafePointer<UInt8>, count: Int32, into output: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        var written: Int32 = 0
        return EVP_EncryptUpdate(block, output, &written, input, count) == 1 && written == count
    }
}
