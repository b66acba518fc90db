internal import ArcaCodecs

/// Edwards-curve signatures: `EddsaVerify`.
struct WycheproofEdDSA: VectorFamily {
    let name = "eddsa"

    init?(_ kind: VectorKind) {
        guard kind.format == WycheproofFormat.name, kind.type == "EddsaVerify" else { return nil }
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let verdict = try fields.verdict()
        let key = try fields.json("publicKey")
        let algorithm: String
        let point: [UInt8]
        do throws(CodecError) {
            try key.allowOnly(["type", "curve", "keySize", "pk"])
            switch try key["curve"].string {
            case "edwards25519": algorithm = "ed25519"
            case "edwards448": algorithm = "ed448"
            case let other: return .skip("Arca has no signatures over \(other)")
            }
            point = try key["pk"].decoded { (text) throws(CodecError) in
                try Base16.standard.allowing(.letterCase).decode(text)
            }
        } catch { throw VectorError(.invalidField, at: "publicKey", "\(error)") }
        var files = WycheproofKeyFiles()
        try files.read(
            ["publicKeyDer", "publicKeyPem", "publicKeyJwk"], "read-public-key", ["point": .bytes(point)], of: &fields)
        let inputs: NamedValues = [
            "point": .bytes(point), "publicKey": .bytes(try fields.bytes("publicKeyDer")),
            "msg": .bytes(try fields.bytes("msg")), "sig": .bytes(try fields.bytes("sig")),
        ]
        return files.trial([.init(Question("verify", algorithm, inputs), verdict.of([:]))])
    }
}
