internal import CArcaLibcrypto
internal import Synchronization

extension Libcrypto {
    private static let providersOnly = Atomic<Bool>(false)

    /// Whether ``requireProperties(_:)`` is in force.
    static var usesProvidersOnly: Bool { providersOnly.load(ordering: .relaxed) }

    /// Restricts this process to algorithms of libcrypto's providers with the required properties, such as `fips=yes`.
    ///
    /// By default Arca computes SHA-1, SHA-2, MD5 and algorithms based on them with libcrypto's plain functions, and
    /// some algorithms itself. Neither asks a provider, so the default properties of `openssl.cnf` have no effect on
    /// them. After this call every algorithm is fetched from a provider. An algorithm that no provider offers with these
    /// properties, or that Arca computes itself, throws ``CryptoError`` with code `.unsupported`. Types whose calls do
    /// not throw, such as `Insecure.MD5`, end the process instead; ``AnyHashFunction`` throws.
    ///
    /// Always refused, because Arca computes or composes them: ML-KEM, X-Wing and ML-DSA; AES-GCM-SIV, SIV, EAX, FF1,
    /// CBC with HMAC, XChaCha20-Poly1305, XAES-256-GCM and therefore vaults; SM4 with GCM and CCM; GCM nonces above 128
    /// bytes; decryption with RSA PKCS #1 v1.5; deterministic ECDSA; bcrypt, `EVP_BytesToKey`, short BLAKE2b, and
    /// ciphers of the legacy provider. Argon2 needs libcrypto 3.2 or newer and a salt of 8 bytes. Checks of numbers and
    /// points in keys use libcrypto's arithmetic in any case. PBKDF2 has the provider's minimum lengths (SP 800-132).
    ///
    /// Call it once at the start, before any other use of the module. It cannot be undone, and stays in force if it
    /// throws. The properties become the default for all code of this process that uses libcrypto.
    ///
    /// - Parameter query: The properties, such as `fips=yes` or `provider=default`; nil for those of `openssl.cnf`
    ///   (`default_properties`). A preference (`?fips=yes`) would require nothing and is rejected.
    /// - Throws: ``CryptoError`` with code `.unsupported` if no active provider offers SHA-256 with these properties,
    ///   `.invalidParameter` for a malformed query, `.wrongState` if an algorithm was fetched before.
    public static func requireProperties(_ query: String? = nil) throws(CryptoError) {
        providersOnly.store(true, ordering: .relaxed)
        prepare()
        guard !Fetched.isInUse else {
            throw CryptoError(.wrongState, "an algorithm was used before its properties were required")
        }
        if let query {
            ERR_clear_error()
            guard !query.isEmpty, !query.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "?") }),
                EVP_set_default_properties(nil, query) == 1
            else {
                throw CryptoError(
                    .invalidParameter, "'\(query)' does not require properties",
                    hint: "write NAME=VALUE, separated by commas, such as fips=yes")
            }
        }
        do {
            _ = try Fetched.digest(.sha256)
        } catch {
            throw CryptoError(
                .unsupported,
                "no active provider of libcrypto offers SHA-256 with "
                    + (query.map { "the properties '\($0)'" } ?? "the default properties"),
                hint: "activate the provider in openssl.cnf; 'openssl list -providers' shows the active ones")
        }
    }

    /// Throws if ``requireProperties(_:)`` is in force, because no provider computes the algorithm.
    static func checkOwn(_ algorithm: @autoclosure () -> String) throws(CryptoError) {
        guard usesProvidersOnly else { return }
        throw CryptoError(
            .unsupported, "\(algorithm()) is not available: no provider of libcrypto computes it",
            hint: "this process requires properties of its algorithms (Libcrypto.requireProperties)")
    }
}
