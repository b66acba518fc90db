internal import ArcaCore

/// Hash functions: single messages, Monte Carlo chains, and SHAKE with variable output length.
struct ACVPDigest: VectorFamily {
    let name: String
    let type: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("function", "inBit", "inEmpty", "outBit", "digestSize", because: "what the group ranges over")
        switch type {
        case "LDT": return try repeated(&fields)
        case "MCT": return try chain(&fields)
        default: break
        }
        let bitCount = try fields.int("len")
        guard bitCount.isMultiple(of: 8) else { return .skip("messages of \(bitCount % 8) bits beyond whole bytes") }
        // An empty message may be written as one zero byte.
        let message = bitCount == 0 ? [] : try fields.bytes("msg")
        fields.passOver("msg", because: "a message without bits")
        guard message.count * 8 == bitCount else {
            throw VectorError(.invalidField, at: "msg", "the message is not len bits long")
        }
        let digest = try fields.bytes("md")
        if name.hasPrefix("shake") {
            let length = try fields.int("outLen")
            guard length.isMultiple(of: 8) else { return .skip("output of \(length % 8) bits beyond whole bytes") }
            guard digest.count * 8 == length else {
                throw VectorError(.invalidField, at: "md", "the output is not outLen bits long")
            }
        }
        fields.passOver("outLen", "minOutLen", "maxOutLen", because: "the length of the output, which is given")
        return .digest(name, ["msg": .bytes(message)], digest)
    }

    /// A message of several GiB: a few bytes repeated.
    private func repeated(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("len", "outLen", because: "the lengths of what the message and the digest are")
        let digest = try fields.bytes("md")
        let message = try fields.json("largeMsg")
        try message.allowOnly(["content", "contentLength", "fullLength", "expansionTechnique"])
        let technique = try message["expansionTechnique"].string
        guard technique == "repeating" else { return .skip("long messages that are made by \(technique)") }
        let content = try message["content"].hex
        let (partial, whole) = (try message["contentLength"].int, try message["fullLength"].int)
        guard partial.isMultiple(of: 8), whole.isMultiple(of: 8) else {
            return .skip("messages of bits beyond whole bytes")
        }
        guard content.count * 8 == partial, partial > 0 else {
            throw message["contentLength"].error("is not the content's length in bits")
        }
        var inputs: NamedValues = ["content": .bytes(content), "byteCount": .int(whole / 8)]
        if name.hasPrefix("shake") { inputs["outputByteCount"] = .int(digest.count) }
        return .step("hash-repeated", name, inputs: inputs, expected: .outputs(["digest": .bytes(digest)]))
    }

    private func chain(_ fields: inout CaseFields) throws -> TestPlan {
        if fields.has("mctVersion"), try fields.text("mctVersion") != "standard" {
            return .skip("chains of the alternate version")
        }
        fields.passOver("len", "outLen", because: "the seed's length, and that of an output, which each step states")
        var inputs: NamedValues = [:]
        if name.hasPrefix("shake") {
            inputs["leastByteCount"] = .int(try fields.int("minOutLen").dividedRoundingUp(by: 8))
            inputs["mostByteCount"] = .int(try fields.int("maxOutLen") / 8)
        }
        var seed = try fields.value("msg")
        var steps: [TestPlan.Step] = []
        for entry in try fields.json("resultsArray").array {
            var link = CaseFields(try entry.caseFields)
            let digest = try link.bytes("md")
            if link.has("outLen"), try link.int("outLen") != digest.count * 8 {
                throw VectorError(.invalidField, at: "md", "the output is not outLen bits long")
            }
            if let unread = link.unread.first {
                throw VectorError(.unknownField, at: unread, "a step of the chain has an unknown member \(unread)")
            }
            inputs["msg"] = seed
            if name.hasPrefix("shake") { inputs["isFirst"] = .int(steps.isEmpty ? 1 : 0) }
            seed = .bytes(digest)
            steps.append(.init(Request("chain-hash", name, inputs), .outputs(["digest": seed])))
        }
        return .steps(steps)
    }
}

struct ACVPMAC: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver(
            "keyLen", "msgLen", "direction", because: "lengths of what each test has, and what its answer is")
        let inputs: NamedValues = [
            "key": try fields.value("key"), "msg": try fields.value(fields.first(of: "msg", "message")),
        ]
        let tag = try fields.bytes("mac")
        guard try fields.int("macLen") == tag.count * 8 else {
            throw VectorError(.invalidField, at: "mac", "the code is not macLen bits long")
        }
        guard try !fields.acvpMustFail() else {
            return .step("verify-mac", name, inputs: inputs.with("tag", .bytes(tag)), expected: .refusal)
        }
        guard tag.count >= 4 else { return .skip("codes shorter than 4 bytes, which Arca does not give") }
        return .authenticating(name, inputs, tag: tag)
    }
}

struct ACVPDerivation: VectorFamily {
    let name = "pbkdf2"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("passwordLen", "saltLen", because: "lengths of what each test has")
        let hash = try fields.hash("hmacAlg")
        let key = try fields.bytes("derivedKey")
        guard try fields.int("keyLen") == key.count * 8 else {
            throw VectorError(.invalidField, at: "derivedKey", "the key is not keyLen bits long")
        }
        let inputs: NamedValues = [
            "password": try fields.utf8("password"), "salt": try fields.value("salt"),
            "iterations": .int(try fields.int("iterationCount")), "outputByteCount": .int(key.count),
        ]
        return .derivation(name, hash, inputs, key: .bytes(key))
    }
}
