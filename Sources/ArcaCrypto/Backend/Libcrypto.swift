internal import ArcaCore
internal import CArcaLibcrypto
internal import Synchronization

/// The linked libcrypto.
public enum Libcrypto {
    private static let skipsConfiguration = Atomic<Bool>(false)

    /// The library's name and version, such as `OpenSSL 3.0.19 27 Jan 2026`.
    public static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION)) }

    /// Skips the system's configuration file (`openssl.cnf`), which saves 0.3 ms of start-up time.
    ///
    /// Providers and policies set in that file then do not apply to this process. Call this before any other use of the
    /// module; later calls have no effect.
    public static func skipConfiguration() { skipsConfiguration.store(true, ordering: .relaxed) }

    /// Initializes the library once; call it before any other libcrypto function.
    static func prepare() { _ = prepared }

    private static let prepared: Void = {
        if skipsConfiguration.load(ordering: .relaxed) { OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) }
    }()
}

/// Drains libcrypto's error queue into an error with the failed action and the reasons.
///
/// `action` is the failed action, such as `cannot set up AES-256-GCM`.
func backendError(_ action: String, _ code: CryptoError.Code = .backendFailure) -> CryptoError {
    var reasons: [String] = []
    var code = code
    while case let number = ERR_get_error(), number != 0 {
        if Libcrypto.usesProvidersOnly, isMissing(number) { code = .unsupported }
        let reason = ERR_reason_error_string(number).map { String(cString: $0) } ?? "error \(number)"
        // Each layer may report the same failure.
        if reasons.last != reason { reasons.append(reason) }
    }
    return CryptoError(code, reasons.isEmpty ? action : "\(action): \(reasons.joined(separator: ", "))")
}

/// Whether libcrypto failed because no provider offers an algorithm with the required properties.
private func isMissing(_ number: UInt) -> Bool {
    let reason = ERR_GET_REASON(number)
    return reason == arca_reason_unsupported
        || (ERR_GET_LIB(number) == ERR_LIB_EVP && reason == EVP_R_UNSUPPORTED_ALGORITHM)
}

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

    static var isInUse: Bool { cache.withLock { !$0.isEmpty } }

    static func cipher(_ name: String) throws(CryptoError) -> OpaquePointer {
        try pointer(Name(kind: .cipher, text: name)) { EVP_CIPHER_fetch(nil, name, nil) }
    }

    static func cipher(_ cipher: Cipher) throws(CryptoError) -> OpaquePointer {
        let name = cipher.row.pointee.libcryptoName
        guard cipher.row.pointee.primitive.isLegacy else { return try Fetched.cipher(name) }
        // The properties do not apply to the separate context.
        try Libcrypto.checkOwn(cipher.name)
        return try pointer(Name(kind: .cipher, text: name)) {
            legacyProvider.flatMap { EVP_CIPHER_fetch(OpaquePointer(bitPattern: $0), name, nil) }
        }
    }

    /// The address of a separate library context with the legacy provider; nil if it is not installed.
    ///
    /// Loading it into the default context would also change which algorithms other code of the process finds.
    private static let legacyProvider: UInt? = {
        guard let context = OSSL_LIB_CTX_new(), OSSL_PROVIDER_load(context, "legacy") != nil else { return nil }
        return UInt(bitPattern: context)
    }()

    static func digest(_ function: AnyHashFunction) throws(CryptoError) -> OpaquePointer {
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
            let properties = Libcrypto.usesProvidersOnly ? " with the required properties" : ""
            throw backendError("libcrypto does not offer \(name.text)\(properties)", .unsupported)
        }
        // Two threads may fetch at once; both pointers are valid, and the one not cached is only a leaked reference.
        cache.withLock { $0[name] = UInt(bitPattern: fetched) }
        return fetched
    }
}
