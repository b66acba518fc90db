internal import ArcaCore
internal import ArcaCompression
internal import ArcaTestSupport
internal import Foundation
import Testing

enum ContainerVectors {
    private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Vectors/containers")

    /// Calls `body` for each case in one of our own files, and checks their number.
    static func forEach(_ name: String, _ body: (JSONValue) throws -> Void) throws {
        let file = try JSONReader.read([UInt8](Data(contentsOf: folder.appendingPathComponent("\(name).json"))))
        let cases = try #require(file["cases"]?.array)
        #expect(file["format"]?.string == name)
        #expect(file["numberOfCases"]?.int == cases.count)
        #expect(!cases.isEmpty)
        for item in cases { try body(item) }
    }

    /// The cases of cryptography_vectors for C2SP chunked encryption.
    static func chunked() throws -> [JSONValue] {
        let packed = folder.appendingPathComponent("chunked-encryption.json.gz")
        let text = try Inflater.inflate([UInt8](Data(contentsOf: packed)))
        return try #require(JSONReader.read(text)["vectors"]?.array)
    }

    /// The plaintext of the generator.
    static func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: 7 * $0 + $0 / 256) } }
}

extension JSONValue {
    /// The bytes of a member in hexadecimal.
    func bytes(_ name: String) -> [UInt8]? { self[name]?.string.map { hex($0) } }
}
