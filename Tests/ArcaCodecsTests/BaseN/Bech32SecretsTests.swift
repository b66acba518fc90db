import ArcaTestSupport
import Testing

@testable import ArcaCodecs
@testable import ArcaCore

/// The functions for secrets give the same results as the public ones, without a copy.
@Suite struct Bech32SecretsTests {
    private func encode(_ bytes: [UInt8], _ prefix: String) -> String {
        let text = [UInt8](capacity: Bech32.textByteCount(bytes.count, prefix: prefix)) { output in
            Bech32.encode(bytes.span, prefix: prefix, into: &output)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func decode(_ text: String) throws -> (prefix: String, bytes: [UInt8]) {
        var prefix = ""
        let text = Array(text.utf8)
        let bytes = try [UInt8](capacity: text.count) { output in prefix = try Bech32.decode(text.span, into: &output) }
        return (prefix, bytes)
    }

    @Test("encodes the same text as the public form, and decodes it", arguments: ["age", "ARCA-KEY-FILE-", "x1y"])
    func roundTrip(prefix: String) throws {
        var random = Repeatable(3)
        for count in 0...70 {
            let bytes = random.bytes(count)
            let text = encode(bytes, prefix)
            #expect(try text == Bech32.encode(bytes, prefix: prefix, maximumCount: nil))
            let found = try decode(text)
            #expect(found.prefix == prefix && found.bytes == bytes)
        }
    }

    @Test("rejects every changed symbol and appends nothing")
    func changed() throws {
        let text = encode([UInt8](0..<32), "key-")
        for place in text.indices {
            for other in "qp10zZ" where other != text[place] {
                var changed = text
                changed.replaceSubrange(place...place, with: String(other))
                var count = 0
                #expect(throws: CodecError.self, "\(changed)") {
                    let bytes = Array(changed.utf8)
                    _ = try [UInt8](capacity: bytes.count) { output in
                        defer { count = output.count }
                        _ = try Bech32.decode(bytes.span, into: &output)
                    }
                }
                #expect(count == 0)
            }
        }
    }
}
