internal import ArcaCodecs
internal import ArcaCompression
internal import ArcaSystem

/// What `arca decompress --list` prints.
struct CompressionReport {
    private let format: String
    private let header: GzipHeader?
    private let compressedByteCount: Int
    private let byteCount: Int

    /// Takes the counts of a stage that is through.
    init(_ stage: DecompressStream) {
        format = stage.formatName
        header = stage.gzipHeader
        compressedByteCount = stage.inputByteCount
        byteCount = stage.outputByteCount
    }

    /// Prints the report.
    func print(isJSON: Bool) throws {
        guard !isJSON else { return try JSONOptions.print(schema: 1, members) }
        var text = "format: \(format)\n"
        text += "compressed: \(compressedByteCount.description) bytes\n"
        text += "inflated: \(byteCount.description) bytes (\(share))\n"
        if let name = header?.name { text += "name: \(String(printable: name))\n" }
        if let comment = header?.comment { text += "comment: \(String(printable: comment))\n" }
        if let time = header?.modificationTime, time > 0 {
            text += "modified: \(time.description) seconds after 1970-01-01, UTC\n"
        }
        try Messages.print(text)
    }

    private var members: [(String, JSONValue)] {
        func string(_ bytes: [UInt8]?) -> JSONValue { bytes.map { .string(String(printable: $0)) } ?? .null }
        let time = header?.modificationTime ?? 0
        return [
            ("format", .string(format)), ("compressedByteCount", .integer(compressedByteCount)),
            ("byteCount", .integer(byteCount)), ("name", string(header?.name)), ("comment", string(header?.comment)),
            ("modificationTime", time == 0 ? .null : .integer(Int(time))),
        ]
    }

    /// The compressed size as a share of the content's, with one decimal.
    private var share: String {
        guard byteCount > 0 else { return "nothing" }
        let permille = (Double(compressedByteCount) / Double(byteCount) * 1000).rounded()
        return "\(Int(permille) / 10).\(Int(permille) % 10) % of it"
    }
}
