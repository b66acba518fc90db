internal import CArcaLibcrypto
internal import Synchronization

/// ChaCha20 by itself, which is no cipher of its own here: without a tag it would only invite misuse.
enum KeyStream {
    private static let fetched = Mutex<UInt?>(nil)

    /// Writes the first bytes of key stream; `start` is the counter of 32 bits, the lowest byte first, and the nonce.
    static func chaCha20(
        _ key: SymmetricKey, _ start: Span<UInt8>, into output: inout [UInt8]
    ) throws(CryptoError) {
        let cipher = try pointer()
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

    private static func pointer() throws(CryptoError) -> OpaquePointer {
        if let found = fetched.withLock({ $0 }).flatMap({ OpaquePointer(bitPattern: $0) }) { return found }
        Libcrypto.prepare()
        ERR_clear_error()
        guard let cipher = EVP_CIPHER_fetch(nil, "ChaCha20", nil) else {
            throw backendError("libcrypto does not offer ChaCha20", .unsupported)
        }
        fetched.withLock { $0 = UInt(bitPattern: cipher) }
        return cipher
    }
}
