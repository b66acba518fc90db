import ArcaCore
import ArcaCrypto
import ArcaOTP
import ArcaTestSupport
import ArcaVectors
import Foundation
import Testing

private func text(_ code: OTPGenerator.Code) -> String { String(decoding: Array(bytes: code.digits), as: UTF8.self) }

@Suite("One-time passwords")
struct OTPGeneratorTests {
    private static let key = SecretBytes(copying: "12345678901234567890".utf8)

    private static func byTime(
        _ algorithm: OTPGenerator.Algorithm = .sha1, digits: Int = 8, period: Int = 30
    ) throws -> OTPGenerator {
        try OTPGenerator(.time, key: key, algorithm: algorithm, digits: digits, period: period)
    }

    @Test("Matches all vectors, including RFC 4226 and RFC 6238", arguments: ["codes", "uris"])
    func vectors(name: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let path = folder.appendingPathComponent("../../Vectors/one-time-passwords/\(name).json").standardized
        let bytes = [UInt8](try Data(contentsOf: path))
        let report = VectorRunner().run(VectorTree(inputs: [VectorInput(name: name, bytes: bytes)]))
        #expect(report.isGood && report.totals.skipped == 0)
        #expect(report.totals.passed >= 60, "\(report.files.flatMap(\.failures))")
    }

