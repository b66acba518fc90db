import ArcaCore
import ArcaVectors
import Testing

/// Excerpts of the files named in the titles.
@Suite struct CAVPFileTests {
    @Test("reads cases by COUNT, with the mode in brackets (ECBGFSbox128.rsp)", arguments: ["\n", "\r\n"])
    func modes(lineEnd: String) throws {
        let file = try read(
            """
            # CAVS 11.1
            # Key Length : 128

            [ENCRYPT]

            COUNT = 0
            KEY = 00
            PLAINTEXT = f34481ec3cc627bacd5dc3fb08f273e6

            COUNT = 1
            KEY = 01
            PLAINTEXT =

            [DECRYPT]

            COUNT = 0
            KEY= 02
            """, lineEnd: lineEnd)
        #expect(file.header == ["CAVS 11.1", "Key Length : 128"])
        #expect(file.cases.map(\.modes) == [["ENCRYPT"], ["ENCRYPT"], ["DECRYPT"]])
        #expect(file.cases.map { $0["KEY"] } == ["00", "01", "02"])
        #expect(file.cases.map(\.line) == [6, 10, 16])
        #expect(file.cases.map(\.number) == [1, 2, 3])
        #expect(file.cases[1]["PLAINTEXT"] == "")
        #expect(file.cases[1]["CIPHERTEXT"] == nil)
        #expect(file.cases[0]["PLAINTEXT"]?.hasPrefix("f34481") == true)
        #expect(file.cases[0].parameters.isEmpty)
        #expect(file.cases[0].fields.map(\.name) == ["COUNT", "KEY", "PLAINTEXT"])
    }

    @Test("applies parameters in brackets until they are repeated (gcmDecrypt128.rsp)")
    func stickyParameters() throws {
        let file = try read(
            """
            [Keylen = 128]
            [IVlen = 96]
            [PTlen = 0]

            Count = 0
            Tag = 72ac8493e3a5228b5d130a69d2510e42
            PT =

            Count = 1
            Tag = a2be08210d8c470a8df6e8fbd79ec5cf
            FAIL

            [PTlen = 104]

            Count = 0
            PT = 01
            """)
        #expect(file.cases.map { $0["PTlen"] } == ["0", "0", "104"])
        #expect(file.cases.map { $0["Keylen"] } == ["128", "128", "128"])
        #expect(file.cases.map(\.marks) == [[], ["FAIL"], []])
        #expect(file.cases[2]["IVlen"] == "96")
    }

    @Test("shares lines before a case until they change (VADT128.rsp)")
    func sharedLines() throws {
        let file = try read(
            """
            Plen = 24

            [Alen = 0]

            Key = d24a
            Nonce = f110

            Count = 0
            Adata = 00

            Count = 1
            Adata = 00

            [Alen = 1]

            Key = 08b0

            Count = 10
            Adata = f8
            """)
        #expect(file.cases.map { $0["Key"] } == ["d24a", "d24a", "08b0"])
        #expect(file.cases.map { $0["Nonce"] } == ["f110", "f110", "f110"])
        #expect(file.cases.map { $0["Plen"] } == ["24", "24", "24"])
        #expect(file.cases.map { $0["Alen"] } == ["0", "0", "1"])
        #expect(file.cases[0].fields.map(\.name) == ["Count", "Adata"])
    }

    @Test("reads several parameters in one bracket, and a result as a field (DVPT128.rsp)")
    func sharedBracket() throws {
        let file = try read(
            """
            [Alen = 0, Plen = 0, Nlen = 7, Tlen = 4]

            Key = 4ae7

            Count = 0
            Result = Pass
            Payload = 00

            Count = 1
            Result = Fail (2 - CT changed)
            """)
        #expect(file.cases[0].parameters.map(\.name) == ["Alen", "Plen", "Nlen", "Tlen", "Key"])
        #expect(file.cases.map { $0["Result"] } == ["Pass", "Fail (2 - CT changed)"])
        #expect(file.cases[1]["Nlen"] == "7")
    }

    @Test("starts a case at the most frequent name if there is no COUNT (SHA256ShortMsg.rsp)")
    func casesWithoutCount() throws {
        let file = try read(
            """
            [L = 32]

            Len = 0
            Msg = 00
            MD = e3b0

            Len = 8
            Msg = d3
            MD = 2896
            """)
        #expect(file.cases.map { $0["Len"] } == ["0", "8"])
        #expect(file.cases.map { $0["L"] } == ["32", "32"])
    }

