import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaJOSE
import ArcaKeys
import ArcaTestSupport
import Testing

struct JSONWebTokenTests {
    private static let keys = JWKSet(TokenKeys.oct)

    private static func claims(_ json: String) throws -> JSONObject {
        try JSONReader.read(json).object ?? JSONObject()
    }

    private static func refusal(_ body: () throws -> Void) -> JOSEErrorCode? {
        do { try body() } catch { return (error as? JOSEError)?.code }
        return nil
    }

    /// The error for signed claims under a policy at a given time.
    private static func answer(
        _ json: String, _ policy: JWTPolicy = JWTPolicy(acceptsNoExpiry: true), now: Int = 1000, type: String? = nil
    ) throws -> JOSEErrorCode? {
        let text = try JWS.sign(json.utf8, using: TokenKeys.oct, type: type)
        return refusal { _ = try JSONWebToken(verifying: text, keys: keys, policy: policy, now: now) }
    }

    @Test func signsAndVerifies() throws {
        let claims = try Self.claims(#"{"iss":"i","sub":"s","aud":["a","b"],"exp":2000,"nbf":500,"iat":500}"#)
        let text = try JSONWebToken.sign(claims, using: TokenKeys.oct)
        let token = try JSONWebToken(
            verifying: text, keys: Self.keys, policy: JWTPolicy(issuer: "i", audience: "b"), now: 1000)
        #expect(token.issuer == "i")
        #expect(token.subject == "s")
        #expect(token.audience == ["a", "b"])
        #expect(token.claims == claims)
        #expect(token.signed.header.type == "JWT")
        #expect(try UnverifiedToken(text.utf8).claims == claims)
        #expect(
            Self.refusal { _ = try JSONWebToken.sign(Self.claims(#"{"exp":"2000"}"#), using: TokenKeys.oct) }
                == .malformed)
    }

    @Test(arguments: [
        (#"{"exp":1001}"#, nil), (#"{"exp":1000}"#, JOSEErrorCode.expired), (#"{"exp":1000.5}"#, nil),
        (#"{"exp":999.5}"#, .expired), (#"{"exp":1e400}"#, nil), (#"{"exp":-1e400}"#, .expired),
        (#"{"exp":99999999999999999999999}"#, nil), (#"{"exp":-99999999999999999999999}"#, .expired),
        (#"{"nbf":1000}"#, nil), (#"{"nbf":1001}"#, .notYetValid), (#"{"nbf":1000.5}"#, .notYetValid),
        (#"{"nbf":1e400}"#, .notYetValid), (#"{"iat":9999}"#, nil), (#"{"iat":"x"}"#, .malformed),
        (#"{"nbf":null}"#, .malformed), (#"{"exp":"1001"}"#, .malformed), (#"{"exp":[1001]}"#, .malformed),
        (#"{"iss":1}"#, .malformed), (#"{"aud":1}"#, .malformed), (#"{"aud":["a",1]}"#, .malformed),
        (#"[]"#, .malformed), (#""""#, .malformed), (#"{"exp":1001,"exp":1001}"#, .malformed),
    ])
    func times(_ json: String, _ code: JOSEErrorCode?) throws {
        #expect(try Self.answer(json) == code)
    }

    @Test func leeway() throws {
        let policy = JWTPolicy(leeway: 10)
        #expect(try Self.answer(#"{"exp":991}"#, policy) == nil)
        #expect(try Self.answer(#"{"exp":990}"#, policy) == .expired)
        #expect(try Self.answer(#"{"exp":2000,"nbf":1010}"#, policy) == nil)
        #expect(try Self.answer(#"{"exp":2000,"nbf":1011}"#, policy) == .notYetValid)
        // At the ends of the range nothing overflows.
        let wide = JWTPolicy(leeway: .max)
        #expect(try Self.answer(#"{"exp":1}"#, wide, now: .min) == nil)
        #expect(try Self.answer(#"{"exp":1e30,"nbf":1}"#, wide, now: .max) == nil)
        #expect(JWTPolicy(leeway: -5).leeway == 0)
    }

    @Test func whatIsWantedHasToBeThere() throws {
        let none = #"{"exp":2000}"#
        #expect(try Self.answer("{}", JWTPolicy()) == .noExpiry)
        #expect(try Self.answer(none, JWTPolicy()) == nil)
        #expect(try Self.answer(none, JWTPolicy(issuer: "i")) == .wrongIssuer)
        #expect(try Self.answer(none, JWTPolicy(audience: "a")) == .wrongAudience)
        #expect(try Self.answer(none, JWTPolicy(type: "at+jwt")) == .wrongType)
        #expect(try Self.answer(none, JWTPolicy(type: "at+jwt"), type: "JWT") == .wrongType)
        #expect(try Self.answer(none, JWTPolicy(type: "at+jwt"), type: "application/AT+JWT") == nil)
        let other = #"{"exp":2000,"iss":"I","aud":"A"}"#
        #expect(try Self.answer(other, JWTPolicy(issuer: "i", acceptsAnyAudience: true)) == .wrongIssuer)
        #expect(try Self.answer(other, JWTPolicy(audience: "a")) == .wrongAudience)
        #expect(try Self.answer(other, JWTPolicy(issuer: "I", audience: "A")) == nil)
        // RFC 7519, section 4.1.3: a receiver without an audience is not the audience.
        #expect(try Self.answer(other, JWTPolicy()) == .wrongAudience)
        #expect(try Self.answer(other, JWTPolicy(acceptsAnyAudience: true)) == nil)
        // Strings that look alike but differ.
        #expect(try Self.answer(#"{"exp":2000,"iss":"e\u0301"}"#, JWTPolicy(issuer: "\u{e9}")) == .wrongIssuer)
    }

    @Test func otherKindsAreRefused() throws {
        let policy = JWTPolicy(acceptsNoExpiry: true)
        var header = JSONObject()
        header["cty"] = "JWT"
        let nested = try JWS.sign("{}".utf8, using: TokenKeys.oct, header: header)
        #expect(
            Self.refusal { _ = try JSONWebToken(verifying: nested, keys: Self.keys, policy: policy, now: 0) }
                == .unsupported)
        let key = JSONWebKey(.symmetric(SymmetricKey(copying: [UInt8](repeating: 1, count: 32))))
        let sealed = try JWE.encrypt("{}".utf8, to: key)
        #expect(
            Self.refusal { _ = try JSONWebToken(verifying: sealed, keys: JWKSet(key), policy: policy, now: 0) }
                == .unsupported)
        var limited = policy
        limited.algorithms = [.es256]
        let text = try JSONWebToken.sign(JSONObject(), using: TokenKeys.oct)
        #expect(
            Self.refusal { _ = try JSONWebToken(verifying: text, keys: Self.keys, policy: limited, now: 0) }
                == .algorithmNotAllowed)
    }

    @Test func messagesTellNothingOfTheToken() throws {
        let text = try JSONWebToken.sign(Self.claims(#"{"exp":1,"secret":"hunter2"}"#), using: TokenKeys.oct)
        do {
            _ = try JSONWebToken(verifying: text, keys: Self.keys, policy: JWTPolicy(), now: 1000)
        } catch {
            #expect(!error.description.contains("hunter2"))
            #expect(!error.description.contains(text.suffix(20)))
        }
    }

    @Test func payloadsThatAreNotEncodedAreNoClaims() throws {
        guard case .symmetric(let key) = TokenKeys.oct.content else { return }
        let covered = Base64.urlUnpadded.encode(#"{"alg":"HS256","b64":false,"crit":["b64"]}"#.utf8) + ".{}"
        let code = HMAC<SHA256>.authenticationCode(for: covered.utf8, using: key)
        let text = covered + "." + Base64.urlUnpadded.encode(code)
        #expect(try JWS(verifying: text, keys: Self.keys).payload == Array("{}".utf8))
        #expect(
            Self.refusal {
                _ = try JSONWebToken(verifying: text, keys: Self.keys, policy: JWTPolicy(acceptsNoExpiry: true), now: 0)
            } == .malformed)
    }

    @Test("publishes public halves with their metadata, which verify what the private keys sign")
    func publishes() throws {
        let keys = [
            JSONWebKey(
                TokenKeys.p256.content, id: "!000", use: "sig", operations: ["sign", "verify"], algorithm: "ES256"),
            JSONWebKey(TokenKeys.rsa.content, id: "r", operations: ["decrypt", "unwrapKey", "deriveBits"]),
            JSONWebKey(TokenKeys.ed25519.content, id: "e"),
        ]
        let text = try JWKSet(keys).publicJSON
        let published = try JWKSet(text.utf8)
        #expect(published.keys.map(\.id) == ["!000", "r", "e"])
        #expect(published.keys.map(\.use) == ["sig", nil, nil])
        #expect(published.keys.map(\.operations) == [["verify"], ["encrypt", "wrapKey"], nil])
        #expect(published.keys.map(\.algorithm) == ["ES256", nil, nil])
        for (key, half) in zip(keys, published.keys) {
            guard case .privateKey(let own) = key.content, case .publicKey(let found) = half.content else {
                Issue.record("the published key is not public")
                return
            }
            #expect(try own.publicKey == found)
            let json = try key.json(.pretty)
            #expect(!text.utf8.elementsEqual([UInt8](bytes: json)))
            let back = try #require(JSONWebKey.all(in: json).first)
            guard case .privateKey(own) = back.content else {
                Issue.record("another key was read back")
                return
            }
            #expect(back.id == key.id && back.use == key.use)
            #expect(back.operations == key.operations && back.algorithm == key.algorithm)
        }
        let token = try JSONWebToken.sign(["sub": "amy"], using: keys[0], expiresIn: .seconds(60))
        let policy = JWTPolicy()
        #expect(try JSONWebToken(verifying: token, keys: published, policy: policy).subject == "amy")
        #expect(Self.refusal { _ = try JWKSet(TokenKeys.oct).publicJSON } == .invalidKeySet)
    }

    @Test("sets the expiry from a lifetime and the clock that is given")
    func lifetimes() throws {
        func claims(_ claims: JSONObject, _ lifetime: Duration?, now: Int = 1000) throws -> JSONObject? {
            try UnverifiedToken(
                JSONWebToken.sign(claims, using: TokenKeys.oct, expiresIn: lifetime, now: now).utf8
            ).claims
        }
        #expect(try claims(["sub": "a"], .seconds(900)) == ["sub": "a", "iat": 1000, "exp": 1900])
        #expect(try claims(["iat": 5], .milliseconds(1999)) == ["iat": 5, "exp": 1001])
        #expect(try claims(["exp": 7], nil) == ["exp": 7])
        for (given, lifetime, now) in [
            (["exp": 7] as JSONObject, Duration.seconds(1), 0), ([:], .zero, 0), ([:], .milliseconds(999), 0),
            ([:], .seconds(-5), 0), ([:], .seconds(1), Int.max),
        ] {
            #expect(Self.refusal { _ = try claims(given, lifetime, now: now) } == .invalidOption)
        }
    }

    @Test("uses the system's clock by default")
    func systemClock() throws {
        let old = try JSONWebToken.sign(["sub": "a"], using: TokenKeys.oct, expiresIn: .seconds(900), now: 1000)
        #expect(Self.refusal { _ = try JSONWebToken(verifying: old, keys: Self.keys, policy: JWTPolicy()) } == .expired)
        let future = try JSONWebToken.sign(
            ["nbf": .integer(Int.max - 1)], using: TokenKeys.oct, expiresIn: .seconds(900))
        #expect(
            Self.refusal { _ = try JSONWebToken(verifying: future, keys: Self.keys, policy: JWTPolicy()) }
                == .notYetValid)
    }
}
