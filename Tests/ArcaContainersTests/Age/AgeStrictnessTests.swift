internal import ArcaCore
import ArcaContainers
import ArcaCrypto
import Testing

/// Every violation of the specification, one at a time, in hand-made files.
///
/// `Vectors/age` contains more of them, made by another program.
@Suite struct AgeStrictnessTests {
    /// The expected outcome: the whole file, a prefix and an error, or an error only.
    private enum Outcome {
        case opens(String)
        case fails(Set<ContainerError.Code>, after: String)

        static let opens = Outcome.opens("age")
        static let malformed = Outcome.fails([.malformed], after: "")
        static let noMatch = Outcome.fails([.wrongKey], after: "")
        static let changed = Outcome.fails([.tampered], after: "")
        static let cut = Outcome.fails([.truncated], after: "")
        static func stops(after text: String = "") -> Outcome {
            .fails([.tampered, .truncated, .malformed], after: text)
        }
    }

    private static let all = Age(identities: [AgeFixtures.identity])
    private static let x = AgeParts.x25519()
    private static let long = String(repeating: "a", count: 65_536)

    private func check(_ name: String, _ file: [UInt8], _ expected: Outcome, _ format: Age = Self.all) {
        let (bytes, error) = AgeFixtures.opened(file, format)
        switch expected {
        case .opens(let text):
            #expect(error == nil && bytes == Array(text.utf8), "\(name): \(String(describing: error))")
        case .fails(let codes, let text):
            let code = (error as? ContainerError)?.code
            #expect(code.map(codes.contains) == true, "\(name): \(String(describing: error))")
            #expect(bytes == Array(text.utf8), "\(name): \(bytes.count) bytes came out")
        }
    }

    private func check(_ name: String, _ parts: AgeParts, _ expected: Outcome, _ format: Age = Self.all) {
        check(name, parts.file, expected, format)
    }

    @Test("the version line has one form")
    func version() {
        for line in [
            "age-encryption.org/v1 \n", "age-encryption.org/v1\r\n", " age-encryption.org/v1\n",
            "age-encryption.org/V1\n",
            "age-encryption.org/v01\n", "age-encryption.org/v2\n", "age-encryption.org/\n", "\nage-encryption.org/v1\n",
            "\u{feff}age-encryption.org/v1\n", "",
        ] {
            var parts = AgeParts(Self.x)
            parts.version = line
            check("\(line.debugDescription)", parts, .fails([.malformed, .unsupported], after: ""))
        }
        check("lines in CR LF", Array(AgeParts(Self.x).header.replacing("\n", with: "\r\n").utf8), .malformed)
        check("no stanza", AgeParts(""), .malformed)
        check("nothing", [], .malformed)
    }

    @Test("the header MAC has one form")
    func headerCode() {
        check("as it should be", AgeParts(Self.x), .opens)
        let ends: [(String, (String) -> String)] = [
            ("two spaces", { "  \($0)\n" }), ("no space", { "\($0)\n" }), ("a tab", { "\t\($0)\n" }),
            ("a space behind", { " \($0) \n" }), ("a CR", { " \($0)\r\n" }), ("more behind", { " \($0)AAAA\n" }),
            ("no code", { _ in "\n" }), ("a space alone", { _ in " \n" }), ("cut", { " \($0.dropLast())\n" }),
            ("16 bytes", { " \($0.prefix(22))\n" }), ("padded", { " \($0)=\n" }), ("a fourth dash", { "- \($0)\n" }),
            ("not canonical", { " \(AgeParts.notCanonical($0))\n" }), ("another alphabet", { " _\($0.dropFirst())\n" }),
        ]
        for (name, end) in ends { check(name, AgeParts(Self.x, end: end), .malformed) }
        check("another code", AgeParts(Self.x, end: { _ in " \(String(repeating: "A", count: 43))\n" }), .changed)
        check("no line feed", AgeParts(Self.x, end: { " \($0)" }, payload: []), .cut)
    }

