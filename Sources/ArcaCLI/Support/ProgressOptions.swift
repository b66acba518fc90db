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
    func start(_ byteCount: Int?) -> ProgressLine {
        let isShown: Bool
        switch mode {
        case .always: isShown = true
        case .never: isShown = false
        case .auto: isShown = FileWriter(descriptor: 2, name: "standard error").isTerminal
        }
        return ProgressLine(total: byteCount, isShown: isShown, isPatient: mode == .auto)
    }
}
