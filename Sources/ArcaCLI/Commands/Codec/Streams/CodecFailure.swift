internal import ArcaCore

struct CodecFailure: Error {
    let cause: any ArcaError
    /// The failed step; nil if there is only one.
    let step: String?
    let excerpt: InputExcerpt?

    /// Prints the error with the input line and a hint; returns the exit status.
    func report(_ input: String, hint: String?) -> ExitStatus {
        Messages.error("\(input): \(step.map { "\($0): " } ?? "")\(cause.message)")
        if let lines = excerpt?.text { Messages.write(lines, to: 2) }
        if let hint { Messages.hint(hint) }
        return ExitStatus(of: cause)
    }
}
