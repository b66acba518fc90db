internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

/// The format of an SM2 ciphertext; all differ only in the order of the same parts.
enum SM2Format: String, CaseIterable, ArgumentValue {
    case der, c1c3c2, c1c2c3

    func encode(_ ciphertext: SM2.Ciphertext) -> [UInt8] {
        switch self {
        case .der: ciphertext.derRepresentation
        case .c1c3c2: ciphertext.rawRepresentation(order: .c1c3c2)
        case .c1c2c3: ciphertext.rawRepresentation(order: .c1c2c3)
        }
    }

    func parse(_ bytes: [UInt8]) throws(CryptoError) -> SM2.Ciphertext {
        switch self {
        case .der: try SM2.Ciphertext(derRepresentation: bytes)
        case .c1c3c2: try SM2.Ciphertext(rawRepresentation: bytes, order: .c1c3c2)
        case .c1c2c3: try SM2.Ciphertext(rawRepresentation: bytes, order: .c1c2c3)
        }
    }
}

struct SM2EncryptCommand: Command {
    static let name = "encrypt"
    static let summary = "encrypt a short message with an SM2 public key"
    static let details = """
        For keys and short texts, at most \(SM2.maximumMessageByteCount >> 20) MiB. --format der is the format of GM/T \
        0009 and OpenSSL, c1c3c2 that of GB/T 32918 and most services, c1c2c3 that of libraries before 2012 and of \
        BouncyCastle by default. The raw formats begin with the byte 04; --no-prefix leaves it out. The result does not \
        show who wrote it.
        """
    static let examples = [
        Example("printf secret | arca sm2 encrypt --key sm2.pem --out base64", "in DER, as Base64"),
        Example(
            "printf secret | arca sm2 encrypt --key sm2.pub --format c1c3c2 --out hex", "as most services want it",
            isRun: false),
    ]

    var key = SM2KeyOptions()
    var format = SM2Format.der
    var leavesOutPrefix = false
    var form: DataForm?
    var output = OutputOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to encrypt; standard input if - or omitted")
        Parameter.group(\.key)
        Parameter.option("--format", value: "FORMAT", set: \.format, help: "order of the parts: der, c1c3c2 or c1c2c3")
        Parameter.flag(
            "--no-prefix", set: \.leavesOutPrefix, help: "leave out the byte 04 that begins the raw formats"
        ).excludes("--format=der")
        Parameter.option("--out", value: "FORM", set: \.form, help: "form of the output")
            .defaulting(to: "binary")
        Parameter.group(\.output)
    }

    consuming func run(in context: CommandContext) throws {
        if leavesOutPrefix, format == .der {
            throw UsageError(.conflict, "--no-prefix has no meaning for der", hint: "give --format c1c3c2 or c1c2c3")
        }
        let form = form ?? .binary
        var input = try InputFile.open(file)
        let key = try key.publicKey(readsStandardInput: file?.isDash ?? true, in: context)
        var target = try output.open(
            form.isText ? .text : .binary, inputs: input.inputIdentities + self.key.inputIdentities,
            hint: "--out base64")
        let message = try input.readAll(limit: SM2.maximumMessageByteCount)
        let encrypted = format.encode(try naming(input.name) { try key.encrypt(message) })
        try target.write(form.encode(leavesOutPrefix ? Array(encrypted.dropFirst()) : encrypted))
        try target.commit()
    }
}

struct SM2DecryptCommand: Command {
    static let name = "decrypt"
    static let summary = "decrypt a message with an SM2 private key"
    static let details = """
        Reads all three formats, with or without the byte 04, as bytes, Base64 or hexadecimal digits; all are detected. A \
        changed message is detected too.
        """
    static let examples = [
        Example(
            "printf secret | arca sm2 encrypt --key sm2.pem | arca sm2 decrypt --key sm2.pem",
            "encrypt and decrypt again")
    ]

    var key = SM2KeyOptions()
    var format: SM2Format?
    var form = DataForm?.none
    var output = OutputOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to decrypt; standard input if - or omitted")
        Parameter.group(\.key)
        Parameter.option("--format", value: "FORMAT", set: \.format, help: "order of the parts: der, c1c3c2 or c1c2c3")
            .defaulting(to: "detected")
        Parameter.option("--in", value: "FORM", set: \.form, help: "form of the input")
            .defaulting(to: "detected")
        Parameter.group(\.output)
    }

    consuming func run(in context: CommandContext) throws {
        var input = try InputFile.open(file)
        let key = try key.privateKey(readsStandardInput: file?.isDash ?? true, in: context)
        var target = try output.openScreened(
            isSecret: true, inputs: input.inputIdentities + self.key.inputIdentities)
        // Hexadecimal digits double the length.
        let text = try input.readAll(limit: 2 * SM2.maximumMessageByteCount + 4096)
        let bytes = try DataFormOptions(input: form).decode(text, of: input.name)
        try target.write(try naming(input.name) { try decrypt(bytes, key) })
        try target.commit()
    }

    /// Tries the formats: every one but DER parses as the other too, but only the right one has a matching digest.
    private func decrypt(_ bytes: [UInt8], _ key: SM2.PrivateKey) throws(CryptoError) -> SecretBytes {
        let formats = format.map { [$0] } ?? SM2Format.allCases
        let parsed = formats.compactMap { try? $0.parse(bytes) }
        guard let first = parsed.first else {
            _ = try (format ?? .c1c3c2).parse(bytes)
            throw CryptoError(.invalidFormat, "not an SM2 ciphertext")
        }
        for ciphertext in parsed.dropFirst() {
            if let message = try? key.decrypt(ciphertext) { return message }
        }
        return try key.decrypt(first)
    }
}
