internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

struct RSASignCommand: Command {
    static let name = "sign"
    static let summary = "sign a file with a private key"
    static let details = """
        Writes a signature of four lines of text that contain padding, hash and key, so that 'arca rsa verify' needs no \
        options. Name it FILE.sig to have it found.

        --raw writes the bare signature, as long as the key, for 'openssl dgst -verify' and 'openssl pkeyutl'. It does \
        not say what it was made for: a token that the key signs, or a part of one, has the same form.
        """
    static let examples = [
        Example("arca rsa sign --key key.pem -o notes.txt.sig notes.txt", "PSS with SHA-256"),
        Example(
            "arca rsa sign --key key.pem --padding pkcs1 --hash sha512 --raw -o notes.bin notes.txt",
            "what 'openssl dgst -sha512 -sign' makes"),
    ]

    var key = RSAKeyOptions()
    var padding = RSASignatureOptions()
    var isRaw = false
    var form: DataForm?
    var output = OutputOptions()
    var progress = ProgressOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "what to sign; standard input if - or omitted")
        Parameter.flag("--raw", set: \.isRaw, help: "write the bare signature")
        Parameter.option(
            "--out", value: "FORM", set: \.form, help: "form of the bare signature"
        ).defaulting(to: "binary").requires("--raw")
        Parameter.group(\.key)
        Parameter.group(\.padding)
        Parameter.group(\.output)
        Parameter.json.requires("--output").excludes("--output=-")
        Parameter.group(\.progress)
    }

    consuming func run(in context: CommandContext) throws {
        if padding.salt == .any {
            throw UsageError(.conflict, "--salt auto is for verifying", hint: "give digest, max or a number")
        }
        var input = try InputFile.open(file)
        let key = try key.privateKey(readsStandardInput: file?.isDash ?? true, in: context)
        let choice = padding.choice(for: key.publicKey)
        RSASignatureOptions.warn(choice.hash)
        let form = form ?? .binary
        var target = try output.open(
            isRaw && !form.isText ? .binary : .text, inputs: input.inputIdentities + self.key.inputIdentities,
            hint: "--out base64")
        let digest = try input.digest(choice.hash, progress)
        if isRaw {
            try target.write(form.encode(try key.signature(forDigest: digest, padding: choice)))
        } else {
            try target.write(Array(try DetachedSignature(ofDigest: digest, using: key, padding: choice).text.utf8))
        }
        try target.commit()
        guard context.wantsJSON else { return }
        try JSONReport.print(
            written: output.file,
            [
                ("file", .string(input.name)), ("raw", .bool(isRaw)), ("padding", .string(choice.description)),
                ("key", .string(try KeyFingerprint(AnyPublicKey(key.publicKey)).spkiText)),
            ])
    }
}

extension FileReader {
    mutating func digest(_ hash: AnyHashFunction, _ options: ProgressOptions) throws -> [UInt8] {
        let progress = options.start(byteCount)
        var stream = try hash.stream()
        try forEachPiece { piece in
            stream.update(piece)
            progress.add(piece.count)
        }
        progress.finish()
        return try stream.finalize()
    }
}
