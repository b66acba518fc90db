internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

struct KeyConvertCommand: Command {
    static let name = "convert"
    static let summary = "convert a key to another format"
    static let details = """
        A private key stays private unless --to spki or --public is given, and is written encrypted, with the passphrase \
        that opened it or a new one that is asked for. --plain writes it unencrypted, and is required for pkcs1 and jwk, and \
        for age if the key was encrypted, which have no encrypted form. The file can be read only by you. A file that exists is not replaced without --force.
        """
    static let examples = [
        Example("arca key convert --to spki key.pem -o key.pub.pem", "the public half, for openssl"),
        Example("arca key convert --to openssh --public key.pem", "a line for authorized_keys"),
        Example(
            "arca key convert --to pkcs8 --new-passphrase-from env:ARCA_PASSPHRASE key.pem -o locked.pem",
            "the private key, encrypted"),
        Example("arca key convert --to jwk --plain key.pem -o key.jwk", "a JSON Web Key, unencrypted"),
    ]

    var target: KeyTarget?
    var takesPublicHalf = false
    var protection = KeyOutputOptions()
    var input = KeyInputOptions()
    var newPassphrase: SecretSource?
    var output = NewOutputOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the key; standard input if omitted")
        Parameter.option("--to", value: "FORMAT", set: \.target, help: "format to write").required()
        Parameter.flag("--public", set: \.takesPublicHalf, help: "write the public half only")
        Parameter.group(\.protection)
        Parameter.group(\.input)
        Parameter.section("Secrets") {
            Parameter.option(
                "--new-passphrase-from", value: "SOURCE", set: \.newPassphrase,
                help: "passphrase to encrypt with; the one that opened the key if omitted")
        }
        Parameter.group(\.output)
        Parameter.json.requires("--output").excludes("--output=-")
    }

    consuming func run(in context: CommandContext) throws {
        guard let target else { throw UsageError(.missingArgument, "--to is missing", hint: "give a format") }
        let (key, opened) = try input.key(in: file, in: context)
        let content = takesPublicHalf ? try key.content.publicHalf() : key.content
        var protection = protection
        if protection.comment == nil, let comment = key.comment, target == .openssh { protection.comment = comment }
        // Rejects a malformed RSA key even if only the public half is written.
        if case .privateKey(let key) = key.content, case .rsa = key { _ = try key.rsa() }
        let isStandardInput = file?.isDash ?? true
        var isPrivate = false
        if case .privateKey = content { isPrivate = true }
        try KeyOutputOptions.check(content, for: target)
        guard !isPrivate || target != .age || key.encryption == nil || protection.isPlain else {
            throw UsageError(
                .conflict, "age cannot be encrypted with a passphrase, as the key is now",
                hint: "give --plain to write it unencrypted, or --to pkcs8")
        }
        let isEncrypted = try isPrivate && protection.needsPassphrase(for: target)
        try protection.check(
            target, isPrivate: isPrivate, isEncrypted: isEncrypted,
            passphraseOption: newPassphrase.map { _ in "--new-passphrase-from" })
        var secret: SecretBytes?
        if isEncrypted {
            secret =
                try newPassphrase == nil && opened != nil
                ? opened
                : (newPassphrase ?? .prompt).passphrase(
                    "new passphrase", isNew: true, readsStandardInput: isStandardInput, in: context)
        }
        let bytes = try protection.encoded(content, as: target, passphrase: secret)
        var isSecret = target != .spki
        if case .publicKey = content { isSecret = false }
        let isBinary = protection.isDER || target == .der
        let identities = (try? file.map { try FileReader($0).inputIdentities }) ?? []
        var written = try output.open(
            isSecret && output.isFile ? .secret : isBinary ? .binary : .text, inputs: identities,
            hint: target == .der ? "--to pkcs8 or --to spki" : "no --der")
        try written.write(bytes)
        try written.commit()
        guard context.wantsJSON else { return }
        var members: [(String, JSONValue)] = [
            ("form", .string(target.rawValue)), ("private", .bool(isPrivate)), ("encrypted", .bool(isEncrypted)),
        ]
        if case .publicKey(let key) = try content.publicHalf() {
            if let recipient = KeyShowCommand.recipient(key) { members.append(("recipient", .string(recipient))) }
            members.append(("fingerprints", try KeyFingerprintCommand.object(key)))
        }
        try JSONReport.print(written: output.file, members)
    }
}
