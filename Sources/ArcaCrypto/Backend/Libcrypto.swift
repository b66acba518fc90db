internal import ArcaCore
internal import CArcaLibcrypto
internal import Synchronization

/// The linked libcrypto itself.
public enum Libcrypto {
    private static let skipsConfiguration = Atomic<Bool>(false)

    /// Name and version of the library in use, such as `OpenSSL 3.0.19 27 Jan 2026`.
    public static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION)) }

    /// Leaves the system's configuration file (`openssl.cnf`) unread, which takes 0.3 ms off a short command.
    ///
    /// Providers and policies set in that file then have no effect on this process. It has to be said before anything
    /// else of this module is used; later it changes nothing.
    public static func skipConfiguration() { skipsConfiguration.store(true, ordering: .relaxed) }

    /// Sets the library up, once; to be called before the first thing that is asked of it.
    static func prepare() { _ = prepared }

    private static let prepared: Void = {
        if skipsConfiguration.load(ordering: .relaxed) { OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) }
    }()
}

/// Empties libcrypto's error queue into an error that says what was tried and why it failed.
///
/// `action` is what was tried, such as `cannot set up AES-256-GCM`.
func backendError(_ action: String, _ code: CryptoError.Code = .backendFailure) -> CryptoError {
    var reasons: [String] = []
    while case let number = ERR_get_error(), number != 0 {
        let reason = ERR_reason_error_string(number).map { String(cString: $0) } ?? "error \(number)"
        // A failure is often reported by each layer that it passes.
        if reasons.last != reason { reasons.append(reason) }
    }
    return CryptoError(code, reasons.isEmpty ? action : "\(action): \(reasons.joined(separator: ", "))")
}
