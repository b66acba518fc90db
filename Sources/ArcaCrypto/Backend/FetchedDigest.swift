internal import CArcaLibcrypto
internal import Synchronization

/// Digests fetched from libcrypto's providers, once a process: a fetch by name costs more than a short hash.
enum FetchedDigest {
    private static let cache = Mutex<[UInt?]>(Array(repeating: nil, count: HashFunction.all.count))

    /// The `EVP_MD` of a function; it lives as long as the process.
    static func pointer(_ function: HashFunction) throws(CryptoError) -> OpaquePointer {
        let cached = cache.withLock { $0[function.index] }
        if let cached, let digest = OpaquePointer(bitPattern: cached) { return digest }
        Libcrypto.prepare()
        ERR_clear_error()
        guard let digest = EVP_MD_fetch(nil, libcryptoName(function), nil) else {
            throw backendError("libcrypto does not offer \(function.name)", .unsupported)
        }
        // Two threads may fetch at once; both pointers are good, and the one that is not kept is only counted once more.
        cache.withLock { $0[function.index] = UInt(bitPattern: digest) }
        return digest
    }

    /// The name that libcrypto knows a function by.
    static func libcryptoName(_ function: HashFunction) -> String {
        switch function {
        case .sha1: "SHA1"
        case .sha224, .sha256, .sha384, .sha512, .sha512t224, .sha512t256: "SHA2-" + function.name.dropFirst(4)
        case .shake128, .shake256: "SHAKE-" + function.name.dropFirst(5)
        default: function.name
        }
    }
}
