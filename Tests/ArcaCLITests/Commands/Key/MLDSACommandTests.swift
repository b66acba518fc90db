internal import ArcaTestSupport
import Foundation
import Testing

/// ML-DSA keys in the command: generated, shown, converted, and used for bare signatures and tokens.
@Suite struct MLDSACommandTests {
    private static let names = ["ml-dsa-44", "ml-dsa-65", "ml-dsa-87"]

    private func arca(_ words: String, in folder: URL, input: [UInt8] = []) throws -> Peer.Answer {
        try Arca.run(
            words.split(separator: " ").map(String.init), input: input, environment: ["PASS": "correct horse"],
            in: folder)
    }

    private func bytes(_ name: String, _ folder: URL) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    @Test("generates keys of each set, encrypted or not, and describes and converts them", arguments: names)
    func keys(name: String) throws {
        try Peer.inFolder { folder in
            for options in ["--plain", "--kdf pbkdf2 --passphrase-from env:PASS"] {
                let made = try arca("key generate \(name) \(options) --force -o key.pem", in: folder)
                #expect(made.status == 0 && made.errors.hasPrefix("arca: fingerprint: "), "\(made.errors)")
                let passphrase = "--passphrase-from env:PASS"
                let shown = try arca("key show \(passphrase) key.pem", in: folder).text
                #expect(shown.hasPrefix("\(name.uppercased()) private key\n") && shown.contains("JWK thumbprint"))
                #expect(try arca("key lint \(passphrase) key.pem", in: folder).status == 0)
                let convert = "key convert \(passphrase)"
                let spki = try arca("\(convert) --to spki --force -o pub.pem key.pem", in: folder)
                #expect(spki.status == 0, "\(spki.errors)")
                #expect(
                    try arca("key show pub.pem", in: folder).text.hasPrefix("\(name.uppercased()) public key\n"))
                let jwk = try arca("\(convert) --to jwk --plain key.pem", in: folder).text
                #expect(jwk.contains("\"kty\":\"AKP\",\"alg\":\"\(name.uppercased())\",\"pub\":\""))
                for format in ["pkcs1", "openssh", "age"] {
                    let refused = try arca("\(convert) --to \(format) --plain key.pem", in: folder)
                    #expect(refused.status == 2 && refused.errors.contains("give --to pkcs8, spki or jwk"))
                }
            }
            #expect(try arca("key generate \(name) --to openssh --plain", in: folder).status == 2)
            #expect(try arca("key generate \(name) --bits 256 --plain", in: folder).status == 2)
        }
    }

    @Test("signs and verifies bare signatures with a context", arguments: names)
    func signs(name: String) throws {
        try Peer.inFolder { folder in
            try Data("notes\n".utf8).write(to: folder.appendingPathComponent("notes"))
            #expect(try arca("key generate \(name) --plain -o key.pem", in: folder).status == 0)
            #expect(try arca("key convert --to spki -o pub.pem key.pem", in: folder).status == 0)
            let sign = "sign --key key.pem --format raw --force notes"
            let verify = "verify --key pub.pem --format raw --signature sig notes"
            let signed = try arca("\(sign) -o sig", in: folder)
            #expect(signed.status == 0, "\(signed.errors)")
            let count = ["ml-dsa-44": 2420, "ml-dsa-65": 3309, "ml-dsa-87": 4627][name]
            #expect(try bytes("sig", folder).count == count)
            let good = try arca(verify, in: folder)
            #expect(good.text == "notes: good signature by the \(name.uppercased()) key in pub.pem\n")
            #expect(try arca("\(verify) --context release", in: folder).status == 1)
            // Another one each time, unless it is deterministic.
            let first = try bytes("sig", folder)
            #expect(try arca("\(sign) -o sig", in: folder).status == 0)
            #expect(try bytes("sig", folder) != first)
            for context in ["", "--context release"] {
                let words = "\(sign) --deterministic \(context) -o"
                #expect(try arca("\(words) sig", in: folder).status == 0)
                #expect(try arca("\(words) again", in: folder).status == 0)
                #expect(try bytes("sig", folder) == bytes("again", folder))
                #expect(try arca("\(verify) \(context)", in: folder).status == 0)
            }
            #expect(try arca(verify, in: folder).status == 1)
            try Data("changed\n".utf8).write(to: folder.appendingPathComponent("notes"))
            #expect(try arca("\(verify) --context release", in: folder).status == 1)
        }
    }

    @Test("refuses formats without ML-DSA, and options without meaning")
    func refusals() throws {
        try Peer.inFolder { folder in
            try Data("notes\n".utf8).write(to: folder.appendingPathComponent("notes"))
            #expect(try arca("key generate ml-dsa-44 --plain -o key.pem", in: folder).status == 0)
            #expect(try arca("key generate ed25519 --plain -o ed.pem", in: folder).status == 0)
            let bare = try arca("sign --key key.pem notes", in: folder)
            #expect(
                bare.status != 0 && bare.errors.contains("give --format raw for a bare signature"), "\(bare.errors)")
            let long = String(repeating: "x", count: 256)
            for words in [
                "sign --key key.pem --format raw --hash sha256 -o sig notes",
                "sign --key key.pem --format raw --p1363 -o sig notes",
                "sign --key key.pem --format raw --context \(long) -o sig notes",
                "sign --key ed.pem --format raw --context a -o sig notes", "sign --key key.pem --context a notes",
                "verify --key key.pem --context a --signature notes notes",
            ] {
                let refused = try arca(words, in: folder)
                #expect(refused.status == 2 && refused.output.isEmpty, "\(words): \(refused.errors)")
            }
            #expect(
                try arca("sign --key key.pem --format raw --context \(long.dropLast()) -o sig notes", in: folder).status
                    == 0)
        }
    }

    @Test("signs and verifies tokens")
    func tokens() throws {
        try Peer.inFolder { folder in
            #expect(try arca("key generate ml-dsa-65 --to jwk --plain -o key.jwk", in: folder).status == 0)
            #expect(try arca("key convert --to jwk --public -o pub.jwk key.jwk", in: folder).status == 0)
            let signed = try arca(
                "jwt sign --key key.jwk", in: folder, input: Array("{\"sub\":\"a\",\"exp\":4102444800}".utf8))
            #expect(signed.status == 0, "\(signed.errors)")
            try Data(signed.output).write(to: folder.appendingPathComponent("token"))
            let verified = try arca("jwt verify --key pub.jwk token", in: folder)
            #expect(verified.status == 0 && verified.text.contains("signed by ML-DSA-65"), "\(verified.errors)")
        }
    }
}
