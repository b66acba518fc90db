internal import ArcaTestSupport
internal import Foundation
import Testing

@Suite(.enabled(if: runsSlowTests, "slow")) struct OpenSSLCommandTests {
    static let message = Array("attack at dawn\n".utf8)

    static func arca(
        _ arguments: [String], in folder: URL, input: [UInt8] = [], password: String = "correct horse"
    ) throws -> Peer.Answer {
        try Arca.run(arguments, input: input, environment: ["PW": password], in: folder)
    }

    static let secret = ["--passphrase-from", "env:PW"]
    static let encrypt = ["encrypt", "--format", "openssl"] + secret
    static let decrypt = ["decrypt"] + secret

    static func inFolder(_ body: (URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            try Data(message).write(to: folder.appendingPathComponent("plain"))
            try body(folder)
        }
    }

    static func contents(_ name: String, in folder: URL) -> [UInt8]? {
        (try? Data(contentsOf: folder.appendingPathComponent(name))).map { [UInt8]($0) }
    }

    static func mode(_ name: String, in folder: URL) throws -> Int? {
        let path = folder.appendingPathComponent(name).path
        return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(
        "writes a file that openssl decrypts with the options it prints, and decrypts openssl's",
        arguments: [
            [], ["--cipher", "aes-256-ctr", "--iter", "2000"],
            ["--cipher", "aes-128-cfb", "--iter", "1000", "--md", "sha512"],
            ["--kdf", "bytestokey"], ["--kdf", "bytestokey", "--md", "md5", "--cipher", "des3"],
            ["--no-salt", "--iter", "9"],
            ["--armor", "--iter", "2000"], ["--armor", "--no-salt", "--cipher", "aes-192-ecb", "--iter", "9"],
            ["--md", "sha512", "--iter", "3000"], ["--md", "sha1", "--iter", "3000"],
            ["--md", "sha512", "--cipher", "aes-256-cbc", "--kdf", "pbkdf2"],
        ])
    func agreesWithOpenSSL(options: [String]) throws {
        try Self.inFolder { folder in
            let made = try Self.arca(Self.encrypt + options + ["-o", "file", "plain"], in: folder)
            #expect(made.status == 0 && made.output.isEmpty)
            // Runs the command from standard error unchanged.
            let command = try #require(made.errors.split(separator: "'").dropFirst().first)
            let theirs = try Peer.run(
                ["sh", "-c", "\(command) -pass env:PW -in file"], environment: ["PW": "correct horse"], in: folder)
            #expect(theirs.output == Self.message, "\(command): \(theirs.errors)")
            let back = try Self.arca(
                Self.decrypt + options + ["--format", "openssl", "-o", "back", "file"], in: folder)
            #expect(back.status == 0 && Self.contents("back", in: folder) == Self.message)
            #expect(back.errors.contains("not authenticated"))
            let encryption = command.replacingOccurrences(of: "enc -d", with: "enc -e")
            _ = try Peer.run(
                ["sh", "-c", "\(encryption) -pass env:PW -in plain -out theirs"], environment: ["PW": "correct horse"],
                in: folder)
            let ours = try Self.arca(Self.decrypt + options + ["--format", "openssl", "theirs"], in: folder)
            #expect(ours.output == Self.message && ours.status == 0)
        }
    }

    @Test(
        "uses the only combination that options allow, and detects the rest",
        arguments: [
            ("-aes-256-cbc -md md5", ["--cipher", "aes-256-cbc", "--md", "md5"]),
            ("-aes-256-cbc -md md5", ["--cipher", "aes-256-cbc", "--md", "md5", "--kdf", "bytestokey"]),
            ("-aes-256-cbc -pbkdf2 -md sha1", ["--kdf", "pbkdf2", "--md", "sha1", "--cipher", "aes-256-cbc"]),
            ("-aes-256-cbc -pbkdf2 -md sha1 -iter 77", ["--md", "sha1", "--iter", "77", "--cipher", "aes-256-cbc"]),
            ("-aes-256-cbc -pbkdf2 -md sha512 -iter 600000", []),
        ])
    func findsTheirs(command: String, options: [String]) throws {
        try Self.inFolder { folder in
            let theirs = try Peer.run(
                ["sh", "-c", "openssl enc \(command) -pass env:PW -in plain -out theirs"],
                environment: ["PW": "correct horse"], in: folder)
            #expect(theirs.status == 0)
            let ours = try Self.arca(Self.decrypt + options + ["theirs"], in: folder)
            #expect(ours.status == 0 && ours.output == Self.message, "\(ours.errors)")
        }
    }

    @Test("reports an unsalted file before it asks")
    func notSalted() throws {
        try Self.inFolder { folder in
            try Data("something else, of some length\n".utf8).write(to: folder.appendingPathComponent("text"))
            let answer = try Self.arca(
                ["decrypt", "--format", "openssl", "--passphrase-from", "env:NONE", "text"], in: folder)
            #expect(answer.status == 5 && answer.errors.contains("does not begin with Salted__"), "\(answer.errors)")
        }
    }

    @Test("detects a salted file, armored or not, in a file and in a pipe")
    func recognizesFormat() throws {
        try Self.inFolder { folder in
            for armor in [[], ["-a"]] {
                let sealed = try Self.arca(Self.encrypt + armor, in: folder, input: Self.message)
                #expect(try Self.arca(Self.decrypt, in: folder, input: sealed.output).output == Self.message)
            }
            let other = try Self.arca(Self.decrypt + ["plain"], in: folder)
            #expect(other.status == 5)
            #expect(other.output.isEmpty)
            #expect(other.errors.contains("unknown encrypted format; found UTF-8 text"))
        }
    }

    @Test("ends with 3 for a wrong passphrase or other parameters, and leaves no file")
    func refusesWrongPassphrase() throws {
        try Self.inFolder { folder in
            _ = try Self.arca(Self.encrypt + ["-o", "file", "plain"], in: folder)
            for (password, options) in [("wrong", []), ("correct horse", ["--iter", "10000"])] as [(String, [String])] {
                let answer = try Self.arca(
                    Self.decrypt + options + ["-o", "out", "file"], in: folder, password: password)
                // The padding is valid by chance once in 256; then the text is reported as not authenticated.
                if answer.status == 0 {
                    try FileManager.default.removeItem(at: folder.appendingPathComponent("out"))
                    continue
                }
                #expect(answer.status == 3 && answer.errors.contains("wrong passphrase, other parameters, or damage"))
                #expect(Self.contents("out", in: folder) == nil)
            }
        }
    }

    @Test(
        "ends with 4 for a file that ends in its header, 5 for another format, 8 for an unreadable file",
        arguments: [
            ("Salted__1234", Int32(4)), ("something else entirely", 5),
        ])
    func refusesDamagedFiles(text: String, status: Int32) throws {
        try Self.inFolder { folder in
            let answer = try Self.arca(Self.decrypt + ["-o", "out"], in: folder, input: Array(text.utf8))
            #expect(answer.status == status && Self.contents("out", in: folder) == nil)
            #expect(answer.errors.split(separator: "\n").count { !$0.contains("hint:") } == 1)
            #expect(try Self.arca(Self.decrypt + ["nowhere"], in: folder).status == 8)
            #expect(try Self.arca(Self.decrypt + ["."], in: folder).status == 8)
        }
    }

    @Test("writes plaintext for its owner only, and ciphertext with the usual mode")
    func setsModes() throws {
        try Self.inFolder { folder in
            _ = try Self.arca(Self.encrypt + ["-o", "file", "plain"], in: folder)
            _ = try Self.arca(Self.decrypt + ["-o", "back", "file"], in: folder)
            #expect(try Self.mode("back", in: folder) == 0o600)
            #expect(try Self.mode("file", in: folder) == (try Self.mode("plain", in: folder)).map { $0 & 0o644 })
        }
    }

    @Test("does not overwrite its input, and keeps an old output if it fails")
    func protectsFiles() throws {
        try Self.inFolder { folder in
            let same = try Self.arca(Self.encrypt + ["-o", "plain", "plain"], in: folder)
            #expect(same.status == 2 && same.errors.contains("also an input"))
            _ = try Self.arca(Self.encrypt + ["-o", "file", "plain"], in: folder)
            try Data(Self.contents("file", in: folder)?.dropLast(7) ?? []).write(
                to: folder.appendingPathComponent("cut"))
            try Data("old".utf8).write(to: folder.appendingPathComponent("out"))
            #expect(try Self.arca(Self.decrypt + ["-o", "out", "cut"], in: folder).status == 3)
            #expect(Self.contents("out", in: folder) == Array("old".utf8))
            #expect(Self.contents("plain", in: folder) == Self.message)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                    "cut", "file", "out", "plain",
                ])
        }
    }

    @Test("takes the passphrase from every source, and never from an argument")
    func takesSecretsFromSources() throws {
        try Self.inFolder { folder in
            try Data("correct horse\n".utf8).write(to: folder.appendingPathComponent("pw"))
            _ = try Self.arca(Self.encrypt + ["-o", "file", "plain"], in: folder)
            for source in ["file:pw", "cmd:cat pw", "cmd:printf 'correct horse'"] {
                let answer = try Self.arca(["decrypt", "--passphrase-from", source, "file"], in: folder)
                #expect(answer.output == Self.message, "\(source): \(answer.errors)")
            }
            let piped = try Self.arca(
                ["decrypt", "--passphrase-from", "stdin", "file"], in: folder, input: Array("correct horse\n".utf8))
            #expect(piped.output == Self.message)
            let descriptor = "'\(Peer.arca)' decrypt --passphrase-from fd:7 file 7<pw"
            #expect(try Peer.run(["bash", "-c", descriptor], in: folder).output == Self.message)
            let literal = try Self.arca(["decrypt", "--passphrase-from", "hunter2", "file"], in: folder)
            #expect(literal.status == 2 && !literal.errors.contains("hunter2"))
            for (source, status) in [
                ("env:NONE", 2), ("file:none", 8), ("cmd:false", 8), ("file:/dev/null", 2), ("hexfile:pw", 2),
            ] {
                let answer = try Self.arca(["decrypt", "--passphrase-from", source, "file"], in: folder)
                #expect(answer.status == Int32(status) && answer.output.isEmpty, "\(source): \(answer.errors)")
            }
            let both = try Self.arca(["decrypt", "--passphrase-from", "stdin"], in: folder, input: Self.message)
            #expect(both.status == 2 || both.status == 5)
        }
    }

    @Test("leaves no file on a full disk, and ends by SIGPIPE when its reader closes")
    func meetsFullDisk() throws {
        try Self.inFolder { folder in
            // A file-size limit simulates a disk that fills up in the middle of the file.
            try Data([UInt8](repeating: 7, count: 3_000_000)).write(to: folder.appendingPathComponent("large"))
            let command =
                "ulimit -f 1000; trap '' XFSZ; '\(Peer.arca)' \(Self.encrypt.joined(separator: " ")) -o out large"
            let answer = try Peer.run(["bash", "-c", command], environment: ["PW": "x"], in: folder)
            #expect(answer.status == 8 && answer.errors.split(separator: "\n").count == 1, "\(answer.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["large", "plain"])
            let pipe = """
                '\(Peer.arca)' \(Self.encrypt.joined(separator: " ")) large 2>err | head -c 10 >/dev/null
                echo ${PIPESTATUS[0]}; cat err
                """
            #expect(try Peer.run(["bash", "-c", pipe], environment: ["PW": "x"], in: folder).text == "141\n")
        }
    }

    @Test(
        "rejects invalid names, numbers and combinations before it asks for anything",
        arguments: [
            ["--cipher", "aes-256-gcm"], ["--cipher", "rot13"], ["--md", "shake128"], ["--md", "sha0"],
            ["--iter", "0"],
            ["--kdf", "bytestokey", "--iter", "5"], ["--kdf", "scrypt"],
        ])
    func refusesOptions(options: [String]) throws {
        try Self.inFolder { folder in
            let answer = try Self.arca(Self.encrypt + options + ["-o", "out", "plain"], in: folder)
            #expect(answer.status == 2)
            #expect(answer.output.isEmpty)
            #expect(Self.contents("out", in: folder) == nil)
        }
    }
}
