import ArcaCrypto
import ArcaDetect
import ArcaTestSupport
import Foundation
import Testing

/// Code of schemes in other languages, executed in both directions.
@Suite struct CipherSchemeCodeTests {
    /// Number of schemes that each language runs at least.
    private static let minimumCount = 50

    @Test("Python", .enabled(if: Peer.hasPython(module: "Cryptodome") && Peer.hasPython(module: "cryptography")))
    func python() throws { try Self.check(.python) }

    @Test("Node.js", .enabled(if: Peer.has("node")))
    func node() throws { try Self.check(.node) }

    @Test(
        "CryptoJS",
        .enabled(if: Peer.has("node") && FileManager.default.fileExists(atPath: CodePeer.cryptoJSFolder)))
    func cryptoJS() throws { try Self.check(.cryptoJS) }

    @Test("PHP", .enabled(if: Peer.has("php")))
    func php() throws { try Self.check(.php) }

    @Test("Java", .enabled(if: Peer.has("javac")), .enabled(if: runsSlowTests, "slow"))
    func java() throws { try Self.check(.java) }

    @Test("Go", .enabled(if: Peer.has("go")), .enabled(if: runsSlowTests, "slow"))
    func go() throws { try Self.check(.go) }

    @Test(
        "the command openssl", .enabled(if: Peer.has("openssl") && Peer.has("xxd")),
        .enabled(if: runsSlowTests, "slow"))
    func openSSL() throws {
        // Each case starts dozens of processes.
        let cases = CodePeer.openSSL.cases.enumerated().filter { $0.offset % 5 < 3 }.map(\.element)
        try Self.check(.openSSL, cases)
    }

    private static func check(_ peer: CodePeer, _ cases: [CodeCase]? = nil) throws {
        let cases = cases ?? peer.cases
        #expect(cases.count >= minimumCount)
        let answers = try peer.run(cases)
        #expect(answers.map(\.number) == cases.map(\.number))
        for (item, answer) in zip(cases, answers) {
            let message = Array(item.message.utf8)
            #expect(answer.message == message, "decrypts: \(item.scheme)")
            let opened = try? item.scheme.decrypt(answer.data, with: item.inputs)
            #expect(opened == message, "encrypts: \(item.scheme)")
        }
    }

    @Test("Swift code parses", .enabled(if: Peer.has("swiftc")))
    func swift() throws {
        try Peer.inFolder { folder in
            for item in CodeCase.all {
                guard let code = try? item.scheme.code(in: .swift) else { continue }
                let file = folder.appendingPathComponent("s\(item.number).swift")
                try code.write(to: file, atomically: false, encoding: .utf8)
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(files.count >= Self.minimumCount)
            let answer = try Peer.run(["swiftc", "-frontend", "-parse"] + files, in: folder)
            #expect(answer.status == 0, "\(answer.errors)")
        }
    }

    @Test("every notation is a scheme, and every language has code for most", arguments: ProgramLanguage.allCases)
    func languages(language: ProgramLanguage) throws {
        #expect(CodeCase.all.count == CodeCase.notations.count)
        var count = 0
        for item in CodeCase.all {
            do throws(CryptoError) {
                let code = try item.scheme.code(in: language)
                #expect(code.contains(item.scheme.description))
                #expect(!code.contains(item.keyText))
                #expect(code.contains("Better: ") == !item.scheme.weaknesses.isEmpty)
                count += 1
            } catch {
                #expect(error.code == .unsupported && error.hint != nil, "\(item.scheme): \(error)")
            }
        }
        #expect(count >= 75)
    }

    @Test("says what a library lacks")
    func gaps() throws {
        let gcm = try CipherScheme("aes-256-gcm; key=hex")
        for language in [ProgramLanguage.cryptojs, .objc, .openssl] {
            let error = #expect(throws: CryptoError.self) { try gcm.code(in: language) }
            #expect(error?.code == .unsupported)
            #expect(error?.reason.contains("AES-GCM") == true)
        }
        let other = #expect(throws: CryptoError.self) { try CipherScheme("aria-128-cbc; key=hex").code(in: .python) }
        #expect(other?.reason.contains("ARIA-128-CBC") == true)
    }

    @Test("names and separators of hostile data do not become code", arguments: ProgramLanguage.allCases)
    func hostileNames(language: ProgramLanguage) throws {
        var scheme = try CipherScheme("aes-128-cbc; key=hex; data=json(iv,value)>iv.hex,ciphertext.hex")
        for name in ["v\nimport os", "\"; system(1); \"", "'", "$(reboot)", "`", "%n", "", "\\"] {
            scheme.envelope.form = .json(names: ["iv", name])
            #expect(throws: CryptoError.self, "\(name)") { try scheme.code(in: language) }
            scheme.envelope.form = .separated(by: name)
            #expect(throws: CryptoError.self, "\(name)") { try scheme.code(in: language) }
        }
    }

    @Test(
        "names weaknesses",
        arguments: [
            ("aes-128-ecb; key=hex", ["ECB", "nothing detects"]),
            ("aes-128-cbc; key=hex; iv=zero(16)", ["always the same", "wrong padding"]),
            ("aes-256-ctr; key=hex; iv=key|part(0,16)", ["two messages together", "nothing detects"]),
            ("des-cbc; key=utf8", ["DES keys", "nothing detects", "entropy"]),
            ("rc4; key=hex", ["RC4", "without a nonce", "nothing detects"]),
            ("aes-256-gcm; key=utf8|md5|hex", ["one round of MD5"]),
            (
                "aes-256-gcm; key=utf8|pbkdf2(sha256,1000,stored,32); data=salt(16),iv,ciphertext,tag",
                ["1000 iterations"]
            ),
            ("aes-256-gcm; key=hex", []),
            ("aes-256-gcm; key=utf8|scrypt(17,8,1,stored,32); data=salt(16),iv,ciphertext,tag", []),
            ("aes-256-gcm; key=utf8|pbkdf2(sha256,600000,stored,32); data=salt(16),iv,ciphertext,tag", []),
        ])
    func weaknesses(notation: String, expected: [String]) throws {
        let found = try CipherScheme(notation).weaknesses
        #expect(found.count == expected.count, "\(found)")
        for word in expected { #expect(found.contains { $0.contains(word) }, "\(word): \(found)") }
    }
}