    @Test("The vectors match their generator")
    func generator() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let path = folder.appendingPathComponent("../../Vectors/one-time-passwords/generate.py").standardized
        #expect(try Peer.run(["python3", path.path, "--check"]).status == 0)
    }

    @Test("oathtool computes the same codes", .enabled(if: Peer.has("oathtool")))
    func oathtool() throws {
        var random = Repeatable(4226)
        for algorithm in OTPGenerator.Algorithm.allCases {
            let name = ["", "sha1", "sha256", "sha512"][Int(algorithm.rawValue)]
            let key = random.bytes(Int.random(in: 1...80, using: &random))
            let digits = Int.random(in: 6...8, using: &random)
            let seconds = Int64.random(in: 0...4_000_000_000, using: &random)
            let period = Int.random(in: 1...3600, using: &random)
            let password = try OTPGenerator(
                .time, key: SecretBytes(copying: key), algorithm: algorithm, digits: digits, period: period)
            let theirs = try Peer.output([
                "oathtool", "--totp=\(name)", "-d", "\(digits)", "-s", "\(period)s", "-N", "@\(seconds)", hexText(key),
            ])
            #expect(text(try password.code(at: Int(seconds))) + "\n" == theirs)
        }
        let counting = try OTPGenerator(.counter, key: Self.key, digits: 7)
        let theirs = try Peer.output([
            "oathtool", "--hotp", "-d", "7", "-c", "123456789", hexText(Array(bytes: Self.key)),
        ])
        #expect(text(try counting.code(counter: 123_456_789)) + "\n" == theirs)
    }

    @Test("A code reports its remaining seconds")
    func secondsLeft() throws {
        let password = try Self.byTime()
        for (seconds, left) in [(0, 30), (1, 29), (29, 1), (30, 30), (59, 1)] {
            let code = try password.code(at: seconds)
            #expect(code.secondsLeft == left)
            #expect(code.counter == UInt64(seconds / 30))
        }
        #expect(try Self.byTime(period: 3600).code(at: 10).secondsLeft == 3590)
        #expect(try OTPGenerator(.counter, key: Self.key).code(counter: 0).secondsLeft == nil)
    }

    @Test("Functions for time reject counters, and the reverse")
    func kinds() throws {
        let byTime = try Self.byTime()
        let byCounter = try OTPGenerator(.counter, key: Self.key)
        let wrong = OTPError.code(.invalidArgument)
        #expect(throws: wrong) { try byTime.code(counter: 1) }
        #expect(throws: wrong) { try byCounter.code() }
        #expect(throws: wrong) { try byTime.verify("123456".utf8, lookAhead: 1) }
        #expect(throws: wrong) { try byCounter.verify("123456".utf8) }
        #expect(throws: wrong) { try byTime.code(at: -1) }
    }

    @Test("The next password has the next counter, up to the maximum")
    func next() throws {
        let password = try OTPGenerator(
            .counter, key: Self.key, algorithm: .sha256, digits: 7, counter: 41, issuer: "a", account: "b")
        let next = try password.next
        #expect(
            try next
                == OTPGenerator(
                    .counter, key: Self.key, algorithm: .sha256, digits: 7, counter: 42, issuer: "a", account: "b"))
        let last = try OTPGenerator(.counter, key: Self.key, counter: .max)
        #expect(throws: OTPError.code(.invalidArgument)) { try last.next }
        #expect(try Self.byTime().next == Self.byTime())
    }

    @Test("A code is valid within its window only")
    func window() throws {
        let password = try Self.byTime(digits: 6)
        let now = 1_700_000_010
        let step = try password.code(at: now).counter
        for distance in -3...3 {
            let code = try password.code(at: now + distance * 30)
            for window in 0...3 {
                let found = try password.verify(code.digits, at: now, window: window)
                #expect(found == (abs(distance) <= window ? step + UInt64(3 + distance) - 3 : nil))
            }
        }
        #expect(try password.verify("00000".utf8, at: now) == nil)
        #expect(try password.verify("".utf8, at: now) == nil)
        // Time 0 has no previous step.
        #expect(
            try password.verify(password.code(at: 0).digits, at: 1)
                == 0)
        for window in [-1, OTPGenerator.largestWindow + 1] {
            #expect(throws: OTPError.code(.invalidArgument)) {
                try password.verify("000000".utf8, at: now, window: window)
            }
        }
    }

    @Test("A used code, or an earlier one, is rejected")
    func replay() throws {
        let password = try Self.byTime()
        let now = 1_700_000_010
        let code = try password.code(at: now)
        let taken = try #require(try password.verify(code.digits, at: now))
        #expect(try password.verify(code.digits, at: now, after: taken) == nil)
        #expect(try password.verify(code.digits, at: now, after: taken - 1) == taken)
        let earlier = try password.code(at: now - 30)
        #expect(try password.verify(earlier.digits, at: now, after: taken) == nil)
    }

    @Test("A counter is searched forward only")
    func lookAhead() throws {
        let password = try OTPGenerator(.counter, key: Self.key, counter: 3)
        let codes = ["287082", "359152", "969429", "338314", "254676", "287922"]  // RFC 4226: counters 1 to 6
        let found = try codes.map { try password.verify($0.utf8, lookAhead: 2) }
        #expect(found == [nil, nil, 3, 4, 5, nil])
        #expect(try password.verify("338314".utf8, lookAhead: 0) == nil)
        let last = try OTPGenerator(.counter, key: Self.key, counter: .max)
        #expect(try last.verify(last.code(counter: .max).digits, lookAhead: 100) == .max)
        #expect(throws: OTPError.code(.invalidArgument)) { try password.verify("338314".utf8, lookAhead: 101) }
    }
}

@Suite("otpauth URIs")
struct OneTimePasswordURITests {
    @Test("URIs round-trip, whatever the names")
    func roundTrip() throws {
        let names = ["", "GitHub", "Bücher & mehr", "a:b", ":", "100%", "a/b?c#d", "日本", "a+b=c", "\u{1}"]
        for issuer in names {
            for account in names {
                for kind in OTPGenerator.Kind.allCases {
                    let password = try OTPGenerator(
                        kind, key: SecretBytes(copying: [0, 0xff, 7]), algorithm: .sha512, digits: 8,
                        period: kind == .time ? 61 : 30, counter: kind == .counter ? .max : 0, issuer: issuer,
                        account: account)
                    #expect(try OTPGenerator(uri: password.uri) == password, "\(issuer) \(account)")
                }
            }
        }
    }

    @Test("Writes URIs in the common form")
    func written() throws {
        let password = try OTPGenerator(
            .time, key: SecretBytes(copying: "Hello!".utf8), issuer: "ACME Co", account: "john@example.com")
        let expected =
            "otpauth://totp/ACME%20Co:john%40example.com?secret=JBSWY3DPEE&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30"
        #expect(String(decoding: Array(bytes: password.uri), as: UTF8.self) == expected)
    }

