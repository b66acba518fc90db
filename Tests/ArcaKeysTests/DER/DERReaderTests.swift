internal import ArcaCore
internal import ArcaTestSupport
import ArcaKeys
import Testing

@Suite struct DERReaderTests {
    /// Reads one value with `body` and checks that nothing remains.
    private func read<Result>(
        _ text: String, _ body: (inout DERReader, Span<UInt8>) throws(KeyError) -> Result
    ) throws(KeyError) -> Result {
        let bytes = hex(text)
        var reader = DERReader(bytes.span)
        let result = try body(&reader, bytes.span)
        try reader.finish()
        return result
    }

    /// The offset of the error of `body`, or nil if it succeeds.
    private func offset<Result>(
        _ text: String, _ body: (inout DERReader, Span<UInt8>) throws(KeyError) -> Result
    ) -> Int? {
        do {
            _ = try read(text, body)
            return nil
        } catch {
            #expect(error.code == .malformed, "\(text)")
            return error.offset
        }
    }

    @Test("reads integers without the leading zero")
    func readsIntegers() throws {
        func integer(_ text: String) throws -> Range<Int> {
            try read(text) { (reader, bytes) throws(KeyError) in try reader.unsignedInteger(in: bytes) }
        }
        #expect(try integer("020100") == 2..<3)
        #expect(try integer("02017f") == 2..<3)
        #expect(try integer("02020080") == 3..<4)
        #expect(try integer("0203010001") == 2..<5)
        func small(_ text: String) throws -> Int {
            try read(text) { (reader, bytes) throws(KeyError) in try reader.smallInteger(in: bytes) }
        }
        #expect(try small("0203010001") == 65537)
        #expect(try small("02087fffffffffffffff") == .max)
    }

    @Test(
        "rejects integers that are negative, not minimal, empty or truncated",
        arguments: ["0201ff", "020180", "02020001", "0202007f", "0200", "02", "020201", "0282000100", "0281017f"])
    func refusesIntegers(text: String) {
        #expect(offset(text) { (reader, bytes) throws(KeyError) in try reader.unsignedInteger(in: bytes) } != nil)
    }

    @Test("rejects a number that does not fit")
    func refusesLargeNumber() {
        func fails(_ text: String) -> Bool {
            offset(text) { (reader, bytes) throws(KeyError) in try reader.smallInteger(in: bytes) } != nil
        }
        #expect(fails("0209008000000000000000"))
        #expect(fails("02090100000000000000" + "00"))
    }

    @Test(
        "rejects lengths that are indefinite, too long or not minimal",
        arguments: [
            "30800000", "30817f" + String(repeating: "00", count: 127),
            "308200ff" + String(repeating: "00", count: 255),
            "308501000000" + "00", "30ff", "3081", "308201", "3082ffff", "3084ffffffff", "3003020100" + "00",
        ])
    func refusesLengths(text: String) {
        #expect(offset(text) { (reader, bytes) throws(KeyError) in try reader.read(.sequence, in: bytes) } != nil)
    }

    @Test("accepts a length of two octets from 128 on, and no value that exceeds its parent")
    func readsLengths() throws {
        let long = "308180" + String(repeating: "05", count: 128)
        let content = try read(long) { (reader, bytes) throws(KeyError) in try reader.read(.sequence, in: bytes) }
        #expect(content == 3..<131)
        // The inner value claims 2 bytes, but the outer one has 1 left. The next byte belongs to neither.
        #expect(
            offset("3003020201" + "00") { (reader, bytes) throws(KeyError) in
                var inner = try reader.sequence(in: bytes)
                return try inner.unsignedInteger(in: bytes)
            } == 2)
    }

    @Test("reports the offset of an unexpected tag")
    func reportsTag() {
        #expect(offset("0401aa") { (reader, bytes) throws(KeyError) in try reader.unsignedInteger(in: bytes) } == 0)
        #expect(
            offset("3003" + "0401aa") { (reader, bytes) throws(KeyError) in
                var inner = try reader.sequence(in: bytes)
                return try inner.null(in: bytes)
            } == 2)
    }

    @Test("reads bit strings of whole bytes only, and NULL without content only")
    func readsBitStringsAndNull() throws {
        #expect(
            try read("030200aa") { (reader, bytes) throws(KeyError) in try reader.bitString(in: bytes) } == 3..<4)
        #expect(offset("030201aa") { (reader, bytes) throws(KeyError) in try reader.bitString(in: bytes) } == 0)
        #expect(offset("0300") { (reader, bytes) throws(KeyError) in try reader.bitString(in: bytes) } == 0)
        #expect(offset("050100") { (reader, bytes) throws(KeyError) in try reader.null(in: bytes) } == 0)
    }

    @Test("reads optional values if present, and skips unknown ones")
    func readsOptional() throws {
        let bytes = hex("0500" + "020105")
        var reader = DERReader(bytes.span)
        #expect(try reader.readIfPresent(.integer, in: bytes.span) == nil)
        #expect(try reader.skip(in: bytes.span) == 0..<2)
        #expect(try reader.readIfPresent(.integer, in: bytes.span) == 4..<5)
        #expect(reader.isAtEnd)
        #expect(throws: KeyError.self) { try reader.skip(in: bytes.span) }
    }

    @Test("reports the offset of trailing bytes")
    func refusesTrailingData() throws {
        #expect(offset("0500" + "00") { (reader, bytes) throws(KeyError) in try reader.null(in: bytes) } == 2)
    }

    @Test(
        "reads object identifiers and writes them with dots",
        arguments: [
            ("06092a864886f70d010101", "1.2.840.113549.1.1.1"), ("06032b6570", "1.3.101.112"),
            ("0603883703", "2.999.3"), ("060100", "0.0"), ("06014f", "1.39"), ("060150", "2.0"),
        ])
    func readsObjectIdentifiers(text: String, dotted: String) throws {
        let identifier = try read(text) { (reader, bytes) throws(KeyError) in
            try reader.objectIdentifier(in: bytes)
        }
        #expect(identifier.description == dotted)
        #expect(hexText(DERValue.objectIdentifier(identifier).encoded()) == text)
    }

    @Test(
        "rejects object identifiers that are empty, truncated, padded or too large",
        arguments: ["0600", "060180", "06028001", "060281", "060a81ffffffffffffffff7f"].dropLast(1)
            + ["060bffffffffffffffffffff7f", "0602" + "2a80"])
    func refusesObjectIdentifiers(text: String) {
        #expect(offset(text) { (reader, bytes) throws(KeyError) in try reader.objectIdentifier(in: bytes) } != nil)
    }

    @Test("every truncation and every modification of a structure is an error or a value, never a crash")
    func survivesDamage() throws {
        let bytes = hex("3018" + "020100" + "300d06092a864886f70d0101010500" + "040401020304")
        func walk(_ bytes: [UInt8]) throws(KeyError) {
            var reader = DERReader(bytes.span)
            var inner = try reader.sequence(in: bytes.span)
            try reader.finish()
            _ = try inner.smallInteger(in: bytes.span)
            var algorithm = try inner.sequence(in: bytes.span)
            _ = try algorithm.objectIdentifier(in: bytes.span)
            try algorithm.null(in: bytes.span)
            try algorithm.finish()
            _ = try inner.read(.octetString, in: bytes.span)
            try inner.finish()
        }
        try walk(bytes)
        for count in bytes.indices { #expect(throws: KeyError.self, "\(count)") { try walk(Array(bytes[..<count])) } }
        for index in bytes.indices {
            for value in UInt8.min ... .max {
                var changed = bytes
                changed[index] = value
                try? walk(changed)
            }
        }
    }
}
