internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaPatterns
internal import ArcaSystem

extension VaultError {
    /// Says the same of the operating system's refusal.
    init(_ error: SystemError) {
        let code: Code =
            switch error.code {
            case .notFound: .notFound
            case .exists: .duplicate
            case .unsupported: .unsupported
            default: .systemFailed
            }
        self.init(code, error.reason)
    }
}

/// Gives a refusal of the operating system on as a failure of this module.
func translating<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(VaultError) -> Result {
    do throws(SystemError) { return try body() } catch { throw VaultError(error) }
}

/// Gives whatever fails below this module on as a failure of it.
func translatingAll<Result>(_ body: () throws -> Result) throws(VaultError) -> Result {
    do {
        return try body()
    } catch let error as VaultError {
        throw error
    } catch let error as SystemError {
        throw VaultError(error)
    } catch let error as CryptoError {
        throw VaultError(error)
    } catch let error as PatternError where error.code == .locked {
        throw VaultError(.wrongCredential, error.reason)
    } catch {
        throw VaultError(.systemFailed, "unexpected failure")
    }
}
