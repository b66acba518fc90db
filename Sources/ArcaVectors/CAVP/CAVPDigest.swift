internal import ArcaCodecs

/// Hash functions on messages, with output of any length for SHAKE.
struct CAVPDigest: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == CAVPFormat.name, kind.type == CAVPSubject.digest else { return nil }
        name = kind.algorithm
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver(
            "L", "Minimum Output Length (bits)", "Maximum Output Length (bits)", "mode",
            because: "the digest's length, and what the lengths below range over")
        if fields.has("MDi") {
            fields.passOver("i", because: "the place in the chain")
            return Self.trial(name, ["msg": .bytes(try fields.bytes("M"))], try fields.bytes("MDi"))
        }
        var message = try fields.bytes("Msg")
        for name in ["Len", "Input Length"] where fields.has(name) {
            let bitCount = try fields.int(name)
            guard bitCount.isMultiple(of: 8) else {
                return .skip("messages of \(bitCount % 8) bits beyond whole bytes")
            }
            // An empty message is written as one zero byte.
            if bitCount == 0 { message = [] }
            guard message.count * 8 == bitCount else {
                throw VectorError(.invalidField, at: "Msg", "the message is not \(name) bits long")
            }
        }
        var inputs: NamedValues = ["msg": .bytes(message)]
        guard fields.has("Output") else {
            let digest = try fields.bytes("MD")
            if name.hasPrefix("shake") { inputs["outputByteCount"] = .int(digest.count) }
            return Self.trial(name, inputs, digest)
        }
        let output = try fields.bytes("Output")
        let bitCount = try fields.int("Outputlen")
        guard bitCount.isMultiple(of: 8) else { return .skip("output of \(bitCount % 8) bits beyond whole bytes") }
        guard output.count * 8 == bitCount else {
            throw VectorError(.invalidField, at: "Output", "the output is not Outputlen bits long")
        }
        inputs["outputByteCount"] = .int(output.count)
        return Self.trial(name, inputs, output)
    }

    private static func trial(_ name: String, _ inputs: NamedValues, _ digest: [UInt8]) -> Trial {
        .steps([.init(Question("hash", name, inputs), .outputs(["digest": .bytes(digest)]))])
    }
}
