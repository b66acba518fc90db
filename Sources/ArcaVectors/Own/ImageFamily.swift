internal import ArcaCodecs

/// Images as salted strings: files with `image` `envelope`.
struct ImageFamily: VectorFamily {
    let name = "image-envelope"

    init?(_ kind: VectorKind) {
        guard kind.format == OwnFormat.name, kind.type == "image", kind.algorithm == "envelope" else { return nil }
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("none", because: "it says that no secret is given")
        let text = VectorValue.bytes(Array(try fields.text("input").utf8))
        var secret: NamedValues = [:]
        if let key = try fields.bytesIfPresent("key") { secret["key"] = .bytes(key) }
        if fields.has("passphrase") { secret["passphrase"] = .bytes(Array(try fields.text("passphrase").utf8)) }
        var open = secret
        open["text"] = text
        let unpack = Question("unpack-image", "salted-string", open)
        guard try fields.text("result") == "accept" else {
            return .steps([.init(unpack, .refusalWith(code: try fields.text("code"), place: nil))])
        }
        let image = VectorValue.bytes(try fields.bytes("output"))
        let mediaType = VectorValue.text(try fields.text("mediaType"))
        let form = VectorValue.text(try fields.text("text"))
        var seal = secret
        seal["image"] = image
        seal["mediaType"] = mediaType
        seal["form"] = form
        seal["salt"] = .bytes(try fields.bytes("salt"))
        if fields.has("cost") {
            let cost = try fields.json("cost")
            for (place, name) in ["logN", "r", "p"].enumerated() { seal[name] = .int(cost[place].value?.int ?? 0) }
        }
        return .steps([
            .init(unpack, .outputs(["bytes": image, "mediaType": mediaType, "form": form])),
            .init(Question("pack-image", "salted-string", seal), .outputs(["text": text])),
        ])
    }
}
