internal import ArcaCodecs
internal import ArcaCore
internal import ArcaTestSupport
internal import Foundation
import Testing

/// The formats other than age and openssl in `arca encrypt`, `decrypt` and `inspect`.
@Suite(.enabled(if: runsSlowTests, "slow")) struct ContainerCommandTests {
    static let message = Array((0..<40_000).map { "\($0)\n" }.joined().utf8)

    static func inFolder(_ body: (URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            try Data(message).write(to: folder.appendingPathComponent("plain"))
            try Data((0..<32).map { UInt8($0) }).write(to: folder.appendingPathComponent("key"))
            try Data((0..<64).map { UInt8($0) }).write(to: folder.appendingPathComponent("keys"))
            try body(folder)
        }
    }

    static func arca(_ arguments: [String], in folder: URL, input: [UInt8] = []) throws -> Peer.Answer {
        try Arca.run(arguments, input: input, environment: ["PW": "correct horse"], in: folder)
    }

    static let chunked = ["--format", "c2sp-chunked", "--key-from", "file:key"]
    static let passphrase = ["--passphrase-from", "env:PW"]

    static func contents(_ name: String, in folder: URL) -> [UInt8]? {
        (try? Data(contentsOf: folder.appendingPathComponent(name))).map { [UInt8]($0) }
    }

    @Test("every format with a key or passphrase can be decrypted, in files and pipes")
    func comesBack() throws {
        try Self.inFolder { folder in
            let ways = [
                (Self.chunked, Self.chunked),
                (Self.chunked + ["--context", "backup"], Self.chunked + ["--context", "backup"]),
                (["--format", "rncryptor"] + Self.passphrase, Self.passphrase),
                (["--format", "rncryptor", "--key-from", "file:keys"], ["--key-from", "file:keys"]),
            ]
            for (to, from) in ways {
                let made = try Self.arca(["encrypt"] + to + ["-o", "file", "plain"], in: folder)
                #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
                let back = try Self.arca(["decrypt"] + from + ["-o", "back", "file"], in: folder)
                #expect(back.status == 0 && Self.contents("back", in: folder) == Self.message, "\(back.errors)")
                let piped = try Self.arca(["encrypt"] + to, in: folder, input: Self.message)
                let opened = try Self.arca(["decrypt"] + from, in: folder, input: piped.output)
                #expect(opened.output == Self.message && opened.status == 0, "\(opened.errors)")
            }
        }
    }

    @Test("decrypt detects the format, layers of Base64 and openssl's parameters")
    func asksNothing() throws {
        try Self.inFolder { folder in
            let file = try Self.arca(
                ["encrypt", "--format", "rncryptor"] + Self.passphrase, in: folder, input: [65, 10]
            ).output
            let layered = Base64.mime.encode(Base64.standard.encode(file).utf8)
            let answer = try Self.arca(["decrypt"] + Self.passphrase, in: folder, input: Array(layered.utf8))
            #expect(answer.output == [65, 10], "\(answer.errors)")
            // openssl -aes-128-cbc -md md5 of "attack at dawn", by openssl 3.0.
            for options in [
                "-aes-128-cbc -md md5", "-aes-256-cbc -pbkdf2", "-aes-256-ctr -pbkdf2 -iter 100000 -a", "-des3",
            ] {
                let theirs = try Peer.run(
                    ["sh", "-c", "openssl enc \(options) -pass env:PW -in plain 2>/dev/null"],
                    environment: ["PW": "correct horse"], in: folder)
                let ours = try Self.arca(["decrypt"] + Self.passphrase, in: folder, input: theirs.output)
                #expect(ours.output == Self.message && ours.status == 0, "\(options): \(ours.errors)")
                #expect(
                    ours.errors.contains("decrypted as 'openssl enc -d -") && ours.errors.contains("not authenticated"))
            }
            let text = Array("ZfV8KxjVpVNBhiO1A0t6Qw==".utf8)
            #expect(try Self.arca(["decrypt"] + Self.passphrase, in: folder, input: text).status == 3)
        }
    }

    @Test("undetectable openssl parameters end with 3, and the hint names the options")
    func namesOptions() throws {
        try Self.inFolder { folder in
            let sealed = try Self.arca(
                ["encrypt", "--format", "openssl", "--iter", "77"] + Self.passphrase, in: folder, input: Self.message
            ).output
            let refused = try Self.arca(["decrypt"] + Self.passphrase + ["-o", "back"], in: folder, input: sealed)
            #expect(refused.status == 3 && Self.contents("back", in: folder) == nil)
            #expect(refused.errors.contains("--cipher NAME with --iter N --md HASH"), "\(refused.errors)")
            let named = try Self.arca(["decrypt", "--iter", "77"] + Self.passphrase, in: folder, input: sealed)
            #expect(named.output == Self.message, "\(named.errors)")
        }
    }

    @Test("a part comes out of files, pipes and through Base64, but not of damaged data")
    func takesParts() throws {
        try Self.inFolder { folder in
            _ = try Self.arca(["encrypt"] + Self.chunked + ["-o", "file", "plain"], in: folder)
            let file = try #require(Self.contents("file", in: folder))
            for (part, expected) in [
                ("0-0", Self.message[..<1]), ("16380-16390", Self.message[16380...16390]),
                ("100000-", Self.message[100_000...]),
                ("-10", Self.message.suffix(10)), ("999999-", []),
            ] {
                let answer = try Self.arca(["decrypt"] + Self.chunked + ["--range", part, "file"], in: folder)
                #expect(answer.output == Array(expected) && answer.status == 0, "\(part): \(answer.errors)")
                #expect(answer.errors.contains("past the end") == expected.isEmpty, "\(part): \(answer.errors)")
                let piped = try Peer.run(
                    [
                        "sh", "-c",
                        "cat file | \(Peer.arca) decrypt \(Self.chunked.joined(separator: " ")) --range=\(part)",
                    ],
                    in: folder)
                #expect(part.hasPrefix("-") ? piped.status == 2 : piped.output == Array(expected), "\(part)")
            }
            var damaged = file
            damaged[100] ^= 1
            try Data(damaged).write(to: folder.appendingPathComponent("damaged"))
            let whole = try Self.arca(["decrypt"] + Self.chunked + ["-o", "back", "damaged"], in: folder)
            #expect(whole.status == 4 && Self.contents("back", in: folder) == nil)
            #expect(whole.errors.split(separator: "\n").count == 1, "\(whole.errors)")
            #expect(
                try Self.arca(["decrypt"] + Self.chunked + ["--range", "5-9", "damaged"], in: folder).output.isEmpty)
        }
    }

    @Test("an undetected AESCrypt-ObjC string is decrypted only when it makes sense")
    func guessesNoStrings() throws {
        try Self.inFolder { folder in
            // AES-256-CBC of "secret message" and of 17 bytes of noise, keyed by SHA-256 of the password, with a zero
            // IV.
            let script = #"""
                key=$(printf 'correct horse' | openssl dgst -sha256 -r | cut -c1-64); iv=00000000000000000000000000000000
                printf 'secret message' | openssl enc -aes-256-cbc -K $key -iv $iv | base64 -w0 > text
                printf '\201\202\000\377\001\002\003\376\375\374\200\201\010\020\030\240\260' |
                openssl enc -aes-256-cbc -K $key -iv $iv | base64 -w0 > noise
                """#
            #expect(try Peer.run(["sh", "-c", script], in: folder).status == 0)
            let text = try Self.arca(["decrypt"] + Self.passphrase + ["text"], in: folder)
            #expect(text.output == Array("secret message".utf8) && text.status == 0, "\(text.errors)")
            let noise = try Self.arca(["decrypt"] + Self.passphrase + ["noise"], in: folder)
            #expect(noise.output.isEmpty && noise.status == 3, "\(noise.errors)")
            #expect(noise.errors.contains("--format aescrypt-objc"), "\(noise.errors)")
            let named = try Self.arca(
                ["decrypt", "--format", "aescrypt-objc"] + Self.passphrase + ["noise"], in: folder)
            #expect(named.output.count == 17 && named.status == 0, "\(named.errors)")
        }
    }

    @Test("--verify-only checks everything and writes nothing")
    func verifies() throws {
        try Self.inFolder { folder in
            _ = try Self.arca(["encrypt"] + Self.chunked + ["-o", "file", "plain"], in: folder)
            let good = try Self.arca(["decrypt"] + Self.chunked + ["--verify-only", "file"], in: folder)
            #expect(good.status == 0)
            #expect(good.output.isEmpty)
            #expect(good.errors.isEmpty)
            let file = try #require(Self.contents("file", in: folder))
            for (changed, status) in [
                (Array(file.dropLast()), Int32(4)), (file + [0], 4), ([file[0] ^ 1] + file.dropFirst(), 3),
            ] {
                let answer = try Self.arca(["decrypt"] + Self.chunked + ["--verify-only"], in: folder, input: changed)
                #expect(answer.status == status && answer.output.isEmpty, "\(answer.errors)")
            }
            let openssl = try Self.arca(
                ["encrypt", "--format", "openssl"] + Self.passphrase, in: folder, input: Self.message)
            let answer = try Self.arca(
                ["decrypt", "--verify-only"] + Self.passphrase, in: folder, input: openssl.output)
            #expect(answer.status == 2 && answer.output.isEmpty)
        }
    }

    @Test(
        "a folder is encrypted and extracted, or read by tar; a wrong key leaves nothing", .enabled(if: Peer.has("tar"))
    )
    func archives() throws {
        try Self.inFolder { folder in
            let script =
                "mkdir -p d/sub; printf a > d/sub/a; printf b > d/b; chmod 750 d/sub; ln -s sub/a d/link; mkfifo d/pipe"
            _ = try Peer.run(["sh", "-c", script], in: folder)
            let made = try Self.arca(
                ["encrypt"] + Self.chunked + ["--archive", "d", "--no-compress", "-o", "file"], in: folder)
            #expect(made.status == 0 && made.errors.contains("skipped pipe"), "\(made.errors)")
            let answer = try Self.arca(["decrypt"] + Self.chunked + ["--extract", "out", "file"], in: folder)
            #expect(answer.status == 0 && answer.output.isEmpty, "\(answer.errors)")
            #expect(
                try Peer.run(["sh", "-c", "rm d/pipe; diff -r d out && stat -c %a out/sub"], in: folder).text == "750\n"
            )
            let tar = try Self.arca(["decrypt"] + Self.chunked + ["file"], in: folder).output
            let listing = try Peer.run(["tar", "-tf", "-"], input: tar)
            #expect(Set(listing.lines) == ["b", "link", "sub/", "sub/a"])
            let again = try Self.arca(["decrypt"] + Self.chunked + ["--extract", "out", "file"], in: folder)
            #expect(again.status == 8 && again.errors.contains("not empty"))
            let wrong = try Self.arca(
                ["decrypt"] + Self.chunked + ["--context", "x", "--extract", "new", "file"], in: folder)
            #expect(wrong.status == 3)
            let plain = try Self.arca(["encrypt"] + Self.chunked + ["-o", "text", "plain"], in: folder)
            #expect(plain.status == 0)
            let noTar = try Self.arca(["decrypt"] + Self.chunked + ["--extract", "new", "text"], in: folder)
            #expect(noTar.status == 5, "\(noTar.errors)")
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(!left.contains("new") && !left.contains { $0.hasPrefix(".arca") })
        }
    }

    @Test("rejects a missing key, a key of the wrong length, options of other formats and conflicts")
    func refusesWrongUse() throws {
        try Self.inFolder { folder in
            for arguments in [
                ["encrypt", "--format", "c2sp-chunked", "plain"], ["encrypt", "--format", "aescrypt-objc", "plain"],
                ["encrypt", "--format", "c2sp-chunked", "--key-from", "file:plain", "-o", "x", "plain"],
                ["encrypt", "--format", "rncryptor", "--key-from", "file:key", "-o", "x", "plain"],
                ["encrypt", "--format", "rncryptor", "--context", "x", "plain"],
                ["encrypt", "--format", "openssl", "--key-from", "file:key", "plain"],
                ["encrypt", "--archive", "d", "plain"],
                ["decrypt"] + Self.chunked + ["--range", "x", "plain"],
                ["decrypt"] + Self.chunked + ["--range", "5-2", "plain"],
                ["decrypt"] + Self.chunked + ["--range", "0-1", "--verify-only", "plain"],
                ["decrypt"] + Self.chunked + ["--extract", "d", "-o", "x", "plain"],
                ["decrypt"] + Self.chunked + ["--verify-only", "-o", "x", "plain"],
                ["encrypt"] + Self.chunked + ["-a", "plain"], ["decrypt"] + Self.chunked + ["-a", "plain"],
                ["encrypt", "--format", "rncryptor", "-a"] + Self.passphrase + ["plain"],
                ["encrypt"] + Self.chunked + Self.passphrase + ["plain"],
                ["encrypt", "--format", "rncryptor", "--key-from", "file:keys"] + Self.passphrase + ["plain"],
            ] {
                let answer = try Self.arca(arguments, in: folder)
                #expect(
                    answer.status == 2 && answer.output.isEmpty && answer.errors.hasPrefix("arca: error: "),
                    "\(arguments)")
            }
            #expect(try Self.arca(["decrypt", "plain"], in: folder).status == 5)
            #expect(
                try Self.arca(["encrypt"] + Self.chunked + ["--archive", "none", "-o", "x"], in: folder).status == 8)
        }
    }

    @Test("inspect identifies files for people and programs, and continues after an unreadable one")
    func inspects() throws {
        try Self.inFolder { folder in
            _ = try Self.arca(
                ["encrypt", "--work-factor", "10"] + Self.passphrase + ["-o", "file", "plain"], in: folder)
            let text = try Self.arca(["inspect", "file"], in: folder)
            #expect(text.status == 0 && text.text.hasPrefix("file: file encrypted by age, "))
            #expect(
                text.text.contains("key derivation: scrypt, N = 2^10, r = 8, p = 1, 1.0 MiB: weak\n"), "\(text.text)")
            #expect(text.text.contains("plaintext bytes: \(Self.message.count)\n"))
            let json = try Self.arca(["inspect", "--json", "file", "none", "key"], in: folder)
            #expect(json.status == 8)
            let report = try JSONReader.read(json.output)
            #expect(report["schema"]?.int == 1 && report["files"]?.array?.count == 2)
            let first = report["files"]?[0]
            #expect(first?["kind"]?.string == "age" && first?["isEncrypted"]?.bool == true)
            #expect(first?["keyDerivations"]?[0]?["verdict"]?.string == "weak")
            #expect(first?["facts"]?["plaintext bytes"]?.int == Self.message.count)
            // OpenPGP with two users: no fact replaces another of the same name.
            let users: [UInt8] = [0xc6, 6, 4, 0, 0, 0, 1, 1, 0xcd, 1, 0x61, 0xcd, 1, 0x62]
            let pgp = try JSONReader.read(try Self.arca(["inspect", "--json"], in: folder, input: users).output)
            #expect(pgp["files"]?[0]?["facts"]?["user"]?.array?.compactMap(\.string) == ["a", "b"], "\(pgp)")
            #expect(
                try Self.arca(["inspect"], in: folder, input: Array("hello there, world\n".utf8)).text.contains("text"))
        }
    }
}
