import ArcaCore
import ArcaCrypto
import ArcaJOSE
import ArcaKeys
import ArcaTestSupport
import Testing

/// The shared samples: tokens from jwcrypto, and handmade invalid ones.
@Suite(.enabled(if: SharedSamples.arePresent))
struct JOSESamplesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let id, kind, token, key, want: String
        let asked: [String]

        var testDescription: String { id }
    }

    private static let folder = "signatures/jose/"

    static let cases: [Case] = {
        guard SharedSamples.arePresent, let data = try? SharedSamples.data(folder + "cases.tsv") else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Case(
                id: cells[0], kind: cells[1], token: cells[2], key: cells[3], want: cells[7],
                asked: cells[4].split(separator: " ").map(String.init))
        }
    }()

    private static func bytes(_ name: String) throws -> [UInt8] { Array(try SharedSamples.data(folder + name)) }

    /// Reads a token according to its kind, or throws the error that rejects it.
    private static func read(_ sample: Case) throws {
        func asked(_ name: String) -> String? {
            sample.asked.firstIndex(of: name).map { sample.asked[$0 + 1] }
        }
        let text = try bytes(sample.token)
        let keys = try JWKSet(bytes(sample.key))
        switch sample.kind {
        case "jws":
            let payload = try asked("--payload").map(bytes)
            if sample.token.hasSuffix(".json") {
                _ = try JWS(verifyingJSON: text, keys: keys, detached: payload)
            } else {
                _ = try JWS(verifying: text, keys: keys, detached: payload)
            }
        case "jwt":
            let now: Int = try #require(asked("--time").flatMap { Int($0) })
            _ = try JSONWebToken(
                verifying: text, keys: keys,
                policy: JWTPolicy(issuer: asked("--issuer"), audience: asked("--audience")), now: now)
        default: _ = try JWE(decrypting: text, keys: keys, options: JWE.Options(allowsRSA15: true))
        }
    }

    private static let codes: [String: JOSEErrorCode] = [
        "malformed": .malformed, "unsupported": .unsupported, "wrong-key-type": .wrongKeyType, "weak-key": .weakKey,
        "unknown-key": .unknownKey, "expired": .expired, "not-yet-valid": .notYetValid, "no-expiry": .noExpiry,
        "audience": .wrongAudience, "issuer": .wrongIssuer, "too-costly": .costTooHigh,
    ]

    @Test(arguments: cases)
    func sample(_ sample: Case) throws {
        do {
            try Self.read(sample)
            #expect(sample.want == "good")
        } catch let error as JOSEError {
            let bad: JOSEErrorCode = sample.kind == "jwe" ? .notDecrypted : .badSignature
            let wanted = sample.want == "bad" ? bad : Self.codes[sample.want]
            #expect(error.code == wanted, "\(error)")
        }
    }

    @Test func thereAreAllOfThem() { #expect(Self.cases.count == 114) }

    /// A valid token is rejected after any change or truncation, without a crash.
    @Test func changesAndCutsAreRefused() throws {
        let key = try JWKSet(Self.bytes("ed25519.pub.jwk"))
        let text = try Self.bytes("eddsa-ed25519.jws")
        _ = try JWS(verifying: text, keys: key)
        for index in text.indices {
            var changed = text
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: JOSEError.self) { _ = try JWS(verifying: changed, keys: key) }
            #expect(throws: JOSEError.self) { _ = try JWS(verifying: Array(text[..<index]), keys: key) }
        }
    }
}
