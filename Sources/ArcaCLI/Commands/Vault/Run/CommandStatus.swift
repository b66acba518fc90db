internal import ArcaSystem

extension ExitStatus {
    /// The end of a command that Arca runs for the user.
    init(_ end: ForegroundProcess.End) {
        switch end {
        case .exited(let number): self.init(code: number)
        case .signalled(let signal): self.init(signal: signal)
        }
    }

    /// Prints why a command cannot run, and gives the status that shells use for it; other errors are returned.
    static func ofCommand(_ error: any Error) -> any Error {
        guard let error = error as? SystemError, error.code == .notFound || error.code == .permissionDenied else {
            return error
        }
        Messages.error(error.reason)
        return ExitStatus(code: error.code == .notFound ? 127 : 126)
    }
}
