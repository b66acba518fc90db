internal import ArcaCodecs
internal import ArcaCompression

/// Compressed data: `decompress` and `read-gzip-header`; the algorithm is `gzip`, `zlib`, `deflate` or `short`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `decompress` | `compressed` | `bytes` |
/// | `read-gzip-header` | `compressed` | `name`, `modificationTime` |
enum CompressionOperation: VectorOperation {
    static let names = ["decompress", "read-gzip-header"]

    static func answer(_ question: Question) throws -> NamedValues {
        let compressed = try question.inputs.bytes("compressed")
        if question.algorithm == "short" { return ["bytes": .bytes(try ShortString.decompress(compressed))] }
        guard let format = CompressionFormat(rawValue: question.algorithm) else {
            throw OperationError.unsupported("Arca has no compression \(question.algorithm)")
        }
        guard question.operation == "read-gzip-header" else {
            return ["bytes": .bytes(try Inflater.inflate(compressed, format: format))]
        }
        var inflater = Inflater(format: format)
        _ = try [UInt8](capacity: compressed.count) { space in
            _ = try inflater.inflate(compressed, into: &space)
        }
        guard let header = inflater.gzipHeader else { throw OperationError.refused("no header of gzip") }
        return [
            "name": .bytes(header.name ?? []), "modificationTime": .int(Int(header.modificationTime)),
        ]
    }
}
