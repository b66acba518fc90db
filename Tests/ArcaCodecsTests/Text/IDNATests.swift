@testable import ArcaCodecs
@testable import ArcaCore
import ArcaTestSupport
import Testing

/// Compares domain names with Node's ICU and with Python's idna package.
@Suite struct IDNATests {
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(
        "maps, composes and encodes",
        arguments: [
            ("Bücher.example", "xn--bcher-kva.example"), ("BU\u{308}CHER。DE", "xn--bcher-kva.de"),
            ("example", "example"),
            ("faß.de", "xn--fa-hia.de"), ("ﬁle．com", "file.com"), ("ＡＢＣ｡ｊｐ.", "abc.jp."),
            ("日本語。ＪＰ", "xn--wgv71a119e.jp"),
            ("☃.net", "xn--n3h.net"), ("xn--BCHER-kva.de", "xn--bcher-kva.de"), ("a\u{ad}b.de", "ab.de"),
            ("نامه\u{200c}ای.com", "xn--mgba3gch31f060k.com"), ("क्\u{200d}ष.in", "xn--11b2ezcw70k.in"),
            ("한국.kr", "xn--3e0b707e.kr"),
            ("\u{1112}\u{1161}\u{11ab}국.kr", "xn--3e0b707e.kr"), ("ệ.vn", "xn--qlg.vn"),
            ("e\u{302}\u{323}.vn", "xn--qlg.vn"),
            ("אבג.com", "xn--4dbcd.com"),
        ])
    func encoding(domain: String, encoded: String) throws {
        #expect(Self.text(try IDNA.encode(domain.utf8)) == encoded)
        #expect(Self.text(try IDNA.encode(try IDNA.decode(encoded.utf8))) == encoded)
    }

    @Test(
        "accepts hyphens and underscores where browsers do",
        arguments: [
            ("r2---sn-x.example", "r2---sn-x.example"), ("_dmarc.bücher.example", "_dmarc.xn--bcher-kva.example"),
            ("-a.de", "-a.de"), ("b.a-", "b.a-"), ("ab--c", "ab--c"), ("a_b.de", "a_b.de"), ("ä--b", "xn----b-pla"),
            ("_443._tcp.EXAMPLE", "_443._tcp.example"), ("a*b.de", "a*b.de"),
        ])
    func browserNames(domain: String, encoded: String) throws {
        #expect(Self.text(try IDNA.encode(domain.utf8)) == encoded)
        #expect(Self.text(try IDNA.encode(try IDNA.decode(encoded.utf8))) == encoded)
    }

    @Test("decodes its own output; lenient decoding maps first")
    func decoding() throws {
        #expect(Self.text(try IDNA.decode("xn--bcher-kva.example".utf8)) == "bücher.example")
        #expect(Self.text(try IDNA.decode("XN--BCHER-KVA.Example".utf8, strictness: .lenient)) == "bücher.example")
        #expect(Self.text(try IDNA.decode("Bücher。DE".utf8, strictness: .lenient)) == "bücher.de")
    }

