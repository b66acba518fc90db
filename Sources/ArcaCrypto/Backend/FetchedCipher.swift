internal import CArcaLibcrypto
internal import Synchronization

/// Ciphers fetched from libcrypto's providers, once a process: a fetch by name costs more than a short message.
enum FetchedCipher {
    private static let cache = Mutex<[UInt?]>(Array(repeating: nil, count: Cipher.all.count))

    /// The `EVP_CIPHER` of a cipher; it lives as long as the process.
    static func pointer(_ cipher: Cipher) throws(CryptoError) -> OpaquePointer {
        let cached = cache.withLock { $0[cipher.index] }
        if let cached, let found = OpaquePointer(bitPattern: cached) { return found }
        Libcrypto.prepare()
        ERR_clear_error()
        guard let fetched = EVP_CIPHER_fetch(nil, libcryptoName(cipher), nil) else {
            throw backendError("libcrypto does not offer \(cipher.name)", .unsupported)
        }
        // Two threads may fetch at once; both pointers are good, and the one that is not kept is only counted once more.
        cache.withLock { $0[cipher.index] = UInt(bitPattern: fetched) }
        return fetched
    }

    /// The name that libcrypto knows a cipher by.
    ///
    /// Single DES is Triple-DES with its key three times, so that no legacy provider is needed; two-key Triple-DES has
    /// fewer modes there than three-key.
    static func libcryptoName(_ cipher: Cipher) -> String {
        switch (cipher.primitive, cipher.mode) {
        case (.des, _): return "DES-EDE3-" + cipher.mode.name
        case (_, .kw): return cipher.name.dropLast(2) + "WRAP"
        case (_, .kwp): return cipher.name.dropLast(3) + "WRAP-PAD"
        default: return cipher.name
        }
    }
}