    @Test("stanzas have one form, known or not")
    func stanzas() {
        let full = String(repeating: "A", count: 64) + "\n"
        let visible = String(decoding: UInt8(0x21)...0x7e, as: UTF8.self)
        for stanza in [
            "-> empty\n\n", "-> full\n\(full)\n", "-> two\n\(full)\(full)AA\n", "-> \(visible)\n\n",
            "-> a b c d e\nAAAA\n",
            "-> mlkem768x25519 x\nAAAA\n", "-> ssh-rsa AAAAAA\n\(full)\n", "-> x25519\n\n", "-> SCRYPT a b\n\n",
            "-> \(String(repeating: "a", count: 70_000))\n\n", "-> big\n\(String(repeating: full, count: 2000))\n",
        ] {
            check("\(stanza.prefix(30).debugDescription)", AgeParts(stanza + Self.x + stanza), .opens)
        }
        for stanza in [
            "-> s\n", "-> s\n\(full)", "-> s\nAAAA\nAAAA\n", "-> s\nA\(full)\n", "-> s\n\(full.dropLast())AAAA\n\n",
            "-> s\nAA==\n", "-> s\nAB\n", "-> s\nA\n", "-> s\n AAA\n", "-> s\n_-AA\n", "-> s\n#AAA\n", "-> s\r\n\n",
            "-> s\nAAAA\r\n", "-> s\n\n\n", "->\n\n", "-> \n\n", "->  s\n\n", "-> s \n\n", "-> s  t\n\n", "-> s\tt\n\n",
            "-> s\u{7f}\n\n", "-> é\n\n", "-> s\0\n\n", "->s\n\n", "--> s\n\n", "-- s\n\n", " -> s\n\n", "=> s\n\n",
            "s\n",
        ] {
            // After the valid stanza and before it: the whole header is read first.
            check("\(stanza.debugDescription)", AgeParts(Self.x + stanza), .malformed)
            check("\(stanza.debugDescription) first", AgeParts(stanza + Self.x), .malformed)
        }
    }

    @Test("X25519: two arguments, a share and a body of 32 bytes, no point of small order")
    func x25519() throws {
        let other = try Age.X25519Identity()
        check("for another", AgeParts(AgeParts.x25519(to: other.recipient)), .noMatch)
        check("several", AgeParts(AgeParts.x25519(to: other.recipient) + Self.x), .opens)
        check("lower case", AgeParts(AgeParts.x25519(type: "x25519")), .noMatch)
        let zeros = String(repeating: "A", count: 43)
        let edits: [(String, ([String]) -> [String])] = [
            ("an argument more", { $0 + ["x"] }), ("no share", { _ in [] }), ("padded", { [$0[0] + "="] }),
            ("a share of 31 bytes", { _ in [String(repeating: "A", count: 42)] }),
            ("a share of 33 bytes", { _ in [zeros + "A"] }), ("not canonical", { [AgeParts.notCanonical($0[0])] }),
            ("the point zero", { _ in [zeros] }), ("the point one", { _ in ["AQ" + zeros.dropLast(2)] }),
        ]
        for (name, edit) in edits {
            let bad = AgeParts.x25519(arguments: edit)
            check(name, AgeParts(bad), .malformed)
            check("\(name) before a good one", AgeParts(bad + Self.x), .malformed)
        }
        for (name, edit) in edits.prefix(6) {
            check("\(name) behind a good one", AgeParts(Self.x + AgeParts.x25519(arguments: edit)), .malformed)
        }
        for key in ["A LONGER YELLOW SUBMARINE", "SHORT"] {
            let stanza = AgeParts.x25519(SymmetricKey(SecretBytes(copying: key.utf8)))
            check("file key \(key)", AgeParts(stanza), .malformed)
        }
        let body = try #require(Self.x.split(separator: "\n").last)
        check("wrong tag", AgeParts(Self.x.replacing(body, with: zeros)), .noMatch)
        check(
            "body not canonical", AgeParts(Self.x.replacing(body, with: AgeParts.notCanonical(String(body)))),
            .malformed)
        check("no body", AgeParts(Self.x.replacing(body, with: "")), .malformed)
    }

