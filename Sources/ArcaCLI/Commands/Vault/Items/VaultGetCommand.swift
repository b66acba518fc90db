internal import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

struct VaultGetCommand: Command {
    static let name = "get"
    static let summary = "show an item, or one field of it"
    static let details = """
        Shows an item without its secrets, which --reveal adds. With --field it prints only that field: a secret on a \
        terminal only with --reveal, into a pipe always. In a pipe and with -o FILE the bytes are exact; on a terminal \
        a line end follows, unless -n is given.

        --clip copies the password, or the given field, to the clipboard, and clears it after 45 seconds unless \
        something else was copied. It uses wl-copy, xclip, xsel or pbcopy; without them it asks the terminal, which \
        many terminals refuse, and which is cleared whatever it then contains. Clipboard managers with a history keep \
        this too.

        NAME may be a reference as 'arca vault run' takes it, arca://service/account/field, which stands for NAME and --field; \
        without a field it is the password. arca-team:// is an item of the team's vault, as with --team; --all-vaults \
        looks in your own vault and in the team's, and one of them must have the item.

        Fields are password, account, service, label, kind, comment, group, expires, created, modified, otp (the \
        current code; for HOTP the counter advances), otpauth, and an item's own; field:NAME is its own one if both \
        exist.
        """
    static let examples = [
        Example("arca vault get github.com/alice", "everything but the secrets", needsVault: true),
        Example("arca vault get github.com/alice --clip", "the password into the clipboard", isRun: false),
        Example("arca vault get github.com/alice --clip=10s", "for ten seconds", isRun: false),
        Example("arca vault get github.com/alice --field password | wc -c", "into a program", needsVault: true),
        Example("arca vault get arca://github.com/alice/token | wc -c", "by reference", needsVault: true),
    ]

