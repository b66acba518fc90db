internal import ArcaCore
import ArcaCrypto
import Testing

@Suite struct ChecksumLineTests {
    static let digest: [UInt8] = [0x58, 0x91, 0xb5, 0xb5]

    @Test(
        "parses the lines of GNU, BSD and OpenSSL tools",
        arguments: [
            ("5891b5b5  notes.txt", nil, "notes.txt"),
            ("5891b5b5 *notes.txt", nil, "notes.txt"),
            ("5891b5b5 notes.txt", nil, "notes.txt"),
            ("5891B5B5  notes.txt\r", nil, "notes.txt"),
            ("5891b5b5   two  spaces", nil, " two  spaces"),
            ("5891b5b5  (a)= b", nil, "(a)= b"),
            ("\\5891b5b5  a\\\\b\\nc\\rd", nil, "a\\b\nc\rd"),
            ("5891b5b5  a\\nb", nil, "a\\nb"),
            ("SHA256 (notes.txt) = 5891b5b5", "SHA256", "notes.txt"),
            ("SHA256 (a) = b) = 5891b5b5", "SHA256", "a) = b"),
            ("\\SHA512/256 (a\\nb) = 5891b5b5", "SHA512/256", "a\nb"),
            ("SHA2-256(notes.txt)= 5891b5b5", "SHA2-256", "notes.txt"),
            ("SHA3-256(a(1))= 5891b5b5", "SHA3-256", "a(1)"),
        ] as [(String, String?, String)])
    func readsEveryForm(line: String, algorithm: String?, name: String) throws {
        let parsed = try ChecksumLine(parsing: line.utf8)
        #expect(parsed.algorithmName == algorithm)
        #expect(parsed.fileName == Array(name.utf8))
        #expect(parsed.digest == Self.digest)
    }

    @Test(
        "rejects other lines and reports the offset",
        arguments: [
            ("", 0), ("notes.txt", 0), ("5891b5b5", 0), ("5891b5b5 ", 8), ("5891b5b5  ", 8), ("5891b5b5 *", 8),
            ("  notes.txt", 0),
            ("5891b5bx  notes.txt", 7), ("5891b5b  notes.txt", 7), ("SHA256 (notes.txt) = ", 21),
            ("SHA256 (notes.txt) = 58x1", 23), ("\\5891b5b5  a\\tb", 12), ("\\5891b5b5  a\\", 12),
        ])
    func refusesMalformedLine(line: String, offset: Int) {
        #expect(throws: CryptoError.code(.invalidFormat, at: offset)) { try ChecksumLine(parsing: line.utf8) }
    }

    @Test(
        "parses every line that it writes", arguments: ["notes.txt", " a", "a\\b", "a\nb", "a\rb", "a) = b", "*x", "é"])
    func readsItsOwnLines(name: String) throws {
        for style in [ChecksumLine.Style.gnu, .tagged] {
            let line = ChecksumLine(
                algorithmName: style == .tagged ? "SHA256" : nil, fileName: Array(name.utf8), digest: Self.digest)
            #expect(try ChecksumLine(parsing: line.bytes(style)) == line)
        }
    }

    @Test("writes names that are not UTF-8 unchanged, and escapes only on request")
    func writesNamesAsBytes() throws {
        let line = ChecksumLine(algorithmName: nil, fileName: [0xff, 0x5c, 0x0a], digest: Self.digest)
        #expect(line.bytes(.gnu) == Array("\\5891b5b5  ".utf8) + [0xff] + Array("\\\\\\n".utf8))
        #expect(line.bytes(.gnu, escapesName: false) == Array("5891b5b5  ".utf8) + [0xff, 0x5c, 0x0a])
    }

    @Test("skips comments, empty lines and the armor of a cleartext signature")
    func candidates() {
        func lines(_ text: String) -> [String] {
            ChecksumLine.candidates(in: text.utf8).lines.map {
                "\($0.number) \(String(decoding: $0.bytes, as: UTF8.self))"
            }
        }
        #expect(lines("# size: 5 bytes\n\n00  a\r\n\r\n11  b") == ["3 00  a", "5 11  b"])
        #expect(lines("00  a\nb\u{0}11  c\r\u{0}") == ["1 00  a\nb", "2 11  c\r"])
        let signed = """
            22  planted
            -----BEGIN PGP SIGNED MESSAGE-----
            Hash: SHA256

            # a.iso: 5 bytes
            SHA256 (a.iso) = 00
            - -----BEGIN PGP SIGNATURE-----
            -----BEGIN PGP SIGNATURE-----

            AAAA
            -----END PGP SIGNATURE-----
            33  planted
            """
        #expect(lines(signed) == ["6 SHA256 (a.iso) = 00", "7 -----BEGIN PGP SIGNATURE-----"])
        #expect(ChecksumLine.candidates(in: signed.utf8).isClearsigned)
        #expect(!ChecksumLine.candidates(in: "00  a".utf8).isClearsigned)
    }
}
