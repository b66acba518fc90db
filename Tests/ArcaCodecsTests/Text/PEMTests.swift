internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import Testing

@Suite struct PEMTests {
    @Test("writes and reads the same text as OpenSSL", .enabled(if: Peer.has("openssl")))
    func opensslAgrees() throws {
        let key = try Peer.run(["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"])
        let blocks = try PEM.decode(key.text)
        #expect(blocks.map(\.label) == ["PRIVATE KEY"])
        #expect(PEM.encode(blocks) == key.text)
        #expect(
            blocks[0].bytes
                == (try Peer.run(["openssl", "pkcs8", "-topk8", "-nocrypt", "-outform", "DER"], input: key.output))
                .output)
        let old = try Peer.run(
            ["openssl", "rsa", "-traditional", "-aes128", "-passout", "pass:x"], input: key.output)
        #expect(throws: CodecError.code(.invalidSyntax, at: TextPosition(offset: 32, line: 2, column: 1))) {
            try PEM.decode(old.text)
        }
        let encrypted = try PEM.decode(old.text, options: .headers)
        #expect(encrypted[0].label == "RSA PRIVATE KEY")
        #expect(encrypted[0][header: "proc-type"] == "4,ENCRYPTED")
        #expect(encrypted[0][header: "DEK-Info"]?.hasPrefix("AES-128-CBC,") == true)
        #expect(PEM.encode(encrypted) == old.text)
        let text = try Peer.run(["openssl", "pkey", "-text"], input: key.output).text
        #expect(throws: CodecError.self) { try PEM.decode(text) }
        #expect(try PEM.decode(text, options: .surroundingText) == blocks)
    }

    @Test("decodes its own output, at every length")
    func decodingUndoes() throws {
        for count in 1...200 {
            let block = try PEMBlock(label: "A-B C", bytes: noise(count))
            #expect(try PEM.decode(PEM.encode([block])) == [block])
            let other = try PEMBlock(
                label: "X", headers: [.init(name: "Proc-Type", value: "4,ENCRYPTED"), .init(name: "A", value: "")],
                bytes: noise(3))
            let both = PEM.encode([block, other, block])
            #expect(try PEM.decode(both, options: .headers) == [block, other, block])
            #expect(try PEM.decode(both.replacing("\n", with: "\r\n"), options: .headers) == [block, other, block])
        }
        let empty = try PEMBlock(label: "", bytes: [])
        #expect(PEM.encode([empty]) == "-----BEGIN -----\n-----END -----\n")
        #expect(try PEM.decode(PEM.encode([empty]), options: .anyLines) == [empty])
        #expect(PEM.encode([]) == "")
    }

    @Test("reads the three line ends of RFC 7468, also mixed in a bundle")
    func lineEnds() throws {
        let block = try PEMBlock(label: "A", bytes: noise(100))
        let text = PEM.encode([block])
        let returns = text.replacing("\n", with: "\r")
        for joined in [returns, text + returns + text, returns + text, text.replacing("\n", with: "\r\n") + returns] {
            for options in [[], PEM.Options.lenient] {
                #expect(try PEM.decode(joined, options: options).allSatisfy { $0 == block })
            }
        }
    }

    @Test(
        "names what is wrong with a boundary",
        arguments: [
            ("-----BEGIN A-----\\naGk=\\n-----END A-----\\n", "in two characters"),
            ("-----BEGIN A----- aGk= -----END A-----", "two boundaries on one line"),
            ("-----BEGIN A----- aGk=\n-----END A-----\n", "data on the BEGIN line"),
            ("-----BEGIN A-----\naGk=\n-----END A---------BEGIN A-----\naGk=\n-----END A-----\n", "two boundaries"),
            ("-----BEGIN A----\naGk=\n-----END A----\n", "ends with 4 hyphens"),
            ("----BEGIN A-----\naGk=\n-----END A-----\n", "BEGIN line with 4 hyphens"),
            ("—--BEGIN A—--\naGk=\n—--END A—--\n", "typographic dashes"),
            ("-----BEGIN A–––––\naGk=\n-----END A-----\n", "other than ASCII"),
            ("-----BEGIN A-----\naGk=\n-----END B-----\n", "another label"),
            ("-----BEGIN A  B-----\naGk=\n-----END A  B-----\n", "invalid label"),
        ])
    func boundaries(text: String, reason: String) {
        for options in [[], PEM.Options.lenient] {
            let error = #expect(throws: CodecError.self) { try PEM.decode(text, options: options) }
            #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
            #expect(error?.message.contains("aGk") == false)
        }
    }

    @Test(
        "rejects damage with code and position",
        arguments: [
            ("", CodecError.Code.truncated, 0), ("aGk=\n", .invalidSyntax, 0),
            ("\n-----BEGIN A-----\naGk=\n-----END A-----\n", .invalidSyntax, 0),
            ("-----BEGIN A-----\naGk=\n", .truncated, 23),
            ("-----BEGIN A-----\naGk=\n-----END B-----\n", .invalidSyntax, 23),
            ("-----BEGIN A-----\naGk=\n-----END a-----\n", .invalidSyntax, 23),
            ("-----END A-----\n", .invalidSyntax, 0),
            ("-----BEGIN A-----\naGk=\n-----BEGIN A-----\n", .invalidSyntax, 23),
            ("-----BEGIN A-----\n-----END A-----\n", .invalidSyntax, 18),
            ("-----BEGIN A----\naGk=\n", .invalidSyntax, 0), ("-----BEGIN A----- \naGk=\n", .invalidSyntax, 0),
            ("-----BEGINA-----\n", .invalidSyntax, 0),
            ("-----BEGIN A  B-----\n", .invalidSyntax, 0), ("-----BEGIN  A-----\n", .invalidSyntax, 0),
            ("-----BEGIN A -----\n", .invalidSyntax, 0),
            ("-----BEGIN \u{e9}-----\n", .invalidSyntax, 0),
            ("-----BEGIN A-----\naGl=\n-----END A-----\n", .trailingBits, 20),
            ("-----BEGIN A-----\naGk\n-----END A-----\n", .missingPadding, 22),
            ("-----BEGIN A-----\n aGk=\n-----END A-----\n", .invalidCharacter, 18),
            ("-----BEGIN A-----\naG\nk=\n-----END A-----\n", .invalidSyntax, 21),
            ("-----BEGIN A-----\naGk=\n\n-----END A-----\n", .invalidSyntax, 23),
            ("-----BEGIN A-----\nX: y\n\naGk=\n-----END A-----\n", .invalidSyntax, 18),
            ("-----BEGIN A-----\naGk=\n-----END A-----\n\n", .invalidSyntax, 39),
            ("-----BEGIN A-----\naGk=\n-----END A-----x\n", .invalidSyntax, 23),
            (" -----BEGIN A-----\n", .invalidSyntax, 0),
        ])
    func damageIsLocated(text: String, code: CodecError.Code, offset: Int) {
        let expected = CodecError(code, at: TextPosition(offset: offset, in: text.utf8), "")
        #expect(failure { () throws(CodecError) in try PEM.decode(text) } == expected)
    }

    @Test("each option allows only its own deviation")
    func optionsAreSeparate() throws {
        let block = try PEMBlock(label: "A", bytes: [104, 105])
        let cases: [(PEM.Options, String)] = [
            (.surroundingText, "subject=x\n-----BEGIN A-----\naGk=\n-----END A-----\n-----BEGINNING\n\nend"),
            (.anyLines, "\n -----BEGIN A-----\t\n aG\n\nk= \n-----END A-----  \n\n"),
            (.missingPadding, "-----BEGIN A-----\naGk\n-----END A-----\n"),
        ]
        for (option, text) in cases {
            #expect(try PEM.decode(text, options: option) == [block])
            #expect(try PEM.decode(text, options: .lenient) == [block])
            #expect(throws: CodecError.self) { try PEM.decode(text) }
            #expect(throws: CodecError.self) { try PEM.decode(text, options: PEM.Options.lenient.subtracting(option)) }
        }
        let folded = "-----BEGIN A-----\nX: y\n  z\nW:\n\naGk=\n-----END A-----\n"
        let headers = [PEMBlock.Header(name: "X", value: "y z"), .init(name: "W", value: "")]
        #expect(
            try PEM.decode(folded, options: .headers) == [PEMBlock(label: "A", headers: headers, bytes: [104, 105])])
        #expect(throws: CodecError.self) { try PEM.decode(folded, options: [.anyLines, .surroundingText]) }
        for bad in ["X: y\naGk=\n", "X: y\n", ": y\n\naGk=\n", "a b: c\n\naGk=\n"] {
            #expect(throws: CodecError.self) {
                try PEM.decode("-----BEGIN A-----\n\(bad)-----END A-----\n", options: .lenient)
            }
        }
        #expect(throws: CodecError.self) { try PEM.decode("just text\n", options: .lenient) }
    }

    @Test("finds sections and decodes them into the caller's memory")
    func sectionsAreFound() throws {
        let text = "x\n-----BEGIN A-----\naGk=\n-----END A-----\ny"
        let sections = try PEM.find(in: text.utf8, options: .surroundingText)
        #expect(sections.map(\.range) == [2..<40])
        #expect(sections[0].label == "A")
        let bytes = try [UInt8](capacity: sections[0].maximumByteCount) { output throws(CodecError) in
            try sections[0].decode(from: text.utf8, into: &output)
        }
        #expect(bytes == [104, 105])
    }

    @Test("rejects labels and headers that could not be decoded again")
    func badPartsAreRefused() {
        for label in [" A", "A ", "A  B", "-A", "A--B", "é", "A\n"] {
            #expect(throws: CodecError.code(.invalidOption)) { try PEMBlock(label: label, bytes: []) }
        }
        for (name, value) in [
            ("", "x"), ("a b", "x"), ("a:", "x"), ("a", "x\ny"), ("a", " x"), ("a", "x "), ("é", "x"),
        ] {
            #expect(throws: CodecError.code(.invalidOption)) {
                try PEMBlock(label: "A", headers: [.init(name: name, value: value)], bytes: [])
            }
        }
    }
}
