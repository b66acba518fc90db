internal import ArcaCore
internal import ArcaCrypto

/// A step of a Monte Carlo chain: `chain-encrypt`, `chain-decrypt` and `chain-hash`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `chain-encrypt`, `chain-decrypt` | `key`, `iv`, `text`, `bitCount` (CFB1), `goesOn` | `text`; if it continues, `nextKey`, `nextIV`, `nextText` |
/// | `chain-hash` | `msg`; for SHAKE `isFirst`, `leastByteCount`, `mostByteCount` | `digest` |
///
/// Source: AESAVS, section 6.4; TMOVS (SP 800-20), as in ACVP; SHAVS, section 6.4; SHA3VS, section 6.3.3.
enum ChainOperation: VectorOperation {
    static let names = ["chain-encrypt", "chain-decrypt", "chain-hash"]

    static func respond(to request: Request) throws -> NamedValues {
        guard request.operation != "chain-hash" else { return try hash(request) }
        let inputs = request.inputs
        let key = try inputs.bytes("key")
        let cipher = try CipherChoice.cipher(request.algorithm, keyByteCount: key.count)
        var chain = try CipherChain(
            cipher: cipher, key: key, iv: inputs["iv"] == nil ? [] : try inputs.bytes("iv"),
            text: try inputs.bytes("text"), isBitwise: inputs["bitCount"] != nil,
            encrypts: request.operation == "chain-encrypt")
        let text = try chain.run()
        var outputs: NamedValues = ["text": .bytes(text)]
        if try inputs.int("goesOn") == 1 {
            outputs["nextKey"] = .bytes(chain.key)
            if inputs["iv"] != nil { outputs["nextIV"] = .bytes(chain.iv) }
            outputs["nextText"] = .bytes(chain.text)
        }
        return outputs
    }

    private static func hash(_ request: Request) throws -> NamedValues {
        let function = try HashOperation.function(request.algorithm)
        var digest = try request.inputs.bytes("msg")
        if function.isExtendable { return try extend(request, function, digest) }
        // The seed is replaced by a digest, so it has the same length.
        guard digest.count == function.digestByteCount else {
            throw OperationError.refused("the seed has \(digest.count) bytes, not \(function.digestByteCount)")
        }
        guard !function.name.hasPrefix("SHA3") else {
            for _ in 0..<1000 { digest = try function.hash(digest) }
            return ["digest": .bytes(digest)]
        }
        // SHA-1 and SHA-2 hash the last three digests, which are initially all the seed.
        var message = digest + digest + digest
        for _ in 0..<1000 {
            digest = try function.hash(message)
            message.removeFirst(digest.count)
            message += digest
        }
        return ["digest": .bytes(digest)]
    }

    /// Each output determines the next message and, with its last two bytes, the next length.
    private static func extend(
        _ request: Request, _ function: AnyHashFunction, _ message: [UInt8]
    ) throws -> NamedValues {
        let minimum = try request.inputs.int("leastByteCount")
        let maximum = try request.inputs.int("mostByteCount")
        // The length is chosen by two bytes, which limits the size of an output.
        guard 2 <= minimum, minimum <= maximum, maximum <= 1 << 16 else {
            throw OperationError.refused("outputs of \(minimum) to \(maximum) bytes; expected 2 to 65,536")
        }
        var output = message
        func nextByteCount() -> Int {
            let tail = output.suffix(2).reduce(0) { $0 << 8 | Int($1) }
            return minimum + tail % (maximum - minimum + 1)
        }
        var byteCount = try request.inputs.int("isFirst") == 1 ? maximum : nextByteCount()
        for _ in 0..<1000 {
            var start = Array(output.prefix(16))
            start += [UInt8](repeating: 0, count: 16 - start.count)
            output = try function.hash(start, outputByteCount: byteCount)
            byteCount = nextByteCount()
        }
        return ["digest": .bytes(output)]
    }
}
