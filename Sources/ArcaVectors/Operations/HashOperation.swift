internal import ArcaCodecs
internal import ArcaCrypto

/// Digests: `hash`, and `hash-repeated` of messages that memory would not hold.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `hash` | `msg`, `outputByteCount` (for SHAKE) | `digest` |
/// | `hash-repeated` | `content`, over and over until there are `byteCount`; `outputByteCount` | `digest` |
enum HashOperation: VectorOperation {
    static let names = ["hash", "hash-repeated"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let function = try function(question.algorithm)
        let length = inputs["outputByteCount"] == nil ? nil : try inputs.int("outputByteCount")
        guard question.operation == "hash-repeated" else {
            return ["digest": .bytes(try function.hash(try inputs.bytes("msg"), outputByteCount: length))]
        }
        let content = try inputs.bytes("content")
        var left = try inputs.int("byteCount")
        guard left >= 0, !content.isEmpty else { throw OperationError.refused("no such message") }
        // Pieces of a megabyte: a call of the library for each few bytes would take longer than hashing them.
        let piece = Array(repeatElement(content, count: max(1, (1 << 20) / content.count)).joined())
        var stream = try HashStream(function)
        while left >= piece.count {
            stream.update(piece)
            left -= piece.count
        }
        stream.update(piece[..<left])
        return ["digest": .bytes(try stream.finalize(outputByteCount: length))]
    }

    /// The hash function of a name; one that is not there is not supported.
    static func function(_ name: some StringProtocol) throws(OperationError) -> HashFunction {
        do {
            return try HashFunction(named: String(name))
        } catch { throw .unsupported("Arca has no hash function \(name)") }
    }
}
