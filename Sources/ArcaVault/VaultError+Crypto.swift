internal import ArcaCrypto

extension VaultError {
    /// Says the same of a primitive that failed inside the vault.
    init(_ error: CryptoError) {
        let code: Code =
            switch error.code {
            case .costTooHigh: .costTooHigh
            case .authenticationFailed, .decryptionFailed: .tampered
            case .unsupported: .unsupported
            case .backendFailure: .systemFailed
            default: .invalidArgument
            }
        self.init(code, error.reason)
    }
}

/// Gives a failure of a primitive on as one of this module.
func translating<Result>(_ body: () throws(CryptoError) -> Result) throws(VaultError) -> Result {
    do throws(CryptoError) { return try body() } catch { throw VaultError(error) }
}
