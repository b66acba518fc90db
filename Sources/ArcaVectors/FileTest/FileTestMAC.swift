internal import ArcaCrypto

/// HMAC and CMAC of `evp_test`.
struct FileTestMAC: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == FileTestFormat.name, kind.type == "MAC", ["HMAC", "CMAC"].contains(kind.algorithm) else {
            return nil
        }
        name = kind.algorithm.lowercased()
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("Availablein", "FIPSversion", because: "what concerns OpenSSL's own builds")
        guard !fields.has("Result"), !fields.has("Ctrl"), !fields.has("OutputSize") else {
            return .skip("what concerns OpenSSL's own interface")
        }
        let algorithm = CAVPSubject.hash(try fields.text("Algorithm"))
        if name == "cmac", !algorithm.hasPrefix("aes") { return .skip("Arca has no CMAC with \(algorithm)") }
        let inputs: NamedValues = [
            "key": .bytes(try fields.quotedOrHex("Key")), "msg": .bytes(try fields.quotedOrHex("Input")),
        ]
        return CAVPMAC.trial(name == "cmac" ? name : "hmac-" + algorithm, inputs, tag: try fields.bytes("Output"))
    }
}
