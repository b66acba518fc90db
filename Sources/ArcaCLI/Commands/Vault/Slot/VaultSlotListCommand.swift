internal import ArcaCodecs
internal import ArcaVault

/// `arca vault slot list`: what opens a vault.
struct VaultSlotListCommand: Command {
    static let name = "list"
    static let summary = "list what opens the vault"
    static let details = """
        Prints identifier, time of making, kind, label and recipient of each slot. Labels and recipients are encrypted in \
        the file, so the vault must be unlocked or is asked for.
        """
    static let examples = [
        Example("arca vault slot list", "of your own vault", needsVault: true),
        Example("arca vault slot list --json", "for programs", needsVault: true),
    ]

    var vault = VaultOptions()
    var json = JSONOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.vault)
        Parameter.group(\.json)
    }

    consuming func run() throws {
        let slots = try vault.open(isReadOnly: true).slots
        guard !json.isWanted else {
            return try JSONOptions.print(schema: 1, [("slots", .array(slots.map(Self.object)))])
        }
        try Messages.print(
            slots.map { "\($0.shortName)  \($0.created.description.prefix(10))  \($0.text)\n" }.joined())
    }

    private static func object(_ slot: SlotDescription) -> JSONValue {
        var object = JSONObject()
        object["identifier"] = .string(slot.name)
        object["kind"] = .string(slot.kind.name)
        object["created"] = .string(slot.created.description)
        object["label"] = .string(slot.label)
        object["recipient"] = slot.recipientText.map { .string($0) } ?? .null
        return .object(object)
    }
}
