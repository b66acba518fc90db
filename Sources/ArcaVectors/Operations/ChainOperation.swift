internal import ArcaCodecs
internal import ArcaCrypto

/// One step of a Monte Carlo chain: `chain-encrypt`, `chain-decrypt` and `chain-hash`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `chain-encrypt`, `chain-decrypt` | `key`, `iv`, `text`, `bitCount` (CFB1), `goesOn` | `text`; if it goes on, `nextKey`, `nextIV`, `nextText` |
/// | `chain-hash` | `msg`; for SHAKE `isFirst`, `leastByteCount`, `mostByteCount` | `digest` |
///
/// Source: AESAVS, section 6.4; TMOVS (SP 800-20) as ACVP has it; SHAVS, section 6.4; SHA3VS, section 6.3.3.
enum ChainOperation: VectorOperation {
    static let names = ["chain-encrypt", "chain-decrypt", "chain-hash"]

    static func answer(_ question: Question) throws -> NamedValues {
        guard question.operation != "chain-hash" else { return try hash(question) }
        let inputs = question.inputs
        let key = try inputs.bytes("key")
        let cipher = try CipherChoice.cipher(question.algorithm, keyByteCount: key.count)
        var chain = CipherChain(
            cipher: cipher, key: key, iv: inputs["iv"] == nil ? [] : try inputs.bytes("iv"),
            text: try inputs.bytes("text"), isBitwise: inputs["bitCount"] != nil,
            encrypts: question.operation == "chain-encrypt")
        let text = try chain.run()
        var outputs: NamedValues = ["text": .bytes(text)]
        if try inputs.int("goesOn") == 1 {
            outputs["nextKey"] = .bytes(chain.key)
            if inputs["iv"] != nil { outputs["nextIV"] = .bytes(chain.iv) }
            outputs["nextText"] = .bytes(chain.text)
        }
        return outputs
    }

    private static func hash(_ question: Question) throws -> NamedValues {
        let function = try HashOperation.function(question.algorithm)
        var digest = try question.inputs.bytes("msg")
        if function.isExtendable { return try extend(question, function, digest) }
        guard !function.name.hasPrefix("SHA3") else {
            for _ in 0..<1000 { digest = try function.hash(digest) }
            return ["digest": .bytes(digest)]
        }
        // SHA-1 and SHA-2 digest the last three digests, which all start as the seed.
        var message = digest + digest + digest
        for _ in 0..<1000 {
            digest = try function.hash(message)
            message.removeFirst(digest.count)
            message += digest
        }
        return ["digest": .bytes(digest)]
    }

    /// Each output gives the next message and, by its last two bytes, the next length.
    private static func extend(
        _ question: Question, _ function: HashFunction, _ message: [UInt8]
    ) throws -> NamedValues {
        let least = try question.inputs.int("leastByteCount")
        let most = try question.inputs.int("mostByteCount")
        var output = message
        func nextByteCount() -> Int {
            let tail = output.suffix(2).reduce(0) { $0 << 8 | Int($1) }
            return least + tail % (most - least + 1)
        }
        var byteCount = try question.inputs.int("isFirst") == 1 ? most : nextByteCount()
        for _ in 0..<1000 {
            var start = Array(output.prefix(16))
            start += [UInt8](repeating: 0, count: 16 - start.count)
            output = try function.hash(start, outputByteCount: byteCount)
            byteCount = nextByteCount()
        }
        return ["digest": .bytes(output)]
    }
}
