internal import ArcaSystem

extension VaultError {
    /// Says the same of the operating system's refusal.
    init(_ error: SystemError) {
        let code: Code =
            switch error.code {
            case .notFound: .notFound
            case .exists: .duplicate
            default: .systemFailed
            }
        self.init(code, error.reason)
    }
}

/// Gives a refusal of the operating system on as a failure of this module.
func translating<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(VaultError) -> Result {
    do throws(SystemError) { return try body() } catch { throw VaultError(error) }
}
