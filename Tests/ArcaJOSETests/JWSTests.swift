import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaJOSE
import ArcaKeys
import ArcaTestSupport
import Testing

/// Keys of every type, generated once.
enum TokenKeys {
    static let oct = JSONWebKey(.symmetric(SymmetricKey(copying: Array(0..<64 as Range<UInt8>))))
    static let ed25519 = key { .ed25519(Curve25519.Signing.PrivateKey()) }
    static let ed448 = key { .ed448(Curve448.Signing.PrivateKey()) }
    static let x25519 = key { .x25519(Curve25519.KeyAgreement.PrivateKey()) }
    static let x448 = key { .x448(Curve448.KeyAgreement.PrivateKey()) }
    static let p256 = key { .elliptic(try EllipticPrivateKey(.p256)) }
    static let p384 = key { .elliptic(try EllipticPrivateKey(.p384)) }
    static let p521 = key { .elliptic(try EllipticPrivateKey(.p521)) }
    static let secp256k1 = key { .elliptic(try EllipticPrivateKey(.secp256k1)) }
    static let mldsa44 = key { .mldsa(try AnyMLDSAPrivateKey(.mldsa44)) }
    static let mldsa65 = key { .mldsa(try AnyMLDSAPrivateKey(.mldsa65)) }
    static let mldsa87 = key { .mldsa(try AnyMLDSAPrivateKey(.mldsa87)) }
    static let rsa = key { AnyPrivateKey(try RSAPrivateKey(bitCount: 2048)) }

    /// Each algorithm with a matching key.
    static let signing: [(JWSAlgorithm, JSONWebKey)] = [
        (.hs256, oct), (.hs384, oct), (.hs512, oct),
        (.rs256, rsa), (.rs384, rsa), (.rs512, rsa), (.ps256, rsa),
        (.ps384, rsa), (.ps512, rsa), (.es256, p256), (.es384, p384),
        (.es512, p521), (.es256k, secp256k1), (.edDSA, ed25519),
        (.edDSA, ed448), (.ed25519, ed25519), (.ed448, ed448),
        (.mldsa44, mldsa44), (.mldsa65, mldsa65), (.mldsa87, mldsa87),
    ]

    private static func key(_ make: () throws -> AnyPrivateKey) -> JSONWebKey {
        guard let key = try? make() else { preconditionFailure("no randomness") }
        return JSONWebKey(.privateKey(key), id: "1")
    }

    /// The public key, with other attributes.
    static func publicHalf(
        _ key: JSONWebKey, id: String? = "1", use: String? = nil, operations: [String]? = nil, algorithm: String? = nil
    ) throws -> JSONWebKey {
        guard case .privateKey(let own) = key.content else { return key }
        return JSONWebKey(
            .publicKey(try own.publicKey), id: id, use: use, operations: operations, algorithm: algorithm)
    }
}

struct JWSTests {
    private static let payload = Array("It is a dangerous business, going out of your door.".utf8)

    /// A token with the given header and payload, always signed with HS256.
    private static func forged(_ header: String, payload: String = "e30") throws -> String {
        let covered = Base64.urlUnpadded.encode(header.utf8) + "." + payload
        guard case .symmetric(let key) = TokenKeys.oct.content else { return "" }
        return covered + "."
            + Base64.urlUnpadded.encode(HMAC<SHA256>.authenticationCode(for: covered.utf8, using: key))
    }

    private static func refusal(_ body: () throws -> Void) -> JOSEErrorCode? {
        do { try body() } catch { return (error as? JOSEError)?.code }
        return nil
    }

