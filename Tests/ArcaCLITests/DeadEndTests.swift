internal import ArcaCore
internal import ArcaTestSupport
internal import Foundation
import Testing

/// Common first attempts that fail; each answer names a command that works.
@Suite struct DeadEndTests {
    private struct Row {
        let words: [String]
        let status: Int32
        let hint: String
        var input: [UInt8] = []
    }

    private static let gpg: [UInt8] = [0x8c, 0x0d, 0x04, 0x07, 0x03, 0x02] + Array(repeating: 1, count: 60)

    private static let rows: [Row] = [
        Row(words: ["encrypt", "folder"], status: 8, hint: "--archive"),
        Row(words: ["compress", "folder"], status: 8, hint: "tar -c folder | arca compress"),
        Row(words: ["hash", "folder"], status: 8, hint: "-r"),
        Row(words: ["hash", "-dash.txt"], status: 2, hint: "./-dash.txt"),
        Row(words: ["hash", "-a", "sha3", "notes.txt"], status: 2, hint: "sha3-256"),
        Row(words: ["encrypt", "-p", "secret", "notes.txt"], status: 2, hint: "shell's history"),
        Row(words: ["vault", "list"], status: 7, hint: "arca vault init"),
        Row(words: ["base64", "notes.txt"], status: 2, hint: "arca encode base64?"),
        Row(words: ["sha256", "notes.txt"], status: 2, hint: "arca hash -a sha256?"),
        Row(words: ["password"], status: 2, hint: "arca passphrase?"),
        Row(words: ["otp", "x"], status: 2, hint: "arca vault totp?"),
        Row(words: ["vault", "detach", "x"], status: 2, hint: "arca vault attach --remove?"),
        Row(words: ["vault", "add", "x"], status: 2, hint: "arca vault set"),
        Row(words: ["vault", "delete", "x"], status: 2, hint: "arca vault rm"),
        Row(words: ["vault", "import", "x.kdb"], status: 5, hint: "save it as .kdbx"),
        Row(words: ["decrypt", "x.kdbx"], status: 5, hint: "arca vault import x.kdbx"),
        Row(words: ["decrypt", "x.gpg"], status: 5, hint: "gpg --decrypt x.gpg"),
        Row(words: ["vault", "run", "sh", "-c", "true"], status: 2, hint: "write --"),
        Row(words: ["pattern", "render", "14789"], status: 2, hint: "--pattern-from stdin"),
        Row(words: ["decode", "--list"], status: 2, hint: "arca decode list"),
        Row(words: ["hash", "-c", "notes.txt"], status: 5, hint: "not a list of checksums"),
        Row(words: ["rsa", "sign", "notes.txt"], status: 2, hint: "exactly one"),
        Row(words: ["rekey", "notes.txt"], status: 5, hint: "arca inspect"),
        Row(words: ["hash", "--expect", "00", "notes.txt"], status: 5, hint: "64 digits for SHA-256"),
        Row(words: ["mime", "cat", "mail.eml"], status: 2, hint: "before FILE"),
        Row(words: ["decode", "notes.txt", "base64"], status: 2, hint: "write CODEC before FILE"),
        Row(words: ["decrypt"], status: 5, hint: "the input is empty"),
        Row(words: ["decompress"], status: 4, hint: "the file is empty, or"),
        Row(words: ["image", "info", "notes.txt"], status: 5, hint: "arca inspect"),
        Row(words: ["migrate", "--field", "token", "--check", "notes.txt"], status: 2, hint: "the columns are hello"),
        Row(words: ["vault", "slot", "remove", "x"], status: 2, hint: "'arca vault slot list' shows them"),
    ]

