internal import ArcaCore
internal import ArcaCrypto

/// Hashing: `hash`, and `hash-repeated` for messages too large for memory.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `hash` | `msg`, `outputByteCount` (for SHAKE) | `digest` |
/// | `hash-repeated` | `content`, repeated up to `byteCount` bytes; `outputByteCount` | `digest` |
enum HashOperation: VectorOperation {
    static let names = ["hash", "hash-repeated"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let function = try function(request.algorithm)
        let length = inputs["outputByteCount"] == nil ? nil : try inputs.int("outputByteCount")
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
        let function: MACFunction
        do {
            function = try MACFunction(named: request.algorithm)
        } catch {
            throw OperationError.unsupported("Arca has no \(request.algorithm)")
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
