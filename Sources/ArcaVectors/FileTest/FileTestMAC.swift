internal import ArcaCrypto

/// HMAC, CMAC, GMAC and KMAC of `evp_test`.
struct FileTestMAC: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == FileTestFormat.name, kind.type == "MAC",
            ["HMAC", "CMAC", "GMAC", "KMAC128", "KMAC256"].contains(kind.algorithm)
        else { return nil }
        name = kind.algorithm.lowercased()
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        guard !fields.has("Result"), !fields.has("XOF") else { return .skip("what concerns OpenSSL's own interface") }
        if name == "hmac" || name == "cmac" {
            guard !fields.has("Ctrl"), !fields.has("OutputSize"), !fields.has("BlockSize") else {
                return .skip("what concerns OpenSSL's own interface")
            }
        }
        var inputs: NamedValues = [
            "key": .bytes(try fields.quotedOrHex("Key")), "msg": .bytes(try fields.quotedOrHex("Input")),
        ]
        let tag = try fields.bytes("Output")
        switch name {
        case "hmac": return CAVPMAC.trial("hmac-" + CAVPSubject.hash(try fields.text("Algorithm")), inputs, tag: tag)
        case "cmac":
            let algorithm = try fields.text("Algorithm")
            guard algorithm.lowercased().hasPrefix("aes") else { return .skip("Arca has no CMAC with \(algorithm)") }
        case "gmac":
            let algorithm = try fields.text("Algorithm")
            guard algorithm.lowercased().hasPrefix("aes") else { return .skip("Arca has no GMAC with \(algorithm)") }
            inputs["nonce"] = .bytes(try fields.bytes("IV"))
        default:
            fields.passOver("OutputSize", "BlockSize", because: "what OpenSSL says about itself")
            var controls = try FileTestControls(&fields)
            guard (controls.take("xof") ?? "0") == "0" else { return .skip("KMAC with output of any length") }
            guard try (controls.takeInt("size") ?? tag.count) == tag.count, controls.left.isEmpty else {
                return .skip("what concerns OpenSSL's own interface")
            }
            inputs["customization"] = .bytes(fields.has("Custom") ? try fields.quotedOrHex("Custom") : [])
        }
        return CAVPMAC.trial(name, inputs, tag: tag)
    }
}
