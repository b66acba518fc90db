internal import ArcaCore
internal import CArcaLibcrypto
internal import Synchronization

/// Algorithms fetched from libcrypto's providers, once per process: a fetch by name costs more than a short operation.
enum Fetched {
    private struct Name: Hashable {
        /// `EVP_CIPHER`, `EVP_MD`, `EVP_MAC` or `EVP_KDF`.
        enum Kind { case cipher, digest, mac, derivation }
        let kind: Kind
        let text: String
    }

    /// Addresses, because pointers are not Sendable.
    private static let cache = Mutex<[Name: UInt]>([:])

    static func cipher(_ name: String) throws(CryptoError) -> OpaquePointer {
        try pointer(Name(kind: .cipher, text: name)) { EVP_CIPHER_fetch(nil, name, nil) }
    }

    static func cipher(_ cipher: Cipher) throws(CryptoError) -> OpaquePointer {
        try Fetched.cipher(cipher.row.pointee.libcryptoName)
    }

    static func digest(_ function: HashFunction) throws(CryptoError) -> OpaquePointer {
        let name = function.libcryptoName
        return try pointer(Name(kind: .digest, text: name)) { EVP_MD_fetch(nil, name, nil) }
    }

    static func mac(_ function: MACFunction) throws(CryptoError) -> OpaquePointer {
        let name = function.libcryptoName
        return try pointer(Name(kind: .mac, text: name)) { EVP_MAC_fetch(nil, name, nil) }
    }

    static func derivation(_ name: String) throws(CryptoError) -> OpaquePointer {
        try pointer(Name(kind: .derivation, text: name)) { EVP_KDF_fetch(nil, name, nil) }
    }

    /// Fetched algorithms are never freed.
    private static func pointer(_ name: Name, _ fetch: () -> OpaquePointer?) throws(CryptoError) -> OpaquePointer {
        if let found = cache.withLock({ $0[name] }).flatMap({ OpaquePointer(bitPattern: $0) }) { return found }
        Libcrypto.prepare()
        ERR_clear_error()
        guard let fetched = fetch() else {
            throw backendError("libcrypto does not offer \(name.text)", .unsupported)
        }
        // Two threads may fetch at once; both pointers are valid, and the one not cached is only a leaked reference.
        cache.withLock { $0[name] = UInt(bitPattern: fetched) }
        return fetched
    }
}
