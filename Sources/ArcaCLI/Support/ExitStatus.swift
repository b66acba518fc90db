internal import ArcaCore

/// The exit status; thrown by commands that have already reported their error.
struct ExitStatus: Error, Hashable, Sendable {
    let code: Int32
    private(set) var signal: Int32?

    static let success = ExitStatus(code: 0)
    /// Verification failed.
    static let mismatch = ExitStatus(code: 1)
    static let wrongUse = ExitStatus(code: 2)
    static let wrongKey = ExitStatus(code: 3)
    /// Tampered or truncated data.
    static let tampered = ExitStatus(code: 4)
    static let malformed = ExitStatus(code: 5)
    /// The vault is locked, and no passphrase can be asked for.
    static let locked = ExitStatus(code: 6)
    static let notFound = ExitStatus(code: 7)
    static let ioFailed = ExitStatus(code: 8)
    /// The reader of the output has closed; ends by SIGPIPE, which shells report as 141.
    static let brokenPipe = ExitStatus(signal: 13)

    /// Ends by a signal; shells report 128 plus its number.
    init(signal: Int32) {
        code = 128 + signal
        self.signal = signal
    }

    init(code: Int32) { self.code = code }

    /// Prints the error, as JSON if requested, and returns its status.
    static func reporting(_ error: any Error, in context: CommandContext) -> ExitStatus {
        let status = ExitStatus(of: error)
        // Closing a pipe early needs no message.
        if status == .brokenPipe || error is ExitStatus { return status }
        if context.wantsJSON {
            Messages.write(JSONReport.line(error, status), to: 2)
            return status
        }
        let (text, hint) = (error as? any ArcaError).map { ($0.message, $0.hint) } ?? ("unexpected failure", nil)
        Messages.error(text)
        if let hint { Messages.hint(hint) }
        return status
    }

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

    static func text(of error: any Error) -> String {
        (error as? any ArcaError)?.description ?? "unexpected failure"
    }
}
