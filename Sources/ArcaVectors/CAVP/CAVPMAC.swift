internal import ArcaCodecs

/// HMAC, CMAC and KMAC.
struct CAVPMAC: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == CAVPFormat.name, kind.type == CAVPSubject.mac else { return nil }
        name = kind.algorithm
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        if name == "kmac" { return try kmac(&fields) }
        if name == "cmac", fields.has("Mac") { return try response(&fields) }
        if name == "cmac" {
            return Self.trial(
                name, ["key": .bytes(try fields.bytes("KEY")), "msg": .bytes(try fields.bytes("MESSAGE"))],
                tag: try fields.bytes("OUTPUT"))
        }
        let inputs: NamedValues = [
            "key": .bytes(try fields.bytes("Key")), "msg": .bytes(try fields.bytes("Msg")),
        ]
        guard name == "hmac" else {
            fields.passOver("Len", because: "the message's length in bits")
            return Self.trial(name, inputs, tag: try fields.bytes("MD"))
        }
        fields.passOver("Klen", because: "the key's length")
        let tag = try fields.bytes("Mac")
        guard try fields.int("Tlen") == tag.count else {
            throw VectorError(.invalidField, at: "Mac", "the code is not Tlen bytes long")
        }
        let byteCount = try fields.int("L")
        guard let hash = [20: "sha1", 28: "sha224", 32: "sha256", 48: "sha384", 64: "sha512"][byteCount] else {
            throw VectorError(.invalidField, at: "L", "no hash function of \(byteCount) bytes is meant here")
        }
        return Self.trial("hmac-" + hash, inputs, tag: tag)
    }

    /// CMAC as NIST's tool writes it: codes to compute, or with a result, codes that may be forged.
    private func response(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let key = try fields.bytes("Key")
        let tag = try fields.bytes("Mac")
        // An empty message is written as one zero byte.
        let message = try fields.int("Mlen") == 0 ? [] : try fields.bytes("Msg")
        fields.passOver("Msg", because: "a message of no bytes")
        for (name, count) in [("Klen", key.count), ("Mlen", message.count), ("Tlen", tag.count)]
        where try fields.int(name) != count {
            throw VectorError(.invalidField, at: name, "\(name) is not the length in bytes of what it is about")
        }
        let inputs: NamedValues = ["key": .bytes(key), "msg": .bytes(message)]
        let result = fields.has("Result") ? try fields.text("Result") : "P"
        guard ["P", "F"].contains(result.prefix(1)) else {
            throw VectorError(.invalidField, at: "Result", "the result is \(result), not P or F")
        }
        guard tag.count >= 4 else { return .skip("codes shorter than 4 bytes, which Arca does not give") }
        guard result.hasPrefix("F") else { return Self.trial(name, inputs, tag: tag) }
        var checking = inputs
        checking["tag"] = .bytes(tag)
        return .steps([.init(Question("verify-mac", name, checking), .refusal)])
    }

    private func kmac(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let strength = try fields.int("Strength")
        let tag = try fields.bytes("OUTPUT")
        guard try fields.int("L") == tag.count * 8 else {
            throw VectorError(.invalidField, at: "OUTPUT", "the code is not L bits long")
        }
        return Self.trial(
            "kmac\(strength)",
            [
                "key": .bytes(try fields.bytes("K")), "msg": .bytes(try fields.bytes("X")),
                "customization": .bytes(Array(try fields.text("S").utf8)),
            ], tag: tag)
    }

    /// Computing, and checking by the way that compares in constant time.
    static func trial(_ name: String, _ inputs: NamedValues, tag: [UInt8]) -> Trial {
        var computing = inputs
        computing["tagByteCount"] = .int(tag.count)
        var checking = inputs
        checking["tag"] = .bytes(tag)
        return .steps([
            .init(Question("mac", name, computing), .outputs(["tag": .bytes(tag)])),
            .init(Question("verify-mac", name, checking), .outputs([:])),
        ])
    }
}
