internal import ArcaCore
internal import ArcaSystem

/// What the process tells its caller; thrown by a command that has said everything itself.
struct ExitStatus: Error, Hashable, Sendable {
    /// The number that the process ends with.
    let code: Int32
    /// The signal that the process ends by, where it does.
    private(set) var signal: Int32?

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
    /// Nobody reads the output any more: the process ends by SIGPIPE, whose status a shell shows as this number.
    static let brokenPipe = ExitStatus(signal: 13)

    /// An end by a signal, which shells show as 128 and its number.
    init(signal: Int32) {
        code = 128 + signal
        self.signal = signal
    }

    /// A status by number, as another program ended with.
    init(code: Int32) { self.code = code }

    /// Prints what the error says, as JSON where that is wanted, and returns its status.
    static func reporting(_ error: any Error) -> ExitStatus {
        let status = ExitStatus(of: error)
        // Closing a pipe early needs no message.
        if status == .brokenPipe || error is ExitStatus { return status }
        if JSONErrors.areWanted {
            Messages.write(JSONErrors.line(error, status), to: 2)
            return status
        }
        let (text, hint) = (error as? any ArcaError).map { ($0.message, $0.hint) } ?? ("unexpected failure", nil)
        Messages.error(text)
        if let hint { Messages.hint(hint) }
        return status
    }

    /// The status that stands for an error.
    init(of error: any Error) {
        if let status = error as? ExitStatus {
            self = status
            return
        }
        switch (error as? any ArcaError)?.kind {
        case .wrongUse, .exists: self = .wrongUse
        case .wrongKey: self = .wrongKey
        case .tampered, .truncated: self = .tampered
        case .malformed, .unsupported, .tooCostly: self = .malformed
        case .locked: self = .locked
        case .notFound: self = .notFound
        case .refused: self = .mismatch
        case .brokenPipe: self = .brokenPipe
        case .busy, .inputOutput, .internalFailure, nil: self = .ioFailed
        }
    }

    /// What an error says in one line.
    static func text(of error: any Error) -> String {
        (error as? any ArcaError)?.description ?? "unexpected failure"
    }
}