    @Test("scrypt: alone, two arguments, a salt of 16 bytes, a work factor in plain decimal below the limit")
    func scrypt() throws {
        let good = AgeParts.scrypt()
        let format = Age(identities: [try AgeFixtures.passphrase("password")])
        let both = Age(identities: [try AgeFixtures.passphrase("password"), AgeFixtures.identity])
        check("as it should be", AgeParts(good), .opens, format)
        check("another passphrase", AgeParts(good), .noMatch, Age(identities: [try AgeFixtures.passphrase("other")]))
        check("upper case", AgeParts(AgeParts.scrypt(type: "SCRYPT")), .noMatch, format)
        check("another work factor", AgeParts(AgeParts.scrypt(arguments: { [$0[0], "5"] })), .noMatch, format)
        for (name, stanzas) in [
            ("twice", good + AgeParts.scrypt()), ("beside X25519", Self.x + good), ("before X25519", good + Self.x),
            ("beside an unknown one", good + "-> grease\n\n"),
        ] {
            for format in [format, both, Self.all] { check(name, AgeParts(stanzas), .malformed, format) }
        }
        for factor in [
            "0", "04", "+4", "-4", "0x4", "4a", "a4", "4.0", "1e1", "1_0", "٤", "4\u{a0}", "",
        ] {
            check(
                "work factor \(factor)", AgeParts(AgeParts.scrypt(arguments: { [$0[0], factor] })), .malformed, format)
        }
        for factor in ["23", "64", "18446744073709551620", String(repeating: "9", count: 4000)] {
            let file = AgeParts(AgeParts.scrypt(arguments: { [$0[0], factor] }))
            check("work factor \(factor.prefix(30))", file, .fails([.costTooHigh], after: ""), format)
        }
        let edits: [(String, ([String]) -> [String])] = [
            ("an argument more", { $0 + ["x"] }), ("no work factor", { [$0[0]] }), ("no salt", { [$0[1]] }),
            ("padded salt", { [$0[0] + "==", $0[1]] }),
            ("salt not canonical", { [AgeParts.notCanonical($0[0]), $0[1]] }),
            ("salt of 15 bytes", { [String($0[0].prefix(20)), $0[1]] }),
            ("salt of 17 bytes", { [$0[0].dropLast() + "AA", $0[1]] }),
        ]
        for (name, edit) in edits { check(name, AgeParts(AgeParts.scrypt(arguments: edit)), .malformed, format) }
        for key in ["A LONGER YELLOW SUBMARINE", "SHORT"] {
            let stanza = AgeParts.scrypt(SymmetricKey(SecretBytes(copying: key.utf8)))
            check("file key \(key)", AgeParts(stanza), .malformed, format)
        }
    }

    @Test("payload chunks: complete, in order, exactly one last chunk, no empty ones")
    func payload() {
        let long = Self.long
        let sound: [([(String, UInt8, Bool)], String)] = [
            ([("", 0, true)], ""), ([(long, 0, true)], long), ([(long, 0, false), (long, 1, true)], long + long),
            ([(long, 0, false), ("x", 1, true)], long + "x"),
        ]
        for (index, (chunks, text)) in sound.enumerated() {
            check("sound \(index)", AgeParts(Self.x, payload: AgeParts.stream(chunks)), .opens(text))
        }
        let wrong: [(String, [(String, UInt8, Bool)], String)] = [
            ("no last one", [("age", 0, false)], ""), ("no last one, full", [(long, 0, false)], long),
            ("no last one of two", [(long, 0, false), ("x", 1, false)], long),
            ("no last one of two, full", [(long, 0, false), (long, 1, false)], long + long),
            ("two last ones", [("age", 0, true), ("age", 1, true)], ""),
            ("two last ones, full", [(long, 0, true), (long, 1, true)], long),
            ("two last ones, the second short", [(long, 0, true), ("x", 1, true)], long),
            ("an empty last one", [(long, 0, false), ("", 1, true)], long),
            ("an empty one first", [("", 0, false), ("x", 1, true)], ""), ("empty, not last", [("", 0, false)], ""),
            ("a short one first", [(String(long.dropLast()), 0, false), ("x", 1, true)], ""),
            ("a long one", [(long + "x", 0, true)], ""), ("swapped", [(long, 1, false), (long, 0, true)], ""),
            ("counted from one", [("age", 1, true)], ""),
            ("the same number twice", [(long, 0, false), ("x", 0, true)], long),
            ("a number left out", [(long, 0, false), ("x", 2, true)], long),
        ]
        for (name, chunks, text) in wrong {
            check(name, AgeParts(Self.x, payload: AgeParts.stream(chunks)), .stops(after: text))
        }
        let (one, full) = (AgeParts.stream([("age", 0, true)]), AgeParts.stream([(long, 0, true)]))
        for (name, payload, text) in [
            ("no nonce", [], ""), ("a short nonce", Array(one.prefix(12)), ""), ("no chunk", Array(one.prefix(16)), ""),
            ("a cut tag", Array(one.prefix(28)), ""), ("no tag", Array(one.dropLast(16)), ""),
            ("another nonce", [9] + one.dropFirst(), ""),
            ("a flipped tag", one.dropLast() + [one[one.count - 1] ^ 1], ""),
            ("garbage behind", one + [0], ""), ("garbage behind a full one", full + [0], long),
            ("much garbage behind a full one", full + [UInt8](repeating: 7, count: 70_000), long),
        ] {
            check(name, AgeParts(Self.x, payload: payload), .stops(after: text))
        }
    }

