internal import ArcaCodecs
internal import ArcaCrypto

extension KeyError {
    /// What an operation on a key or a passphrase reported, in this module's terms.
    init(_ error: CryptoError) {
        let code: Code =
            switch error.code {
            case .decryptionFailed, .authenticationFailed: .wrongPassphrase
            case .costTooHigh: .costTooHigh
            case .unsupported, .unknownAlgorithm: .unsupported
            case .backendFailure, .wrongState: .backendFailure
            default: .invalidKey
            }
        self.init(code, error.reason)
    }

    /// What a text form reported.
    init(_ error: CodecError) {
        self.init(
            .malformed, at: error.position?.offset, error.reason + (error.hint.map { "; \($0)" } ?? ""))
    }
}

/// Runs an operation of `ArcaCrypto`, whose errors become this module's.
func translating<Result>(_ body: () throws(CryptoError) -> Result) throws(KeyError) -> Result {
    do throws(CryptoError) { return try body() } catch { throw KeyError(error) }
}
