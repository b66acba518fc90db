internal import ArcaCore
import ArcaCrypto
import Testing

@Suite struct PHCStringTests {
    static let salt = "AAECAwQFBgcICQoLDA0ODw"

    @Test("parses every part and writes the same text")
    func readsParts() throws {
        let text = "$arca-pattern$v=1$ln=17,rules=android,grid=3x3$\(Self.salt)$/+8A"
        let string = try PHCString(text)
        #expect(string.identifier == "arca-pattern")
        #expect(string.version == 1)
        #expect(string.parameters == [.init("ln", 17), .init("rules", "android"), .init("grid", "3x3")])
        #expect(string.salt == Array(0..<16))
        #expect(string.hash == [0xff, 0xef, 0x00])
        #expect(string.text == text && "\(string)" == text)
        let written = try PHCString(
            identifier: "arca-pattern", version: 1,
            parameters: [.init("ln", 17), .init("rules", "android"), .init("grid", "3x3")], salt: Array(0..<16),
            hash: [0xff, 0xef, 0x00])
        #expect(written == string)
    }

    @Test(
        "parses strings without optional parts",
        arguments: [
            "$x", "$x$v=0", "$x$a=b", "$x$v=3$a=b", "$x$AA", "$x$AA$AAA", "$x$v=1$AA", "$x$a=b$AA",
            "$12345678901234567890123456789012", "$x$v=1,w=2", "$x$a=A/+.-9",
        ])
    func readsPartialStrings(text: String) throws {
        let string = try PHCString(text)
        #expect(string.text == text)
        let again = try PHCString(
            identifier: string.identifier, version: string.version, parameters: string.parameters, salt: string.salt,
            hash: string.hash)
        #expect(again == string)
    }

    @Test(
        "rejects any other text and reports the offset",
        arguments: [
            ("", 0), ("x", 0), ("x$y", 0), (" $x", 0), ("$", 1), ("$$AA", 1), ("$X", 1), ("$scr_ypt", 4), ("$x y", 2),
            ("$123456789012345678901234567890123", 1), ("$é", 1), ("$x$", 3), ("$x$v=", 5), ("$x$v=01", 5),
            ("$x$v=-1", 5), ("$x$v=+1", 5), ("$x$v=1a", 5), ("$x$v=99999999999999999999", 5), ("$x$a=", 5),
            ("$x$a=1,", 7), ("$x$,a=1", 3), ("$x$a=1,b", 7), ("$x$=1", 3), ("$x$A=1", 3), ("$x$a_b=1", 4),
            ("$x$a=1,a=2", 7), ("$x$a=1,b=2,a=1", 11), ("$x$a=b=c", 6), ("$x$a=b c", 6), ("$x$a=b$", 7),
            ("$x$AA$", 6), ("$x$AA$AA$", 8), ("$x$AA$AA$AA", 8), ("$x$A", 4), ("$x$AB", 4), ("$x$AA==", 3),
            ("$x$AA$AA=", 8), ("$x$AA$A-AA", 7), ("$x$AA$A.AA", 7), ("$x$AA\n", 5), ("$x$AA$AAA\n", 9),
            ("$x$AA$AAB", 8),
            ("$x$a=1$b=2", 8), ("$x$a=1$v=2", 8),
        ])
    func refusesMalformedStrings(text: String, offset: Int) {
        #expect(throws: CryptoError.code(.invalidFormat, at: offset)) { try PHCString(text) }
    }

    @Test("rejects parts that would parse as other parts")
    func refusesPartsWithoutPlace() {
        func refuses(_ make: () throws -> PHCString, sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(sourceLocation: sourceLocation) {
                try make()
            } throws: { error in
                (error as? CryptoError)?.code == .invalidFormat
            }
        }
        refuses { try PHCString(identifier: "x", hash: [1]) }
        refuses { try PHCString(identifier: "x", salt: []) }
        refuses { try PHCString(identifier: "x", salt: [1], hash: []) }
        refuses { try PHCString(identifier: "x$AA") }
        refuses { try PHCString(identifier: "", salt: [1]) }
        refuses { try PHCString(identifier: "x", version: -1) }
        refuses { try PHCString(identifier: "x", parameters: [.init("v", 1)]) }
        refuses { try PHCString(identifier: "x", parameters: [.init("a", "1,b=2")]) }
        refuses { try PHCString(identifier: "x", parameters: [.init("a", "1$AA")]) }
        refuses { try PHCString(identifier: "x", parameters: [.init("a", "")]) }
    }

    @Test("returns parameters as numbers if names and order match")
    func tellsNumbers() throws {
        let string = try PHCString("$scrypt$ln=17,r=8,p=0$\(Self.salt)")
        #expect(try string.numbers(["ln", "r", "p"]) == [17, 8, 0])
    }

    @Test(
        "reports a parameter that is unknown, missing, out of order or not a number",
        arguments: [
            ("$x$ln=17,r=8$AA", 13), ("$x$ln=17,p=1,r=8$AA", 9), ("$x$ln=17,r=8,p=1,q=1$AA", 17),
            ("$x$ln=017,r=8,p=1$AA", 6), ("$x$ln=17,r=8,p=-1$AA", 15), ("$x$ln=17,r=8,p=1.0$AA", 15),
            ("$x$ln=17,r=99999999999999999999,p=1$AA", 11), ("$x$AA", 3), ("$x", 2), ("$x$ln=17,r=8", 12),
        ])
    func refusesOtherParameters(text: String, offset: Int) throws {
        let string = try PHCString(text)
        #expect(throws: CryptoError.code(.invalidFormat, at: offset)) { try string.numbers(["ln", "r", "p"]) }
    }
}
