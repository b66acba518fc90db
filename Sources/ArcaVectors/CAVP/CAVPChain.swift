internal import ArcaCodecs

/// Monte Carlo chains: each case is a thousand (3DES: ten thousand) encryptions or digests, each of what came before.
struct CAVPChain: VectorFamily {
    let name: String
    private let algorithm: String

    init?(_ kind: VectorKind) {
        guard kind.format == CAVPFormat.name, kind.type == CAVPSubject.chain else { return nil }
        algorithm = kind.algorithm
        name = algorithm + "-chain"
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        if algorithm.hasPrefix("shake") { return try extendable(&fields) }
        if algorithm.hasPrefix("sha") { return try digest(&fields) }
        if let reason = CAVPBlockCipher.reasonToSkip(algorithm) { return .skip(reason) }
        return try cipher(&fields)
    }

    private func cipher(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let encrypts = try CAVPDirection(&fields) == .encrypt
        let (from, to) = encrypts ? ("PLAINTEXT", "CIPHERTEXT") : ("CIPHERTEXT", "PLAINTEXT")
        var inputs: NamedValues = ["key": .bytes(try fields.cavpKey())]
        if let iv = try fields.bytesIfPresent("IV") { inputs["iv"] = .bytes(iv) }
        inputs["text"] = try text(&fields, from, &inputs)
        var outputs: NamedValues = ["text": try text(&fields, to, &inputs)]
        // Where the next case starts shows whether the chain goes on as it should; the last has none.
        let goesOn = fields.has("next " + from)
        inputs["goesOn"] = .int(goesOn ? 1 : 0)
        if goesOn {
            outputs["nextKey"] = .bytes(try fields.cavpKey("next "))
            if let iv = try fields.bytesIfPresent("next IV") { outputs["nextIV"] = .bytes(iv) }
            outputs["nextText"] = try text(&fields, "next " + from, &inputs)
            fields.passOver("next " + to, because: "what the next case gives, which that case is judged by")
        }
        let operation = encrypts ? "chain-encrypt" : "chain-decrypt"
        return .steps([.init(Question(operation, algorithm, inputs), .outputs(outputs))])
    }

    private func text(
        _ fields: inout CaseFields, _ name: String, _ inputs: inout NamedValues
    ) throws(VectorError) -> VectorValue {
        guard algorithm.hasSuffix("cfb1") else { return .bytes(try fields.bytes(name)) }
        let (bytes, bitCount) = try fields.cavpBits(name)
        inputs["bitCount"] = .int(bitCount)
        return .bytes(bytes)
    }

    private func digest(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("L", because: "the digest's length")
        // A text that shows the first digests of each chain has question marks for some of the last ones.
        for name in ["MD", "MD before"] where fields.has(name) {
            guard try fields.text(name) != "?" else { return .skip("digests that the file leaves open") }
        }
        let first = try fields.bytes("Seed")
        let seed = try fields.bytesIfPresent("MD before") ?? first
        let digest = VectorValue.bytes(try fields.bytes("MD"))
        return .steps([
            .init(Question("chain-hash", algorithm, ["msg": .bytes(seed)]), .outputs(["digest": digest]))
        ])
    }

    /// SHA3VS, section 6.3.3: each output gives the next message and the next length.
    private func extendable(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let least = (try fields.int("Minimum Output Length (bits)") + 7) / 8
        let most = try fields.int("Maximum Output Length (bits)") / 8
        let first = try fields.bytes("Msg")
        let before = try fields.bytesIfPresent("Output before")
        let output = try fields.bytes("Output")
        guard try fields.int("Outputlen") == output.count * 8, least >= 2, most >= least else {
            throw VectorError(.invalidField, at: "Outputlen", "the length is not that of the output")
        }
        let inputs: NamedValues = [
            "msg": .bytes(before ?? first), "isFirst": .int(before == nil ? 1 : 0), "leastByteCount": .int(least),
            "mostByteCount": .int(most),
        ]
        return .steps([.init(Question("chain-hash", algorithm, inputs), .outputs(["digest": .bytes(output)]))])
    }
}
