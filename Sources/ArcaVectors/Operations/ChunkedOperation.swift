internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto

/// Encrypted files in chunks: `open-chunked`; the algorithm is that of the chunks, as RFC 5116 names it.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `open-chunked` | `key`, `context`, `hash` (of the derivation), `file` | `byteCount`, `sha512` of the plaintext |
enum ChunkedOperation: VectorOperation {
    static let names = ["open-chunked"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let hash = try HashOperation.function(inputs.text("hash"))
        guard let suite = ChunkedSuite(algorithm: question.algorithm, hash: hash) else {
            throw OperationError.unsupported("Arca has no chunked encryption by \(question.algorithm)")
        }
        let format = try ChunkedEncryption(
            key: SymmetricKey(copying: try inputs.bytes("key")), context: try inputs.bytes("context"), suite: suite)
        var reader = MemoryReader(try inputs.bytes("file"))
        var writer = MemoryWriter()
        try format.open(&reader, into: &writer)
        return ["byteCount": .int(writer.bytes.count), "sha512": .bytes(try SHA512.hash(writer.bytes))]
    }
}
