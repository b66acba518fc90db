internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem

struct MACCommand: Command {
    static let name = "mac"
    static let summary = "compute or check a message authentication code"
    static let section = "Bytes"
    static let details = """
        ALG is hmac-HASH with any hash of 'arca hash' except SHAKE; cmac or gmac (AES, with a key of 16, 24 or 32 bytes); \
        kmac128 or kmac256. The code is printed in hexadecimal.

        --verify compares in constant time and exits with 1 if the code differs. A nonce of gmac must never be used twice \
        with the same key.

        If the code of another program differs, 'arca mac find' finds how it was computed.
        """
    static let examples = [
        Example("arca mac hmac-sha256 --key-from hexfile:key.hex notes.txt", "the code of a file"),
        Example(
            "arca mac cmac --key-from hexfile:key.hex --verify 8dac2a55 --length 4 notes.txt",
            "exit with 1 if the first four bytes of the code differ", isRun: false),
    ]

    static var subcommands: [any Command.Type] { [MACFindCommand.self] }

    var algorithm = ""
    var key = KeyOptions()
    var verify: EncodedBytes?
    var nonce: EncodedBytes?
    var customization: String?
    var length: Int?
    var forms = DataFormOptions()
    var progress = ProgressOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("ALG", set: \.algorithm, help: "hmac-HASH, cmac, gmac, kmac128 or kmac256")
        Parameter.operand("FILE", set: \.file, help: "the message; standard input if - or omitted")
        Parameter.option(
            "--verify", value: "BYTES", set: \.verify,
            help: "compare with this code, in hexadecimal digits or Base64, instead of printing one")
        Parameter.option(
            "--nonce", value: "BYTES", set: \.nonce, help: "for gmac: 1 to 128 bytes, 12 recommended, never used twice")
        Parameter.option(
            "--customization", value: "TEXT", set: \.customization,
            help: "for kmac: separates this use from other uses of the key")
        Parameter.option(
            "--length", value: "N", set: \.length, in: 1...(1 << 20),
            help: "length of the code in bytes; truncates all but kmac, to at least 4")
        Parameter.option(
            "--in", value: "FORM", set: \.forms.input, help: "form of the message"
        ).defaulting(to: "binary")
        Parameter.option(
            "--out", value: "FORM", set: \.forms.output, help: "form of the code"
        ).defaulting(to: "hex").excludes("--verify")
        Parameter.group(\.key)
        Parameter.json
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        let function = try MACFunction(named: algorithm)
        let options = MACFunction.Options(
            nonce: nonce?.bytes, customization: Array((customization ?? "").utf8), outputByteCount: length)
        let key = try key.key(readsStandardInput: file?.isDash ?? true, in: context)
        let reader = try InputFile.open(file)
        let progress = progress.start(reader.byteCount)
        var input = CipherInput(reader)
        try input.decode(forms.input ?? .binary)
        var stream = try MACStream(function, key: key, options: options)
        try input.forEachPiece { piece in
            stream.update(piece)
            progress.add(piece.count)
        }
        progress.finish()
        let code = try stream.finalize()
        guard let expected = verify?.bytes else {
            let text = (forms.output ?? .hex).encode(code)
            guard context.wantsJSON else {
                let output = StandardOutput()
                output.write(text)
                return try output.flush()
            }
            return try report(input.name, "code", .string(Base16.standard.encode(code)))
        }
        let isValid = constantTimeEqual(code, expected)
        // The correct MAC is not shown: an attacker who guesses must not learn it.
        if context.wantsJSON { try report(input.name, "valid", .bool(isValid)) }
        guard isValid else {
            Messages.error("the code does not match: wrong key, other options, or a changed message")
            throw ExitStatus.mismatch
        }
    }

    private func report(_ file: String, _ result: String, _ value: JSONValue) throws {
        try JSONReport.print([("algorithm", .string(algorithm)), ("file", .string(file)), (result, value)])
    }
}
