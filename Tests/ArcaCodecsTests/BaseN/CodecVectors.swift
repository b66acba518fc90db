import ArcaCodecs
import ArcaCore
import Foundation
import Testing

/// A test case in a file in `Vectors/codecs` (see its SOURCE.md).
struct CodecVector {
    let id: String
    let form: String
    let allow: DecodingOptions
    let input: [UInt8]
    let output: [UInt8]?
    let isCanonical: Bool
    let error: CodecError?

    /// Reads all cases of a codec's file, and checks that none is missing and every field is known.
    static func read(_ codec: String) throws -> [CodecVector] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let path = folder.appendingPathComponent("../../../Vectors/codecs/\(codec).json").standardized
        let document = try JSONReader.read([UInt8](Data(contentsOf: path)))
        #expect(document["schema"]?.int == 1)
        #expect(document["codec"]?.string == codec)
        let cases = try #require(document["cases"]?.array)
        #expect(cases.count == document["numberOfCases"]?.int && !cases.isEmpty)
        return try cases.map { try CodecVector($0) }
    }

    private init(_ value: JSONValue) throws {
        let known = [
            "id", "form", "allow", "comment", "input", "inputHex", "result", "output", "canonical", "code", "offset",
            "line", "column",
        ]
        id = try #require(value["id"]?.string)
        for name in value.object?.names ?? [] { #expect(known.contains(name), "\(id): unknown field \(name)") }
        form = try #require(value["form"]?.string)
        var options: DecodingOptions = []
        for name in value["allow"]?.array ?? [] {
            options.formUnion(try #require(CodecVector.options[name.string ?? ""], "\(id)"))
        }
        allow = options
        if let text = value["input"]?.string {
            input = Array(text.utf8)
        } else {
            input = try Base16.standard.decode(try #require(value["inputHex"]?.string))
        }
        isCanonical = value["canonical"]?.bool ?? true
        switch value["result"]?.string {
        case "accept":
            output = try Base16.standard.decode(try #require(value["output"]?.string))
            error = nil
        default:
            #expect(value["result"]?.string == "reject")
            output = nil
            let code = try #require(value["code"]?.string)
            var position: TextPosition?
            if let offset = value["offset"]?.int {
                position = TextPosition(
                    offset: offset, line: try #require(value["line"]?.int), column: try #require(value["column"]?.int))
            }
            error = CodecError(try #require(CodecVector.codes[code], "\(code)"), at: position, "")
        }
    }

    private static let options: [String: DecodingOptions] = [
        "whitespace": .whitespace, "letterCase": .letterCase, "missingPadding": .missingPadding,
        "mixedAlphabets": .mixedAlphabets, "trailingBits": .trailingBits,
        "expandedGroups": .expandedGroups, "longLines": .longLines, "rawBytes": .rawBytes,
        "invalidEscapes": .invalidEscapes,
    ]

    private static let codes: [String: CodecError.Code] = {
        let all: [CodecError.Code] = [
            .invalidCharacter, .invalidLength, .missingPadding, .surplusPadding, .invalidPadding, .trailingBits,
            .trailingData, .overflow, .checksumMismatch, .invalidSyntax, .invalidUTF8, .truncated, .limitExceeded,
            .unencodable, .invalidOption, .unsupported,
        ]
        return Dictionary(uniqueKeysWithValues: all.map { ($0.description, $0) })
    }()

    /// Checks a case: output or error, canonical text, and the same results from a stream split in the middle.
    func check(_ codec: some StreamingTextCodec) {
        checkOneShot(codec)
        let whole = decodeInPieces(codec.allowing(allow).makeDecoder(), input, cuts: [])
        #expect(whole.error == error, "\(id)")
        #expect(error != nil || whole.bytes == output, "\(id)")
        for cut in stride(from: 0, through: input.count, by: max(1, input.count / 7)) {
            let split = decodeInPieces(codec.allowing(allow).makeDecoder(), input, cuts: [cut])
            #expect(split.error == error && split.bytes == whole.bytes, "\(id) cut at \(cut)")
        }
    }

    /// Checks a case for a codec without a streaming form.
    func checkOneShot(_ codec: some TextCodec) {
        do throws(CodecError) {
            let bytes = try codec.allowing(allow).decode(input)
            #expect(bytes == output, "\(id): decoded, expected \(String(describing: error))")
            if isCanonical {
                #expect((try? codec.encodeToBytes(bytes)) == input, "\(id): encoding gives another text")
            }
        } catch let caught {
            #expect(caught == error, "\(id): \(caught)")
        }
    }
}
