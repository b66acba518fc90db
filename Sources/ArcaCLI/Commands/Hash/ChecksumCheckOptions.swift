internal import ArcaCodecs

/// What `arca hash --check` prints and forgives.
struct ChecksumCheckOptions: OptionGroup {
    static let title = "With --check"

    var isQuiet = false
    var isSilent = false
    var ignoresMissing = false

    static var parameters: [Parameter<Self>] {
        Parameter.flag("--quiet", set: \.isQuiet, help: "print no OK lines")
        Parameter.flag("--status", set: \.isSilent, help: "print nothing, only set the exit status")
        Parameter.flag("--ignore-missing", set: \.ignoresMissing, help: "pass over files that are not there")
    }

    /// Refuses the options where nothing is checked.
    func refuse() throws(UsageError) {
        let given = [(isQuiet, "--quiet"), (isSilent, "--status"), (ignoresMissing, "--ignore-missing")].first { $0.0 }
        if let given {
            throw UsageError(.conflict, "\(given.1) goes with --check only", hint: "add --check, or leave it out")
        }
    }
}