    @Test(
        "rejects invalid domain names with position",
        arguments: [
            ("", CodecErrorCode.unencodable, 0), ("a..b", .unencodable, 2), (".a", .unencodable, 0),
            ("a b.de", .unencodable, 0), ("a/b.de", .unencodable, 0), ("a.b:1", .unencodable, 2),
            ("a%41.de", .unencodable, 0), ("a@b", .unencodable, 0), ("xn--xn---epa", .unencodable, 0),
            ("\u{301}a.de", .unencodable, 0), ("a.\u{80}", .unencodable, 2), ("a\u{200d}b", .unencodable, 0),
            ("x.aא", .unencodable, 2),
            ("xn--", .unencodable, 0), ("xn--abc-", .unencodable, 0), ("xn--a", .unencodable, 0),
            ("a.xn--ü", .unencodable, 2),
            (String(repeating: "a", count: 64) + ".de", .limitExceeded, 0), ("1א.com", .unencodable, 0),
            ("a.\u{378}", .unencodable, 2), ("xn--0.pt", .truncated, 0),
        ])
    func strictEncoding(domain: String, code: CodecErrorCode, offset: Int) {
        let error = #expect(throws: CodecError.self, "\(domain)") { try IDNA.encode(domain.utf8) }
        #expect(
            error?.position?.offset == offset && (error?.code == code || domain.hasPrefix("xn--")),
            "\(domain): \(String(describing: error))")
    }

    @Test(
        "rejects text that encoding does not write",
        arguments: [
            ("Example", CodecErrorCode.invalidCharacter, 0), ("a.bücher", .invalidCharacter, 3),
            ("xn--bcher-kvA", .invalidCharacter, 12),
            ("xn--fa-.de", .invalidSyntax, 0), ("xn--a-ecp.ru", .invalidSyntax, 0),
            ("xn--4ca0bs-.de", .invalidSyntax, 0),
        ])
    func strictDecoding(domain: String, code: CodecErrorCode, offset: Int) {
        let error = #expect(throws: CodecError.self, "\(domain)") { try IDNA.decode(domain.utf8) }
        #expect(error?.position?.offset == offset, "\(domain): \(String(describing: error))")
    }

    @Test("accepts at most 253 characters, and 16 KiB before mapping")
    func lengths() throws {
        let label = String(repeating: "a", count: 63)
        let longest = "\(label).\(label).\(label)." + String(repeating: "b", count: 61)
        #expect(try IDNA.encode(longest.utf8).count == 253)
        #expect(try IDNA.encode((longest + ".").utf8).count == 254)
        #expect(throws: CodecError.code(.limitExceeded)) { try IDNA.encode((longest + "b").utf8) }
        #expect(throws: CodecError.code(.limitExceeded)) { try IDNA.encode([UInt8](repeating: 0x61, count: 16_385)) }
        #expect(throws: CodecError.code(.invalidUTF8)) { try IDNA.encode([0x61, 0xff]) }
    }

    /// The result for each code point between letters in Python's idna package, or nothing.
    @Test("maps every code point like Python's idna package", .enabled(if: Peer.hasPython(module: "idna")))
    func everyCodePoint() throws {
        let script = """
            import bisect, sys
            from idna import uts46data
            if uts46data.__version__ != "17.0.0": sys.exit(0)
            table = uts46data.uts46data
            for code in range(0x80, 0x110000):
                if 0xd800 <= code < 0xe000: continue
                row = table[code if code < 256 else bisect.bisect_left(table, (code, "Z")) - 1]
                kind = row[1]
                print("%x %s" % (code, {"V": "v", "D": "v", "I": "-", "X": "x"}.get(kind) or ",".join("%x" % ord(c) for c in row[2])))
            """
        let lines = try Peer.python(script).lines
        var wrong: [String] = []
        for line in lines {
            let parts = line.split(separator: " ")
            let code = UInt32(parts[0], radix: 16) ?? 0
            let expected: IDNATables.Status
            switch parts[1] {
            case "v": expected = .valid
            case "-": expected = .ignored
            case "x": expected = .disallowed
            default: expected = .mapped(parts[1].split(separator: ",").compactMap { UInt32($0, radix: 16) })
            }
            if IDNATables.status(of: code) != expected { wrong.append(String(line)) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
        #expect(lines.isEmpty || lines.count == 0x110000 - 0x80 - 0x800)
    }

    @Test("composes, orders and determines directions like Python, for the code points it knows")
    func unicodeData() throws {
        let script = """
            import unicodedata
            for code in range(0x80, 0x30000):
                c = chr(code)
                if 0xd800 <= code < 0xe000 or unicodedata.category(c) == "Cn": continue
                nfd = unicodedata.normalize("NFD", c)
                if unicodedata.normalize("NFC", nfd) == c and nfd != c and not 0xac00 <= code < 0xd7a4:
                    print("n", "%x" % code, ",".join("%x" % ord(x) for x in nfd))
                print("b", "%x" % code, unicodedata.bidirectional(c))
            """
        let letters = [
            "R": "R", "AL": "A", "AN": "N", "EN": "E", "ES": "S", "CS": "C", "ET": "T", "ON": "O", "BN": "B",
            "NSM": "M", "L": "L",
        ]
        var (wrong, count): ([String], Int) = ([], 0)
        for line in try Peer.python(script).lines {
            let parts = line.split(separator: " ").map(String.init)
            let code = UInt32(parts[1], radix: 16) ?? 0
            count += 1
            if parts[0] == "n" {
                let decomposed = parts[2].split(separator: ",").compactMap { UInt32($0, radix: 16) }
                if IDNATables.normalized(decomposed) != [code] { wrong.append(String(line)) }
            } else if IDNATables.direction(of: code) != Array((letters[parts[2]] ?? "X").utf8)[0] {
                wrong.append(String(line))
            }
        }
        // Unicode occasionally changes a direction.
        #expect(count > 100_000 && wrong.count < 40, "\(wrong.count): \(wrong.prefix(20))")
        #expect(IDNATables.normalized([0x1112, 0x1161, 0x11ab]) == [0xd55c])
    }

    @Test("encodes random domain names like Node's ICU, or rejects them", .enabled(if: Peer.has("node")))
    func node() throws {
        var random = Repeatable(46)
        let pools = [
            "abcxyz-", "ÄöüßéÊñŁž", "αΒγΔς", "жЯдЪё", "אבגדה", "ابتثج٣", "一二日本語。", "かなカナー・", "한국어",
            "e\u{301}\u{323}\u{200c}\u{200d}्क्ष",
        ]
        var domains: [String] = []
        for _ in 0..<600 {
            var domain = ""
            for _ in 0..<1 + Int(random.bytes(1)[0]) % 3 {
                if !domain.isEmpty { domain += "." }
                let pool = Array(pools[Int(random.bytes(1)[0]) % pools.count].unicodeScalars)
                for byte in random.bytes(1 + Int(random.bytes(1)[0]) % 8) {
                    domain.unicodeScalars.append(pool[Int(byte) % pool.count])
                }
            }
            domains.append(domain)
        }
        let script =
            "const u=require('url');for(const l of require('fs').readFileSync(0,'utf8').split('\\n'))console.log(u.domainToASCII(l))"
        let answer = try Peer.run(["node", "-e", script], input: Array(domains.joined(separator: "\n").utf8))
        let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
        var (same, stricter) = (0, 0)
        for (domain, theirs) in zip(domains, lines) {
            let ours = (try? IDNA.encode(domain.utf8)).map(Self.text)
            // Node does not check hyphens, directions or empty labels, and only some joiners.
            let mayDiffer =
                domain.unicodeScalars.contains { "אבגדהابتثج٣-\u{200c}\u{200d}".unicodeScalars.contains($0) }
                || theirs.contains("..")
                || theirs.hasPrefix(".")
            if ours == nil, !theirs.isEmpty {
                stricter += 1
                #expect(mayDiffer, "\(domain): \(theirs)")
            } else {
                #expect(ours ?? "" == String(theirs), "\(domain)")
                same += 1
            }
        }
        #expect(same > 400, "\(same) of \(domains.count), \(stricter) stricter")
    }

    @Test("checks directions like Python's idna package", .enabled(if: Peer.hasPython(module: "idna")))
    func directions() throws {
        var random = Repeatable(5893)
        let pool = Array("abגדتج12٣٤,+.%$é\u{301}\u{5b0}中".unicodeScalars)
        let labels = (0..<3_000).map { _ in
            random.bytes(1 + Int(random.bytes(1)[0]) % 6).map { pool[Int($0) % pool.count].value }
        }
        let script = """
            import sys, idna
            for line in sys.stdin.read().split("\\n"):
                try: idna.core.check_bidi("".join(chr(int(c, 16)) for c in line.split())); print(1)
                except idna.IDNAError: print(0)
            """
        let input = labels.map { label in label.map { String($0, radix: 16) }.joined(separator: " ") }
        let answers = try Peer.python(script, input: Array(input.joined(separator: "\n").utf8)).lines
        var refused = 0
        for (label, answer) in zip(labels, answers) {
            let isBidirectional = label.contains { "RAN".utf8.contains(IDNATables.direction(of: $0)) }
            let isFine = !isBidirectional || IDNARules.isDirected(label)
            #expect(isFine == (answer == "1"), "\(label)")
            refused += isFine ? 0 : 1
        }
        #expect(answers.count == 3_000 && refused > 500)
    }

    @Test("directions and compositions match the tables of Python's older Unicode version")
    func tables() throws {
        let program = """
            import sys, unicodedata as u
            letters = {'L': 'L', 'R': 'R', 'AL': 'A', 'AN': 'N', 'EN': 'E', 'ES': 'S', 'CS': 'C', 'ET': 'T', 'ON': 'O',
                       'BN': 'B', 'NSM': 'M'}
            for code in range(0x110000):
                if u.category(chr(code)) in ('Cn', 'Cs'): continue
                print(code, letters.get(u.bidirectional(chr(code)), 'X'))
                parts = u.decomposition(chr(code)).split()
                if len(parts) == 2 and parts[0][0] != '<' and u.normalize('NFC', chr(code)) == chr(code):
                    print(code, int(parts[0], 16), int(parts[1], 16))
            """
        let answer = try Peer.run(["python3", "-c", program])
        #expect(answer.status == 0, "\(answer.errors)")
        var (directions, compositions, wrong) = (0, 0, [UInt32]())
        for line in answer.output.split(separator: 0x0a) {
            let words = line.split(separator: 0x20)
            let numbers = words.compactMap { UInt32(String(decoding: $0, as: UTF8.self)) }
            let code = try #require(numbers.first)
            if numbers.count == 3 {
                compositions += 1
                if IDNATables.normalized([numbers[1], numbers[2]]) != [code] { wrong.append(code) }
            } else {
                directions += 1
                if IDNATables.direction(of: code) != words[1].first { wrong.append(code) }
            }
        }
        #expect(directions > 140_000)
        #expect(compositions > 900)
        // Since Unicode 14, an Ahom sign and the mathematical nablas have a different direction.
        wrong.removeAll { [0x1171e, 0x1d6c1, 0x1d6fb, 0x1d735, 0x1d76f, 0x1d7a9].contains($0) }
        #expect(wrong.isEmpty, "\(wrong.map { String($0, radix: 16) })")
    }
}
