internal import CArcaLibcrypto

/// Contexts that are set up for operations with one public or private key: that fetches digests by name, which costs a
/// tenth of a verification.
typealias PublicKeyContexts = ContextPool<PublicKeyOperation>

extension ContextPool where SetUp == PublicKeyOperation {
    /// Makes a pool of `EVP_PKEY_CTX`.
    convenience init() {
        self.init { _, context in EVP_PKEY_CTX_free(context) }
    }
}
