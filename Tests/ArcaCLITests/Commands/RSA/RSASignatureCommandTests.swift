internal import ArcaTestSupport
internal import Foundation
import Testing

@Suite(.enabled(if: runsSlowTests, "slow")) struct RSASignatureCommandTests {
    static let message = Array("Buy milk\nCall Ann\n".utf8)

    /// Runs `body` in a folder with keys and a message, and passes it a function that runs `arca rsa` there.
    static func inFolder(_ body: (_ arca: ([String]) throws -> Peer.Answer, URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            try RSAKeys.write(to: folder)
            try Data(message).write(to: folder.appendingPathComponent("notes.txt"))
            try body({ try Arca.run(["rsa"] + $0, input: message, in: folder) }, folder)
        }
    }

    @Test("verifies its own signature without options, and ends with 1 for another message")
    func roundTrips() throws {
        try Self.inFolder { arca, folder in
            let variants = [
                [], ["--padding", "pkcs1", "--hash", "sha512"], ["--hash", "sha3-384", "--salt", "max"],
                ["--hash", "shake256"], ["--mgf-hash", "sha1", "--salt", "7"],
            ]
            for options in variants {
                let signed = try arca(["sign", "--key", "key.pem", "-o", "notes.txt.sig", "notes.txt"] + options)
                #expect(signed.status == 0 && signed.output.isEmpty, "\(signed.errors)")
                let good = try arca(["verify", "--key", "pub.pem", "notes.txt"])
                #expect(good.status == 0 && good.text == "notes.txt: OK\n", "\(good.errors)")
                #expect(try arca(["verify", "--key", "pub.pem", "notes.txt"] + options).status == 0)
                let piped = try arca(["verify", "--key", "key.pem", "--signature", "notes.txt.sig"])
                #expect(piped.text == "standard input: OK\n", "\(piped.errors)")
                let wrong = try arca(["verify", "--key", "pub.pem", "--signature", "notes.txt.sig", "key.pem"])
                #expect(wrong.status == 1)
                #expect(wrong.output.isEmpty)
                #expect(wrong.errors.contains("invalid signature"))
            }
        }
    }

    @Test("creates and verifies the bare signatures of openssl dgst and pkeyutl")
    func agreesWithOpenSSL() throws {
        let variants: [(ours: [String], hash: String, theirs: [String])] = [
            (["--padding", "pkcs1"], "-sha256", []),
            (["--padding", "pkcs1", "--hash", "sha1"], "-sha1", []),
            (["--padding", "pkcs1", "--hash", "sha3-512"], "-sha3-512", []),
            (["--salt", "auto"], "-sha256", ["rsa_padding_mode:pss"]),
            ([], "-sha256", ["rsa_padding_mode:pss", "rsa_pss_saltlen:digest"]),
            (["--salt", "max"], "-sha256", ["rsa_padding_mode:pss", "rsa_pss_saltlen:max"]),
            (
                ["--hash", "sha512", "--mgf-hash", "sha256", "--salt", "20"], "-sha512",
                ["rsa_padding_mode:pss", "rsa_pss_saltlen:20", "rsa_mgf1_md:sha256"]
            ),
        ]
        try Self.inFolder { arca, folder in
            for (ours, hash, theirs) in variants {
                let options = [hash] + theirs.flatMap { ["-sigopt", $0] }
                let made = try Peer.run(
                    ["openssl", "dgst"] + options + ["-sign", "key.pem", "-out", "bare", "notes.txt"], in: folder)
                #expect(made.status == 0, "\(made.errors)")
                let read = try arca(["verify", "--raw", "--signature", "bare", "--key", "pub.pem", "notes.txt"] + ours)
                #expect(read.status == 0 && read.text == "notes.txt: OK\n", "\(ours): \(read.errors)")
                let signing = ours.filter { $0 != "auto" && ($0 != "--salt" || !ours.contains("auto")) }
                _ = try arca(["sign", "--raw", "--key", "key.pem", "-o", "ours", "notes.txt"] + signing)
                let verified = try Peer.run(
                    ["openssl", "dgst"] + options + ["-verify", "pub.pem", "-signature", "ours", "notes.txt"],
                    in: folder)
                #expect(verified.text == "Verified OK\n", "\(ours): \(verified.errors)")
            }
        }
    }

    @Test("ends with 3 for another key, 1 for other parameters or a broken hash, 5 for an invalid signature")
    func exitCodes() throws {
        try Self.inFolder { arca, folder in
            let other = try RSAKeys.make(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
            try Data(other).write(to: folder.appendingPathComponent("other.pem"))
            let verify = ["verify", "--key", "pub.pem", "notes.txt"]
            func sign(_ options: [String], key: String = "key.pem") throws {
                #expect(try arca(["sign", "--key", key, "-o", "notes.txt.sig", "notes.txt"] + options).status == 0)
            }
            try sign([], key: "other.pem")
            let foreign = try arca(verify)
            #expect(foreign.status == 3 && foreign.errors.contains("by another key"))
            try sign([])
            for demand in [["--padding", "pkcs1"], ["--hash", "sha512"], ["--salt", "20"], ["--mgf-hash", "sha1"]] {
                #expect(try arca(verify + demand).status == 1)
            }
            #expect(try arca(verify + ["--salt", "auto"]).status == 0)
            // Parameters that are not given may have any value.
            for (made, demand) in [
                (["--hash", "sha512", "--salt", "max"], ["--hash", "sha512"]), (["--salt", "7"], ["--salt", "7"]),
                (["--salt", "max"], ["--salt", "max"]), (["--mgf-hash", "sha1"], ["--mgf-hash", "sha1"]),
                (["--hash", "sha512"], ["--padding", "pss"]), (["--hash", "sha512"], ["--salt", "digest"]),
                (["--padding", "pkcs1", "--hash", "sha512"], ["--hash", "sha512"]),
                (["--padding", "pkcs1", "--hash", "sha512"], ["--padding", "pkcs1"]),
            ] {
                try sign(made)
                let answer = try arca(verify + demand)
                #expect(answer.status == 0, "\(made), \(demand): \(answer.errors)")
            }
            #expect(try arca(verify + ["--salt", "auto"]).status == 1)
            try sign(["--padding", "pkcs1", "--hash", "sha1"])
            #expect(try arca(verify + ["--hash", "sha1"]).status == 0)
            let weak = try arca(verify)
            #expect(weak.status == 1 && weak.errors.contains("give --hash sha1 to accept it"), "\(weak.errors)")
            let demanded = try arca(verify + ["--padding", "pkcs1", "--hash", "sha1"])
            #expect(demanded.status == 0 && demanded.errors.contains("no longer proves"))
            _ = try arca(["sign", "--raw", "--key", "key.pem", "-o", "notes.txt.sig", "notes.txt"])
            let bare = try arca(verify)
            #expect(bare.status == 5 && bare.errors.contains("give --raw for a bare signature"))
            #expect(try arca(verify + ["--raw"]).status == 0)
            #expect(try arca(verify + ["--raw", "--hash", "sha512"]).status == 1)
            #expect(try arca(["verify", "--key", "pub.pem", "key.pem"]).status == 8)
            #expect(try arca(["verify", "--key", "pub.pem"]).status == 2)
            #expect(try arca(["verify", "--key", "pub.pem", "--signature", "-"]).status == 2)
            #expect(try arca(["sign", "--key", "pub.pem", "notes.txt"]).status == 2)
            #expect(try arca(["sign", "--key", "key.pem", "--salt", "auto", "notes.txt"]).status == 2)
            #expect(try arca(["sign", "--key", "key.pem", "--salt", "500", "notes.txt"]).status == 2)
            #expect(try arca(["sign", "--key", "key.pem", "--hash", "blake2b", "notes.txt"]).status == 2)
            #expect(
                try arca(["sign", "--key", "key.pem", "--padding", "pkcs1", "--salt", "5", "notes.txt"]).status == 2)
        }
    }

    @Test("reports good and bad signatures as JSON")
    func json() throws {
        try Self.inFolder { arca, _ in
            _ = try arca(["sign", "--key", "key.pem", "-o", "notes.txt.sig", "notes.txt"])
            let good = try arca(["verify", "--key", "pub.pem", "--json", "notes.txt"])
            #expect(good.status == 0)
            #expect(good.text.contains("\"valid\": true"))
            #expect(good.text.contains("\"schema\": 1"))
            #expect(good.text.contains("PSS with SHA-256 and a salt of 32 bytes"))
            let bad = try arca(["verify", "--key", "pub.pem", "--json", "--signature", "notes.txt.sig", "key.pem"])
            #expect(bad.status == 1 && bad.text.contains("\"valid\": false"))
        }
    }

    @Test("follows the restrictions of PSS keys")
    func pssKeys() throws {
        try Self.inFolder { arca, folder in
            let key = try RSAKeys.make([
                "genpkey", "-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:2048", "-pkeyopt",
                "rsa_pss_keygen_md:sha384", "-pkeyopt", "rsa_pss_keygen_mgf1_md:sha384", "-pkeyopt",
                "rsa_pss_keygen_saltlen:20",
            ])
            try Data(key).write(to: folder.appendingPathComponent("pss.pem"))
            #expect(try arca(["sign", "--key", "pss.pem", "-o", "notes.txt.sig", "notes.txt"]).status == 0)
            let sig = try String(contentsOf: folder.appendingPathComponent("notes.txt.sig"), encoding: .utf8)
            #expect(sig.contains("pss hash=sha384 mask=sha384 salt=20"))
            #expect(try arca(["verify", "--key", "pss.pem", "notes.txt"]).status == 0)
            #expect(try arca(["sign", "--key", "pss.pem", "--padding", "pkcs1", "notes.txt"]).status == 2)
            #expect(try arca(["encrypt", "--key", "pss.pem", "notes.txt"]).status == 2)
            _ = try arca(["sign", "--raw", "--key", "pss.pem", "-o", "bare", "notes.txt"])
            try Data(RSAKeys.make(["pkey", "-pubout"], input: key)).write(to: folder.appendingPathComponent("pub2.pem"))
            let again = try Peer.run(
                [
                    "openssl", "dgst", "-sha384", "-sigopt", "rsa_pss_saltlen:20", "-verify", "pub2.pem", "-signature",
                    "bare", "notes.txt",
                ], in: folder)
            #expect(again.text == "Verified OK\n", "\(again.errors)")
            // The key sets the minimum salt length; accepting any length would bypass it.
            let raw = ["verify", "--raw", "--signature", "bare", "--key", "pss.pem", "--hash", "sha384", "notes.txt"]
            #expect(try arca(raw + ["--salt", "20"]).status == 0)
            let any = try arca(raw + ["--salt", "auto"])
            #expect(any.status != 0, "\(any.errors)")
            #expect(any.output.isEmpty, "\(any.errors)")
            #expect(any.errors.contains("20 bytes or more"), "\(any.errors)")
        }
    }

    @Test("accepts any salt that fits a short key")
    func shortKeys() throws {
        try Self.inFolder { arca, folder in
            try Data(RSAKeys.make(["genrsa", "1024"])).write(to: folder.appendingPathComponent("short.pem"))
            let made = try Peer.run(
                [
                    "openssl", "dgst", "-sha512", "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:max",
                    "-sign", "short.pem", "-out", "bare", "notes.txt",
                ], in: folder)
            #expect(made.status == 0, "\(made.errors)")
            let options = ["--raw", "--signature", "bare", "--key", "short.pem", "--hash", "sha512", "notes.txt"]
            for salt in ["auto", "max"] {
                let answer = try arca(["verify", "--salt", salt] + options)
                #expect(answer.status == 0 && answer.text == "notes.txt: OK\n", "\(salt): \(answer.errors)")
            }
        }
    }

    @Test("asks for no passphrase if the public key suffices", .enabled(if: Peer.has("ssh-keygen")))
    func readsLockedKeys() throws {
        try Self.inFolder { arca, folder in
            let made = try Peer.run(
                ["ssh-keygen", "-q", "-t", "rsa", "-b", "2048", "-N", "secret", "-f", "id_rsa"], in: folder)
            #expect(made.status == 0, "\(made.errors)")
            let sealed = try arca(["encrypt", "--key", "id_rsa", "notes.txt"])
            #expect(sealed.status == 0 && sealed.output.count == 256, "\(sealed.errors)")
            let wrong = try Arca.run(
                ["rsa", "encrypt", "--key", "id_rsa", "--passphrase-from", "env:PASS", "notes.txt"],
                environment: ["PASS": "wrong"], in: folder)
            #expect(wrong.status == 3 && wrong.output.isEmpty)
        }
    }
}
