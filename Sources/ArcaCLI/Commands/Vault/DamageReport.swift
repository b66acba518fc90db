internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

/// What commands say of damage that hides items: each finding on standard error, and exit status 4 at the end.
enum DamageReport {
    /// Prints the findings.
    static func print(_ findings: [VaultFinding]) {
        for finding in findings {
            let item = finding.item.map { " (\($0.shown))" } ?? ""
            let text = "\(finding.code.rawValue): \(String(printable: finding.detail.utf8))\(item)"
            if finding.code.isWarning { Messages.warning(text) } else { Messages.error(text) }
        }
    }

    /// Prints the findings, if there are any, and ends the command with the status of damage.
    static func end(_ findings: [VaultFinding]) throws {
        guard !findings.isEmpty else { return }
        print(findings)
        Messages.hint("run 'arca vault repair', or restore a backup")
        throw ExitStatus.tampered
    }

    /// The flag by which a command reads what is not proven.
    static func flag<Root>(_ path: @autoclosure @escaping () -> WritableKeyPath<Root, Bool>) -> Parameter<Root> {
        Parameter.flag(
            "--salvage", set: path(), help: "show items too of which damage leaves open that they are the newest")
    }
}
