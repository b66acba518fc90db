internal import ArcaCore

/// An error of a stream together with what there is to show of its input.
struct CodecFailure: Error {
    /// What the stream threw.
    let cause: any ArcaError
    /// Which of several steps it was.
    let step: String?
    /// The line concerned.
    let excerpt: InputExcerpt?

    /// Prints the error with the offending line and a hint, and returns the exit status.
    func report(_ input: String, hint: String?) -> ExitStatus {
        Messages.error("\(input): \(step.map { "\($0): " } ?? "")\(cause.message)")
        if let lines = excerpt?.text { Messages.write(lines, to: 2) }
        if let hint { Messages.hint(hint) }
        return ExitStatus(of: cause)
    }
}
