import ArcaCodecs
import ArcaCore
import ArcaCompression
import Foundation
import Testing

/// Files in `Vectors/compression` (see its SOURCE.md).
enum CompressionVectors {
    /// A case of `short-strings.json` or `streams.json`.
    struct Case {
        let id: String
        let format: CompressionFormat?
        let compressed: [UInt8]
        let output: [UInt8]?
        let code: String?
        let offset: Int?
        let name: String?
        let modificationTime: Int?

        init(_ value: JSONValue) throws {
            id = try #require(value["id"]?.string)
            format = value["format"]?.string.flatMap(CompressionFormat.init(rawValue:))
            compressed = try Base16.standard.decode(try #require(value["compressed"]?.string))
            output = try value["output"]?.string.map { try Base16.standard.decode($0) }
            code = value["code"]?.string
            offset = value["offset"]?.int
            name = value["name"]?.string
            modificationTime = value["modificationTime"]?.int
            #expect(
                (value["result"]?.string == "accept") == (output != nil) && (output == nil) == (code != nil), "\(id)")
        }
    }

    private static func document(_ name: String) throws -> JSONValue {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let path = folder.appendingPathComponent("../../Vectors/compression/\(name)").standardized
        return try JSONReader.read([UInt8](Data(contentsOf: path)))
    }

    /// All cases of a file.
    ///
    /// Fails if one is missing.
    static func cases(_ name: String) throws -> [Case] {
        let document = try document(name)
        let cases = try #require(document["cases"]?.array)
        #expect(cases.count == document["numberOfCases"]?.int && !cases.isEmpty)
        return try cases.map { try Case($0) }
    }

    /// The texts of a family in `samples.json`.
    static func samples(_ family: String) throws -> [[UInt8]] {
        try #require(document("samples.json")[family]?.array).map { Array(try #require($0.string).utf8) }
    }
}
