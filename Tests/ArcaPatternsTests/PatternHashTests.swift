internal import ArcaCore
internal import ArcaTestSupport
import ArcaCrypto
import ArcaPatterns
import Testing

@Suite struct PatternHashTests {
    private static let pepper = SymmetricKey(copying: [UInt8](0..<32))

    private static func cheap() throws -> Scrypt.Cost { try Scrypt.Cost(logN: 10) }

    private static func pattern(_ dots: [Int] = [0, 3, 6, 7, 8]) throws -> Pattern { try Pattern(dots: dots) }

    /// The preimage and string, computed with Python's hashlib and hmac from security-design.md, section 6.
    @Test("agrees with another implementation, with and without pepper", .enabled(if: Peer.has("python3")))
    func peer() throws {
        let salt = [UInt8](100..<116)
        let script = """
            import base64, hashlib, hmac
            P = b"arca.pattern.v1\\0" + bytes([3, 3, 1, 5, 0, 3, 6, 7, 8])
            pepper, salt = bytes(range(32)), bytes(range(100, 116))
            def b64(data): return base64.b64encode(data).decode().rstrip("=")
            def line(pre, extra):
                h = hashlib.scrypt(pre, salt=salt, n=1024, r=8, p=1, dklen=32)
                return f"$arca-pattern$v=1$ln=10,r=8,p=1,grid=3x3,rules=android{extra}${b64(salt)}${b64(h)}"
            keyid = hmac.new(pepper, b"arca.pattern.v1/keyid", "sha256").digest()[:8]
            print(line(hashlib.sha256(P).digest(), ""))
            print(line(hmac.new(pepper, P, "sha256").digest(), ",keyid=" + b64(keyid)))
            """
        let lines = try Peer.python(script).lines.map { String($0) }
        let plain = try PatternHash(hashing: Self.pattern(), pepper: nil, cost: Self.cheap(), salt: salt)
        let peppered = try PatternHash(hashing: Self.pattern(), pepper: Self.pepper, cost: Self.cheap(), salt: salt)
        #expect([plain.text, peppered.text] == lines)
    }

    @Test("verifies the right pattern and no other")
    func verify() throws {
        let hash = try PatternHash(hashing: Self.pattern(), pepper: Self.pepper, cost: Self.cheap())
        let stored = try PatternHash(hash.text)
        #expect(stored == hash)
        #expect(stored.hasPepper)
        #expect(stored.grid == .standard)
        #expect(stored.rules == .android)
        #expect(try stored.verify(Self.pattern(), pepper: Self.pepper))
        #expect(try !stored.verify(Self.pattern([0, 3, 6, 7]), pepper: Self.pepper))
        #expect(try !stored.verify(Pattern(dots: [0, 3, 6, 7, 8], rules: .ios), pepper: Self.pepper))
        let wide = try Pattern.Grid(rows: 3, columns: 4)
        #expect(try !stored.verify(Pattern(dots: [0, 3, 6, 7, 8], grid: wide, rules: .ios), pepper: Self.pepper))
        let again = try PatternHash(hashing: Self.pattern(), pepper: Self.pepper, cost: Self.cheap())
        #expect(again.text != hash.text)
    }

    @Test("throws for a missing, wrong or unexpected pepper, instead of a mismatch")
    func pepper() throws {
        let peppered = try PatternHash(hashing: Self.pattern(), pepper: Self.pepper, cost: Self.cheap())
        let other = SymmetricKey(copying: [UInt8](1..<33))
        #expect(throws: PatternError.code(.pepperMissing)) { try peppered.verify(Self.pattern(), pepper: nil) }
        #expect(throws: PatternError.code(.pepperMissing)) { try peppered.verify(Self.pattern(), pepper: other) }
        let plain = try PatternHash(hashing: Self.pattern(), pepper: nil, cost: Self.cheap())
        #expect(throws: PatternError.code(.pepperUnexpected)) { try plain.verify(Self.pattern(), pepper: Self.pepper) }
        #expect(try plain.verify(Self.pattern(), pepper: nil))
        let short = SymmetricKey(copying: [UInt8](0..<15))
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try PatternHash(hashing: Self.pattern(), pepper: short, cost: Self.cheap())
        }
    }

    @Test("requires rehashing if the cost is low or there is no pepper")
    func needsRehash() throws {
        let peppered = try PatternHash(hashing: Self.pattern(), pepper: Self.pepper, cost: Self.cheap())
        #expect(try peppered.needsRehash() && !peppered.needsRehash(for: Self.cheap()))
        let plain = try PatternHash(hashing: Self.pattern(), pepper: nil, cost: Self.cheap())
        #expect(try plain.needsRehash(for: Self.cheap()))
    }

    @Test("rejects modified strings, or reads them as the hash of another pattern")
    func strictness() throws {
        let salt = "AAAAAAAAAAAAAAAAAAAAAA"
        let hash = String(repeating: "A", count: 43)
        let good = "$arca-pattern$v=1$ln=10,r=8,p=1,grid=3x3,rules=android$\(salt)$\(hash)"
        _ = try PatternHash(good)
        let bad = [
            good + "$", good + " ", String(good.dropLast()), String(good.dropLast(44)), "x" + good,
            good.replacing("v=1", with: "v=2"), good.replacing("$v=1", with: ""),
            good.replacing("ln=10", with: "ln=010"),
            good.replacing("ln=10,r=8", with: "r=8,ln=10"), good.replacing("grid=3x3", with: "grid=9x9"),
            good.replacing("grid=3x3,", with: ""), good.replacing("android", with: "ios"),
            good.replacing("android", with: "android,keyid=AAAA"), good.replacing("android", with: "android,more=1"),
            good.replacing("android", with: "android,rules=android"),
            good.replacing(salt, with: "AAAAAAAAAAAAAAAAAAAAAB"),
            good.replacing(salt, with: "AAAA"), good.replacing("arca-pattern", with: "scrypt"), "",
        ]
        for text in bad {
            var code: PatternError.Code?
            do { _ = try PatternHash(text) } catch { code = error.code }
            #expect(code == .invalidFormat, "\(text)")
        }
        for cost in ["ln=100", "r=4096", "p=4096"] {
            let name = cost.prefix { $0 != "=" }
            let costly = good.replacing(name == "ln" ? "ln=10" : name == "r" ? "r=8" : "p=1", with: cost)
            var code: PatternError.Code?
            do { _ = try PatternHash(costly) } catch { code = error.code }
            #expect(code == .costTooHigh || code == .invalidFormat, "\(costly)")
        }
    }
}
