import ArcaCore
import ArcaSystem
import ArcaVectors
import Foundation
import Testing

/// Our own files in Rooterberg's format, written by a second implementation: `Vectors/rooterberg/generate.py`.
@Suite struct RooterbergVectorTests {
    private static let folder = BytePath(
        #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Vectors/rooterberg")

    /// All files, by their names without `.json`.
    private static let files: [String: JSONObject] = {
        var files: [String: JSONObject] = [:]
        for case .success(let entry) in FolderWalker(folder) where entry.path.fileExtension == "json" {
            guard var reader = try? FileReader(entry.path), let bytes = try? reader.readAll(),
                let object = try? JSONReader.read(bytes).object
            else { continue }
            files[String("\(entry.path.name)".dropLast(5))] = object
        }
        return files
    }()

    /// The test types of the format.
    private static let types: Set<String> = [
        "Aead", "AuthEnc", "BlockCipher", "Daead", "DsaSign", "DsaVerify", "Ecdh", "EcdsaSign", "EcdsaVerify",
        "EddsaSign", "EddsaVerify", "Fpe", "Hash", "HdKeyDerive", "Hkdf", "IndCpa", "JweDecrypt", "JwePkDecrypt",
        "JwsMacVerify", "JwsVerify", "Kdf", "KeyPair", "KeyWrap", "Mac", "MlDsa", "MlDsaVerify", "NaclCryptoBox",
        "OneTimeMac", "Pbes2", "Pbkdf", "Pkcs8Decrypt", "PointMult", "Prf", "RsaEsOaepDecrypt", "RsaEsPkcs1Decrypt",
        "RsaPkcs1Verify", "RsaPssVerify", "SchnorrSign", "SchnorrVerify", "Scrypt", "StreamCipherWithoutIv", "Xdh",
        "Xof",
    ]
    /// The types of which Arca and libcrypto have nothing.
    private static let absent: Set<String> = [
        "AuthEnc", "HdKeyDerive", "NaclCryptoBox", "PointMult", "Prf", "SchnorrSign", "SchnorrVerify",
    ]

    private static func run(_ file: JSONObject, _ name: String) -> VectorReport {
        VectorReport.of(JSONValue.object(file).text(), named: name)
    }

    @Test("reads all test types: no case fails, and each type passes or is skipped by name")
    func types() throws {
        var passed: [String: Int] = [:]
        for (name, file) in Self.files {
            let report = Self.run(file, name)
            let type = try #require(file["testType"]?.string)
            // A run without a passed case fails as a whole.
            #expect(report.files[0].tally.failed == 0, "\(name): \(report.reasons)")
            #expect(report.totals.skipReasons.keys.allSatisfy { $0.contains(" has no ") }, "\(name)")
            passed[type, default: 0] += report.totals.passed
        }
        #expect(Set(passed.keys) == Self.types)
        #expect(Set(passed.filter { $0.value == 0 }.keys) == Self.absent)
    }

    /// The values that a case may have a key in, and a file with another key of the same kind.
    private static let keys: [(file: String, other: String, names: [String])] = [
        (
            "ecdsa-verify-secp256r1-sha-256-der", "ecdsa-verify-ssh",
            ["publicKeyUncompressed", "publicKeyCompressed", "publicKeySpki", "publicKeyPem"]
        ),
        ("ecdsa-sign-secp256r1-sha-256-der", "ecdsa-sign-secp256r1-sha-512-p1363-low", ["privateKey"]),
        (
            "rsa-pkcs1-verify-2048-sha-256", "rsa-pkcs1-verify-3072-sha-512",
            ["publicKey", "publicKeySpki", "publicKeyPem"]
        ),
        ("rsa-oaep-2048-sha-256", "rsa-oaep-3072-sha-512", ["privateKeyPkcs8", "privateKeyPem"]),
        ("jws-rs256", "jws-es256", ["publicKeyPem"]), ("jwe-rsa-oaep", "rsa-oaep-3072-sha-512", ["privateKeyPem"]),
        ("jws-hs256", "jws-hs512", ["key"]), ("dsa-verify-1024", "dsa-verify-2048", ["publicKeySpki", "publicKeyPem"]),
        ("dsa-sign-1024", "dsa-sign-2048", ["privateKeyPkcs8", "privateKeyPem"]),
        ("eddsa-verify-edwards25519", "eddsa-verify-edwards448", ["publicKey", "publicKeySpki"]),
        ("eddsa-sign-edwards25519", "eddsa-sign-edwards448", ["privateKey", "privateKeyPkcs8"]),
        ("mldsa-sign-44", "mldsa-sign-65", ["privateKey", "privateKeyPkcs8", "privateKeyPkcs8Old"]),
    ]

    @Test("fails a case whose keys are not the same in all encodings", arguments: keys.indices)
    func keysThatDiffer(index: Int) throws {
        let (name, otherName, fields) = Self.keys[index]
        let (file, other) = (try #require(Self.files[name]), try #require(Self.files[otherName]))
        for field in fields {
            var tests = try #require(file["tests"]?.array)
            var first = try #require(tests[0].object)
            let foreign = try #require(
                other["tests"]?.array?.compactMap { $0[field] }.first { $0.text() != first[field]?.text() })
            first[field] = foreign
            tests[0] = .object(first)
            var changed = file
            changed["tests"] = .array(tests)
            let report = Self.run(changed, name)
            #expect(report.files[0].failures.map(\.id) == ["1"], "\(name), \(field)")
        }
    }

    @Test("fails exactly the valid case with a changed output, for every file")
    func changedOutputs() throws {
        // The first of these that a case has is its output; a verified signature is an input.
        let outputs = [
            "shared", "privateKeyInfo", "okm", "dk", "digest", "mac", "publicKeyUncompressed", "tag", "ct", "sig",
        ]
        for (name, file) in Self.files where Self.run(file, name).totals.passed > 0 {
            var tests = try #require(file["tests"]?.array)
            let place = try #require(tests.firstIndex { $0["valid"]?.bool ?? true }, "\(name)")
            var test = try #require(tests[place].object)
            let output = try #require(outputs.first { test[$0] != nil }, "\(name)")
            test[output] = Self.changed(try #require(test[output]))
            tests[place] = .object(test)
            var changed = file
            changed["tests"] = .array(tests)
            let report = Self.run(changed, name)
            #expect(report.files[0].failures.map(\.id) == ["\(place + 1)"], "\(name), \(output)")
        }
    }

    /// The value with its last digit or number changed, in a place that no encoding ignores.
    private static func changed(_ value: JSONValue) -> JSONValue {
        if var numbers = value.array {
            numbers[0] = .integer(1 - min(numbers[0].int ?? 0, 1))
            return .array(numbers)
        }
        if var object = value.object {
            object["r"] = object["s"]
            return .object(object)
        }
        var text = Array((value.string ?? "").utf8)
        let place = text.count / 2
        text[place] = text[place] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
        return .string(String(decoding: text, as: UTF8.self))
    }

    @Test("passes over files in a folder that are no vectors")
    func leftovers() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rooterberg-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in [("desktop.ini", "[.ShellClassInfo]"), ("tmp", ""), ("empty.json", "")] {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        let tree = VectorTree([BytePath(folder.path)])
        #expect(tree.documents.map { $0.split(separator: "/").last ?? "" } == ["desktop.ini", "tmp"])
        #expect(tree.inputs.count == 1)
    }
}
