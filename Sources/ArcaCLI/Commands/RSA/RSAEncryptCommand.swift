internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaSystem

/// `arca rsa encrypt`: encrypts to the owner of an RSA key.
struct RSAEncryptCommand: Command {
    static let name = "encrypt"
    static let summary = "encrypt a message of any length with a public key"
    static let details = """
        A message that fits into one block of RSA becomes that block, as long as the key: with 3072 bits and OAEP with \
        SHA-256 these are 318 bytes. A longer one becomes an age file to this key, which 'age' opens with the same key in \
        OpenSSH's form, and 'arca decrypt' and 'arca rsa decrypt' as well. Nothing in either tells who wrote it.
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
    var output = OutputOptions()
    var progress = ProgressOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to encrypt; - or none for standard input")
        Parameter.flag("-a", "--armor", set: \.isArmored, help: "write text: Base64, or armor of age")
        Parameter.group(\.key)
        Parameter.group(\.padding)
        Parameter.group(\.output)
        Parameter.group(\.progress)
    }

    consuming func run() throws {
        let choice = try padding.choice()
        let input = try InputFile.open(file)
        let (byteCount, identities) = (input.byteCount, input.inputIdentities + self.key.inputIdentities)
        let key = try key.publicKey(readsStandardInput: file?.isDash ?? true)
        guard let most = key.maximumMessageByteCount(choice) else {
            throw UsageError(
                .conflict, "an RSA key of \(key.bitCount) bits is too short for \(choice)", hint: "use a longer key")
        }
        var output = try output.open(isArmored ? .text : .binary, inputs: identities, hint: "--armor")
        var reader = PeekingReader(input)
        let beginning = try reader.peek(most + 1)
        if beginning.count <= most {
            let block = try key.encrypt(beginning, padding: choice)
            try output.write(isArmored ? Array("\(Base64.encode(block))\n".utf8) : block)
            return try output.commit()
        }
        try checkHybrid(most, byteCount)
        let recipient = try Age.SSHRSARecipient(publicKey: key)
        let progress = progress.start(byteCount, isOutputShown: output.isTerminal)
        var counted = ProgressReader(reader, progress)
        try Age(recipients: [recipient], isArmored: isArmored).seal(&counted, into: &output)
        try output.commit()
        progress.finish()
    }

    /// Refuses options that the age file of a long message could not obey.
    private func checkHybrid(_ most: Int, _ byteCount: Int?) throws(UsageError) {
        let length = byteCount.map { "\($0) bytes" } ?? "more"
        let limit = "one block of RSA takes at most \(most) bytes with this key and padding, not \(length)"
        if padding.isRaw {
            throw UsageError(.conflict, limit, hint: "without --raw a longer message becomes an age file")
        }
        if let option = padding.givenOption {
            throw UsageError(
                .conflict, "\(limit), and the age file of a longer message has no \(option)",
                hint: "leave \(option) out")
        }
    }
}
