internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaImages

/// Images as salted strings: `unpack-image` and `pack-image` with `salted-string`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `unpack-image` | `text`; `key` or `passphrase`, or neither | `bytes`, `mediaType`, `form` |
/// | `pack-image` | `image`, `mediaType`, `form`, `salt`; `key`, or `passphrase` with `logN`, `r`, `p`, or neither | `text` |
enum ImageOperation: VectorOperation {
    static let names = ["unpack-image", "pack-image"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        var secret: ImageSecret?
        if inputs["key"] != nil { secret = .key(SymmetricKey(copying: try inputs.bytes("key"))) }
        if inputs["passphrase"] != nil {
            secret = .passphrase(SecretBytes(copying: try inputs.bytes("passphrase")))
        }
        guard question.operation == "pack-image" else {
            let text = String(decoding: try inputs.bytes("text"), as: UTF8.self)
            let image = try SaltedImage.unpack(text, with: secret)
            return [
                "bytes": .bytes(image.bytes), "mediaType": .text(image.mediaType), "form": .text(image.text.name),
            ]
        }
        guard let form = ImageText(named: try inputs.text("form")) else {
            throw OperationError.unsupported("Arca writes no salted strings in that form of text")
        }
        let cost =
            inputs["logN"] == nil
            ? Scrypt.Cost.standard
            : try Scrypt.Cost(logN: try inputs.int("logN"), r: try inputs.int("r"), p: try inputs.int("p"))
        let text = try SaltedImage.pack(
            try inputs.bytes("image"), as: form, mediaType: try inputs.text("mediaType"), secret: secret, cost: cost,
            salt: try inputs.bytes("salt"))
        return ["text": .bytes(Array(text.utf8))]
    }
}
