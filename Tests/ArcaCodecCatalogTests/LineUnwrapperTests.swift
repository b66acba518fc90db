import ArcaCodecs
import ArcaCore
import ArcaTestSupport
import Testing

@testable import ArcaCodecCatalog

/// Wrapped text: any split gives the same result, and lines are accepted as coreutils write them.
@Suite struct LineUnwrapperTests {
    /// The output, or the position and reason of the error.
    private enum Outcome: Equatable {
        case bytes([UInt8])
        case error(TextPosition?, String)
    }

    private static func decode(_ text: [UInt8], cuts: [Int], columns: Int? = nil) throws -> Outcome {
        let stage = LineUnwrapper(TransformStream(Base64.standard.makeDecoder()), columns: columns)
        var result: [UInt8] = []
        do {
            var start = 0
            for cut in cuts + [text.count] {
                try stage.update(text[start..<cut].span) { result.append(contentsOf: $0) }
                start = cut
            }
            try stage.finish { result.append(contentsOf: $0) }
        } catch let error as CodecError {
            return .error(error.position, error.reason)
        }
        return .bytes(result)
    }

    /// Text of `count` symbols in lines of `columns`, with an optional final line end.
    private static func text(_ count: Int, columns: Int, hasEnd: Bool) -> [UInt8] {
        var text: [UInt8] = []
        for index in 0..<count {
            if index > 0, index % columns == 0 { text.append(0x0a) }
            text.append(UInt8(ascii: "A") + UInt8(index % 26))
        }
        return hasEnd && count > 0 ? text + [0x0a] : text
    }

    @Test("accepts one line of any length or lines of 76, and nothing else, for any split")
    func lines() throws {
        for count in stride(from: 0, through: 320, by: 4) {
            for columns in [4, 72, 76, 80, 1000] {
                for hasEnd in [false, true] {
                    let text = Self.text(count, columns: columns, hasEnd: hasEnd)
                    let whole = try Self.decode(text, cuts: [])
                    let isTaken = columns == 76 || count <= columns
                    if case .bytes(let bytes) = whole {
                        #expect(isTaken && bytes.count == count / 4 * 3, "\(count) in lines of \(columns)")
                    } else {
                        #expect(!isTaken, "\(count) in lines of \(columns)")
                    }
                    #expect(
                        try Self.decode(text, cuts: Array(0..<text.count)) == whole, "\(count) \(columns) \(hasEnd)")
                    for cut in stride(from: count % 7, to: text.count, by: 7) {
                        #expect(try Self.decode(text, cuts: [cut]) == whole, "\(count) \(columns) \(hasEnd) \(cut)")
                    }
                }
            }
        }
    }

    @Test("an error has its position for any split")
    func errors() throws {
        var random = Repeatable(76)
        for _ in 0..<400 {
            var text = Self.text(
                Int.random(in: 1...240, using: &random), columns: Bool.random(using: &random) ? 76 : 1000,
                hasEnd: Bool.random(using: &random))
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                text.insert(
                    [0x0a, 0x21, 0x3d].randomElement(using: &random) ?? 0,
                    at: text.indices.randomElement(using: &random) ?? 0)
            }
            for columns in [nil, 76, 20] {
                let whole = try Self.decode(text, cuts: [], columns: columns)
                #expect(try Self.decode(text, cuts: Array(text.indices), columns: columns) == whole, "\(text)")
                let cut = Int.random(in: 0...text.count, using: &random)
                #expect(try Self.decode(text, cuts: [cut], columns: columns) == whole, "\(text) \(cut)")
            }
        }
    }
}