    @Test("ends a case at a shared line in the middle (SigGen15_186-3.rsp)")
    func changingSharedLines() throws {
        let file = try read(
            """
            [mod = 2048]

            n = c5
            e = 49

            SHAAlg = SHA224
            Msg = 74
            S = 27

            SHAAlg = SHA256
            Msg = d7
            S = 6b

            n = a7
            e = 10

            SHAAlg = SHA224
            Msg = e5
            S = 84
            """)
        #expect(file.cases.map { $0["n"] } == ["c5", "c5", "a7"])
        #expect(file.cases.map { $0["e"] } == ["49", "49", "10"])
        #expect(file.cases.map { $0.fields.count } == [3, 3, 3])
    }

    @Test("does not end a case at an empty line inside it (rfc-5869-HKDF-SHA256.txt)")
    func emptyLines() throws {
        let file = try read(
            """
            # A.1.  Test Case 1

            COUNT = 1

            Hash = SHA-256
            salt =

            OKM  = 3cb2

            # A.2.  Test Case 2

            COUNT = 2

            Hash = SHA-256
            OKM = b11e
            """)
        #expect(file.cases.count == 2)
        #expect(file.cases[0]["OKM"] == "3cb2")
        #expect(file.cases[0]["salt"] == "")
        #expect(file.header == ["A.1.  Test Case 1"])
        #expect(file.cases[1].comments == ["A.2.  Test Case 2"])
    }

    @Test("keeps comments with their case (rfc-2202-md5.txt)")
    func comments() throws {
        let file = try read(
            """
            # 2. Test Cases

            Len = 64
            Key = 0b
            # "Hi There"
            Msg = 48

            # the next
            Len = 224
            Key = 4a
            Msg = 77
            """)
        #expect(file.cases.map(\.comments) == [["\"Hi There\""], ["the next"]])
    }

    @Test("combines consecutive modes in brackets")
    func severalModes() throws {
        let file = try read("[KWP]\n[ENCRYPT]\nCOUNT = 0\nK = 1\n[DECRYPT]\nCOUNT = 0\nK = 2")
        #expect(file.cases.map(\.modes) == [["KWP", "ENCRYPT"], ["DECRYPT"]])
    }

    @Test("reads an empty file without cases")
    func emptyFile() throws {
        #expect(try read("").cases.isEmpty)
        #expect(try read("# nothing\n\n").header == ["nothing"])
        #expect(try read("[ENCRYPT]\n").cases.isEmpty)
    }

    @Test(
        "rejects an invalid line with its position",
        arguments: [
            ("COUNT = 0\nnonsense\n", 2, 1), ("COUNT = 0\n  FAILED\n", 2, 3), ("COUNT = 0\n= 5\n", 2, 1),
            ("[ENCRYPT\nCOUNT = 0\n", 1, 9), ("[]\n", 1, 2), ("[a = 1,]\n", 1, 8), ("FAIL\nCOUNT = 0\n", 1, 1),
            ("[ENCRYPT] x\n", 1, 12),
        ])
    func invalidLines(text: String, line: Int, column: Int) {
        expectError(.invalidSyntax, line: line, column: column) { () throws(CodecError) in
            _ = try CAVPFile(text.utf8)
        }
    }

    @Test("renames a repeated field with a number")
    func repeated() throws {
        let file = try read("COUNT = 0\nKEY = 1\nKEY = 2\nKEY length = 3\nKEY = 4\n")
        #expect(file.cases[0].fields.map(\.name) == ["COUNT", "KEY", "KEY 2", "KEY length", "KEY 3"])
    }

    @Test("requires UTF-8 in fields, but not in comments")
    func charsets() throws {
        expectError(.invalidUTF8, line: 1, column: 7) { () throws(CodecError) in
            _ = try CAVPFile(Array("KEY = ".utf8) + [0xff])
        }
        #expect(try CAVPFile([0x23, 0xff, 0x0a]).header.count == 1)
    }

    private func read(_ text: String, lineEnd: String = "\n") throws -> CAVPFile {
        try CAVPFile(
            Array(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd).utf8))
    }

    private func expectError(
        _ code: CodecError.Code, line: Int, column: Int, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws(CodecError) -> Void
    ) {
        do throws(CodecError) {
            try body()
            Issue.record("no error", sourceLocation: sourceLocation)
        } catch {
            #expect(error.code == code, sourceLocation: sourceLocation)
            #expect(error.position?.line == line, sourceLocation: sourceLocation)
            #expect(error.position?.column == column, sourceLocation: sourceLocation)
        }
    }
}
