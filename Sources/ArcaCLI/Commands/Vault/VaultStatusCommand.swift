internal import ArcaCodecs
internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

struct VaultStatusCommand: Command {
    static let name = "status"
    static let summary = "show whether the vault is unlocked, and for how long"
    static let details = """
        Needs no passphrase and never asks. Exits with 0 whether the vault is locked or not; scripts use --json. The \
        kinds of slots are read from the file, and not proven until the vault is opened.
        """
    static let examples = [
        Example("arca vault status", "of your vault", needsVault: true),
        Example("arca vault status --json", "for scripts: isUnlocked, secondsLeft", needsVault: true),
    ]

    var place = VaultPlaceOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.place)
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let path = try place.path()
        let vault = try LockedVault(at: path)
        let session: Session
        do {
            let status = try VaultSession(of: vault.identifier).status()
            session = status.map { .unlocked(Int($0.remainingMilliseconds / 1000)) } ?? .locked
        } catch {
            guard error.code == .unsupported else { throw error }
            session = .unavailable
        }
        let slots = VaultSlot.Kind.allCases.filter(vault.slotKinds.contains).map(\.name)
        try context.wantsJSON ? printJSON(path, vault, session: session, slots: slots) : printText(path, session, slots)
    }

    private enum Session: Equatable {
        case unlocked(_ seconds: Int)
        case locked
        case unavailable

        var text: String {
            switch self {
            case .unlocked(let seconds):
                "unlocked for another \(TimeSpan(seconds: seconds).text), until \(DateText.text(DateText.now + seconds))"
            case .locked: "locked"
            case .unavailable: "locked; the kernel keyring is not available here, so each command asks"
            }
        }
    }

    private func printText(_ path: BytePath, _ session: Session, _ slots: [String]) throws {
        try Messages.print("\(path): \(session.text)\nopens with: \(slots.joined(separator: ", "))\n")
    }

    private func printJSON(_ path: BytePath, _ vault: LockedVault, session: Session, slots: [String]) throws {
        var members: [(String, JSONValue)] = [
            ("vault", .string(path.description)), ("identifier", .string(Base16.standard.encode(vault.identifier))),
            ("isUnlocked", .bool(false)), ("hasKeyring", .bool(session != .unavailable)),
        ]
        if case .unlocked(let seconds) = session {
            members[2].1 = .bool(true)
            members.append(("secondsLeft", .integer(seconds)))
            members.append(("until", .string(DateText.rfc3339(DateText.now + seconds))))
        }
        members.append(("slotKinds", .array(slots.map { .string($0) })))
        try JSONReport.print(members)
    }
}
