internal import ArcaCodecs
internal import ArcaSystem

/// What the process tells its caller; thrown by a command that has said everything itself.
struct ExitStatus: Error, Hashable, Sendable {
    /// The number that the process ends with.
    let code: Int32

    /// Full success.
    static let success = ExitStatus(code: 0)
    /// Verification says no.
    static let mismatch = ExitStatus(code: 1)
    /// Wrong use of the command line.
    static let wrongUse = ExitStatus(code: 2)
    /// Wrong key or passphrase.
    static let wrongKey = ExitStatus(code: 3)
    /// Tampered or truncated data.
    static let tampered = ExitStatus(code: 4)
    /// Malformed input.
    static let malformed = ExitStatus(code: 5)
    /// The vault is locked and there is no way to ask.
    static let locked = ExitStatus(code: 6)
    /// Not found.
    static let notFound = ExitStatus(code: 7)
    /// Reading or writing failed.
    static let ioFailed = ExitStatus(code: 8)

    /// Prints what the error says and returns its status.
    static func reporting(_ error: any Error) -> ExitStatus {
        switch error {
        case let status as ExitStatus: return status
        case let error as UsageError:
            Messages.error(error.reason)
            if let hint = error.hint { Messages.hint(hint) }
            return .wrongUse
        case let error as CodecError:
            Messages.error(error.description)
            return .malformed
        case let error as SystemError:
            Messages.error(error.reason)
            return error.code == .noTerminal ? .locked : .ioFailed
        default:
            Messages.error("unexpected failure")
            return .ioFailed
        }
    }
}
