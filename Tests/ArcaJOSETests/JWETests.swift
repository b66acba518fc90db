import ArcaCodecs
import ArcaCore
import ArcaCompression
import ArcaCrypto
import ArcaKeys
import ArcaTestSupport
import Testing

@testable import ArcaJOSE

struct JWETests {
    private static let message = Array("Nobody but the receiver reads this.".utf8)

    private static func oct(_ byteCount: Int) -> JSONWebKey {
        JSONWebKey(.symmetric(SymmetricKey(copying: (0..<byteCount).map { UInt8($0) })), id: "1")
    }

    private static func refusal(_ body: () throws -> Void) -> JOSEErrorCode? {
        do { try body() } catch { return (error as? JOSEError)?.code }
        return nil
    }

    /// A key for an algorithm.
    static func keys(_ algorithm: JWEAlgorithm, _ encryption: JWEEncryption) -> [JSONWebKey] {
        switch algorithm.scheme {
        case .rsa: [TokenKeys.rsa]
        case .keyWrap(let byteCount), .galoisWrap(let byteCount): [oct(byteCount)]
        case .direct: [oct(encryption.keyByteCount)]
        case .agreement:
            [
                TokenKeys.p256, TokenKeys.p384, TokenKeys.p521, TokenKeys.secp256k1, TokenKeys.x25519, TokenKeys.x448,
            ]
        case .passphrase: [JSONWebKey(.symmetric(SymmetricKey(copying: "correct horse".utf8)))]
        }
    }

