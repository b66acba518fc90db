internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem

struct RSADecryptCommand: Command {
    static let name = "decrypt"
    static let summary = "decrypt a block or an age file with a private key"
    static let details = """
        Detects whether FILE is one RSA block, as bytes, Base64 or hexadecimal digits, or an age file. Padding, hashes and label of a block \
        must be those that it was encrypted with.

        A block of pkcs1 is not authenticated: with a wrong key or after a change the result is random bytes, and the exit \
        status is 0. This is deliberate: anyone who can tell valid from invalid blocks can decrypt them all.
        """
    static let examples = [
        Example("arca rsa decrypt --key key.pem -o notes.txt notes.rsa", "decrypt it", isRun: false),
        Example(
            "arca rsa decrypt --key key.pem --padding pkcs1 old.bin", "what 'openssl pkeyutl -encrypt' made",
            isRun: false),
        Example(
            "printf secret | arca rsa encrypt --key pub.pem -a | arca rsa decrypt --key key.pem",
            "encrypt and decrypt again"),
    ]

    var key = RSAKeyOptions()
    var padding = RSAEncryptionOptions()
    var output = OutputOptions()
    var progress = ProgressOptions()
    var file: BytePath?

    /// More than the longest block in Base64 with line ends, in bytes.
    private static let maximumBlockText = 64 << 10

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to decrypt; standard input if - or omitted")
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
        let key = try key.privateKey(readsStandardInput: file?.isDash ?? true, in: context)
        var reader = PeekingReader(input)
        let beginning = try reader.peek(Self.maximumBlockText)
        var target = try output.openScreened(isSecret: true, inputs: identities)
        guard !padding.isRaw, Age.recognizes(FileBeginning(beginning, isWhole: false)) else {
            let message = try decrypt(Self.block(beginning, key, name), key, choice)
            try target.write(message)
            try target.commit()
            return try report(name, isBlock: true, in: context)
        }
        if let option = given?.first(of: RSAEncryptionOptions.blockOptions) {
            throw UsageError(.conflict, "\(name) is an age file, which has no \(option)", hint: "remove \(option)")
        }
        let progress = progress.start(byteCount, isOutputShown: target.isTerminal)
        var counted = ProgressReader(reader, progress)
        try naming(name) { try Age(identities: [Age.SSHRSAIdentity(privateKey: key)]).open(&counted, into: &target) }
        try target.commit()
        progress.finish()
        try report(name, isBlock: false, in: context)
    }

    private func report(_ name: String, isBlock: Bool, in context: CommandContext) throws {
        if context.wantsJSON { try padding.report(name, output.file, isBlock: isBlock).print() }
    }

    private func decrypt(
        _ block: [UInt8], _ key: RSAPrivateKey, _ padding: RSAEncryptionPadding
    ) throws(CryptoError) -> SecretBytes {
        let message = try key.decrypt(block, padding: padding)
        if padding == .pkcs1v15 {
            Messages.warning(
                "a block of pkcs1 is not authenticated: with a wrong key or after a change this is random")
        }
        return message
    }

    private static func block(_ file: [UInt8], _ key: RSAPrivateKey, _ name: String) throws(CryptoError) -> [UInt8] {
        if file.count == key.byteCount { return file }
        let form = DataForm(detecting: file)
        let decoded = form == .binary ? [] : (try? form.decode(file, of: name)) ?? []
        if decoded.count == key.byteCount { return decoded }
        let isSeveral = decoded.count > key.byteCount && decoded.count.isMultiple(of: key.byteCount)
        throw CryptoError(
            .invalidInputLength,
            "\(name) is neither an age file nor a block of \(key.byteCount) bytes for this key",
            hint: isSeveral
                ? "several blocks in Base64 are RSAUtil's: 'arca decrypt --format rsautil --key KEY FILE'" : nil
        )
    }
}
