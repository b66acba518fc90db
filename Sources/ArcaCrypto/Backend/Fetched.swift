internal import ArcaCore
internal import CArcaLibcrypto
internal import Synchronization

/// Algorithms fetched from libcrypto's providers, once a process: a fetch by name costs more than a short operation.
enum Fetched {
    private struct Name: Hashable {
        /// What `fetch` makes: `EVP_CIPHER`, `EVP_MD`, `EVP_MAC` or `EVP_KDF`.
        enum Kind { case cipher, digest, mac, derivation }
        let kind: Kind
        let text: String
    }

    /// Pointers are not Sendable.
    private static let cache = Mutex<[Name: UInt]>([:])

    /// The `EVP_CIPHER` of libcrypto's name of it.
    static func cipher(_ name: String) throws(CryptoError) -> OpaquePointer {
        try pointer(Name(kind: .cipher, text: name)) { EVP_CIPHER_fetch(nil, name, nil) }
    }

    /// The `EVP_CIPHER` of a cipher that libcrypto has.
    static func cipher(_ cipher: Cipher) throws(CryptoError) -> OpaquePointer {
        try Fetched.cipher(cipher.row.pointee.libcryptoName)
    }

    /// The `EVP_MD` of a hash function.
    static func digest(_ function: HashFunction) throws(CryptoError) -> OpaquePointer {
        let name = function.libcryptoName
        return try pointer(Name(kind: .digest, text: name)) { EVP_MD_fetch(nil, name, nil) }
    }

    /// The `EVP_MAC` of a function.
    static func mac(_ function: MACFunction) throws(CryptoError) -> OpaquePointer {
        let name = function.libcryptoName
        return try pointer(Name(kind: .mac, text: name)) { EVP_MAC_fetch(nil, name, nil) }
    }

    /// The `EVP_KDF` of libcrypto's name of it.
    static func derivation(_ name: String) throws(CryptoError) -> OpaquePointer {
        try pointer(Name(kind: .derivation, text: name)) { EVP_KDF_fetch(nil, name, nil) }
    }

    /// What is fetched lives as long as the process.
    private static func pointer(_ name: Name, _ fetch: () -> OpaquePointer?) throws(CryptoError) -> OpaquePointer {
        if let found = cache.withLock({ $0[name] }).flatMap({ OpaquePointer(bitPattern: $0) }) { return found }
        Libcrypto.prepare()
        ERR_clear_error()
        guard let fetched = fetch() else {
            throw backendError("libcrypto does not offer \(name.text)", .unsupported)
        }
        // Two threads may fetch at once; both pointers are valid, and the one that is not kept is only counted once more.
        cache.withLock { $0[name] = UInt(bitPattern: fetched) }
        return fetched
    }
}
