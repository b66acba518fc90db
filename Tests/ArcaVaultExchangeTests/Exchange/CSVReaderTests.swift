internal import ArcaCore
import ArcaTestSupport
@testable import ArcaVault
@testable import ArcaVaultExchange
import Testing

@Suite("CSV")
struct CSVReaderTests {
    private static func read(_ text: String) throws -> [[String]] { try read(Array(text.utf8)) }

    private static func read(_ bytes: [UInt8]) throws -> [[String]] {
        var reader = try CSVReader(bytes.span)
        var records: [[String]] = []
        while let record = try reader.next(bytes.span) {
            records.append(record.fields.map { $0.text(bytes.span) ?? "?" })
        }
        return records
    }

    @Test(
        "Reads records of every shape",
        arguments: [
            ("", []), ("a", [["a"]]), ("a,b\n", [["a", "b"]]), ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
            ("\"a\",\"b\"", [["a", "b"]]), ("\"a\"\"b\"", [["a\"b"]]), ("\"\"", [[""]]), ("\"\"\"\"", [["\""]]),
            ("\"a\nb\",c\n", [["a\nb", "c"]]), ("\"a\r\nb\"\r\n", [["a\r\nb"]]), (",,", [["", "", ""]]),
            ("\n\na\n\n\nb\n\n", [["a"], ["b"]]), ("a, b ,c", [["a", " b ", "c"]]), ("\u{feff}a,b", [["a", "b"]]),
            ("ä,\u{1F600}", [["ä", "\u{1F600}"]]), ("a,\"b,c\"", [["a", "b,c"]]), ("=1+1,@x", [["=1+1", "@x"]]),
            ("\r\na", [["a"]]),
        ] as [(String, [[String]])])
    func records(text: String, expected: [[String]]) throws {
        #expect(try Self.read(text) == expected)
    }

    @Test(
        "Rejects malformed records with their offsets",
        arguments: [
            ("a\"b", 1, "line 1, column 2"), ("a,b\"", 3, "line 1, column 4"), ("x\n\"ab", 5, "line 2, column 1"),
            ("\"a\"b", 3, "line 1, column 4"), ("\"a\n\"b", 4, "line 2, column 2"), ("a\rb", 1, "line 1, column 2"),
            ("a\n\"b\"\r", 5, "line 2, column 4"), ("\r", 0, "line 1, column 1"), ("\"a\" ,b", 3, "line 1, column 4"),
        ])
    func faults(text: String, offset: Int, place: String) {
        do {
            _ = try Self.read(text)
            Issue.record("took \(text)")
        } catch {
            let error = VaultError(wrapping: error)
            #expect(error == VaultError.code(.malformed, at: offset), "\(error)")
            #expect(error.reason.contains(place), "\(error)")
        }
    }

    @Test("Limits the fields of a record and the bytes of a field, and names UTF-16")
    func limits() throws {
        let commas = [UInt8](repeating: UInt8(ascii: ","), count: CSVReader.largestFieldCount - 1)
        #expect(try Self.read(commas)[0].count == CSVReader.largestFieldCount)
        #expect(throws: VaultError.code(.malformed, at: commas.count + 1)) { try Self.read(commas + [0x2c]) }
        let long = [UInt8](repeating: 0x61, count: CSVReader.largestFieldByteCount)
        #expect(try Self.read(long)[0][0].utf8.count == long.count)
        #expect(throws: VaultError.code(.malformed, at: long.count + 1)) { try Self.read(long + [0x61]) }
        #expect(throws: VaultError.code(.unsupported, at: 0)) { try Self.read([0xff, 0xfe, 0x61, 0]) }
    }

    @Test("Reads its own output, as Python does")
    func roundTrip() throws {
        let rows = [
            ["", "a", "a,b", "a\"b"], ["\n", "\r\n", "\"\"", ","], ["=cmd()", "+1", "-1", "@x"],
            [" a ", "ä\u{1F600}", "\u{0}", "\t"],
        ]
        var writer = CSVWriter()
        for row in rows {
            for field in row { writer.write(field.utf8) }
            writer.endRecord()
        }
        #expect(try Self.read(writer.bytes) == rows)
        let script = """
            import csv, io, sys
            rows = list(csv.reader(io.StringIO(sys.stdin.buffer.read().decode(), newline=""), strict=True))
            out = io.StringIO(newline="")
            csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\\n").writerows(rows)
            sys.stdout.buffer.write(out.getvalue().encode())
            """
        let answer = try Peer.python(script, input: writer.bytes)
        #expect(answer.output == writer.bytes, "\(answer.errors)")
    }
}