    @Test(arguments: JWEAlgorithm.allCases)
    func everyAlgorithmWithEveryCipher(_ algorithm: JWEAlgorithm) throws {
        for encryption in JWEEncryption.allCases {
            for key in Self.keys(algorithm, encryption) {
                let receiver = try TokenKeys.publicHalf(key)
                guard algorithm != .rsa15 else {
                    #expect(
                        Self.refusal {
                            _ = try JWE.encrypt(Self.message, to: receiver, algorithm: algorithm)
                        } == .unsupported)
                    continue
                }
                let text = try JWE.encrypt(
                    Self.message, to: receiver, algorithm: algorithm, encryption: encryption, contentType: "text",
                    iterations: 1000)
                let token = try JWE(decrypting: text, keys: JWKSet(key))
                #expect(token.plaintext == SecretBytes(copying: Self.message))
                #expect(token.algorithm == algorithm && token.encryption == encryption)
                #expect(token.header.contentType == "text")
                #expect(token.header.encryption == encryption.rawValue)
                // The tag covers the header and every part.
                var parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
                parts[3] = "AAAA" + parts[3].dropFirst(4)
                let changed = parts.joined(separator: ".")
                #expect(Self.refusal { _ = try JWE(decrypting: changed, keys: JWKSet(key)) } == .notDecrypted)
            }
        }
    }

    @Test func theKeyChoosesTheAlgorithm() throws {
        #expect(try JWEAlgorithm(for: Self.oct(24)) == .a192KW)
        #expect(try JWEAlgorithm(for: TokenKeys.publicHalf(TokenKeys.rsa)) == .rsaOAEP256)
        #expect(try JWEAlgorithm(for: TokenKeys.x448) == .ecdhESA256KW)
        #expect(try JWEAlgorithm(for: JSONWebKey(Self.oct(32).content, algorithm: "dir")) == .direct)
        #expect(Self.refusal { _ = try JWEAlgorithm(for: TokenKeys.ed25519) } == .wrongKeyType)
        #expect(Self.refusal { _ = try JWEAlgorithm(for: Self.oct(13)) } == .wrongKeyType)
    }

    @Test func theKeyRefusesWhatItIsNotFor() throws {
        let text = try JWE.encrypt(Self.message, to: Self.oct(32))
        let secret = Self.oct(32).content
        let keys = [
            JSONWebKey(secret, use: "sig"), JSONWebKey(secret, operations: ["sign"]),
            JSONWebKey(secret, algorithm: "A256GCMKW"), Self.oct(16), TokenKeys.rsa,
        ]
        for key in keys {
            #expect(Self.refusal { _ = try JWE(decrypting: text, keys: JWKSet(key)) } == .wrongKeyType, "\(key)")
        }
        let good = JSONWebKey(secret, use: "enc", operations: ["unwrapKey"], algorithm: "A256KW")
        #expect(try JWE(decrypting: text, keys: JWKSet(good)).algorithm == .a256KW)
        let other = JSONWebKey(.symmetric(SymmetricKey(copying: [UInt8](repeating: 9, count: 32))))
        #expect(Self.refusal { _ = try JWE(decrypting: text, keys: JWKSet(other)) } == .notDecrypted)
        // A public key cannot decrypt.
        let sealed = try JWE.encrypt(Self.message, to: TokenKeys.publicHalf(TokenKeys.rsa))
        #expect(
            Self.refusal { _ = try JWE(decrypting: sealed, keys: JWKSet(TokenKeys.publicHalf(TokenKeys.rsa))) }
                == .wrongKeyType)
    }

    @Test func publicHalvesForAgreementMayListNoOperation() throws {
        for (operations, isGood) in [([], true), (["deriveKey"], true), (["verify"], false)] as [([String], Bool)] {
            let key = try TokenKeys.publicHalf(TokenKeys.p256, operations: operations)
            let refusal = Self.refusal { _ = try JWE.encrypt(Self.message, to: key) }
            #expect(refusal == (isGood ? nil : .wrongKeyType))
        }
    }

    @Test func optionsLimitWhatIsRead() throws {
        let keys = JWKSet(Self.oct(32))
        let text = try JWE.encrypt(Self.message, to: Self.oct(32))
        #expect(
            Self.refusal { _ = try JWE(decrypting: text, keys: keys, options: .init(algorithms: [.direct])) }
                == .algorithmNotAllowed)
        let passphrase = Self.keys(.pbes2HS256A128KW, .a128GCM)[0]
        let costly = try JWE.encrypt(
            Self.message, to: passphrase, algorithm: .pbes2HS256A128KW, iterations: 2000)
        #expect(
            Self.refusal {
                _ = try JWE(decrypting: costly, keys: JWKSet(passphrase), options: .init(maximumIterations: 1999))
            }
                == .costTooHigh)
        #expect(
            Self.refusal {
                _ = try JWE.encrypt(Self.message, to: passphrase, algorithm: .pbes2HS256A128KW, iterations: 999)
            } == .invalidOption)
    }

    /// A token with `dir` and A128GCM, and with any header and content.
    private static func sealed(_ header: String, _ content: [UInt8] = message) throws -> String {
        guard case .symmetric(let key) = oct(16).content else { return "" }
        let text = CompactText.encode(header.utf8)
        let sealed = try JWEEncryption.a128GCM.seal(content, using: key, authenticating: text)
        return CompactText.joined(
            [text, []] + [sealed.iv, sealed.ciphertext, sealed.tag].map { CompactText.encode($0) })
    }

    @Test func compressedContent() throws {
        let header = #"{"alg":"dir","enc":"A128GCM","zip":"DEF"}"#
        let keys = JWKSet(Self.oct(16))
        let content = [UInt8](repeating: 0x61, count: 5000)
        let packed = try Deflater.deflate(content, format: .deflate)
        let text = try Self.sealed(header, packed)
        #expect(try JWE(decrypting: text, keys: keys).plaintext == SecretBytes(copying: content))
        #expect(
            try JWE(decrypting: text, keys: keys, options: .init(maximumInflatedByteCount: 5000)).plaintext.count
                == 5000)
        #expect(
            Self.refusal { _ = try JWE(decrypting: text, keys: keys, options: .init(maximumInflatedByteCount: 4999)) }
                == .costTooHigh)
        for bad in [packed + [0], Array(packed.dropLast()), [], [0xff]] {
            #expect(Self.refusal { _ = try JWE(decrypting: Self.sealed(header, bad), keys: keys) } == .malformed)
        }
    }

    @Test(arguments: [
        (#"{"alg":"dir","enc":"A128GCM","zip":"GZ"}"#, JOSEErrorCode.unsupported),
        (#"{"alg":"dir","enc":"A128GCM","crit":["b64"],"b64":true}"#, .unsupported),
        (#"{"alg":"dir","enc":"A128GCM","crit":["zip"],"zip":"DEF"}"#, .malformed),
        (#"{"alg":"dir"}"#, .malformed), (#"{"alg":"dir","enc":"A1"}"#, .unsupported),
        (#"{"alg":"none","enc":"A128GCM"}"#, .unsupported),
        (#"{"alg":"RSA1_5","enc":"A128GCM"}"#, .algorithmNotAllowed),
        (#"{"alg":"A128KW","enc":"A128GCM"}"#, .malformed), (#"{"alg":"A128GCMKW","enc":"A128GCM"}"#, .malformed),
        (#"{"alg":"dir","enc":"A256GCM"}"#, .wrongKeyType), (#"{"alg":"dir","enc":"A128CBC-HS256"}"#, .malformed),
        (#"{"alg":"PBES2-HS256+A128KW","enc":"A128GCM"}"#, .malformed),
        (#"{"alg":"ECDH-ES","enc":"A128GCM"}"#, .wrongKeyType),
    ])
    func traps(_ header: String, _ code: JOSEErrorCode) throws {
        let text = try Self.sealed(header)
        #expect(Self.refusal { _ = try JWE(decrypting: text, keys: JWKSet(Self.oct(16))) } == code)
    }

    @Test func theSendersKeyIsChecked() throws {
        func text(_ epk: String) throws -> String { try Self.sealed(#"{"alg":"ECDH-ES","enc":"A128GCM"\#(epk)}"#) }
        let keys = JWKSet(JSONWebKey(TokenKeys.x25519.content))
        let zero = Base64.urlUnpadded.encode([UInt8](repeating: 0, count: 32))
        for epk in [
            "", #","epk":1"#, #","epk":{}"#, #","epk":{"kty":"OKP","crv":"X25519","x":"AA"}"#,
            #","epk":{"kty":"oct","k":"AAAA"}"#,
            // Small order: the shared secret would always be zero.
            #","epk":{"kty":"OKP","crv":"X25519","x":"\#(zero)"}"#,
            #","epk":{"kty":"OKP","crv":"X25519","x":"\#(zero)","d":"\#(zero)"}"#,
        ] {
            #expect(Self.refusal { _ = try JWE(decrypting: text(epk), keys: keys) } == .malformed, "\(epk)")
        }
        let other = try JWK.encode(TokenKeys.publicHalf(TokenKeys.p256).content).withBytes {
            String(decoding: [UInt8](bytes: $0), as: UTF8.self)
        }
        #expect(Self.refusal { _ = try JWE(decrypting: text(#","epk":\#(other)"#), keys: keys) } == .wrongKeyType)
    }

    @Test func otherKindsAreNamed() throws {
        let signed = try JWS.sign(Self.message, using: TokenKeys.oct)
        #expect(Self.refusal { _ = try JWE(decrypting: signed, keys: JWKSet(TokenKeys.oct)) } == .unsupported)
        let sealed = try JWE.encrypt(Self.message, to: Self.oct(32))
        #expect(Self.refusal { _ = try JWS(verifying: sealed, keys: JWKSet(Self.oct(32))) } == .unsupported)
        #expect(try UnverifiedToken(sealed.utf8).payload == nil)
        #expect(Self.refusal { _ = try JWE(decrypting: "{}", keys: JWKSet(Self.oct(32))) } == .unsupported)
    }

    @Test func namesOfThePartiesCount() throws {
        var names = JSONObject()
        names["apu"] = "QWxpY2U"
        names["apv"] = "Qm9i"
        let text = try JWE.encrypt(
            Self.message, to: TokenKeys.publicHalf(TokenKeys.p256), algorithm: .ecdhES, header: names)
        #expect(try JWE(decrypting: text, keys: JWKSet(TokenKeys.p256)).header.members["apv"] == "Qm9i")
        names["zip"] = "DEF"
        #expect(Self.refusal { _ = try JWE.encrypt(Self.message, to: TokenKeys.p256, header: names) } == .invalidOption)
    }
}
