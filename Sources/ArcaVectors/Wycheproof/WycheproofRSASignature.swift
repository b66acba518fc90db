/// RSA signatures: `RsassaPkcs1Generate`, `RsassaPkcs1Verify`, `RsassaPssVerify`, `RsassaPssWithParametersVerify`.
struct WycheproofRSASignature: VectorFamily {
    let name: String
    private let isGenerated: Bool

    init?(_ kind: VectorKind) {
        guard kind.format == WycheproofFormat.name else { return nil }
        switch kind.type {
        case "RsassaPkcs1Generate", "RsassaPkcs1Verify": name = "rsa-pkcs1"
        case "RsassaPssVerify", "RsassaPssWithParametersVerify": name = "rsa-pss"
        default: return nil
        }
        isGenerated = kind.type == "RsassaPkcs1Generate"
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let verdict = try fields.verdict()
        let key =
            isGenerated ? try WycheproofRSAKey(privateIn: &fields) : try WycheproofRSAKey(publicIn: &fields)
        var inputs = key.inputs
        inputs["hash"] = .text(try fields.hash("sha"))
        if name == "rsa-pss" {
            inputs["mgf"] = .text(try fields.text("mgf").lowercased())
            // With SHAKE the mask is SHAKE's own output: RFC 8702, section 2.2.
            inputs["mgfHash"] = .text(try fields.hash("mgfSha"))
            inputs["saltByteCount"] = .int(try fields.int("sLen"))
        }
        inputs["msg"] = .bytes(try fields.bytes("msg"))
        let signature = VectorValue.bytes(try fields.bytes("sig"))
        if isGenerated {
            return key.files.trial([.init(Question("sign", name, inputs), verdict.of(["sig": signature]))])
        }
        inputs["sig"] = signature
        return key.files.trial([.init(Question("verify", name, inputs), verdict.of([:]))])
    }
}
