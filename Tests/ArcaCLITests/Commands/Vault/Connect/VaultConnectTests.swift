import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite("arca vault connect", .enabled(if: runsSlowTests, "slow")) struct VaultConnectTests {
    private struct Home {
        let trial: VaultTrial
        let environment: [String: String]

        static func run(_ body: (Home) throws -> Void) throws {
            try VaultTrial.run { trial in
                try body(Home(trial: trial, environment: trial.home(links: "arca")))
            }
        }

        /// Runs the command as a separate process, which links are made to.
        func connect(_ words: String...) throws -> Peer.Answer {
            try Peer.run(["arca", "vault", "connect"] + words, environment: environment, in: trial.folder)
        }

        func write(_ name: String, _ text: String) throws {
            let file = trial.folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }

        func has(_ name: String) -> Bool {
            FileManager.default.fileExists(atPath: trial.folder.appendingPathComponent(name).path)
        }
    }

    private static let files = [
        ("git", ".gitconfig", "[user]\n\tname = A\n"),
        ("docker", ".docker/config.json", "{\n\t\"auths\": {\"x.io\": {}},\n\t\"number\": 1.50\n}\n"),
        ("ssh", ".ssh/config", "Host x\n    User y"),
    ]

    private static let podman = ".config/containers/registries.conf.d/arca.conf"

    @Test("Docker and Podman share a link, which stays while one of them is connected")
    func sharedLink() throws {
        try Home.run { home in
            try home.write(".config/containers/auth.json", "{\"auths\": {\"x.io\": {\"auth\": \"YTpi\"}}}")
            let added = try home.connect("podman")
            #expect(
                added.text.contains("+ credential-helpers = [\"arca\"]") && added.errors.contains("password of x.io"))
            #expect(try home.connect("docker").status == 0)
            for (removed, kept) in [("docker", "podman"), ("podman", "docker")] {
                #expect(try home.connect("--remove", removed).status == 0 && home.has("bin/docker-credential-arca"))
                #expect(try home.connect().text.contains("\(kept)\tconnected\n"))
                #expect(try home.connect(removed).status == 0)
            }
            for program in ["docker", "podman"] { #expect(try home.connect("--remove", program).status == 0) }
            #expect(!home.has("bin/docker-credential-arca") && !home.has(Self.podman))
        }
    }

    @Test("connecting adds lines, again adds none, and removing restores the file", .enabled(if: Peer.has("git")))
    func files() throws {
        try Home.run { home in
            for (program, file, text) in Self.files {
                try home.write(file, text)
                let dry = try home.connect("--dry-run", program)
                #expect(dry.status == 0 && dry.text.contains(file) && dry.errors.contains("nothing was changed"))
                #expect(try home.trial.read(file) == text)
                let added = try home.connect(program)
                #expect(added.status == 0 && added.text == dry.text, "\(program): \(added.errors)")
                let changed = try home.trial.read(file)
                #expect(changed.utf8.count > text.utf8.count)
                let again = try home.connect(program)
                #expect(again.output.isEmpty && again.errors.contains("\(program) is connected already"))
                #expect(try home.trial.read(file) == changed)
                #expect(try home.connect("--list").text.contains("\(program)\tconnected\n"))
                let removed = try home.connect("--remove", program)
                #expect(removed.text.contains("- "), "\(program): \(removed.errors)")
                #expect(try home.trial.read(file) == text)
                #expect(try home.connect("--remove", program).errors.contains("\(program) is not connected"))
                #expect(try home.connect().text.contains("\(program)\tnot connected\n"))
            }
        }
    }

    @Test("files that did not exist are created for the user alone, and disappear", .enabled(if: Peer.has("git")))
    func newFiles() throws {
        try Home.run { home in
            for (program, file, _) in Self.files.dropFirst() + [("podman", Self.podman, "")] {
                #expect(try home.connect(program).status == 0)
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: home.trial.folder.appendingPathComponent(file).path)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
                #expect(try home.connect("--remove", program).status == 0)
                #expect(!home.has(file))
            }
            #expect(try home.connect("git").status == 0 && home.connect("--remove", "git").status == 0)
            #expect(try home.trial.read(".gitconfig").isEmpty)
        }
    }

    @Test("git asks the connected vault, also after helpers that were there", .enabled(if: Peer.has("git")))
    func git() throws {
        try Home.run { home in
            try home.trial.set("g.example/al", "secret")
            try home.write(".gitconfig", "[credential]\n\thelper = store --file=plain\n")
            let answer = try home.connect("git")
            #expect(
                answer.errors.contains("git asks 'store --file=plain' first") && answer.errors.contains("unencrypted"))
            #expect(answer.text.contains("helper = !'\(home.trial.folder.path)/bin/arca' vault credential git"))
            // Without a terminal the vault stays locked.
            let filled = try Peer.run(
                ["setsid", "-w", "git", "credential", "fill"], input: Array("url=https://g.example\n\n".utf8),
                environment: home.environment, in: home.trial.folder)
            #expect(filled.status != 0 && filled.errors.contains("'arca vault unlock'"))
        }
    }

    @Test("links appear in PATH, and other programs are not replaced")
    func links() throws {
        try Home.run { home in
            let added = try home.connect("age")
            #expect(added.status == 0 && added.text.contains("bin/age-plugin-arca"))
            let link = home.trial.folder.path + "/bin/age-plugin-arca"
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: link) == home.trial.folder.path + "/bin/arca")
            #expect(try home.connect("age").errors.contains("connected already"))
            #expect(try home.connect("--remove", "age").status == 0 && !home.has("bin/age-plugin-arca"))
            // A link of an installation stays.
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "arca")
            #expect(try home.connect("age").errors.contains("connected already"))
            #expect(try home.connect("--remove", "age").errors.contains("not connected"))
            #expect(home.has("bin/age-plugin-arca"))
            try FileManager.default.removeItem(atPath: link)
            try home.write("bin/age-plugin-arca", "#!/bin/sh\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: link)
            let other = try home.connect("age")
            #expect(other.status == 2 && other.errors.contains("is another program"))
        }
    }

    @Test("settings that are not understood are refused and left alone")
    func refused() throws {
        try Home.run { home in
            for (program, file, text) in [
                ("docker", ".docker/config.json", "{\"credsStore\": \"desktop\"}"),
                ("docker", ".docker/config.json", "[]"), ("docker", ".docker/config.json", "{\"a\": 1,}"),
                ("docker", ".docker/config.json", "{\"credsStore\": 7}"),
                ("podman", Self.podman, "credential-helpers = []\n"),
                (
                    "ssh", ".ssh/config",
                    "# Added by arca vault connect ssh, up to IdentityAgent\nHost *\n    IdentityAgent \"/x\"\n"
                ),
                ("ssh", ".ssh/config", "# Added by arca vault connect ssh, up to IdentityAgent\nHost y\n"),
            ] {
                try home.write(file, text)
                let answer = try home.connect(program)
                #expect(answer.status != 0 && answer.output.isEmpty && answer.errors.contains("error:"), "\(text)")
                #expect(try home.trial.read(file) == text)
            }
            #expect(try home.connect("nope").status == 2)
            #expect(try home.connect("--remove").status == 2)
        }
    }

    @Test("Docker's file loses only the member, also after another program has rewritten it")
    func rewritten() throws {
        try Home.run { home in
            try home.write(".docker/config.json", "{\"a\":[1,2.50],\"credsStore\":\"arca\",\"z\":{}}")
            try FileManager.default.createSymbolicLink(
                atPath: home.trial.folder.path + "/bin/docker-credential-arca", withDestinationPath: "arca")
            #expect(try home.connect("--list").text.contains("docker\tconnected\n"))
            #expect(try home.connect("--remove", "docker").status == 0)
            let kept = try home.trial.read(".docker/config.json")
            #expect(kept.filter { !$0.isWhitespace } == "{\"a\":[1,2.50],\"z\":{}}")
            try home.write(".docker/config.json", "{\"credsStore\":\"\",\"z\":1}")
            #expect(try home.connect("docker").status == 0)
            let changed = try home.trial.read(".docker/config.json")
            #expect(changed.filter { !$0.isWhitespace } == "{\"credsStore\":\"arca\",\"z\":1}")
        }
    }

    @Test("ssh takes the socket as its last resort", .enabled(if: Peer.has("ssh")))
    func ssh() throws {
        try Home.run { home in
            try home.write(".ssh/config", "Host own\n    IdentityAgent /own.sock\n")
            let answer = try home.connect("ssh")
            #expect(
                answer.errors.contains("eval \"$(arca vault ssh-agent)\"")
                    && answer.errors.contains("names another agent"))
            func agent(_ host: String) throws -> String? {
                let file = home.trial.folder.path + "/.ssh/config"
                return try Peer.run(["ssh", "-G", "-F", file, host]).lines.first { $0.hasPrefix("identityagent ") }
                    .map(String.init)
            }
            #expect(try agent("own") == "identityagent /own.sock")
            #expect(try agent("other") == "identityagent \(home.trial.folder.path)/data/arca/run/ssh-agent.sock")
        }
    }
}