    @Test(
        "the issuer's parameter wins, and a plus sign in it is a space",
        arguments: [
            ("Some+Company%3ame%40ex.example?secret=JBSWY3DPEE&issuer=Microsoft", "Microsoft", "me@ex.example"),
            ("Test%20Issuer:me?secret=JBSWY3DPEE&issuer=Test+Issuer", "Test Issuer", "me"),
            ("Slack%20(Big%20Co):g?secret=JBSWY3DPEE&issuer=Slack", "Slack", "g"),
            ("github:me?secret=JBSWY3DPEE&issuer=GitHub", "GitHub", "me"),
            ("a+b%40c.example?secret=JBSWY3DPEE&issuer=", "", "a+b@c.example"),
            ("C%2B%2B:me?secret=JBSWY3DPEE&issuer=C%2B%2B", "C++", "me"),
            ("C++:me?secret=JBSWY3DPEE&issuer=C++", "C++", "me"), ("A+B:me?secret=JBSWY3DPEE", "A+B", "me"),
        ])
    func issuers(rest: String, issuer: String, account: String) throws {
        let password = try OTPGenerator(uri: "otpauth://totp/\(rest)".utf8)
        #expect(password.issuer == issuer && password.account == account)
        #expect(try OTPGenerator(uri: password.uri) == password)
    }

    @Test("Python's URL functions read the same values")
    func python() throws {
        let password = try OTPGenerator(
            .counter, key: SecretBytes(copying: [1, 2, 3, 4, 5, 6]), algorithm: .sha256, digits: 7, counter: 9,
            issuer: "Ä & B", account: "c:d")
        let script = """
            import sys, base64, urllib.parse as u
            p = u.urlsplit(sys.stdin.read())
            q = dict(u.parse_qsl(p.query, strict_parsing=True))
            key = base64.b32decode(q["secret"] + "=" * (-len(q["secret"]) % 8)).hex()
            print(p.netloc, u.unquote(p.path), key, q["issuer"], q["algorithm"], q["digits"], q["counter"], sep="|")
            """
        let answer = try Peer.python(script, input: Array(bytes: password.uri))
        #expect(answer.text == "hotp|/Ä & B:c:d|010203040506|Ä & B|SHA256|7|9\n")
    }

    @Test("No error shows a secret")
    func silence() {
        for secret in ["JBSWY3DPEHPK1PXP", "JBSWY3DPE", "JBSWY3DP%4", "%FF"] {
            for rest in ["", "&digits=9", "&secret=\(secret)", "&algorithm=\(secret)", "&digits=\(secret)"] {
                do {
                    _ = try OTPGenerator(uri: "otpauth://totp/a?secret=\(secret)\(rest)".utf8)
                    Issue.record("took \(secret)\(rest)")
                } catch {
                    #expect(!error.description.contains(secret.prefix(4)))
                }
            }
        }
    }

    @Test("Printing a one-time password shows no key")
    func printing() throws {
        let password = try OTPGenerator(.time, key: SecretBytes(copying: "Hello!".utf8))
        var dumped = ""
        dump(password, to: &dumped)
        for text in ["\(password)", dumped, "\(try password.code())"] { #expect(!text.contains("Hello")) }
    }

    @Test("Reads a key typed in any usual way, and finds its errors")
    func base32() throws {
        for text in ["JBSWY3DPEE======", "jbsw y3dp ee", "JBSW-Y3DP-EE", "JBSWY3DPEF", " JBSWY3DPEE "] {
            #expect(try OTPGenerator.key(base32: text.utf8) == SecretBytes(copying: "Hello!".utf8))
        }
        for (text, offset) in [("", 0), ("  ", 2), ("JB SW1", 5), ("J-B S", 5), ("J=", 1)] {
            #expect(throws: OTPError.code(.malformed, at: offset)) { try OTPGenerator.key(base32: text.utf8) }
        }
    }
}