    var item = ItemOptions()
    var field: VaultItem.FieldName?
    var version: UInt64?
    var reveals = false
    var endsLine = true
    var salvages = false
    var clips = false
    var clipTime: ClipTime?
    var output = OutputOptions()
    var vaults = AllVaultsOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.option("-f", "--field", value: "FIELD", set: \.field, help: "print this field and nothing else")
            .excludes("--json")
        Parameter.option(
            "--version", value: "N", set: \.version, help: "an older version, by the number that 'history' shows"
        ).excludes("--field=otp")
        Parameter.flag("--reveal", set: \.reveals, help: "show secrets on the terminal and in the report")
        Parameter.flag(
            "-n", "--no-line-end", clear: \.endsLine, help: "do not end a field with a line end on a terminal")
        Parameter.flag(
            "--clip", set: \.clips, optionalValue: "TIME", set: \.clipTime,
            help: "copy the password, or the field, to the clipboard; cleared after TIME, 45s if omitted, 0 for never"
        ).excludes("--output", "--json", "--reveal", "--no-line-end")
        DamageReport.flag(\.salvages).excludes("--field=otp")
        Parameter.group(\.output)
        Parameter.group(\.vaults)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        try resolveReference(in: context)
        guard endsLine || field != nil else {
            throw UsageError(
                .conflict, "--no-line-end requires --field", hint: "give --field FIELD, or remove --no-line-end")
        }
        let inputs = try context.vaultOptions.inputs()
        // A counter-based code is used only once, which the vault must record.
        let opened = try vaults.open(isReadOnly: !(field?.isCode ?? false), salvages: salvages, in: context)
        let (owner, vault, current) = try item.find(among: opened)
        let shown = try version.map { try Self.version($0, of: current, in: vault) } ?? current
        try show(ListedItem(item: shown, owner: owner), of: current, in: vault, inputs, in: context)
        if !shown.conflicts.isEmpty {
            Messages.note(
                "'\(current.name.shown)' has several values of \(shown.conflicts.joined(separator: ", ")), which merged copies "
                    + "left; 'arca vault conflicts' lists them")
        }
        guard current.isProven else {
            Messages.warning("the vault is damaged: this may be an older version of '\(current.name.shown)', put back")
            throw ExitStatus.tampered
        }
    }

    private mutating func resolveReference(in context: CommandContext) throws(UsageError) {
        guard item.service == nil, let reference = item.typedName.reference else { return }
        guard field == nil, !context.wantsJSON else {
            throw UsageError(
                .conflict, "a reference names the field too",
                hint: "write service/account, or remove --field and --json")
        }
        guard !vaults.isGiven, !reference.isOfTeam || context.vaultOptions.place.file == nil else {
            throw UsageError(
                .conflict, "a reference names the vault too",
                hint: "remove --all-vaults or --vault, or write service/account")
        }
        if reference.isOfTeam { context.vaultOptions.place.isTeams = true }
        item.typedName = ItemNameText(service: reference.service, account: reference.account)
        field = reference.field
    }

    private func show(
        _ listed: ListedItem, of current: VaultItem, in vault: Vault, _ inputs: [FileIdentity],
        in context: CommandContext
    ) throws {
        let shown = listed.item
        if clips { return try copy(field ?? .password, of: shown, named: current.name, in: vault) }
        if let field {
            return try print(try vault.value(of: field, in: shown, named: current.name), inputs)
        }
        let revealed = reveals ? try vault.secret(of: current.name, version: shown.version) : nil
        if context.wantsJSON {
            let report = ItemReport.json(shown, revealed, owner: listed.owner).object ?? JSONObject()
            var file = try output.open(.secret, inputs: inputs)
            try file.write(JSONReport.text(report.members.map { ($0.name, $0.value) }).utf8)
            return try file.commit()
        }
        try print(ItemReport.lines(shown, revealed, owner: listed.owner), inputs)
    }

    private func copy(
        _ field: VaultItem.FieldName, of item: VaultItem, named name: VaultItem.Name, in vault: Vault
    ) throws {
        let clipboard = try Clipboard()
        let seconds = clipTime?.seconds ?? 45
        switch try vault.value(of: field, in: item, named: name) {
        case .plain(let text): try clipboard.copy(SecretBytes(copying: text.utf8), clearingAfter: seconds)
        case .secret(let secret): try clipboard.copy(secret, clearingAfter: seconds)
        }
        let until = seconds == 0 ? "" : "; it is cleared in \(Count.text(seconds, "second"))"
        let what = "'\(String(printable: field.text.utf8))' of '\(name.shown)'"
        Messages.note(
            clipboard.isTerminal
                ? "asked the terminal to copy \(what), which it may refuse\(until)"
                : "copied \(what) to the clipboard\(until)")
    }

    static func version(_ number: UInt64, of item: VaultItem, in vault: Vault) throws -> VaultItem {
        if item.version == number { return item }
        guard let old = try vault.history(of: item.name).first(where: { $0.version == number }) else {
            throw VaultError(
                .notFound, "'\(item.name.shown)' has no version \(number); 'arca vault history' lists them")
        }
        return old
    }

    private func print(_ value: VaultItem.FieldValue, _ inputs: [FileIdentity]) throws {
        var file = try output.open(.secret, inputs: inputs)
        switch value {
        case .plain(let text):
            try file.write(file.isTerminal ? Array(String(printable: text.utf8).utf8) : Array(text.utf8))
        case .secret(let secret):
            if file.isTerminal && !reveals {
                try file.write("[hidden]\n".utf8)
                try file.commit()
                return Messages.hint("--reveal shows it on the terminal")
            } else {
                try Self.check(secret, isShown: file.isTerminal)
                try file.write(secret)
            }
        }
        if endsLine, file.isTerminal { try file.write("\n".utf8) }
        try file.commit()
    }

    private func print(_ lines: [(name: String, value: ItemReport.Line)], _ inputs: [FileIdentity]) throws {
        var file = try output.open(.secret, inputs: inputs)
        for line in lines {
            try file.write("\(String(printable: line.name.utf8)): ".utf8)
            switch line.value {
            case .text(let text): try file.write(String(printable: text.utf8).utf8)
            case .hidden: try file.write("[hidden]".utf8)
            case .secret(let secret):
                try Self.check(secret, isShown: file.isTerminal)
                try file.write(secret)
            }
            try file.write("\n".utf8)
        }
        try file.commit()
    }

    private static func check(_ secret: SecretBytes, isShown: Bool) throws(UsageError) {
        let isText = secret.withBytes { bytes in
            // ASCII control characters, and U+0080 to U+009F, which are two bytes in UTF-8.
            !bytes.indices.contains { index in
                let byte = bytes[index]
                return byte < 0x20 && byte != .newline && byte != .tab || byte == 0x7f
                    || byte == 0xc2 && index + 1 < bytes.count && bytes[index + 1] < 0xa0
            }
        }
        guard !isShown || isText else {
            throw UsageError(
                .conflict, "this secret is not text that can be shown on a terminal", hint: "use -o FILE, or a pipe")
        }
    }
}

/// The time until the clipboard is cleared: up to a day, or 0 to never clear it.
struct ClipTime: ArgumentValue, Hashable {
    let seconds: Int

    init(argument: Argument) throws(UsageError) {
        seconds = argument == "0" ? 0 : try TimeSpan(argument: argument).seconds
        guard seconds <= 86_400 else {
            throw UsageError(
                .invalidValue, "invalid duration '\(argument.shown)': expected at most a day",
                hint: "give it as 45s or 5m, or 0 for never")
        }
    }
}

struct VaultTOTPCommand: Command {
    static let name = "totp"
    static let summary = "print the one-time password of an item"
    static let details = """
        For TOTP it is the current code; standard error says how long it is valid. For HOTP it is the next code, and \
        the counter is saved before the code is printed.
        """
    static let examples = [
        Example("arca vault totp github.com/alice", "the current code", needsVault: true),
        Example("arca vault totp github.com/alice --json", "with the seconds that remain", needsVault: true),
    ]

    var item = ItemOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.vault
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        // Open for writing, as a counter needs; a passphrase from a pipe or a variable can be read only once.
        let opened = try context.vault.open()
        let code = try opened.oneTimePassword(of: item.find(in: opened).name)
        let digits = String(decoding: Array(bytes: code.digits), as: UTF8.self)
        if context.wantsJSON {
            var members: [(String, JSONValue)] = [("code", .string(digits)), ("counter", .integer(code.counter))]
            if let left = code.secondsLeft { members.append(("secondsLeft", .integer(left))) }
            return try JSONReport.print(members)
        }
        try Messages.print(digits + "\n")
        if let left = code.secondsLeft { Messages.note("valid for \(Count.text(left, "more second"))") }
    }
}
