import ArcaCore
import ArcaSystem
import ArcaVectors
import Testing

/// Wycheproof 0.8: notes are texts, keys have other names, and the integers of RSA keys are in the group.
@Suite struct OldWycheproofTests {
    private static let root = BytePath(
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Vectors/families")
    private static let oldNames = [
        "publicKeyAsn": "keyAsn", "publicKeyDer": "keyDer", "publicKeyPem": "keyPem", "publicKeyJwk": "keyJwk",
        "keySize": "keysize", "modulus": "n", "publicExponent": "e", "privateExponent": "d",
    ]

    /// Converts one of our files to version 0.8.
    private static func file(_ name: String) throws -> JSONValue {
        var reader = try FileReader(root.appending(BytePath(name)))
        var file = try #require(JSONReader.read(reader.readAll()).object)
        var notes = JSONObject()
        for name in file["notes"]?.object?.names ?? [] { notes[name] = "What the flag means." }
        file["notes"] = .object(notes)
        file["generatorVersion"] = "0.8r12"
        let groups = try #require(file["testGroups"]?.array)
        file["testGroups"] = .array(groups.map { .object(group($0.object ?? JSONObject())) })
        return .object(file)
    }

    private static func group(_ group: JSONObject) -> JSONObject {
        var old = JSONObject()
        for name in group.names {
            switch (name, group[name]?.object) {
            case ("publicKey", let key?) where key["modulus"] == nil: old["key"] = .object(key)
            // Contains the private key; see `privateKeys`.
            case ("publicKeyJwk", _) where group["type"] == "EddsaVerify": break
            case ("publicKey", let key?), ("privateKey", let key?):
                for (new, name) in oldNames { if let number = key[new] { old[name] = number } }
            default: old[oldNames[name] ?? name] = group[name]
            }
        }
        return old
    }

    private static func run(_ text: String) -> VectorReport {
        VectorRunner().run(VectorTree(inputs: [VectorInput(name: "file", bytes: Array(text.utf8))]))
    }

    private static let files = [
        "rsa_signature_2048_sha256.json", "rsa_pss_2048_sha256_mgf1_20.json", "rsa_pkcs1_2048.json",
        "rsa_oaep_2048_sha256_mgf1sha1.json", "ed25519.json", "aes_gcm.json",
    ]

    @Test("passes version 0.8 like version 1", arguments: files)
    func passes(name: String) throws {
        let report = Self.run(try Self.file(name).text())
        #expect(report.totals.failed == 0, "\(report.files.flatMap(\.failures))")
        #expect(report.totals.skipped == 0)
        #expect(report.totals.passed > 0)
    }

    @Test("fails the cases of a group with a different key")
    func otherKey() throws {
        var text = try Self.file("rsa_signature_2048_sha256.json").text()
        let start = try #require(text.firstRange(of: #""n":"00"#)).upperBound
        let digit = text.index(start, offsetBy: 40)
        text.replaceSubrange(digit...digit, with: text[digit] == "0" ? "1" : "0")
        #expect(Self.run(text).totals.failed > 0)
    }

    @Test("disputes only a secp224k1 shared secret of 29 bytes")
    func disputed() {
        func report(_ curve: String, _ shared: String) -> VectorReport {
            let file = """
                {"algorithm": "ECDH", "generatorVersion": "0.8r12", "numberOfTests": 1, "testGroups": [{
                "type": "EcdhTest", "curve": "\(curve)", "encoding": "asn", "tests": [{"tcId": 1, "comment": "",
                "public": "00", "private": "01", "shared": "\(shared)", "result": "valid", "flags": []}]}]}
                """
            return Self.run(file)
        }
        let secret = String(repeating: "5a", count: 28)
        #expect(report("secp224k1", "00" + secret).totals.skipped == 1)
        #expect(report("secp224k1", secret).totals.failed == 1)
        #expect(report("secp224k1", "01" + secret).totals.failed == 1)
        #expect(report("secp224r1", "00" + secret).totals.failed == 1)
    }

    @Test("checks that the private key of an EdDSA group matches its public key")
    func privateKeys() {
        // RFC 8032, section 7.1, test 1; RFC 8037, appendix A.1.
        func file(_ seed: String) -> String {
            """
            {"algorithm": "EDDSA", "generatorVersion": "0.8r12", "numberOfTests": 1, "testGroups": [{
            "jwk": {"crv": "Ed25519", "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A", "kid": "none", "kty": "OKP",
            "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"},
            "key": {"curve": "edwards25519", "keySize": 255, "type": "EDDSAKeyPair", "sk": "\(seed)",
            "pk": "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"},
            "keyDer": "302a300506032b6570032100d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "type": "EddsaVerify", "tests": [{"tcId": 1, "comment": "", "msg": "", "sig":
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
            "result": "valid", "flags": []}]}]}
            """
        }
        let seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
        #expect(Self.run(file(seed)).totals.passed == 1)
        #expect(Self.run(file(seed.replacing("9d61", with: "9d62"))).totals.failed == 1)
    }
}
