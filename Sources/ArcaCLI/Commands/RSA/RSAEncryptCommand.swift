internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem

struct RSAEncryptCommand: Command {
    static let name = "encrypt"
    static let summary = "encrypt a message of any length with a public key"
    static let details = """
        A message that fits into one RSA block, such as 318 bytes with a key of 3072 bits and OAEP with SHA-256, becomes a \
        block as long as the key. A longer one becomes an age file to this key, which 'arca decrypt', 'arca rsa decrypt' \
        and, with the key in OpenSSH format, 'age' decrypt. Neither shows who wrote it.
        """
    static let examples = [
        Example("arca rsa encrypt --key pub.pem -o notes.rsa notes.txt", "a block, or an age file if it is long"),
        Example("printf secret | arca rsa encrypt --key pub.pem --armor", "a block in Base64"),
        Example(
            "printf secret | arca rsa encrypt --key pub.pem --hash sha1 -o secret.bin",
            "a block that 'openssl pkeyutl -pkeyopt rsa_padding_mode:oaep' reads"),
    ]

    var key = RSAKeyOptions()
    var padding = RSAEncryptionOptions()
    var isArmored = false
    var form: DataForm?
    var output = OutputOptions()
    var progress = ProgressOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to encrypt; standard input if - or omitted")
        Parameter.flag("-a", "--armor", set: \.isArmored, help: "write text: Base64, or an armored age file")
        Parameter.option(
            "--out", value: "FORM", set: \.form, help: "form of a block"
        ).defaulting(to: "binary").excludes("--armor").requires("--raw")
        Parameter.group(\.key)
        Parameter.group(\.padding)
        Parameter.group(\.output)
        Parameter.json.requires("--output").excludes("--output=-")
        Parameter.group(\.progress)
    }

    private var given: GivenOptions?

    mutating func note(_ given: GivenOptions) { self.given = given }

    consuming func run(in context: CommandContext) throws {
        let choice = padding.choice
        let input = try InputFile.open(file)
        let (name, byteCount, identities) = (
            input.name, input.byteCount, input.inputIdentities + self.key.inputIdentities
        )
        let key = try key.publicKey(readsStandardInput: file?.isDash ?? true, in: context)
        guard let maximum = key.maximumMessageByteCount(choice) else {
            throw UsageError(
                .conflict, "an RSA key of \(key.bitCount) bits is too short for \(choice)", hint: "use a longer key")
        }
        let form = form ?? (isArmored ? .base64 : .binary)
        var target = try output.open(form.isText ? .text : .binary, inputs: identities, hint: "--armor")
        var reader = PeekingReader(input)
        let beginning = try reader.peek(maximum + 1)
        if beginning.count <= maximum {
            let block = try key.encrypt(beginning, padding: choice)
            try target.write(form.encode(block))
            try target.commit()
            return try report(name, isBlock: true, in: context)
        }
        try checkHybrid(maximum, byteCount)
        let recipient = try Age.SSHRSARecipient(publicKey: key)
        let progress = progress.start(byteCount, isOutputShown: target.isTerminal)
        var counted = ProgressReader(reader, progress)
        try Age(recipients: [recipient], isArmored: isArmored).seal(&counted, into: &target)
        try target.commit()
        progress.finish()
        try report(name, isBlock: false, in: context)
    }

    private func report(_ name: String, isBlock: Bool, in context: CommandContext) throws {
        if context.wantsJSON { try padding.report(name, output.file, isBlock: isBlock).print() }
    }

    /// Rejects options that do not apply to the age file of a long message.
    private func checkHybrid(_ maximum: Int, _ byteCount: Int?) throws(UsageError) {
        let found = byteCount.map { ", found \($0)" } ?? ""
        let limit = "expected at most \(maximum) bytes for one block with this key and padding\(found)"
        if padding.isRaw {
            throw UsageError(.conflict, limit, hint: "remove --raw to write an age file")
        }
        if let option = given?.first(of: RSAEncryptionOptions.blockOptions) {
            throw UsageError(
                .conflict, "\(limit); the age file of a longer message has no \(option)", hint: "remove \(option)")
        }
    }
}