    @Test("each gives one error, and one hint with the right command")
    func hints() throws {
        try Peer.inFolder { folder in
            func put(_ bytes: [UInt8], _ name: String) throws {
                try Data(bytes).write(to: folder.appendingPathComponent(name))
            }
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("folder"), withIntermediateDirectories: false)
            for name in ["notes.txt", "-dash.txt"] { try put(Array("hello\n".utf8), name) }
            try put(Self.gpg, "x.gpg")
            for (name, kind) in [("x.kdbx", 0x67), ("x.kdb", 0x65)] as [(String, UInt8)] {
                try put([0x03, 0xd9, 0xa2, 0x9a, kind, 0xfb, 0x4b, 0xb5] + Array(repeating: 0, count: 90), name)
            }
            let home = ["HOME": folder.path, "XDG_DATA_HOME": folder.appendingPathComponent("data").path]
            for row in Self.rows {
                let answer = try Arca.run(row.words, input: row.input, environment: home, in: folder)
                #expect(answer.status == row.status, "\(row.words): \(answer.status), \(answer.errors)")
                #expect(answer.errors.contains(row.hint), "\(row.words): \(answer.errors)")
                #expect(answer.output.isEmpty, "\(row.words)")
                #expect(answer.errors.split(separator: "\n").count <= 2, "\(row.words): \(answer.errors)")
            }
        }
    }

    @Test("does not repeat a pattern typed as an argument")
    func typedPattern() throws {
        let answer = try Arca.run(["pattern", "render", "14789"])
        #expect(!answer.errors.contains("14789") && answer.errors.contains("history"))
    }

    @Test("no message mentions offset 0 if no other is possible")
    func offsets() throws {
        for words in [["decompress"], ["image", "info"], ["image", "unpack"], ["vault", "import"], ["rekey", "-"]] {
            let answer = try Arca.run(words, input: Array("x".utf8))
            #expect(answer.status != 0 && !answer.errors.contains("offset 0"), "\(words): \(answer.errors)")
        }
        // Programs still receive it.
        let report = try Arca.run(["image", "info", "--json"], input: Array("x".utf8))
        #expect(report.errors.contains("\"offset\":0"), "\(report.errors)")
    }

    @Test("help explains codecs, by any of their names", arguments: ["codecs", "encode", "decode"])
    func codecHelp(word: String) throws {
        let page = try Arca.run(["help", word, "b64"])
        #expect(page.status == 0 && page.text.hasPrefix("base64: "))
        #expect(page.text.contains("Usage: arca encode base64") && page.text.contains("--wrap"))
        let compressed = try Arca.run(["help", word, "gunzip"])
        #expect(compressed.status == 0 && compressed.text.contains("Usage: arca decode"), "\(compressed.errors)")
        let unknown = try Arca.run(["help", word, "base63"])
        #expect(unknown.status == 2 && unknown.output.isEmpty)
    }

    @Test("every command takes an RSA key by the same options; RSAUtil blocks are identified")
    func rsaKeys() throws {
        try Peer.inFolder { folder in
            func arca(_ words: [String], input: [UInt8] = []) throws -> Peer.Answer {
                try Arca.run(words, input: input, in: folder)
            }
            let message = Array("attack at dawn".utf8)
            _ = try arca(["key", "generate", "rsa", "--bits", "2048", "--plain", "-o", "key.pem"])
            _ = try arca(["key", "convert", "--to", "spki", "-o", "public.pem", "key.pem"])
            for key in [["--key", "key.pem"], ["-i", "key.pem"], ["--key-from", "file:key.pem"]] {
                let block = try arca(["rsa", "encrypt"] + key, input: message)
                #expect(try arca(["rsa", "decrypt"] + key, input: block.output).output == message, "\(key)")
                let publicKey = key.map { $0.replacingOccurrences(of: "key.pem", with: "public.pem") }
                let blocks = try arca(["encrypt", "--format", "rsautil"] + publicKey, input: message + message)
                #expect(blocks.status == 0, "\(key): \(blocks.errors)")
                let opened = try arca(["decrypt", "--format", "rsautil"] + key, input: blocks.output)
                #expect(opened.output == message + message, "\(key)")
            }
            try Data("{}".utf8).write(to: folder.appendingPathComponent("claims.json"))
            for key in [["--key", "key.pem"], ["-i", "key.pem"], ["--key-from", "file:key.pem"]] {
                let file = try arca(["encrypt"] + key, input: message)
                #expect(try arca(["decrypt"] + key, input: file.output).output == message, "\(key)")
                try Data(file.output).write(to: folder.appendingPathComponent("file.age"))
                let rekeyed = try arca(["rekey", "-R", "public.pem", "-o", "again.age"] + key + ["file.age"])
                #expect(rekeyed.status == 0, "\(key): \(rekeyed.errors)")
                let publicKey = key.map { $0.replacingOccurrences(of: "key.pem", with: "public.pem") }
                for format in ["ssh", "raw"] {
                    let raw = format == "raw" ? ["--format", "raw"] : []
                    let signed = try arca(["sign", "--force", "-o", "sig"] + raw + key + ["claims.json"])
                    #expect(signed.status == 0, "\(key): \(signed.errors)")
                    let checked = try arca(["verify", "--signature", "sig"] + raw + publicKey + ["claims.json"])
                    #expect(checked.status == 0, "\(key): \(checked.errors)")
                }
                let token = try arca(["jwt", "sign", "--no-expiry"] + key + ["claims.json"]).output
                let good = try arca(["jwt", "verify", "--any-audience", "--no-expiry"] + publicKey, input: token)
                #expect(good.status == 0, "\(key): \(good.errors)")
                let sealed = try arca(["jwt", "encrypt"] + publicKey, input: message).output
                #expect(try arca(["jwt", "decrypt"] + key, input: sealed).output == message, "\(key)")
            }
            let swapped = try arca(["verify", "--key", "key.pem", "--signature", "sig", "claims.json"])
            #expect(swapped.errors.contains("arca key convert --to spki key.pem"), "\(swapped.errors)")
            let long = [UInt8](repeating: 0x61, count: 400)
            let blocks = try arca(["encrypt", "--format", "rsautil", "--key", "public.pem"], input: long).output
            for words in [["decrypt", "-i", "key.pem"], ["rsa", "decrypt", "--key", "key.pem"]] {
                let answer = try arca(words, input: blocks)
                #expect(answer.status != 0 && answer.errors.contains("--format rsautil"), "\(words): \(answer.errors)")
            }
            // Two blocks for a 256-byte key, which another key cannot decrypt.
            for key in [["-i", "key.pem"], ["--key-from", "file:key.pem"]] {
                #expect(
                    try arca(["decrypt"] + key, input: blocks).errors.contains("2 blocks of this RSA key"), "\(key)")
            }
            _ = try arca(["key", "generate", "rsa", "--plain", "-o", "longer.pem"])
            let other = try arca(["decrypt", "-i", "longer.pem"], input: blocks)
            #expect(!other.errors.contains("blocks of this") && other.errors.contains("RSAUtil"), "\(other.errors)")
            for words in [[], ["--key", "key.pem", "--key-from", "file:key.pem"]] {
                #expect(try arca(["rsa", "decrypt"] + words, input: blocks).status == 2, "\(words)")
                #expect(try arca(["decrypt", "--format", "rsautil"] + words, input: blocks).status == 2, "\(words)")
            }
        }
    }
}
