internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto

/// Encrypted files in chunks: `seal-chunked` and `open-chunked`; the algorithm is that of the chunks, as RFC 5116 names it.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `seal-chunked` | `key`, `context`, `hash` (of the derivation), `salt`, `msg`, `digest` | as `digest` asks |
/// | `open-chunked` | `key`, `context`, `hash`, `file`, `digest` | as `digest` asks |
///
/// With `digest` a hash function's name, what comes out is told by its `byteCount` and `digest`; without it, as `bytes`.
enum ChunkedOperation: VectorOperation {
    static let names = ["seal-chunked", "open-chunked"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let hash = try HashOperation.function(inputs.text("hash"))
        guard let suite = ChunkedSuite(algorithm: question.algorithm, hash: hash) else {
            throw OperationError.unsupported("Arca has no chunked encryption by \(question.algorithm)")
        }
        let format = try ChunkedEncryption(
            key: SymmetricKey(copying: try inputs.bytes("key")), context: try inputs.bytes("context"), suite: suite)
        var writer = MemoryWriter()
        if question.operation == "seal-chunked" {
            var reader = MemoryReader(try inputs.bytes("msg"))
            try format.seal(&reader, into: &writer, salt: try inputs.bytes("salt"))
        } else {
            var reader = MemoryReader(try inputs.bytes("file"))
            try format.open(&reader, into: &writer)
        }
        guard inputs["digest"] != nil else { return ["bytes": .bytes(writer.bytes)] }
        let digest = try HashOperation.function(inputs.text("digest")).hash(writer.bytes)
        return ["byteCount": .int(writer.bytes.count), "digest": .bytes(digest)]
    }
}
