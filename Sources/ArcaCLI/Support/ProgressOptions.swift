internal import ArcaSystem

/// When progress shows on standard error: `--progress auto|always|never`.
struct ProgressOptions: OptionGroup {
    /// The choices.
    enum Mode: String, CaseIterable, ArgumentValue { case auto, always, never }

    static let title = "Output"

    var mode = Mode.auto

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--progress", value: "WHEN", set: \.mode,
            help: "show progress on standard error; auto: on a terminal, after a second")
    }

    /// Starts a progress line over work of `byteCount` bytes, nil when that is not known.
    ///
    /// `isOutputShown` says that the result itself goes to the terminal as it comes, where a line would be in its way.
    func start(_ byteCount: Int?, isOutputShown: Bool = false) -> ProgressLine {
        let isShown: Bool
        switch mode {
        case .always: isShown = true
        case .never: isShown = false
        case .auto: isShown = !isOutputShown && FileWriter(descriptor: 2, name: "standard error").isTerminal
        }
        return ProgressLine(total: byteCount, isShown: isShown, isPatient: mode == .auto)
    }
}
