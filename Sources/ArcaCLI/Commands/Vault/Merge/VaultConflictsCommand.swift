internal import ArcaCore
internal import ArcaSystem
internal import ArcaVault

struct VaultConflictsCommand: Command {
    static let name = "conflicts"
    static let summary = "list values to choose from after a merge"
    static let details = """
        A field that was changed independently in two copies keeps both values. Number 1 is the one that 'arca vault \
        get' shows until 'arca vault resolve' chooses. Times are those of the machines that wrote the values. Secrets \
        are hidden unless --reveal is given.
        """
    static let examples = [
        Example("arca vault conflicts", "all of them", needsVault: true),
        Example("arca vault conflicts --check", "for scripts: status 1 if there is one", needsVault: true),
    ]

    var typedName: ItemNameText?
    var reveals = false
    var checks = false

    static var parameters: [Parameter<Self>] {
        Parameter.operand("NAME", set: \.typedName, help: "an item; all without it")
        Parameter.flag("--reveal", set: \.reveals, help: "print secrets too")
        Parameter.flag("--check", set: \.checks, help: "end with status 1 if there is a conflict")
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let vault = try context.vault.open(isReadOnly: true)
        var item = ItemOptions()
        let name = try typedName.map { typed in
            item.typedName = typed
            return try item.find(in: vault).name
        }
        let conflicts = try vault.conflicts(of: name)
        if context.wantsJSON {
            try JSONReport.print([("conflicts", .array(conflicts.map { conflict in json(conflict) }))])
        } else {
            var table = Table(.name, .text, .number, .text, .text, .text)
            for conflict in conflicts {
                for (index, choice) in conflict.choices.enumerated() {
                    table.add(
                        conflict.item.name.shown, conflict.field, "\(index + 1)", DateText.shown(choice.written),
                        index == 0 ? "shown" : "", choice.text(reveals))
                }
            }
            try table.print()
            if conflicts.isEmpty { Messages.note("there are no conflicts") }
            if !reveals, conflicts.flatMap(\.choices).contains(where: \.isSecret) {
                Messages.hint("--reveal shows the hidden values")
            }
        }
        if checks, !conflicts.isEmpty { throw ExitStatus.mismatch }
    }

    private func json(_ conflict: Vault.Conflict) -> JSONValue {
        let choices = conflict.choices.map { choice -> JSONValue in
            var object = JSONObject()
            object["written"] = .string(choice.written.description)
            if reveals || !choice.isSecret { object["value"] = choice.json }
            return .object(object)
        }
        return [
            "service": .string(conflict.item.name.service), "account": .string(conflict.item.name.account),
            "field": .string(conflict.field), "choices": .array(choices),
        ]
    }
}

extension Vault.Conflict.Choice {
    fileprivate var isSecret: Bool { if case .secret = value { true } else { false } }

    fileprivate func text(_ reveals: Bool) -> String {
        switch value {
        case .text(let text): "'\(String(printable: text.utf8))'"
        case .secret(let secret): reveals ? "'\(String(printable: [UInt8](bytes: secret)))'" : "[hidden]"
        }
    }

    fileprivate var json: JSONValue {
        switch value {
        case .text(let text): .string(text)
        case .secret(let secret): ItemReport.text(secret)
        }
    }
}

struct VaultResolveCommand: Command {
    static let name = "resolve"
    static let summary = "choose one of several values after a merge"
    static let details = """
        Makes a new version of the item with the value that is chosen; the version before goes to the history. Other \
        copies take over the choice when they merge. To keep neither, set a new value with 'arca vault set'.
        """
    static let examples = [
        Example("arca vault resolve github.com/alice --field password --take 2", "the second value", isRun: false)
    ]

    var item = ItemOptions()
    var field = ""
    var choice = 1

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.option("--field", value: "FIELD", set: \.field, help: "the field, as 'conflicts' names it").required()
        Parameter.option("--take", value: "N", set: \.choice, in: 1...99, help: "the value's number in 'conflicts'")
            .required()
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        let opened = try context.vault.open()
        let found = try item.find(in: opened)
        let item = try Self.resolve(found.name, field, choice, in: opened)
        try ItemAction.resolved.report(
            item.name,
            "\(item.name.shown) has value \(choice) of \(field) now, as version \(item.version); the others are in its history",
            asJSON: context.wantsJSON, [("field", .string(field)), ("version", .integer(Int(item.version)))])
    }

    private static func resolve(
        _ name: VaultItem.Name, _ field: String, _ choice: Int, in vault: Vault
    ) throws -> VaultItem {
        do {
            return try vault.resolve(name, field: field, taking: choice - 1)
        } catch {
            throw error.code == .notFound
                ? error.withHint("run 'arca vault conflicts' to see what there is to choose") : error
        }
    }
}