    @Test(arguments: TokenKeys.signing)
    func everyAlgorithmInEveryForm(_ algorithm: JWSAlgorithm, _ key: JSONWebKey) throws {
        let keys = JWKSet(try TokenKeys.publicHalf(key))
        let compact = try JWS.sign(Self.payload, using: key, algorithm: algorithm, type: "test")
        let token = try JWS(verifying: compact, keys: keys)
        #expect(token.payload == Self.payload)
        #expect(token.algorithm == algorithm)
        #expect(token.header.type == "test")
        #expect(token.header.keyID == key.id)
        for form in [JWS.Form.detached, .detachedUnencoded] {
            let text = try JWS.sign(Self.payload, using: key, algorithm: algorithm, form: form)
            #expect(text.contains(".."))
            #expect(try JWS(verifying: text, keys: keys, detached: Self.payload).payload == Self.payload)
            #expect(Self.refusal { _ = try JWS(verifying: text, keys: keys, detached: [1]) } == .badSignature)
            #expect(
                Self.refusal { _ = try JWS(verifying: compact, keys: keys, detached: Self.payload) } == .malformed)
        }
        let json = try JWS.sign(Self.payload, using: key, algorithm: algorithm, form: .flattenedJSON)
        #expect(try JWS(verifyingJSON: json.utf8, keys: keys).payload == Self.payload)
        #expect(Self.refusal { _ = try JWS(verifying: json, keys: keys) } == .malformed)
    }

    @Test func theKeyChoosesTheAlgorithm() throws {
        #expect(try JWSAlgorithm(for: TokenKeys.oct) == .hs512)
        #expect(try JWSAlgorithm(for: TokenKeys.rsa) == .rs256)
        #expect(try JWSAlgorithm(for: TokenKeys.p384) == .es384)
        #expect(try JWSAlgorithm(for: TokenKeys.ed448) == .edDSA)
        let named = JSONWebKey(TokenKeys.rsa.content, algorithm: "PS384")
        #expect(try JWSAlgorithm(for: named) == .ps384)
        #expect(Self.refusal { _ = try JWSAlgorithm(for: TokenKeys.x25519) } == .wrongKeyType)
        #expect(Self.refusal { _ = try JWSAlgorithm(for: TokenKeys.publicHalf(TokenKeys.p256)) } == .wrongKeyType)
    }

    @Test func theKeyRefusesWhatItIsNotFor() throws {
        let text = try JWS.sign(Self.payload, using: TokenKeys.p256)
        let keys: [JSONWebKey] = [
            try TokenKeys.publicHalf(TokenKeys.p256, use: "enc"),
            try TokenKeys.publicHalf(TokenKeys.p256, operations: ["deriveBits"]),
            try TokenKeys.publicHalf(TokenKeys.p256, algorithm: "ES384"),
            try TokenKeys.publicHalf(TokenKeys.p384), try TokenKeys.publicHalf(TokenKeys.rsa),
            try TokenKeys.publicHalf(TokenKeys.ed25519), TokenKeys.oct,
        ]
        for key in keys {
            #expect(Self.refusal { _ = try JWS(verifying: text, keys: JWKSet(key)) } == .wrongKeyType, "\(key)")
        }
        let other = JSONWebKey(.privateKey(.elliptic(try EllipticPrivateKey(.p256))), id: "2")
        #expect(Self.refusal { _ = try JWS(verifying: text, keys: JWKSet(other)) } == .unknownKey)
        let renamed = try TokenKeys.publicHalf(TokenKeys.p256, id: "2")
        #expect(try JWS(verifying: text, keys: JWKSet(renamed)).payload == Self.payload)
        let good = try TokenKeys.publicHalf(
            TokenKeys.p256, id: nil, use: "sig", operations: ["verify"], algorithm: "ES256")
        #expect(try JWS(verifying: text, keys: JWKSet(good)).payload == Self.payload)
        #expect(
            Self.refusal { _ = try JWS(verifying: text, keys: JWKSet(good), algorithms: [.es384, .rs256]) }
                == .algorithmNotAllowed)
    }

    @Test func edwardsKeysHaveTwoNames() throws {
        let text = try JWS.sign(Self.payload, using: TokenKeys.ed25519, algorithm: .ed25519)
        let key = try TokenKeys.publicHalf(TokenKeys.ed25519, algorithm: "EdDSA")
        #expect(try JWS(verifying: text, keys: JWKSet(key)).algorithm == .ed25519)
        let other = try TokenKeys.publicHalf(TokenKeys.ed448)
        #expect(Self.refusal { _ = try JWS(verifying: text, keys: JWKSet(other)) } == .wrongKeyType)
    }

    @Test func weakKeysNeitherSignNorVerify() throws {
        let short = JSONWebKey(.symmetric(SymmetricKey(copying: [UInt8](repeating: 7, count: 31))))
        #expect(Self.refusal { _ = try JWS.sign([UInt8](), using: short) } == .weakKey)
        let text = try Self.forged(#"{"alg":"RS256"}"#)
        for (count, exponent) in [(128, [1, 0, 1]), (256, [1])] as [(Int, [UInt8])] {
            let numbers = RSAPublicNumbers(modulus: [UInt8](repeating: 255, count: count), exponent: exponent)
            let key = JSONWebKey(.publicKey(.rsa(numbers, nil)))
            #expect(Self.refusal { _ = try JWS(verifying: text, keys: JWKSet(key)) } == .weakKey)
        }
    }

    @Test(arguments: [
        (#"{"alg":"none"}"#, JOSEErrorCode.unsupported), (#"{"alg":"nOnE"}"#, .unsupported),
        (#"{"alg":""}"#, .unsupported),
        (#"{"alg":"HS999"}"#, .unsupported), (#"{}"#, .malformed), (#"{"alg":1}"#, .malformed), (#"[]"#, .malformed),
        (#"{"alg":"HS256","alg":"HS256"}"#, .malformed), (#"{"alg":"HS256","\u0061lg":"HS256"}"#, .malformed),
        (#"{"alg":"HS256"} x"#, .malformed), ("\u{feff}{\"alg\":\"HS256\"}", .malformed),
        (#"{"alg":"HS256","kid":1}"#, .malformed), (#"{"alg":"HS256","crit":[]}"#, .malformed),
        (#"{"alg":"HS256","crit":"b64"}"#, .malformed), (#"{"alg":"HS256","crit":["alg"]}"#, .malformed),
        (#"{"alg":"HS256","crit":["x"]}"#, .malformed), (#"{"alg":"HS256","crit":["x"],"x":1}"#, .unsupported),
        (#"{"alg":"HS256","crit":["b64","b64"],"b64":true}"#, .malformed),
        (#"{"alg":"HS256","crit":["b64",1],"b64":true}"#, .malformed), (#"{"alg":"HS256","b64":"false"}"#, .malformed),
        (#"{"alg":"HS256","b64":false}"#, .malformed), (#"{"alg":"HS256","kid":"unknown"}"#, .unknownKey),
    ])
    func traps(_ header: String, _ code: JOSEErrorCode) throws {
        let keys = try JWKSet(["1", "2"].map { JSONWebKey(TokenKeys.oct.content, id: $0) })
        let text = try Self.forged(header)
        #expect(Self.refusal { _ = try JWS(verifying: text, keys: keys) } == code)
    }

    @Test func whatTheHeaderBringsAlongIsNotUsed() throws {
        let jwk = try JSONReader.read(JWK.encode(TokenKeys.publicHalf(TokenKeys.p256).content))
        var header = JSONObject()
        header["jwk"] = jwk
        header["jku"] = "https://evil.example/keys"
        header["x5u"] = "https://evil.example/keys"
        let text = try JWS.sign(Self.payload, using: JSONWebKey(TokenKeys.p256.content), header: header)
        let other = JSONWebKey(.privateKey(.elliptic(try EllipticPrivateKey(.p256))))
        #expect(Self.refusal { _ = try JWS(verifying: text, keys: JWKSet(other)) } == .badSignature)
        #expect(try JWS(verifying: text, keys: JWKSet(TokenKeys.publicHalf(TokenKeys.p256))).payload == Self.payload)
    }

    @Test func aSignerDoesNotSetWhatOthersSet() {
        for name in ["alg", "kid", "crit", "b64"] {
            var header = JSONObject()
            header[name] = "x"
            #expect(
                Self.refusal { _ = try JWS.sign([UInt8](), using: TokenKeys.p256, header: header) } == .invalidOption)
        }
    }

    // MARK: Sets

    @Test func setsOfKeys() throws {
        let keys = try [TokenKeys.p256, TokenKeys.p384].enumerated().map { index, key in
            try TokenKeys.publicHalf(key, id: "\(index)")
        }
        let set = try JWKSet(keys)
        let unnamed = JSONWebKey(TokenKeys.p384.content)
        #expect(try JWS(verifying: JWS.sign([UInt8](), using: unnamed), keys: set).key.id == "1")
        let two = try JWKSet([
            keys[0], TokenKeys.publicHalf(.init(.privateKey(.elliptic(EllipticPrivateKey(.p256)))), id: "2"),
        ])
        let text = try JWS.sign([UInt8](), using: JSONWebKey(TokenKeys.p256.content))
        #expect(Self.refusal { _ = try JWS(verifying: text, keys: two) } == .unknownKey)
        #expect(Self.refusal { _ = try JWKSet([]) } == .invalidKeySet)
        #expect(Self.refusal { _ = try JWKSet([keys[0], TokenKeys.oct]) } == .invalidKeySet)
        // Names that look alike but differ.
        #expect(
            try JWKSet(
                [keys[0], keys[1]].enumerated().map { index, key in
                    JSONWebKey(key.content, id: index == 0 ? "\u{e9}" : "e\u{301}")
                }
            ).keys.count == 2)
    }

    @Test("ML-DSA keys sign with their own algorithm only")
    func latticeKeys() throws {
        #expect(try JWSAlgorithm(for: TokenKeys.mldsa65) == .mldsa65)
        let token = try JWS.sign(Self.payload, using: TokenKeys.mldsa65)
        #expect(
            try JWS(verifying: token, keys: JWKSet(try TokenKeys.publicHalf(TokenKeys.mldsa65))).algorithm == .mldsa65)
        #expect(
            Self.refusal { _ = try JWS.sign(Self.payload, using: TokenKeys.mldsa65, algorithm: .mldsa44) }
                == .wrongKeyType)
        #expect(
            Self.refusal { _ = try JWS.sign(Self.payload, using: TokenKeys.ed25519, algorithm: .mldsa44) }
                == .wrongKeyType)
        for other in [TokenKeys.mldsa44, TokenKeys.ed25519] {
            #expect(
                Self.refusal { _ = try JWS(verifying: token, keys: JWKSet(try TokenKeys.publicHalf(other))) } != nil)
        }
        let wrong = token.dropLast(8) + "AAAAAAAA"
        #expect(
            Self.refusal {
                _ = try JWS(verifying: String(wrong), keys: JWKSet(try TokenKeys.publicHalf(TokenKeys.mldsa65)))
            } == .badSignature)
        #expect(
            Self.refusal {
                let short = String(token.dropLast(8))
                _ = try JWS(verifying: short, keys: JWKSet(try TokenKeys.publicHalf(TokenKeys.mldsa65)))
            } == .malformed)
    }

    @Test func keysOfUnknownTypesArePassedOver() throws {
        let known = #"{"kty":"oct","k":"AAECAwQFBgcICQoLDA0ODw"}"#
        #expect(try JWKSet(#"{"keys":[{"kty":"AKP","alg":"SLH-DSA-SHA2-128s"},\#(known)]}"#.utf8).keys.count == 1)
        #expect(Self.refusal { _ = try JWKSet(#"{"keys":[{"kty":"XYZ"}]}"#.utf8) } == .unsupported)
        #expect(Self.refusal { _ = try JWKSet(#"{"keys":[]}"#.utf8) } == .malformed)
        for member in [#""use":1"#, #""key_ops":"sign""#, #""key_ops":["sign","sign"]"#, #""kid":[]"#, #""alg":null"#] {
            let key = known.dropLast() + "," + member + "}"
            #expect(Self.refusal { _ = try JWKSet(String(key).utf8) } == .malformed, "\(member)")
        }
    }

    @Test("keys with one kid: the kind of key, alg and use select one, and a repeated key counts once")
    func sharedKeyIDs() throws {
        let rsa = try TokenKeys.publicHalf(TokenKeys.rsa)
        let elliptic = try TokenKeys.publicHalf(TokenKeys.p256)
        let kinds = try JWKSet([rsa, elliptic])
        for key in [TokenKeys.rsa, TokenKeys.p256] {
            #expect(try JWS(verifying: JWS.sign(Self.payload, using: key), keys: kinds).payload == Self.payload)
        }
        let text = try JWS.sign(Self.payload, using: TokenKeys.p256)
        let other = try TokenKeys.publicHalf(.init(.privateKey(.elliptic(EllipticPrivateKey(.p256)))))
        let (named, encrypting) = try (
            TokenKeys.publicHalf(TokenKeys.p256, algorithm: "ES256"),
            TokenKeys.publicHalf(TokenKeys.p256, use: "enc")
        )
        for set in [
            [named, encrypting],
            [JSONWebKey(other.content, id: "1", use: "enc"), elliptic], [elliptic, elliptic],
        ] as [[JSONWebKey]] {
            #expect(try JWS(verifying: text, keys: JWKSet(set)).payload == Self.payload)
        }
        #expect(Self.refusal { _ = try JWS(verifying: text, keys: JWKSet([other, elliptic])) } == .unknownKey)
    }

    @Test(
        "keys of a set that cannot be used are skipped, and errors name them",
        arguments: [
            #"{"kty":"AKP","alg":"ML-DSA-65","pub":"AAAA"}"#,
            #"{"kty":"EC","crv":"brainpoolP256r1","x":"AA","y":"AA"}"#,
            #"{"kty":"EC","crv":"P-256","x":"AA"}"#, #"{"kid":"x"}"#,
            #"{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}"#,
            #"{"kty":"RSA","n":"AAEC","e":"AQAB"}"#, #"{"kty":"RSA","n":"AQ==","e":"AQAB"}"#, #"{"kty":null}"#, "null",
            "1",
            #"{"kty":"oct","k":"AAAA","key_ops":"sign"}"#, #"{"kty":"oct","k":"AAAA","kid":null}"#,
        ])
    func unusableKeys(key: String) throws {
        let known = #"{"kty":"oct","kid":"c","k":"AAECAwQFBgcICQoLDA0ODw"}"#
        for keys in ["\(key),\(known)", "\(known),\(key)"] {
            let set = try JWKSet("{\"keys\":[\(keys)]}".utf8)
            #expect(set.keys.map(\.id) == ["c"])
            #expect(try JWKSet("\u{feff}{\"keys\":[\(keys)]}".utf8).keys.map(\.id) == ["c"])
        }
        #expect(throws: JOSEError.self) { try JWKSet("{\"keys\":[\(key)]}".utf8) }
        #expect(throws: KeyError.self) { try JSONWebKey.all(in: "{\"keys\":[\(key),\(known)]}".utf8) }
        #expect(try AnyKey.all(in: "{\"keys\":[\(key),\(known)]}".utf8).count == 1)
    }

    @Test("a kid that also names a skipped key of the same kind is ambiguous")
    func skippedKeyOfOneName() throws {
        let known = #"{"kty":"oct","kid":"c","k":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"}"#
        let token = try JWS.sign(Self.payload, using: try #require(JWKSet(known.utf8).keys.first))
        for (skipped, isAmbiguous) in [
            (#"{"kty":"oct","kid":"c","k":"AB"}"#, true), (#"{"kty":"oct","kid":"d","k":"AB"}"#, false),
            (#"{"kty":"EC","kid":"c","crv":"P-256","x":"AA"}"#, false),
        ] {
            let set = try JWKSet("{\"keys\":[\(skipped),\(known)]}".utf8)
            if isAmbiguous {
                let error = #expect(throws: JOSEError.self) { try JWS(verifying: token, keys: set) }
                #expect(error?.code == .unknownKey && error?.reason.contains("key 1 of the set") == true)
            } else {
                #expect(try JWS(verifying: token, keys: set).payload == Self.payload)
            }
        }
    }

    // MARK: JSON

    @Test func jsonWithSeveralSignatures() throws {
        func signature(_ key: JSONWebKey) throws -> String {
            let parts = try JWS.sign(Self.payload, using: key).split(separator: ".")
            return #"{"protected":"\#(parts[0])","signature":"\#(parts[2])"}"#
        }
        let payload = Base64.urlUnpadded.encode(Self.payload)
        let pair = try [TokenKeys.p256, TokenKeys.ed25519].map(signature).joined(separator: ",")
        let json = #"{"payload":"\#(payload)","signatures":[\#(pair)]}"#
        for (index, key) in [TokenKeys.p256, TokenKeys.ed25519].enumerated() {
            let token = try JWS(verifyingJSON: json.utf8, keys: JWKSet(TokenKeys.publicHalf(key)))
            #expect(token.index == index)
            #expect(token.payload == Self.payload)
        }
        #expect(
            Self.refusal { _ = try JWS(verifyingJSON: json.utf8, keys: JWKSet(TokenKeys.publicHalf(TokenKeys.p384))) }
                == .wrongKeyType)
        let many =
            #"{"payload":"","signatures":[\#(Array(repeating: #"{"signature":""}"#, count: 17).joined(separator: ","))]}"#
        #expect(Self.refusal { _ = try JWS(verifyingJSON: many.utf8, keys: JWKSet(TokenKeys.oct)) } == .costTooHigh)
        for bad in [
            "[]", "{}", #"{"payload":"","signatures":[]}"#, #"{"payload":"","signatures":[],"signature":""}"#,
            #"{"payload":"","payload":"","signature":""}"#, #"{"payload":"","signature":"","header":[]}"#,
            #"{"payload":"","signature":"AA","protected":"e30","header":{"alg":"HS256","crit":["b64"]}}"#,
            #"{"payload":"","signature":"AA","protected":"eyJhbGciOiJIUzI1NiJ9","header":{"alg":"HS256"}}"#,
        ] {
            #expect(
                Self.refusal { _ = try JWS(verifyingJSON: bad.utf8, keys: JWKSet(TokenKeys.oct)) } == .malformed,
                "\(bad)")
        }
        #expect(
            Self.refusal { _ = try JWS(verifyingJSON: #"{"ciphertext":""}"#.utf8, keys: JWKSet(TokenKeys.oct)) }
                == .unsupported)
    }

    @Test func hostileLengths() throws {
        let keys = JWKSet(TokenKeys.oct)
        for text in [
            "", ".", "..", String(repeating: ".", count: 1 << 20), String(repeating: "A", count: 1 << 20),
            String(repeating: "A", count: 1 << 20) + "..", "e30." + String(repeating: "A", count: 1 << 20) + ".AA",
            try Self.forged(#"{"alg":"HS256","x":"# + String(repeating: "[", count: 400_000)),
        ] {
            #expect(Self.refusal { _ = try JWS(verifying: text, keys: keys) } == .malformed)
            #expect(Self.refusal { _ = try JWE(decrypting: text, keys: keys) } != nil)
        }
    }
}
