internal import ArcaCore
internal import ArcaCompression
internal import ArcaSystem

/// The report of `arca decompress --list`.
struct CompressionReport {
    private let format: String
    private let header: GzipHeader?
    private let compressedByteCount: Int
    private let byteCount: Int

    init(_ stage: DecompressStream) {
        format = stage.formatName
        header = stage.gzipHeader
        compressedByteCount = stage.inputByteCount
        byteCount = stage.outputByteCount
    }

    func print(isJSON: Bool) throws {
        guard !isJSON else { return try JSONReport.print(members) }
        var text = "format: \(format)\n"
        text += "compressed: \(Count.text(compressedByteCount, "byte"))\n"
        text += "decompressed: \(Count.text(byteCount, "byte")) (\(share))\n"
        if let name = header?.name { text += "name: \(String(printable: name))\n" }
        if let comment = header?.comment { text += "comment: \(String(printable: comment))\n" }
        if let time = header?.modificationTime, time > 0 {
            text += "modified: \(DateText.text(Int(time)))\n"
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

    /// The compressed size as a percentage of the content's, with one decimal.
    private var share: String {
        guard byteCount > 0 else { return "empty" }
        let permille = (Double(compressedByteCount) / Double(byteCount) * 1000).rounded()
        return "\(Int(permille) / 10).\(Int(permille) % 10) %"
    }
}

/// The report of `arca compress --format short --explain`.
struct ShortStringReport {
    private let byteCount: Int
    private let results: [(method: ShortStringMethod, byteCount: Int)]

    init(_ bytes: [UInt8]) {
        byteCount = bytes.count
        results = ShortString.results(of: bytes)
    }

    func print(isJSON: Bool) throws {
        guard !isJSON else {
            let methods = results.map { result -> JSONValue in
                var object = JSONObject()
                object["method"] = .string(result.method.name)
                object["byteCount"] = .integer(result.byteCount)
                return .object(object)
            }
            return try JSONReport.print([("byteCount", .integer(byteCount)), ("methods", .array(methods))])
        }
        let width = byteCount.description.utf8.count + 1
        var text = ""
        for result in results {
            let number = result.byteCount.description
            let percent = (200 * result.byteCount + byteCount) / (2 * byteCount)
            let share = percent.description
            text += String(repeating: " ", count: max(0, width - number.utf8.count)) + number + " bytes"
            text += String(repeating: " ", count: max(1, 5 - share.utf8.count)) + share + " %  \(result.method.name)\n"
        }
        try Messages.print(text)
    }
}
