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
        case "LDT": return try repeated(&fields)
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

    /// A message of gibibytes: a few bytes, over and over.
    private func repeated(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("len", "outLen", because: "the lengths of what the message and the digest are")
        let digest = try fields.bytes("md")
        let message = try fields.json("largeMsg")
        var inputs: NamedValues = [:]
        do throws(CodecError) {
            try message.allowOnly(["content", "contentLength", "fullLength", "expansionTechnique"])
            let technique = try message["expansionTechnique"].string
            guard technique == "repeating" else { return .skip("long messages that are made by \(technique)") }
            let bytes = try message["content"].decoded { (text) throws(CodecError) in
                try Base16.standard.allowing(.letterCase).decode(text)
            }
            let (partial, whole) = (try message["contentLength"].int, try message["fullLength"].int)
            guard partial.isMultiple(of: 8), whole.isMultiple(of: 8) else {
                return .skip("messages of bits beyond whole bytes")
            }
            guard bytes.count * 8 == partial, partial > 0 else {
                throw message["contentLength"].error("is not the content's length in bits")
            }
            inputs["content"] = .bytes(bytes)
            inputs["byteCount"] = .int(whole / 8)
        } catch { throw VectorError(.invalidField, at: "largeMsg", "\(error)") }
        if name.hasPrefix("shake") { inputs["outputByteCount"] = .int(digest.count) }
        return .steps([.init(Question("hash-repeated", name, inputs), .outputs(["digest": .bytes(digest)]))])
    }

    private func chain(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        if fields.has("mctVersion"), try fields.text("mctVersion") != "standard" {
            return .skip("chains of the alternate version")
        }
        fields.passOver("len", "outLen", because: "the seed's length, and that of an output which each step has anew")
        var common: NamedValues = [:]
        if name.hasPrefix("shake") {
            common["leastByteCount"] = .int((try fields.int("minOutLen") + 7) / 8)
            common["mostByteCount"] = .int(try fields.int("maxOutLen") / 8)
        }
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
                if link.has("outLen"), try link.int("outLen") != digest.count * 8 {
                    throw VectorError(.invalidField, at: "md", "the output is not outLen bits long")
                }
                var inputs = common
                inputs["msg"] = .bytes(seed)
                if name.hasPrefix("shake") { inputs["isFirst"] = .int(steps.isEmpty ? 1 : 0) }
                if let unread = link.unread.first {
                    throw VectorError(.unknownField, at: unread, "a step of the chain has an unknown member \(unread)")
                }
                steps.append(.init(Question("chain-hash", name, inputs), .outputs(["digest": .bytes(digest)])))
                seed = digest
            }
        } catch let error as VectorError {
            throw error
        } catch { throw VectorError(.invalidField, at: "resultsArray", "\(error)") }
        return .steps(steps)
    }
}
