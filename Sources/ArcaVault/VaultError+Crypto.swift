internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys

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

    /// Says the same of a file with a key.
    init(_ error: KeyError) {
        let code: Code =
            switch error.code {
            case .wrongPassphrase, .passphraseNeeded: .wrongCredential
            case .unsupported, .wrongKind: .unsupported
            case .costTooHigh: .costTooHigh
            case .backendFailure: .systemFailed
            default: .malformed
            }
        self.init(code, at: error.offset, error.reason)
    }

    /// Says the same of a file with identities or recipients.
    init(_ error: ContainerError) {
        let code: Code =
            switch error.code {
            case .wrongKey: .wrongCredential
            case .unsupported: .unsupported
            case .costTooHigh: .costTooHigh
            case .tampered, .truncated: .tampered
            default: .malformed
            }
        self.init(code, at: error.offset, error.reason)
    }
}

/// Gives a failure of a primitive on as one of this module.
func translating<Result>(_ body: () throws(CryptoError) -> Result) throws(VaultError) -> Result {
    do throws(CryptoError) { return try body() } catch { throw VaultError(error) }
}
