import ArcaCore
import ArcaTestSupport
import ArcaSystem
import Foundation
import Testing

@testable import ArcaCLI

@Suite struct JSONDocumentTests {
    @Test("each command with --json has a section, and no other")
    func sections() throws {
        let leaves = CommandTree(RootCommand.self).all.filter { !$0.isGroup }
        let commands = leaves.filter { $0.parameters.contains { $0.names.contains("--json") } }
        let document = try JSONDocument()
        let titles = document.sections.map(\.title)
        // Commands without a report are listed too.
        #expect(document.withoutReport == Set(leaves.map(\.path)).subtracting(commands.map(\.path)))
        let named = titles.filter { $0.hasPrefix("arca ") }
        #expect(Set(named).count == named.count)
        #expect(Set(named) == Set(commands.map(\.path)))
    }

    @Test("the commands print exactly the members and types of the document", arguments: [false, true])
    func reports(ofVault: Bool) throws {
        let document = try JSONDocument()
        var seen = JSONDocument.Seen()
        try Peer.inFolder { folder in
            try Self.prepare(folder)
            var tried: Set<String> = []
            for line in (ofVault ? JSONScripts.vault : JSONScripts.files).split(separator: "\n").map(String.init) {
                if line.contains("vault unlock"), !KernelKeyring().isAvailable { continue }
                let answer = try Self.run(line, in: folder)
                guard line.contains("--json") else {
                    #expect(answer.status == 0, "\(line): \(answer.errors)")
                    continue
                }
                let fitting = document.sections.map(\.title).filter { "\(line) ".hasPrefix("\($0) ") }
                let title = try #require(fitting.max { $0.count < $1.count }, "\(line)")
                tried.insert(title)
                let reports = Self.reports(in: answer)
                if reports.isEmpty {
                    Issue.record("\(line): status \(answer.status), \(answer.text) \(answer.errors)")
                }
                for report in reports {
                    #expect(report["schema"]?.int == 1, "\(line)")
                    let problems = document.problems(of: report, as: title, &seen)
                    #expect(problems.isEmpty, "\(line): \(problems)")
                }
            }
            // Team commands need a server: `TeamCommandTests` compares them.
            let wanted = document.sections.map(\.title).filter { title in
                title.hasPrefix("arca ") && !title.hasPrefix("arca team ") && !Self.untried.contains(title)
                    && title.hasPrefix("arca vault ") == ofVault
            }
            #expect(tried == Set(wanted))
        }
        for section in document.sections {
            for row in section.members where seen.parents.contains("\(section.title) \(row.path.dropLast())") {
                let name = "\(section.title) \(row.path.joined(separator: "."))"
                #expect(
                    seen.rows.contains("\(section.title) \(row.path)") != Self.unmet.contains(name),
                    "\(name): a member that is never there, or one that is not expected")
            }
        }
    }

    @Test("rejects a report that would be huge or mixed with a key; an invalid MAC is a failure")
    func refused() throws {
        #expect(try Arca.run(["random", "1048577", "--json"]).status == 2)
        #expect(try Arca.run(["key", "generate", "x25519", "--json"]).status == 2)
        let words = ["mac", "hmac-sha256", "--key-from", "env:KEY", "--verify", "00000000", "--length", "4", "--json"]
        let answer = try Arca.run(words, environment: ["KEY": "a key"])
        #expect(answer.status == 1)
        #expect(try JSONReader.read(answer.output)["valid"]?.bool == false)
    }

    /// Commands that need another program, or a kernel keyring.
    private static let untried = ["arca vectors compare"] + (KernelKeyring().isAvailable ? [] : ["arca vault unlock"])

    /// Members that need damage, a merge with conflicts, a server, a keyring, another program, time, or a name that is
    /// not UTF-8.
    private static let unmet: Set = [
        "arca vault list damage", "arca vault find damage", "arca vault audit damage", "arca vault status secondsLeft",
        "arca vault status until", "arca vault log accesses.reason",
        "arca vectors verify differences", "arca hash files.nameBytes", "item isProven", "item conflicts",
        "arca vault get isProven", "arca vault get conflicts",
        "arca vectors verify files.skipReasons.*",
        "arca speed results.nanoseconds", "arca vault sync generation", "arca vault sync commits",
        "arca vault sync sent", "arca vault sync waiting", "arca vault sync isWaitingForAdmission",
        "arca vault sync added", "arca vault sync changed", "arca vault sync removed", "arca vault sync conflicts",
        "arca vault sync numbered",
    ]

    private static func run(_ line: String, in folder: URL) throws -> Peer.Answer {
        var words = line.split(separator: " ").dropFirst().map(String.init)
        guard !line.hasPrefix("cp ") else { return try Peer.run(["cp"] + words, in: folder) }
        // A copy of the vault is on another machine.
        let state = line.contains("--vault phone.arca") ? "/phone" : "/state"
        let environment = [
            "ARCA_PASSPHRASE": "correct horse battery staple", "PATTERN": "14789", "OTP": "JBSWY3DPEHPK3PXP",
            "ARCA_VAULT": folder.path + "/vault.arca", "XDG_STATE_HOME": folder.path + state,
            "XDG_DATA_HOME": folder.path + "/data",
        ]
        // The slot of the recovery code or key file created by preceding lines.
        for (mark, kind) in [("SLOT", "recovery"), ("KEYFILE", "key file")] {
            guard let place = words.firstIndex(where: { $0.hasPrefix(mark) }) else { continue }
            let list = try Arca.run(
                ["vault", "slot", "list", "--key-file", "vault.key"], environment: environment, in: folder)
            let slot = try #require(list.lines.last { $0.contains(kind) }).prefix(8)
            words[place] = String(slot + words[place].dropFirst(mark.count))
        }
        return try Arca.run(words, environment: environment, in: folder)
    }

    /// The report, or one report per line; empty if it is not JSON.
    private static func reports(in answer: Peer.Answer) -> [JSONValue] {
        if let report = try? JSONReader.read(answer.output) { return [report] }
        return (try? answer.lines.map { try JSONReader.read(Array($0.utf8)) }) ?? []
    }

    private static func prepare(_ folder: URL) throws {
        try Fixtures.write(to: folder)
        for (name, words) in [("cert.pem", ["-x509", "-days", "9"]), ("request.pem", [])] {
            let key = folder.appendingPathComponent("key.pem").path
            let made = try RSAKeys.make(["req", "-new", "-key", key, "-subj", "/CN=site.example"] + words)
            try Data(made).write(to: folder.appendingPathComponent(name))
        }
        let image = try Data(contentsOf: folder.appendingPathComponent("beach.png"))
        try (image + Data("more".utf8)).write(to: folder.appendingPathComponent("both.png"))
        // openssl enc -aes-256-cbc -pbkdf2, with the passphrase above.
        let sealed = "U2FsdGVkX18AESIzRFVmd25N5i0LTNDHAK+yuzGyEJE="
        for (name, text) in [
            ("claims.json", #"{"sub": "alice"}"#),
            ("encoded.txt", Data(#"{"name":"Alice","roles":["admin"]}"#.utf8).base64EncodedString()),
            ("letters.txt", "Wkh txlfn eurzq ira mxpsv ryhu wkh odcb grj dqg uxqv dzdb iurp wkh kxqwhu"),
            ("gesture.txt", "c8c0b24a15dc8bbfd411427973574695230458f0"),
            ("template", "{{ arca://github.com/alice }}"),
            ("passwords.csv", "name,url,username,password,note\nSite,https://site.example/,me,pw,\n"),
            ("users.csv", "name,token\nAnn,\(sealed)\nBob,AAAA\n"),
        ] {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
    }
}
