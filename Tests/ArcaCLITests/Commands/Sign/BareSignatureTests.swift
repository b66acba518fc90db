import ArcaTestSupport
import Foundation
import Testing

@Suite("Bare signatures, --format raw") struct BareSignatureTests {
    @Test("openssl and Arca verify each other's bare signatures", .enabled(if: Peer.has("openssl")))
    func raw() throws {
        try SignCommandTests.inFolder { folder in
            for (kind, curve) in [("RSA", ""), ("EC", "P-256"), ("EC", "P-384"), ("EC", "secp256k1")] {
                let options = kind == "RSA" ? ["rsa_keygen_bits:2048"] : ["ec_paramgen_curve:\(curve)"]
                let made = try Peer.run(
                    ["openssl", "genpkey", "-algorithm", kind, "-out", "key.pem"]
                        + options.flatMap { ["-pkeyopt", $0] },
                    in: folder)
                #expect(made.status == 0)
                _ = try Peer.run(["openssl", "pkey", "-in", "key.pem", "-pubout", "-out", "pub.pem"], in: folder)
                let words = ["sign", "--format", "raw", "--key", "key.pem", "--hash", "sha256", "--force"]
                let signed = try SignCommandTests.arca(words + ["-o", "raw", "notes.txt"], in: folder)
                #expect(signed.status == 0, "\(curve): \(signed.errors)")
                let verify = ["openssl", "dgst", "-sha256", "-verify", "pub.pem", "-signature", "raw", "notes.txt"]
                #expect(try Peer.run(verify, in: folder).text == "Verified OK\n", "\(curve)")
                _ = try Peer.run(
                    ["openssl", "dgst", "-sha256", "-sign", "key.pem", "-out", "raw", "notes.txt"], in: folder)
                let check = ["verify", "--format", "raw", "--key", "pub.pem", "--hash", "sha256", "--signature", "raw"]
                #expect(try SignCommandTests.arca(check + ["notes.txt"], in: folder).status == 0, "\(curve)")
                #expect(try SignCommandTests.arca(check + ["id"], in: folder).status == 1, "\(curve)")
                guard kind == "EC" else { continue }
                let pair = try SignCommandTests.arca(words + ["--p1363", "-o", "pair", "notes.txt"], in: folder)
                #expect(pair.status == 0)
                #expect(
                    try SignCommandTests.arca(["sign", "--p1363", "--key", "id", "notes.txt"], in: folder).status == 2)
                let read = ["verify", "--format", "raw", "--key", "pub.pem", "--hash", "sha256", "--signature", "pair"]
                #expect(try SignCommandTests.arca(read + ["--p1363", "notes.txt"], in: folder).status == 0)
                #expect(try SignCommandTests.arca(read + ["notes.txt"], in: folder).status == 5)
            }
            let own = try SignCommandTests.arca(
                ["sign", "--format", "raw", "--key", "id", "-o", "raw", "--force", "notes.txt"], in: folder)
            #expect(own.status == 0)
            let check = ["verify", "--format", "raw", "--key", "id.pub", "--signature", "raw", "notes.txt"]
            #expect(try SignCommandTests.arca(check, in: folder).text.hasPrefix("notes.txt: good signature"))
            #expect(
                try SignCommandTests.arca(["sign", "--format", "raw", "--hash", "sha256", "--key", "id"], in: folder)
                    .status == 2)
        }
    }

    @Test("signs deterministically, with the lower s on request", .enabled(if: Peer.has("openssl")))
    func deterministic() throws {
        try SignCommandTests.inFolder { folder in
            let made = ["openssl", "ecparam", "-name", "secp256k1", "-genkey", "-noout", "-out", "key.pem"]
            #expect(try Peer.run(made, in: folder).status == 0)
            _ = try Peer.run(["openssl", "pkey", "-in", "key.pem", "-pubout", "-out", "pub.pem"], in: folder)
            let words = ["sign", "--format", "raw", "--key", "key.pem", "--deterministic", "--p1363", "-o", "-"]
            for text in ["a", "b", "c", "d", "e", "f"] {
                try SignCommandTests.put(text, "notes.txt", folder)
                let first = try SignCommandTests.arca(words + ["notes.txt"], in: folder)
                #expect(first.status == 0 && first.output.count == 64, "\(first.errors)")
                #expect(try SignCommandTests.arca(words + ["notes.txt"], in: folder).output == first.output)
                let low = try SignCommandTests.arca(words + ["--low-s", "notes.txt"], in: folder).output
                #expect(low.count == 64 && low.prefix(32) == first.output.prefix(32) && low[32] < 0x80)
                try Data(low).write(to: folder.appendingPathComponent("low"))
                let check = ["verify", "--format", "raw", "--p1363", "--key", "pub.pem", "--signature", "low"]
                #expect(try SignCommandTests.arca(check + ["notes.txt"], in: folder).status == 0)
            }
            #expect(try SignCommandTests.arca(["sign", "--low-s", "--key", "id", "notes.txt"], in: folder).status == 2)
        }
    }

    @Test(
        "a bare signature accepts no trust options",
        arguments: [
            ["--signers", "signers"], ["--signer", "alice"], ["--check"], ["--revoked", "id.pub"],
            ["--time", "20250101"], ["--namespace", "git"], ["--no-legacy"], ["-o", "out"],
        ])
    func rawAlone(options: [String]) throws {
        try SignCommandTests.inFolder { folder in
            _ = try SignCommandTests.arca(
                ["sign", "--format", "raw", "--key", "id", "-o", "raw", "notes.txt"], in: folder)
            let words = ["verify", "--format", "raw", "--key", "id.pub", "--signature", "raw", "notes.txt"]
            #expect(try SignCommandTests.arca(words, in: folder).status == 0)
            let refused = try SignCommandTests.arca(words + options, in: folder)
            #expect(refused.status == 2 && refused.errors.contains("--format"), "\(refused.errors)")
        }
    }
}
