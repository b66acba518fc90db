internal import ArcaCodecs

/// An error of a stage together with what there is to show of its input.
struct CodecFailure: Error {
    /// What the stage threw.
    let cause: any Error
    /// Which of several steps it was.
    let step: String?
    /// Where in the input of the step.
    let position: TextPosition?
    /// The line concerned.
    let excerpt: InputExcerpt?
    /// What would be right.
    let hint: String?
    /// What is wrong.
    let reason: String

    /// Makes a failure.
    init(
        _ cause: any Error, step: String?, position: TextPosition? = nil, excerpt: InputExcerpt? = nil,
        hint: String? = nil, reason: String
    ) {
        self.cause = cause
        self.step = step
        self.position = position
        self.excerpt = excerpt
        self.hint = hint
        self.reason = reason
    }

    /// Prints the error with the offending line and a hint, and returns the exit status.
    ///
    /// Where a hint says what could be allowed, `isLenientPossible` tells whether `--lenient` is there to allow it.
    func report(_ input: String, isLenientPossible: Bool) -> ExitStatus {
        var text = input
        if let step { text += ": \(step)" }
        text += ": \(reason)"
        if let position { text += " at offset \(position.offset) (line \(position.line), column \(position.column))" }
        Messages.error(text)
        if let lines = excerpt?.text { Messages.write(lines, to: 2) }
        if var hint {
            if isLenientPossible, hint.hasPrefix("allow ") { hint += ": --lenient does" }
            if hint.hasSuffix("between <~ and ~>") { hint += ": --adobe reads that" }
            Messages.hint(hint)
        }
        return ExitStatus(of: cause)
    }
}
