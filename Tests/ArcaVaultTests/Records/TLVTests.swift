import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@testable import ArcaVault

@Suite("Fields of a record")
struct TLVTests {
    /// The fields of a record up to the first error.
    static func read(_ bytes: [UInt8], lists: [UInt8] = []) throws -> [(UInt8, [UInt8])] {
        var reader = TLVReader(lists: lists)
        var found: [(UInt8, [UInt8])] = []
        let span = bytes.span
        while let (number, field) = try reader.next(span) {
            var value = field
            found.append((number, [UInt8](bytes: span.extracting(try value.take(value.byteCount)))))
        }
        return found
    }

    @Test("consist of number, length and value, of any length")
    func roundTrip() throws {
        for count in [0, 1, 127, 128, 16_383, 16_384, 1_572_000] {
            let value = [UInt8](repeating: 7, count: count)
            var writer = TLVWriter()
            writer.add(1, [1, 2])
            writer.add(9, value)
            writer.add(9, [3], SecretBytes(copying: [4, 5]))
            let padded = writer.padded()
            #expect(padded.count == LengthBuckets.bucket(forContent: writer.byteCount))
            let bytes = [UInt8](bytes: writer.unpadded())
            #expect(bytes.count == writer.byteCount)
            #expect([UInt8](bytes: padded)[..<bytes.count] == bytes[...])
            let found = try Self.read(bytes, lists: [9])
            #expect(found.map(\.0) == [1, 9, 9])
            #expect(found.map(\.1) == [[1, 2], value, [3, 4, 5]])
        }
    }

    @Test("have the bytes given in the format document")
    func bytes() {
        var writer = TLVWriter()
        writer.add(2, 0x0102 as UInt16)
        writer.add(3, Vault.Timestamp(milliseconds: -1))
        writer.add(4, [UInt8](repeating: 9, count: 130))
        writer.addUnlessEmpty(5, "")
        let expected = hex("0202010203 08ffffffffffffffff 048201".filter { $0 != " " })
        #expect([UInt8](bytes: writer.unpadded()) == expected + [UInt8](repeating: 9, count: 130))
    }

    @Test(
        "are rejected out of order, truncated, repeated or with a non-minimal length",
        arguments: [
            "02000100", "01000100", "0102ff", "01", "0180", "018000", "01ff8000", "0180808001", "01808080808001",
        ])
    func refusals(text: String) {
        #expect(throws: VaultError.self) { try Self.read(hex(text), lists: [3]) }
    }

    @Test("give only whole values of their type")
    func values() throws {
        let record = hex("00000002c3a9")
        #expect(try reading(record) { value, span in try value.prefixedText(span) } == "é")
        #expect(throws: VaultError.code(.tampered, at: 4)) {
            try reading(hex("00000002c328")) { value, span in try value.prefixedText(span) }
        }
        #expect(throws: VaultError.code(.tampered, at: 4)) {
            try reading(hex("000000ff41")) { value, span in try value.prefixedText(span) }
        }
        #expect(throws: VaultError.code(.tampered, at: 0)) {
            try reading([1, 2, 3]) { value, span in try value.number(span, as: UInt32.self) }
        }
        #expect(throws: VaultError.code(.tampered, at: 2)) {
            try reading([1, 2, 3]) { value, span in
                _ = try value.number(span, as: UInt16.self)
                try value.finish()
            }
        }
    }

    private func reading<Result>(
        _ bytes: [UInt8], _ body: (inout FieldReader, Span<UInt8>) throws -> Result
    ) throws -> Result {
        var value = FieldReader(0, bytes.count)
        return try body(&value, bytes.span)
    }
}
