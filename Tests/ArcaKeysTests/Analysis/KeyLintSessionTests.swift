internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
internal import Foundation
import Testing

@Suite struct KeyLintSessionTests {
    /// An odd 2,048-bit number without relevant small factors.
    private static func numbers(_ seed: UInt8) -> RSAPublicNumbers {
        RSAPublicNumbers(modulus: [0xc0 | seed] + [UInt8](repeating: 0x5a, count: 254) + [1], exponent: [1, 0, 1])
    }

    private static func key(_ seed: UInt8) -> AnyKey.Content { .publicKey(.rsa(numbers(seed), nil)) }

    @Test("checks each modulus once, and per file only as many keys as the limit allows")
    func limit() {
        var session = KeyLint.Session(limit: 0.01)
        let first = session.findings(Self.key(0))
        #expect(!first.contains { $0.kind == .unchecked })
        for _ in 0..<1000 { #expect(session.findings(Self.key(0)) == first) }
        let others = (1..<20).map { session.findings(Self.key($0)) }
        #expect(others.last?.map(\.kind) == [.unchecked])
        #expect(others.first?.map(\.kind) != [.unchecked])
        // The next file starts with a new limit, and known keys cost nothing.
        session.beginFile()
        #expect(session.findings(Self.key(19)).map(\.kind) != [.unchecked])
        var complete = KeyLint.Session(limit: nil)
        #expect((0..<20).allSatisfy { complete.findings(Self.key($0)).map(\.kind) != [.unchecked] })
    }

    @Test("finds a partner for each of many keys that share primes")
    func manyShared() {
        // Each of 200 products of two of 201 odd numbers shares a factor with its neighbors.
        let primes = (0..<201).map { 65_537 + 2 * $0 * 15_015 + ($0 * $0 % 7) * 30_030 }
        let keys = (0..<200).map { index in
            let product = UInt64(primes[index]) * UInt64(primes[index + 1])
            return RSAPublicNumbers(
                modulus: (0..<8).map { UInt8(truncatingIfNeeded: product >> UInt64(56 - 8 * $0)) }, exponent: [3])
        }
        let shared = KeyLint.sharedFactors(keys)
        for (index, places) in shared.enumerated() {
            #expect(!places.isEmpty, "key \(index) shares a factor")
            #expect(places.allSatisfy { $0 != index })
        }
    }

    @Test("finds keys on blocklists in Debian's format", .enabled(if: Peer.has("openssl") && Peer.has("ssh-keygen")))
    func blocklist() throws {
        try Peer.inFolder { folder in
            let script = """
                ssh-keygen -q -t rsa -b 2048 -N '' -m PEM -f key && ssh-keygen -q -t rsa -b 2048 -N '' -m PEM -f other
                openssl rsa -in key -noout -modulus | sha1sum | cut -c 21-40
                cut -d ' ' -f 2 key.pub | base64 -d | md5sum | cut -c 13-32
                """
            let answer = try Peer.run(["bash", "-c", script], in: folder)
            try #require(answer.status == 0 && answer.lines.count == 2, "\(answer.errors)")
            func key(_ name: String) throws -> AnyKey.Content {
                try AnyKey([UInt8](try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8).utf8)).content
            }
            for line in answer.lines {
                let list = try KeyBlocklist("# a list\n\nffffffffffffffffffff\r\n\(line)\n".utf8)
                #expect(list.count == 2)
                var session = KeyLint.Session(blocklists: [list])
                #expect(session.findings(try key("key")).map(\.kind) == [.publishedKey])
                #expect(session.findings(try key("key.pub")).map(\.kind) == [.publishedKey])
                #expect(session.findings(try key("other")).isEmpty)
            }
        }
        #expect(throws: KeyError.code(.malformed, at: 2)) { try KeyBlocklist("#\n0123\n".utf8) }
        #expect(throws: KeyError.self) { try KeyBlocklist("gggggggggggggggggggg".utf8) }
    }

    // MARK: Bounds before arithmetic

    @Test("rejects numbers longer than a key before it computes with them")
    func bounds() throws {
        let start = ThreadClock.seconds
        defer { #expect(ThreadClock.seconds - start < 20) }
        let huge = [UInt8](repeating: 0xff, count: 1 << 19)
        let long = RSAPublicNumbers(modulus: huge, exponent: [1, 0, 1])
        let usual = RSAPublicNumbers(modulus: [UInt8](repeating: 0xff, count: 256), exponent: [1, 0, 1])
        let secret = SecretBytes(copying: huge)
        let short = SecretBytes(copying: [7])
        for (numbers, exponent, primes) in [
            (long, huge, [secret, secret]), (usual, huge, [short, short]), (usual, [3], [secret, short]),
            (usual, [3], [SecretBytes](repeating: short, count: 6)),
        ] {
            #expect(throws: CryptoError.code(.invalidKey)) {
                try RSAPrivateNumbers(publicNumbers: numbers, privateExponent: exponent, primes: primes)
            }
        }
        let numbers = RSAPrivateNumbers(
            publicNumbers: long, privateExponent: huge, prime1: huge, prime2: huge, exponent1: huge, exponent2: huge,
            coefficient: huge)
        #expect(numbers.contradictions().count == 1)
        #expect(KeyLint.findings(.privateKey(.rsa(numbers, nil))).contains { $0.kind == .unusable })
        // Primes are recovered for keys of common sizes only.
        let large = RSAPublicNumbers(modulus: [UInt8](repeating: 0xff, count: 2048), exponent: [1, 0, 1])
        #expect(throws: CryptoError.code(.invalidKeyLength)) {
            try RSAPrivateNumbers(publicNumbers: large, privateExponent: [3])
        }
    }

    @Test("computes the primes of a few keys of a JWK set, and rejects sets with many")
    func shortKeys() throws {
        let modulus = Base64.urlUnpadded.encode([UInt8](repeating: 0xff, count: 512))
        let key = #"{"kty":"RSA","n":"\#(modulus)","e":"AQAB","d":"AQAB"}"#
        let set = #"{"keys":["# + [String](repeating: key, count: 20).joined(separator: ",") + "]}"
        // Keys that only lack a modulus cost nothing.
        #expect(throws: KeyError.code(.costTooHigh)) { try AnyKey.all(in: set.utf8) }
        let large = Base64.urlUnpadded.encode([UInt8](repeating: 0xff, count: 2048))
        let one = #"{"keys":[{"kty":"RSA","n":"\#(large)","e":"AQAB","d":"AQAB"}]}"#
        #expect(throws: KeyError.code(.costTooHigh)) { try AnyKey.all(in: one.utf8) }
    }
}
