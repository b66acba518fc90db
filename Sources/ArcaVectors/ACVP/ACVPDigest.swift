internal import ArcaCodecs

/// Hash functions: single messages, Monte Carlo chains, and SHAKE with output of any length.
struct ACVPDigest: VectorFamily {
    let name: String
    private let type: String

    init?(_ kind: VectorKind) {
        let word = kind.acvpName.lowercased()
        guard kind.format == ACVPFormat.name, word.hasPrefix("sha") else { return nil }
        name = word.hasPrefix("sha2-") ? CAVPSubject.hash("sha" + word.dropFirst(5)) : word
        type = kind.type
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("function", "inBit", "inEmpty", "outBit", "digestSize", because: "what the group ranges over")
        switch type {
        case "LDT": return .skip("messages of gibibytes")
        case "MCT": return try chain(&fields)
        default: break
        }
        let bitCount = try fields.int("len")
        guard bitCount.isMultiple(of: 8) else { return .skip("messages of \(bitCount % 8) bits beyond whole bytes") }
        // Nothing at all may be written as one zero byte.
        let message = bitCount == 0 ? [] : try fields.bytes("msg")
        fields.passOver("msg", because: "a message without bits")
        guard message.count * 8 == bitCount else {
            throw VectorError(.invalidField, at: "msg", "the message is not len bits long")
        }
        let digest = try fields.bytes("md")
        var inputs: NamedValues = ["msg": .bytes(message)]
        if name.hasPrefix("shake") {
            let length = try fields.int("outLen")
            guard length.isMultiple(of: 8) else { return .skip("output of \(length % 8) bits beyond whole bytes") }
            guard digest.count * 8 == length else {
                throw VectorError(.invalidField, at: "md", "the output is not outLen bits long")
            }
            inputs["outputByteCount"] = .int(digest.count)
        }
        fields.passOver("outLen", "minOutLen", "maxOutLen", because: "the length of the output, which is given")
        return .steps([.init(Question("hash", name, inputs), .outputs(["digest": .bytes(digest)]))])
    }

    private func chain(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        if fields.has("mctVersion"), try fields.text("mctVersion") != "standard" {
            return .skip("chains of the alternate version")
        }
        guard !name.hasPrefix("shake") else { return .skip("chains of SHAKE in ACVP") }
        fields.passOver("len", because: "the seed's length")
        var seed = try fields.bytes("msg")
        let list = try fields.json("resultsArray")
        var steps: [Trial.Step] = []
        do {
            for entry in try list.array {
                var link = CaseFields(
                    try entry.members.compactMap { name, field in
                        field.value.map { VectorField(name, json: $0) }
                    })
                let digest = try link.bytes("md")
                steps.append(
                    .init(
                        Question("chain-hash", name, ["msg": .bytes(seed)]), .outputs(["digest": .bytes(digest)])))
                seed = digest
            }
        } catch let error as VectorError {
            throw error
        } catch { throw VectorError(.invalidField, at: "resultsArray", "\(error)") }
        return .steps(steps)
    }
}
