internal import ArcaCodecs
internal import ArcaCore
internal import ArcaTestSupport
internal import Foundation
import Testing

@Suite(.enabled(if: runsSlowTests, "slow")) struct AgeCommandTests {
    static let identity = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX\n"
    static let recipient = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"
    static let message = [UInt8]((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
    static let secret = ["--passphrase-from", "env:PW"]

    static func arca(
        _ arguments: [String], in folder: URL, input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> Peer.Answer {
        try Arca.run(
            arguments, input: input,
            environment: ["PW": "correct horse", "NEW": "battery staple"].merging(environment) { $1 }, in: folder)
    }

    /// Runs `body` in a folder with an identity `key` and a message `plain`, both encrypted in `file`.
    static func inFolder(_ body: (URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            try put(Array(identity.utf8), "key", folder)
            try put(message, "plain", folder)
            _ = try arca(["encrypt", "-r", recipient, "-o", "file", "plain"], in: folder)
            try body(folder)
        }
    }

    static func put(_ bytes: [UInt8], _ name: String, _ folder: URL) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    static func get(_ name: String, _ folder: URL) -> [UInt8]? {
        (try? Data(contentsOf: folder.appendingPathComponent(name))).map { [UInt8]($0) }
    }

    static func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test(
        "encrypts to recipients by text, file and identity, with and without armor, and decrypts",
        arguments: [
            ["-r", recipient], ["-R", "list"], ["-i", "key"], ["-r", recipient, "-a"], ["-R", "list", "-r", recipient],
        ])
    func encryptsToRecipients(options: [String]) throws {
        try Self.inFolder { folder in
            try Self.put(Array("# team\n\n\(Self.recipient)\n".utf8), "list", folder)
            for input in [["plain"], ["-"], []] {
                let data = input == ["plain"] ? [] : Self.message
                let made = try Self.arca(["encrypt"] + options + input, in: folder, input: data)
                #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
                let back = try Self.arca(["decrypt", "-i", "key"], in: folder, input: made.output)
                #expect(back.output == Self.message, "\(back.errors)")
                #expect(back.status == 0, "\(back.errors)")
                #expect(back.errors.isEmpty, "\(back.errors)")
                guard Peer.has("age") else { continue }
                let theirs = try Peer.run(["age", "-d", "-i", "key"], input: made.output, in: folder)
                #expect(theirs.output == Self.message, "\(theirs.errors)")
            }
        }
    }

    @Test("encrypts with a passphrase from every source, and ends with 3 for a wrong one")
    func passphrase() throws {
        try Self.inFolder { folder in
            try Self.put(Array("correct horse\n".utf8), "pw", folder)
            let cheap = ["encrypt", "-p", "--work-factor", "4", "plain"]
            for source in ["env:PW", "file:pw", "cmd:cat pw"] {
                let made = try Self.arca(cheap + ["--passphrase-from", source, "-o", "sealed"], in: folder)
                #expect(made.status == 0, "\(made.errors)")
                for source in ["env:PW", "file:pw", "cmd:cat pw"] {
                    let back = try Self.arca(["decrypt", "--passphrase-from", source, "sealed"], in: folder)
                    #expect(back.output == Self.message)
                }
            }
            let wrong = try Self.arca(["decrypt", "--passphrase-from", "env:NEW", "-o", "out", "sealed"], in: folder)
            #expect(wrong.status == 3 && wrong.errors == "arca: error: sealed: wrong passphrase, or a damaged header\n")
            #expect(Self.get("out", folder) == nil)
            let costly = try Self.arca(["decrypt", "--max-work-factor", "3"] + Self.secret + ["sealed"], in: folder)
            #expect(costly.status == 5 && costly.output.isEmpty)
        }
    }

    @Test("decrypts several identities with one passphrase source, within the cost limit")
    func lockedIdentities() throws {
        try Self.inFolder { folder in
            for name in ["a", "b"] {
                let made = try Self.arca(
                    ["encrypt", "--work-factor", "6", "-o", name, "key"] + Self.secret, in: folder)
                #expect(made.status == 0, "\(made.errors)")
            }
            let open = ["decrypt", "-i", "a", "-i", "b"] + Self.secret
            #expect(try Self.arca(open + ["file"], in: folder).output == Self.message)
            for (cap, status) in [("6", 0), ("5", 5)] as [(String, Int32)] {
                let answer = try Self.arca(open + ["--max-work-factor", cap, "file"], in: folder)
                #expect(answer.status == status, "\(answer.errors)")
                let sealing = ["encrypt", "-i", "a", "--max-work-factor", cap, "plain"] + Self.secret
                #expect(try Self.arca(sealing, in: folder).status == status)
            }
            // A file with a passphrase has no other recipient, so the source applies to it.
            _ = try Self.arca(["encrypt", "--work-factor", "4", "-o", "sealed", "plain"] + Self.secret, in: folder)
            let both = try Self.arca(["decrypt", "-i", "key", "sealed"] + Self.secret, in: folder)
            #expect(both.status == 0 && both.output == Self.message, "\(both.errors)")
        }
    }

    @Test("leaves no identity in memory after reading it", .enabled(if: Peer.canTrace, "needs to trace processes"))
    func identitiesInMemory() throws {
        let key = (0..<32).map { _ in UInt8.random(in: 0...255) }
        let text = Array(try Bech32.encode(key, prefix: "AGE-SECRET-KEY-").utf8)
        try Self.inFolder { folder in
            try Self.put(text + [0x0a], "other", folder)
            _ = try Self.arca(["encrypt", "--work-factor", "4", "-o", "locked", "other"] + Self.secret, in: folder)
            _ = try Self.arca(["encrypt", "-i", "other", "-o", "file", "plain"], in: folder)
            for arguments in [
                ["decrypt", "-i", "other", "-o", "out", "file"], ["encrypt", "-i", "other", "-o", "out", "plain"],
                ["decrypt", "-i", "locked", "-o", "out", "file"] + Self.secret,
            ] {
                let findings = try Peer.memoryFindings(
                    in: [Peer.arca] + arguments, needles: [Array("out".utf8), key, Array(text[20..<60])],
                    environment: ["PW": "correct horse"], in: folder)
                // The path proves that the search works.
                #expect(findings.status == 0 && findings.found == [0], "\(arguments): \(findings.errors)")
            }
        }
    }

    @Test("lists untrusted recipient kinds in a line of bounded length")
    func strangeRecipients() throws {
        try Self.inFolder { folder in
            let stanzas = (0..<20).map {
                "-> t\($0)" + String(repeating: "x", count: 3000) + " a\n" + String(repeating: "A", count: 22) + "\n"
            }
            let text = "age-encryption.org/v1\n" + stanzas.joined() + "--- " + String(repeating: "A", count: 43) + "\n"
            try Self.put(Array(text.utf8) + [UInt8](repeating: 0, count: 32), "strange", folder)
            let answer = try Self.arca(["decrypt", "-i", "key", "strange"], in: folder)
            #expect(answer.status == 3)
            #expect(answer.errors.utf8.count < 500)
            #expect(answer.errors.contains("12 of other kinds"))
        }
    }

    @Test("generates a passphrase if none is typed, and shows it only on the terminal")
    func makesPassphrase() throws {
        try Self.inFolder { folder in
            // The answer is typed on a pseudo-terminal after the prompt.
            let script = """
                import os, pty, re, sys
                pid, terminal = pty.fork()
                if pid == 0:
                    os.dup2(os.open('err', os.O_WRONLY | os.O_CREAT), 2)
                    os.execv(sys.argv[1], [sys.argv[1], 'encrypt', '--work-factor', '4', '-o', 'made', 'plain'])
                shown = b''
                while b'generate one): ' not in shown: shown += os.read(terminal, 1000)
                os.write(terminal, b'\\n')
                try:
                    while piece := os.read(terminal, 1000): shown += piece
                except OSError: pass
                sys.stdout.write(re.search(rb'the passphrase is (\\S+)', shown)[1].decode())
                """
            let answer = try Peer.run(["python3", "-c", script, Peer.arca], in: folder)
            // Six words, some with a hyphen.
            #expect((6...12).contains(answer.text.split(separator: "-").count), "\(answer.errors)")
            #expect(Self.get("err", folder) == [])
            let back = try Self.arca(
                ["decrypt", "--passphrase-from", "env:PW", "made"], in: folder, environment: ["PW": answer.text])
            #expect(back.output == Self.message)
        }
    }

    @Test("reports the invalid option before it reads or asks, and shows no secret")
    func refusesOptions() throws {
        try Self.inFolder { folder in
            let list: [(arguments: [String], status: Int32)] = [
                (["encrypt", "-r", "age1xyz", "plain"], 2),
                (["encrypt", "-r", String(Self.identity.dropLast()), "plain"], 2),
                (["encrypt", "-r", "plain", "plain"], 2), (["encrypt", "-R", "nowhere", "plain"], 8),
                (["encrypt", "-R", "key", "plain"], 5), (["encrypt", "-R", "-"], 2),
                (["encrypt", "-R", "-", "-R", "-", "plain"], 2),
                (["encrypt", "-p", "-r", Self.recipient, "plain"], 2),
                (["encrypt", "-r", Self.recipient] + Self.secret + ["plain"], 2),
                (["encrypt", "--work-factor", "5", "-r", Self.recipient, "plain"], 2),
                (["encrypt", "--work-factor", "31", "plain"], 2), (["encrypt", "--cipher", "aes-256-ctr", "plain"], 2),
                (["encrypt", "--format", "openssl", "-r", Self.recipient, "plain"], 2),
                (["encrypt", "-r", Self.recipient, "-o", "plain", "plain"], 2),
                (["encrypt", "-r", Self.recipient, "nowhere"], 8),
                (["decrypt", "-r", Self.recipient, "file"], 2), (["decrypt", "-i", "plain", "file"], 5),
                (["decrypt", "-i", "nowhere", "file"], 8), (["decrypt", "file"], 3),
                (["decrypt", "-i", "-", "-i", "-", "file"], 2),
                (["decrypt", "-i", "key", "plain"], 5), (["rekey", "plain"], 5), (["rekey", "nowhere"], 8),
                (["rekey"], 2),
                (["rekey", "-r", Self.recipient, "--new-passphrase-from", "env:NEW", "file"], 2),
                (["encrypt", "-r", "age1pq1xx76jralnlxdmew0", "plain"], 2),
                (["encrypt", "-i", "key"] + Self.secret + ["plain"], 2),
                (["encrypt", "--max-work-factor", "5"] + Self.secret + ["plain"], 2),
                (["decrypt", "--work-factor", "5"] + Self.secret + ["file"], 2),
                (["decrypt", "-i", "key", "--verify-only", "-o", "out", "file"], 2),
                (
                    ["rekey"] + Self.secret + [
                        "--new-passphrase-from", "stdin", "--new-passphrase-from", "stdin", "file",
                    ], 2
                ),
            ]
            for (arguments, status) in list {
                let answer = try Self.arca(arguments, in: folder, input: Self.message)
                #expect(
                    answer.status == status && answer.output.isEmpty, "\(arguments): \(answer.status) \(answer.errors)")
                #expect(answer.errors.hasPrefix("arca: error: ") && !answer.errors.contains("GFPYYSJZGFPYY"))
                #expect(answer.errors.split(separator: "\n").count <= 2, "\(answer.errors)")
            }
            #expect(try Self.names(folder) == ["file", "key", "plain"] && Self.get("plain", folder) == Self.message)
        }
    }

    @Test("writes no plaintext of a damaged file, and reports damage in one line")
    func damage() throws {
        try Self.inFolder { folder in
            let file = try #require(Self.get("file", folder))
            let chunk = file.count - 16 - (150_000 - 131_072) - 65_552
            var flipped = file
            flipped[chunk + 100] ^= 1
            var header = file
            header[60] ^= 1
            let cases: [([UInt8], [Int32])] = [
                (Array(file[..<chunk]), [4]), (Array(file[..<(chunk - 1)]), [4]), (Array(file[..<(chunk + 1)]), [4]),
                (Array(file[..<100]), [4]), (file + [0], [4]), (flipped, [4]), (header, [3, 4, 5]), ([], [5]),
                (Array("age-encryption.org/v2\n".utf8), [5]),
            ]
            for (index, (bytes, statuses)) in cases.enumerated() {
                try Self.put(bytes, "damaged", folder)
                let answer = try Self.arca(["decrypt", "-i", "key", "-o", "out", "damaged"], in: folder)
                #expect(statuses.contains(answer.status), "case \(index): \(answer.status) \(answer.errors)")
                #expect(answer.errors.split(separator: "\n").count { !$0.contains("hint:") } == 1)
                #expect(Self.get("out", folder) == nil)
                let verified = try Self.arca(["decrypt", "-i", "key", "--verify-only", "damaged"], in: folder)
                #expect(verified.status == answer.status && verified.output.isEmpty)
                let shown = try Self.arca(["decrypt", "-i", "key"], in: folder, input: bytes)
                #expect(shown.status == answer.status && shown.output.isEmpty)
            }
            let sound = try Self.arca(["decrypt", "-i", "key", "--verify-only", "file"], in: folder)
            #expect(sound.status == 0 && sound.output.isEmpty)
        }
    }

    @Test("reports as JSON on encrypting, decrypting and checking")
    func reports() throws {
        try Self.inFolder { folder in
            func report(_ arguments: [String]) throws -> NSDictionary? {
                let answer = try Self.arca(arguments + ["--json"], in: folder)
                #expect(answer.status == 0 && answer.errors.isEmpty, "\(answer.errors)")
                return try JSONSerialization.jsonObject(with: Data(answer.output)) as? NSDictionary
            }
            let made = try report(["encrypt", "-r", Self.recipient, "-r", Self.recipient, "-o", "made", "plain"])
            #expect(
                made == [
                    "schema": 1, "format": "age", "input": "plain", "output": "made", "authenticated": true,
                    "byteCount": Self.get("made", folder)?.count ?? 0, "recipients": ["X25519", "X25519"],
                ])
            let opened = try report(["decrypt", "-i", "key", "-o", "back", "made"])
            #expect(
                opened == [
                    "schema": 1, "format": "age", "input": "made", "output": "back", "authenticated": true,
                    "byteCount": 150_000, "recipients": ["X25519", "X25519"],
                ])
            let checked = try report(["decrypt", "-i", "key", "--verify-only", "file"])
            #expect(
                checked == [
                    "schema": 1, "format": "age", "input": "file", "output": NSNull(), "authenticated": true,
                    "byteCount": 150_000, "recipients": ["X25519"],
                ])
            #expect(try Self.arca(["encrypt", "-r", Self.recipient, "--json", "plain"], in: folder).status == 2)
        }
    }

    @Test("decrypts a range of a file or pipe", arguments: ["0-9", "65530-65545", "149990-", "-7", "140000-999999"])
    func range(text: String) throws {
        try Self.inFolder { folder in
            let expected: ArraySlice<UInt8> =
                switch text {
                case "0-9": Self.message[...9]
                case "65530-65545": Self.message[65_530...65_545]
                case "149990-": Self.message[149_990...]
                case "-7": Self.message[149_993...]
                default: Self.message[140_000...]
                }
            let options = ["decrypt", "-i", "key", "--range", text]
            #expect(try Self.arca(options + ["file"], in: folder).output == Array(expected))
            let line = "cat file | '\(Peer.arca)' \(options.joined(separator: " "))"
            let piped = try Peer.run(["bash", "-c", line], in: folder)
            #expect(text == "-7" ? piped.status == 2 : piped.output == Array(expected))
        }
    }

    @Test("changes recipients and passphrase in place, and keeps the payload")
    func rekey() throws {
        try Self.inFolder { folder in
            let payload = try #require(Self.get("file", folder)).suffix(140_000)
            let steps: [[String]] = [
                ["-i", "key", "--new-passphrase-from", "env:PW", "--work-factor", "4"],
                Self.secret + ["--new-passphrase-from", "env:NEW", "--work-factor", "4"],
                ["--passphrase-from", "env:NEW", "-r", Self.recipient],
            ]
            let opens: [[String]] = [Self.secret, ["--passphrase-from", "env:NEW"], ["-i", "key"]]
            for (step, open) in zip(steps, opens) {
                let answer = try Self.arca(["rekey"] + step + ["file"], in: folder)
                #expect(answer.status == 0 && answer.output.isEmpty, "\(step): \(answer.errors)")
                #expect(Self.get("file", folder)?.suffix(140_000) == payload)
                let stanza = Self.get("file", folder)?.split(separator: 0x0a)[1] ?? []
                #expect(String(decoding: stanza, as: UTF8.self).hasSuffix(" 4") == step.contains("--work-factor"))
                for other in opens {
                    let back = try Self.arca(["decrypt"] + other + ["file"], in: folder)
                    #expect(
                        back.status == (other == open ? 0 : 3) && back.output == (other == open ? Self.message : []))
                }
            }
            #expect(try Self.names(folder) == ["file", "key", "plain"])
            let armored = try Self.arca(
                ["rekey", "-i", "key", "-r", Self.recipient, "-a", "-o", "text", "file"], in: folder)
            #expect(armored.status == 0)
            #expect(Self.get("text", folder)?.starts(with: "-----BEGIN AGE ENCRYPTED FILE-----\n".utf8) == true)
            // Armor is kept.
            _ = try Self.arca(["rekey", "-i", "key", "-r", Self.recipient, "text"], in: folder)
            #expect(Self.get("text", folder)?.first == UInt8(ascii: "-"))
            #expect(try Self.arca(["decrypt", "-i", "key", "text"], in: folder).output == Self.message)
        }
    }

    @Test("reports previous and new recipients as JSON")
    func rekeyReport() throws {
        try Self.inFolder { folder in
            let common = ["rekey", "-i", "key", "--json"]
            let inPlace = try Self.arca(
                common + ["--new-passphrase-from", "env:PW", "--work-factor", "4", "file"], in: folder)
            let byteCount = try #require(Self.get("file", folder)).count
            let former = #""formerRecipients":["X25519"],"recipients":["scrypt"]"#
            #expect(
                inPlace.status == 0 && inPlace.text.replacing(" ", with: "").replacing("\n", with: "").contains(former))
            for part in [#""output":"file""#, #""byteCount":\#(byteCount)"#, #""armored":false"#, #""schema":1"#] {
                #expect(inPlace.text.replacing(" ", with: "").contains(part), "\(inPlace.text)")
            }
            let aside = try Self.arca(
                ["rekey", "--json", "-r", Self.recipient, "-a", "-o", "text", "file"] + Self.secret, in: folder)
            let text = aside.text.replacing(" ", with: "")
            #expect(aside.status == 0)
            #expect(text.contains(#""output":"text""#))
            #expect(text.contains(#""armored":true"#))
            // The report cannot share standard output with the result.
            for words in [["-"], ["-o", "-", "text"]] {
                let refused = try Self.arca(common + ["-r", Self.recipient] + words, in: folder)
                #expect(refused.status == 2 && refused.output.isEmpty)
            }
        }
    }

    @Test("opens a file with another identity if the program of a plugin is missing")
    func foreignIdentities() throws {
        let plugin = "AGE-PLUGIN-MISSING-1QYPQXPQPQGPSG9DVF45"
        try Self.inFolder { folder in
            try Self.put(Array("\(plugin)\n\(Self.identity)\(plugin)\n".utf8), "keys", folder)
            let answer = try Self.arca(["decrypt", "-i", "keys", "file"], in: folder)
            #expect(answer.status == 0 && answer.output == Self.message)
            #expect(answer.errors.isEmpty, "\(answer.errors)")
            // The owner of that identity could not decrypt the file.
            let sealed = try Self.arca(["encrypt", "-i", "keys", "plain"], in: folder)
            #expect(sealed.status == 5)
            #expect(sealed.output.isEmpty)
            #expect(sealed.errors.contains("age-plugin-missing"))
            #expect(!sealed.errors.contains("QYPQXPQPQ"))
            try Self.put(Array("\(plugin)\n".utf8), "keys", folder)
            #expect(try Self.arca(["decrypt", "-i", "keys", "file"], in: folder).status == 5)
        }
    }

    @Test(
        "leaves nothing after a signal during extraction", .enabled(if: Peer.has("python3")),
        arguments: ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGXCPU", "SIGALRM", "SIGUSR1", "SIGRTMIN"])
    func interruptedExtraction(signal: String) throws {
        try Self.inFolder { folder in
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("in"), withIntermediateDirectories: false)
            for name in ["in/one", "in/two"] { try Self.put([UInt8](repeating: 7, count: 6 << 20), name, folder) }
            let made = try Self.arca(
                ["encrypt", "-r", Self.recipient, "--no-compress", "--archive", "in", "-o", "archive"], in: folder)
            #expect(made.status == 0, "\(made.errors)")
            // All but the end goes into a pipe that stays open, so only the signal ends the command.
            let script = """
                import glob, os, signal, subprocess, threading, time
                os.chdir("\(folder.path)")
                number = signal.\(signal)
                def defaults():
                    signal.pthread_sigmask(signal.SIG_SETMASK, [])
                    signal.signal(number, signal.SIG_DFL)
                child = subprocess.Popen(["\(Peer.arca)", "decrypt", "-i", "key", "--extract", "out"],
                    stdin=subprocess.PIPE, preexec_fn=defaults)
                data = open("archive", "rb").read()
                def feed():
                    try:
                        child.stdin.write(data[:-1000])
                        child.stdin.flush()
                    except BrokenPipeError: pass
                threading.Thread(target=feed, daemon=True).start()
                # Until the first file is there; a test that was ended has no folder any more.
                while not glob.glob(".arca-*/**/one", recursive=True) and child.poll() is None \
                        and os.path.exists("archive"):
                    time.sleep(0.001)
                child.send_signal(number)
                print(child.wait() == -number, sorted(os.listdir(".")), flush=True)
                os._exit(0)
                """
            let answer = try Peer.python(script)
            #expect(answer.text == "True ['archive', 'file', 'in', 'key', 'plain']\n", "\(answer.errors)")
        }
    }

    @Test("leaves a file unchanged if its header cannot be replaced")
    func rekeyFails() throws {
        try Self.inFolder { folder in
            let file = try #require(Self.get("file", folder))
            for (bytes, status) in [(file, 3), (Array(file[..<150]), 4), (Array(file[..<300]), 3)] as [([UInt8], Int32)]
            {
                try Self.put(bytes, "file", folder)
                let answer = try Self.arca(["rekey", "--new-passphrase-from", "env:NEW", "file"], in: folder)
                #expect(answer.status == status, "\(answer.errors)")
                #expect(Self.get("file", folder) == bytes)
            }
            var changed = file
            changed[70] ^= 1
            try Self.put(changed, "file", folder)
            let answer = try Self.arca(["rekey", "-i", "key", "-r", Self.recipient, "file"], in: folder)
            #expect([3, 4, 5].contains(answer.status) && Self.get("file", folder) == changed)
            #expect(try Self.names(folder) == ["file", "key", "plain"])
        }
    }

    @Test(
        "writes ciphertext to a terminal only armored or with -o -", .enabled(if: Peer.has("script"), "needs script"))
    func terminal() throws {
        try Self.inFolder { folder in
            func run(_ options: String) throws -> Peer.Answer {
                let command = "'\(Peer.arca)' encrypt -r \(Self.recipient) \(options) key"
                return try Peer.run(["script", "-qec", command, "/dev/null"], in: folder)
            }
            let beside = try run("")
            #expect(beside.status == 0 && beside.text.contains("wrote key.age"), "\(beside.text)")
            let refused = try run("- <")
            #expect(refused.status == 2 && refused.text.contains("give --armor, or -o FILE, or -o -"))
            #expect(try run("-a").text.contains("-----BEGIN AGE ENCRYPTED FILE-----"))
            #expect(try run("-o -").status == 0)
        }
    }
}
