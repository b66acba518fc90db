internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

/// Reports damage that hides items: each finding on standard error, then exit status 4.
enum DamageReport {
    static func print(_ findings: [VaultFinding]) {
        for finding in findings {
            let item = finding.item.map { " (\($0.shown))" } ?? ""
            let text = "\(finding.code.rawValue): \(String(printable: finding.detail.utf8))\(item)"
            if finding.code.isWarning { Messages.warning(text) } else { Messages.error(text) }
        }
    }

    static func end(_ findings: [VaultFinding]) throws {
        guard !findings.isEmpty else { return }
        print(findings)
        Messages.hint("run 'arca vault repair', or restore a backup")
        throw ExitStatus.tampered
    }

    /// The `--salvage` flag, which includes unproven items.
    static func flag<Root>(_ path: @autoclosure @escaping () -> WritableKeyPath<Root, Bool>) -> Parameter<Root> {
        Parameter.flag(
            "--salvage", set: path(), help: "show items too of which damage leaves open that they are the newest")
    }
}
