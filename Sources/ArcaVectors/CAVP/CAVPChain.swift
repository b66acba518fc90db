internal import ArcaCore

/// Monte Carlo chains: each case is 1,000 (3DES: 10,000) iterations of encryption or hashing.
struct CAVPChain: VectorFamily {
    let algorithm: String

    var name: String { algorithm + "-chain" }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        if algorithm.hasPrefix("shake") { return try extendable(&fields) }
        if algorithm.hasPrefix("sha") { return try digest(&fields) }
        if let reason = CAVPBlockCipher.reasonToSkip(algorithm) { return .skip(reason) }
        return try cipher(&fields)
    }

    private func cipher(_ fields: inout CaseFields) throws -> TestPlan {
        let encrypts = try fields.cavpEncrypts()
        let (from, to) = encrypts ? ("PLAINTEXT", "CIPHERTEXT") : ("CIPHERTEXT", "PLAINTEXT")
        var inputs: NamedValues = ["key": .bytes(try fields.cavpKey())]
        if let iv = try fields.bytesIfPresent("IV") { inputs["iv"] = .bytes(iv) }
        inputs["text"] = try fields.cavpText(from, algorithm, &inputs)
        var outputs: NamedValues = ["text": try fields.cavpText(to, algorithm, &inputs)]
        // The start of the next case shows whether the chain continues correctly; the last case has no successor.
        let goesOn = fields.has("next " + from)
        inputs["goesOn"] = .int(goesOn ? 1 : 0)
        if goesOn {
            outputs["nextKey"] = .bytes(try fields.cavpKey("next "))
            if let iv = try fields.bytesIfPresent("next IV") { outputs["nextIV"] = .bytes(iv) }
            outputs["nextText"] = try fields.cavpText("next " + from, algorithm, &inputs)
            fields.passOver("next " + to, because: "what the next case gives, which that case is checked by")
        }
        return .step(
            encrypts ? "chain-encrypt" : "chain-decrypt", algorithm, inputs: inputs, expected: .outputs(outputs))
    }

    private func digest(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("L", because: "the digest's length")
        // A text with intermediate digests has question marks for some of them.
        for name in ["MD", "MD before"] where fields.has(name) {
            guard try fields.text(name) != "?" else { return .skip("digests that the file leaves open") }
        }
        let first = try fields.bytes("Seed")
        let seed = try fields.bytesIfPresent("MD before") ?? first
        return .step(
            "chain-hash", algorithm, inputs: ["msg": .bytes(seed)],
            expected: .outputs(["digest": try fields.value("MD")]))
    }

    /// SHA3VS, section 6.3.3: each output determines the next message and its length.
    private func extendable(_ fields: inout CaseFields) throws -> TestPlan {
        let minimum = try fields.int("Minimum Output Length (bits)").dividedRoundingUp(by: 8)
        let maximum = try fields.int("Maximum Output Length (bits)") / 8
        let first = try fields.bytes("Msg")
        let before = try fields.bytesIfPresent("Output before")
        let output = try fields.bytes("Output")
        guard try fields.int("Outputlen") == output.count * 8 else {
            throw VectorError(.invalidField, at: "Outputlen", "the length is not that of the output")
        }
        let inputs: NamedValues = [
            "msg": .bytes(before ?? first), "isFirst": .int(before == nil ? 1 : 0), "leastByteCount": .int(minimum),
            "mostByteCount": .int(maximum),
        ]
        return .step("chain-hash", algorithm, inputs: inputs, expected: .outputs(["digest": .bytes(output)]))
    }
}
