internal import ArcaCrypto

/// Hashing: `hash`, and `hash-repeated` for messages too large for memory.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `hash` | `msg`, `outputByteCount` (for SHAKE and RawSHAKE) | `digest` |
/// | `hash-repeated` | `content`, repeated up to `byteCount` bytes; `outputByteCount` | `digest` |
enum HashOperation: VectorOperation {
    static let names = ["hash", "hash-repeated"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let length = inputs["outputByteCount"] == nil ? nil : try inputs.int("outputByteCount")
        if let digest = try foreignDigest(request.algorithm, inputs["msg"] == nil ? [] : inputs.bytes("msg"), length) {
            return ["digest": .bytes(digest)]
        }
        let function = try function(request.algorithm)
        guard request.operation == "hash-repeated" else {
            return ["digest": .bytes(try function.hash(try inputs.bytes("msg"), outputByteCount: length))]
        }
        let content = try inputs.bytes("content")
        var left = try inputs.int("byteCount")
        guard left >= 0, !content.isEmpty else { throw OperationError.refused("no such message") }
        // Hashes in pieces of 1 MiB, because library calls for a few bytes would dominate the time.
        let piece = Array(repeatElement(content, count: max(1, (1 << 20) / content.count)).joined())
        var stream = try HashStream(function)
        while left >= piece.count {
            stream.update(piece)
            left -= piece.count
        }
        stream.update(piece[..<left])
        return ["digest": .bytes(try stream.finalize(outputByteCount: length))]
    }

    /// The digest of a message, also with functions that are no ``AnyHashFunction``.
    static func digest(_ name: String, _ message: [UInt8]) throws -> [UInt8] {
        try foreignDigest(name, message, nil) ?? function(name).hash(message)
    }

    /// Keccak before SHA-3, SHAKE without its suffix, and BLAKE2b of other lengths; nil for other functions.
    private static func foreignDigest(_ name: String, _ message: [UInt8], _ byteCount: Int?) throws -> [UInt8]? {
        let (prefix, bits) = (name.prefix { !$0.isNumber }, Int(name.drop { !$0.isNumber }) ?? 0)
        switch prefix {
        case "keccak" where [224, 256, 384, 512].contains(bits):
            return KeccakFunction.hash(message, rate: 200 - bits / 4, suffix: 1, outputByteCount: byteCount ?? bits / 8)
        case "rawshake" where bits == 128 || bits == 256:
            return KeccakFunction.hash(message, rate: 200 - bits / 4, suffix: 7, outputByteCount: byteCount ?? bits / 4)
        case "blake2b-" where (8..<512).contains(bits) && bits.isMultiple(of: 8):
            return try BLAKE2b.hash(message, outputByteCount: bits / 8)
        default: return nil
        }
    }

    static func isKnown(_ name: String) -> Bool { (try? digest(name, [])) != nil }

    static func function(_ name: some StringProtocol) throws(OperationError) -> AnyHashFunction {
        do {
            return try AnyHashFunction(named: String(name))
        } catch { throw .unsupported("Arca has no hash function \(name)") }
    }
}

/// Message authentication codes: `mac` and `verify-mac`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `mac` | `key`, `msg`, `tagByteCount`, `nonce` (for `gmac`), `customization` (for KMAC) | `tag` |
/// | `verify-mac` | `key`, `msg`, `tag`, `nonce`, `customization` | empty, or a refusal |
enum MACOperation: VectorOperation {
    static let names = ["mac", "verify-mac"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        guard let function = try? MACFunction(named: request.algorithm) else {
            return try ForeignOperation.authenticate(request)
        }
        let key = SymmetricKey(copying: try inputs.bytes("key"))
        let message = try inputs.bytes("msg")
        var options = MACFunction.Options()
        if inputs["nonce"] != nil { options.nonce = try inputs.bytes("nonce") }
        if inputs["customization"] != nil { options.customization = try inputs.bytes("customization") }
        if request.operation == "mac" {
            options.outputByteCount = try inputs.int("tagByteCount")
            return ["tag": .bytes(try function.code(for: message, using: key, options: options))]
        }
        let tag = try inputs.bytes("tag")
        options.outputByteCount = tag.count
        guard try function.isValid(tag, for: message, using: key, options: options) else {
            throw OperationError.refused("the code does not match")
        }
        return [:]
    }
}
