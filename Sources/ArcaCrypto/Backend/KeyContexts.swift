internal import CArcaLibcrypto

/// Contexts that are set up with one symmetric key.
typealias KeyContexts = ContextPool<KeySetUp>

/// Which set-up a context has: what it is, for which algorithm, in which direction.
struct KeySetUp: Equatable {
    /// The two sorts of context that libcrypto keeps a symmetric key in.
    enum Kind { case mac, cipher }
    let kind: Kind
    let algorithm: Int
    let encrypts: Bool
}

extension ContextPool where SetUp == KeySetUp {
    /// Makes a pool of `EVP_MAC_CTX` and `EVP_CIPHER_CTX`.
    convenience init() {
        self.init { setUp, context in
            switch setUp.kind {
            case .mac: EVP_MAC_CTX_free(context)
            case .cipher: EVP_CIPHER_CTX_free(context)
            }
        }
    }
}
