internal import ArcaTestSupport
import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

@Suite struct JWKTests {
    @Test("computes the thumbprints of the examples in the standards")
    func thumbprints() throws {
        // RFC 7638, section 3.1.
        let rsa = """
            {"kty": "RSA", "n": "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw", "e": "AQAB", "alg": "RS256", "kid": "2011-04-29"}
            """
        #expect(try thumbprint(rsa) == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
        // RFC 8037, appendix A.3.
        let ed25519 = #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#
        #expect(try thumbprint(ed25519) == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    }

    private func thumbprint(_ json: String) throws -> String? {
        let key = try AnyKey(json.utf8)
        return try KeyFingerprint(key.publicKey()).jwk
    }

    @Test("reads and writes the private key of RFC 8037, appendix A.1")
    func readsEd25519() throws {
        let json =
            #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","#
            + #""d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#
        let key = try AnyKey(json.utf8)
        #expect(try key.privateKey().algorithmName == "Ed25519")
        #expect(String(decoding: [UInt8](bytes: try JWK.encode(key.content)), as: UTF8.self) == json)
    }

    @Test("reads secp256k1 under its older name P-256K, and writes the standard name")
    func olderName() throws {
        let key = try EllipticPrivateKey(.secp256k1)
        let text = String(
            decoding: [UInt8](bytes: try JWK.encode(.privateKey(.elliptic(key)))), as: UTF8.self)
        #expect(text.contains(#""crv":"secp256k1""#))
        let older = try AnyKey(text.replacing("secp256k1", with: "P-256K").utf8)
        #expect(try older.privateKey() == .elliptic(key))
        #expect(throws: KeyError.code(.unsupported)) { try AnyKey(text.replacing("secp256k1", with: "P-256k").utf8) }
    }

    @Test("round-trips every kind of key", .enabled(if: PeerKeys.canRun))
    func roundTrips() throws {
        for family in PeerKeys.families {
            let key = try AnyKey(family.pkcs8).privateKey()
            // JWK cannot represent a restriction to PSS. Without it, the key could be used for decryption.
            guard !["P-224", "brainpoolP384r1"].contains(family.name), !family.name.hasPrefix("rsa-pss") else {
                #expect(throws: KeyError.code(.wrongKind)) { try JWK.encode(.privateKey(key)) }
                #expect(throws: KeyError.code(.wrongKind)) { try JWK.encode(.publicKey(key.publicKey)) }
                continue
            }
            let back = try AnyKey(try JWK.encode(.privateKey(key), layout: .pretty))
            #expect(try back.privateKey() == key, "\(family)")
            let publicKey = try AnyKey(try JWK.encode(.publicKey(key.publicKey)))
            #expect(try publicKey.publicKey() == back.publicKey(), "\(family)")
            #expect(publicKey.structure == .jwk && publicKey.kindName == "public key")
        }
        let symmetric = SymmetricKey(copying: [1, 2, 3])
        guard case .symmetric(let back) = try JWK.decode(try JWK.encode(.symmetric(symmetric))) else {
            Issue.record("no symmetric key")
            return
        }
        #expect(back == symmetric)
    }

    @Test("completes an RSA key with only a private exponent, and reads key sets")
    func completesKeys() throws {
        let key = try AnyKey(#require(PeerKeys.family("rsa")).pkcs8)
        let json = try JSONReader.read(try JWK.encode(key.content))
        var short = JSONObject()
        for name in ["kty", "n", "e", "d"] { short[name] = json[name] }
        let completed = try AnyKey(JSONValue.object(short).text().utf8).privateKey().rsa()
        #expect(completed.numbers.privateExponent == (try key.privateKey().rsa()).numbers.privateExponent)
        #expect(completed.numbers.contradictions().isEmpty)
        short["p"] = json["p"]
        #expect(throws: KeyError.code(.malformed)) { try AnyKey(JSONValue.object(short).text().utf8) }

        let set = "{\"keys\": [\(json.text()), {\"kty\":\"oct\",\"k\":\"AAEC\",\"kid\":\"second\"}]}"
        let keys = try AnyKey.all(in: set.utf8)
        #expect(keys.map(\.kindName) == ["private key", "symmetric key"])
        #expect(keys.map(\.comment) == [nil, "second"])
    }

    @Test("secret values are read from the original text: escapes and forged placeholders are rejected")
    func marks() throws {
        let key = [UInt8](0..<32)
        let text = Base64.urlUnpadded.encode(key)
        let good = #"{"kid":"d","kty":"oct", "k" : "\#(text)"}"#
        #expect(try AnyKey(good.utf8).comment == "d")
        guard case .symmetric(let back) = try AnyKey(good.utf8).content else { throw KeyError.code(.wrongKind) }
        #expect(back == SymmetricKey(copying: key))
        for wrong in [
            #"{"kty":"oct","k":"\u0041\#(text)"}"#, #"{"kty":"oct","k":"!0000000"}"#,
            #"{"kty":"oct","k":"\#(text)"#, #"{"kty":"oct","k":["\#(text)"]}"#,
        ] {
            #expect(throws: KeyError.self, "\(wrong)") { try AnyKey(wrong.utf8) }
        }
        // A parsed document is read as is.
        guard case .symmetric(let parsed) = try JWK.decode(try JSONReader.read(good)) else {
            throw KeyError.code(.wrongKind)
        }
        #expect(parsed == back)
    }

    @Test(
        "rejects anything that is not a key",
        arguments: [
            "{}", #"{"kty": 5}"#, #"{"kty":"XYZ"}"#, #"{"kty":"RSA","n":"AQAB"}"#, #"{"kty":"RSA","n":"AQAB","e":"A"}"#,
            #"{"kty":"RSA","n":"AAEB","e":"AQAB"}"#, #"{"kty":"RSA","n":"AQAB","e":"AQ==","d":"AQ"}"#,
            #"{"kty":"RSA","n":"","e":"AQAB"}"#, #"{"kty":"OKP","crv":"Ed25519","x":"AQAB"}"#,
            #"{"kty":"OKP","crv":"P-256","x":"AQAB"}"#, #"{"kty":"EC","crv":"P-256","x":"AQAB","y":"AQAB"}"#,
            #"{"kty":"EC","crv":"Ed25519","x":"AQAB","y":"AQAB"}"#, #"{"kty":"oct"}"#, #"{"keys": []}"#,
            #"{"keys": [5]}"#, #"{"kty":"oct","k":"A!"}"#, #"{"kty":"oct","kty":"oct","k":"AA"}"#,
            #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"AAAA"}"#,
            #"{"kty":"RSA","n":"AQAB","e":"AQAB","d":"AQAB","oth":[]}"#,
        ])
    func refusesOthers(json: String) {
        #expect(throws: KeyError.self) { try AnyKey(json.utf8) }
    }

    @Test("a point that does not belong to its private key is never returned", .enabled(if: PeerKeys.canRun))
    func refusesForeignPoint() throws {
        let key = try AnyKey(#require(PeerKeys.family("P-256")).pkcs8)
        var object = try #require(JSONReader.read(try JWK.encode(key.content)).object)
        object["d"] = .string(Base64.urlUnpadded.encode([UInt8](repeating: 7, count: 32)))
        let foreign = try AnyKey(JSONValue.object(object).text().utf8)
        #expect(KeyLint.findings(foreign.content).map(\.kind) == [.inconsistent])
        #expect(throws: KeyError.code(.invalidKey)) { try foreign.publicKey() }
        #expect(throws: KeyError.code(.invalidKey)) { try foreign.content.publicHalf() }
        for format in [KeyFormat.pkcs8, .spki, .openssh, .jwk] {
            #expect(throws: KeyError.code(.invalidKey), "\(format)") { try foreign.content.encoded(as: format) }
        }
    }

    @Test("a private key that does not belong to its public half is rejected")
    func refusesForeignHalf() {
        let json =
            #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","#
            + #""d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2E"}"#
        #expect(throws: KeyError.code(.invalidKey)) { try AnyKey(json.utf8) }
    }

    @Test("errors never quote a member's value")
    func keepsSecrets() {
        for json in [
            #"{"kty":"oct","k":"hunter2!"}"#, #"{"kty":"hunter2"}"#, #"{"kty":"OKP","crv":"hunter2","x":"AA"}"#,
        ] {
            do {
                _ = try AnyKey(json.utf8)
                Issue.record("\(json) was read")
            } catch {
                #expect(!error.description.contains("hunter2"))
            }
        }
    }
}