    @Test("armor has one form except for line ends and surrounding white space")
    func armor() throws {
        let file = AgeParts(Self.x).file
        let text = AgeParts.armor(file)
        for (name, text) in [
            ("as it should be", text), ("CR LF", AgeParts.armor(file, lineEnd: "\r\n")),
            ("no line end at the end", String(text.dropLast())),
            ("whitespace around", " \n\r\n\t\n\(text)\n \r\n\t \n"), ("a byte order mark", "\u{feff}" + text),
        ] {
            check(name, Array(text.utf8), .opens)
        }
        let lines = text.split(separator: "\n").map(String.init)
        func edited(_ edit: (inout [String]) -> Void) -> String {
            var lines = lines
            edit(&lines)
            return lines.joined(separator: "\n") + "\n"
        }
        let last = lines.count - 1
        for (name, text) in [
            ("no content", edited { $0.removeSubrange(1..<last) }), ("begin alone", lines[0]),
            ("no end", edited { $0.removeLast() }), ("an end cut off", String(text.dropLast(3))),
            ("an empty line first", edited { $0.insert("", at: 1) }),
            ("an empty line last", edited { $0.insert("", at: last) }),
            ("an empty line within", edited { $0.insert("", at: 3) }), ("garbage before", "garbage\n" + text),
            ("garbage behind", text + "garbage\n"), ("armor behind", text + text),
            ("a byte order mark within", edited { $0[1] = "\u{feff}" + $0[1] }),
            ("two byte order marks", "\u{feff}\u{feff}" + text),
            ("garbage behind the end", edited { $0[last] += " x" }),
            ("headers", edited { $0.insert("Version: 1", at: 1) }),
            ("headers and a line", edited { $0.insert(contentsOf: ["Version: 1", ""], at: 1) }),
            ("a wrong character", edited { $0[1] = "*" + $0[1].dropFirst() }),
            ("long lines", AgeParts.armor(file, columns: 68)),
            ("one line", AgeParts.armor(file, columns: 10_000)), ("short lines", AgeParts.armor(file, columns: 60)),
            ("lower case", edited { $0[0] = $0[0].lowercased() }),
            ("another type", edited { $0[0].replace("FILE", with: "DATA") }),
            ("another end", edited { $0[last].replace("FILE", with: "DATA") }), ("a sixth dash", "-" + text),
            ("a checksum", edited { $0.insert("=AAAA", at: last) }),
            ("a space before a line", edited { $0[2] = " " + $0[2] }),
            ("a space behind a line", edited { $0[1] += " " }), ("a tab behind a line", edited { $0[1] += "\t" }),
            ("a space within", edited { $0[1].insert(" ", at: $0[1].index($0[1].startIndex, offsetBy: 9)) }),
            ("a space behind begin", edited { $0[0] += " " }),
            ("a space before end", edited { $0[last] = " " + $0[last] }),
            ("a space behind the last line", edited { $0[last - 1] += " " }),
            ("a NUL", edited { $0[1] = $0[1].dropLast() + "\0" }),
            ("CR alone", text.replacing("\n", with: "\r")), ("CR CR LF", AgeParts.armor(file, lineEnd: "\r\r\n")),
            ("a header in CR LF", AgeParts.armor(Array(AgeParts(Self.x).header.replacing("\n", with: "\r\n").utf8))),
            ("armor within", AgeParts.armor(Array(text.utf8))),
        ] {
            check(name, Array(text.utf8), .fails([.malformed, .truncated], after: ""))
        }
        check("garbage encoded", Array(AgeParts.armor(file + Array("garbage".utf8)).utf8), .stops())
        check("a chunk cut", Array(AgeParts.armor(file.dropLast()).utf8), .stops())
    }

    @Test("the last line of armor: full, or with exactly the padding it needs")
    func lastLine() throws {
        for count in 1...48 {
            let text = String(repeating: "a", count: count)
            let file = AgeParts(Self.x, payload: AgeParts.stream([(text, 0, true)])).file
            let armor = AgeParts.armor(file)
            check("\(file.count) bytes", Array(armor.utf8), .opens(text))
            check("\(file.count) bytes, CR LF", Array(AgeParts.armor(file, lineEnd: "\r\n").utf8), .opens(text))
            let end = "\n-----END"
            var wrong = [armor.replacing(end, with: "=\(end)"), armor.replacing(end, with: "\n\(end)")]
            if file.count % 3 != 0 {
                let padding = file.count % 3 == 1 ? "==" : "="
                wrong += [
                    armor.replacing(padding + end, with: end),
                    armor.replacing(padding + end, with: padding + "\nAAAA" + end),
                    armor.replacing("=" + end, with: "\n=" + end),
                    AgeParts.notCanonical(String(armor.prefix { $0 != "=" })) + padding + end
                        + " AGE ENCRYPTED FILE-----\n",
                ]
            }
            for (index, text) in wrong.enumerated() {
                check("\(file.count) bytes, \(index)", Array(text.utf8), .fails([.malformed, .truncated], after: ""))
            }
        }
    }
}
