internal import ArcaContainers
internal import ArcaCore
internal import ArcaKeys
internal import ArcaSystem
internal import ArcaVault
internal import ArcaVaultExchange

struct VaultAgeIdentityCommand: Command {
    static let name = "age-identity"
    static let summary = "let age decrypt with a key in the vault"
    static let details = """
        Prints an identity for 'age -d -i FILE' and its public key. The identity names the item and contains no secret: \
        age runs age-plugin-arca, a link to arca that must be in PATH, which unwraps file keys with the key in the \
        vault. If the vault is locked, age asks for its passphrase. Each use is recorded.

        The item's password, or another field, is an age identity, or a private key for SSH or in PEM: RSA, Ed25519 or \
        X25519. 'age -j arca' needs no identity and tries all items of the service 'age'. Arca itself needs no plugin: \
        'arca decrypt -i arca://service/account'.
        """
    static let examples = [
        Example("arca vault age-identity age/laptop -o identity.txt", "for age -d -i identity.txt", isRun: false),
        Example(
            "arca key generate x25519 | arca vault set age/laptop --secret-from stdin", "a new key in the vault",
            isRun: false),
    ]

    var item = ItemOptions()
    var field = VaultItem.FieldName.password
    var output = OutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.item)
        Parameter.option("-f", "--field", value: "FIELD", set: \.field, help: "the field that contains the key")
            .defaulting(to: "password")
        Parameter.group(\.output)
        Parameter.json
        Parameter.vault
    }

    consuming func run(in context: CommandContext) throws {
        guard !context.wantsJSON || output.file == nil else {
            throw UsageError(.conflict, "--json prints the identity itself", hint: "remove -o FILE")
        }
        let vault = try context.vault.open(isReadOnly: true)
        let found = try item.find(in: vault)
        let recipients = try vault.ageKeys(of: field, in: found).recipients.map { try Self.text(of: $0) }
        let identity = try VaultAgeIdentity(vault: vault.identifier, item: found.identifier, field: field).text
        guard !context.wantsJSON else {
            return try JSONReport.print([
                ("item", .string(found.name.text)), ("identity", .string(identity)),
                ("recipients", .array(recipients.map { .string($0) })),
            ])
        }
        let lines = ["# vault item: \(found.name.shown)"] + recipients.map { "# public key: \($0)" } + [identity, ""]
        var file = try output.open(.text, inputs: context.vaultOptions.inputs())
        try file.write(lines.joined(separator: "\n").utf8)
        try file.commit()
        if output.file != nil { for recipient in recipients { Messages.note("public key: \(recipient)") } }
    }

    private static func text(of recipient: any Age.Recipient) throws -> String {
        switch recipient {
        case let recipient as Age.SSHEd25519Recipient:
            return try OpenSSHPublicKey(.ed25519(recipient.publicKey)).text
        case let recipient as Age.SSHRSARecipient:
            return try OpenSSHPublicKey(AnyPublicKey(recipient.publicKey)).text
        default: return String(describing: recipient)
        }
    }
}
