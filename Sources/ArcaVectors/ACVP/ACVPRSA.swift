/// RSA signatures: `sigVer` judges those given, `sigGen` shows those that were made.
struct ACVPRSA: VectorFamily {
    let name = "rsa-signature"
    private let isVerifying: Bool

    init?(_ kind: VectorKind) {
        guard kind.format == ACVPFormat.name, ["RSA/sigVer", "RSA/sigGen"].contains(kind.algorithm) else { return nil }
        isVerifying = kind.algorithm == "RSA/sigVer"
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver(
            "modulo", "pubExp", "fixedPubExp", "keyFormat", "d", "p", "q", "dmp1", "dmq1", "iqmp", "conformance",
            "seed",
            because: "the modulus' length, and what verifying has no use for")
        let type = try fields.text("sigType")
        let hash = ACVPKeyed.hash(try fields.text("hashAlg"))
        var inputs: NamedValues = [
            "n": .bytes(try fields.evenBytes("n")), "e": .bytes(try fields.evenBytes("e")), "hash": .text(hash),
            "msg": .bytes(try fields.bytes("message")), "sig": .bytes(try fields.bytes("signature")),
        ]
        let algorithm: String
        switch type {
        case "pkcs1v1.5":
            algorithm = "rsa-pkcs1"
            fields.passOver("saltLen", "salt", "maskFunction", because: "PKCS#1 v1.5 has no salt")
        case "pss":
            algorithm = "rsa-pss"
            fields.passOver("salt", because: "the length alone is needed")
            inputs["saltByteCount"] = .int(try fields.int("saltLen"))
            let mask = fields.has("maskFunction") ? try fields.text("maskFunction").lowercased() : "mgf1"
            inputs["mgf"] = .text(mask == "mgf1" ? mask : mask.filter { $0 != "-" })
            inputs["mgfHash"] = .text(hash)
        default: return .skip("Arca has no RSA signatures of \(type)")
        }
        let mustFail = try fields.acvpMustFail()
        return .steps([.init(Question("verify", algorithm, inputs), mustFail ? .refusal : .outputs([:]))])
    }
}
