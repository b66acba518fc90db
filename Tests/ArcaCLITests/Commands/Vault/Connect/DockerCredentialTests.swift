import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite("arca vault credential docker") struct DockerCredentialTests {
    private static let hub = "https://index.docker.io/v1/"

    private static func docker(_ trial: VaultTrial, _ operation: String, _ input: String = "") throws -> Peer.Answer {
        try trial.arca(["credential", "docker", operation], input)
    }

    private static func login(_ server: String, _ user: String, _ secret: String) -> String {
        "{\"ServerURL\":\"\(server)\",\"Username\":\"\(user)\",\"Secret\":\"\(secret)\"}"
    }

    /// As the client of docker-credential-helpers calls a helper and reads its answer.
    @Test("speaks the protocol, with the texts that Docker compares")
    func protocolOfHelpers() throws {
        try VaultTrial.run { trial in
            let first = Self.login(Self.hub, "al", "p\\\"w")
            #expect(try Self.docker(trial, "list").text == "{}\n")
            let stored = try Self.docker(trial, "store", first)
            #expect(stored.status == 0 && stored.output.isEmpty)
            #expect(try Self.docker(trial, "get", Self.hub).text == first + "\n")
            #expect(try Self.docker(trial, "list").text == "{\"\(Self.hub)\":\"al\"}\n")
            for (operation, input, text) in [
                ("get", "ghcr.io", "credentials not found in native keychain"),
                ("erase", "ghcr.io", "credentials not found in native keychain"),
                ("get", "", "no credentials server URL"), ("erase", "\n", "no credentials server URL"),
                ("store", Self.login("", "al", "x"), "no credentials server URL"),
                ("store", Self.login("ghcr.io", "", "x"), "no credentials username"),
            ] {
                let answer = try Self.docker(trial, operation, input)
                #expect(
                    answer.status == 1 && answer.text == text + "\n" && answer.errors == "", "\(operation) \(input)")
            }
            for input in ["{", "[]", "{\"ServerURL\":\"x.io\",\"Username\":\"a\"}"] {
                let answer = try Self.docker(trial, "store", input)
                #expect(answer.status == 1 && !answer.output.isEmpty, "\(input)")
            }
            #expect(try Self.docker(trial, "store", Self.login(Self.hub, "bob", "two")).status == 0)
            #expect(try Self.docker(trial, "list").text == "{\"\(Self.hub)\":\"bob\"}\n")
            #expect(try Self.docker(trial, "erase", Self.hub).status == 0)
            #expect(try Self.docker(trial, "get", Self.hub).status == 1)
            #expect(try Self.docker(trial, "version").text.hasPrefix("docker-credential-arca "))
            let log = try trial.log()
            #expect(log.contains("docker get \(Self.hub) index.docker.io/al"))
            #expect(log.contains("docker get ghcr.io refused: no item matches"))
        }
    }

    @Test("the user's own item of a registry answers, and is not removed")
    func ownItems() throws {
        try VaultTrial.run { trial in
            try trial.set("ghcr.io/me", "token")
            #expect(try Self.docker(trial, "get", "ghcr.io\n").text == Self.login("ghcr.io", "me", "token") + "\n")
            #expect(try Self.docker(trial, "get", "http://ghcr.io").status == 1)
            #expect(try Self.docker(trial, "store", Self.login("ghcr.io", "me", "token")).status == 0)
            #expect(try Self.docker(trial, "list").text == "{}\n")
            #expect(try Self.docker(trial, "erase", "ghcr.io").status == 1)
            #expect(try trial.get("ghcr.io/me") == "token")
        }
    }

    @Test("a locked vault answers on standard output, which Docker shows", .enabled(if: Peer.has("setsid")))
    func locked() throws {
        try VaultTrial.run { trial in
            let words = ["setsid", "-w", Peer.arca, "vault", "credential", "docker", "get"]
            let answer = try Peer.run(
                words, input: Array("ghcr.io".utf8), environment: trial.environment, in: trial.folder)
            #expect(answer.status == 1 && answer.text == "the vault is locked; run 'arca vault unlock'\n")
        }
    }

    @Test(
        "docker logs in to a registry and out again",
        .enabled(if: runsSlowTests, "slow"),
        .enabled(if: Peer.has("docker") && Peer.has("python3") && Peer.has("bash"), "needs docker"))
    func realDocker() throws {
        try VaultTrial.run { trial in
            let environment = try trial.home(links: "arca")
            let script = """
                mkdir .docker www
                echo '{"credsStore":"arca"}' > .docker/config.json
                printf '#!/bin/sh\\nexec arca vault credential docker --key-file %s/key "$@"\\n' "$HOME" \\
                    > bin/docker-credential-arca
                chmod +x bin/docker-credential-arca
                unset DOCKER_CONFIG
                echo s3cret | docker login -u alice --password-stdin 127.0.0.1:$PORT 2>>errors
                grep -c s3cret .docker/config.json
                docker-credential-arca list | sed "s/$PORT/PORT/"
                echo wrong | docker login -u alice --password-stdin 127.0.0.1:$PORT 2>>errors || echo refused
                docker logout 127.0.0.1:$PORT 2>>errors | sed "s/$PORT/PORT/"
                docker-credential-arca list
                """
            let answer = try PasswordServer.run(script, environment: environment, in: trial.folder)
            let errors = try trial.read("errors")
            #expect(
                answer.lines == [
                    "Login Succeeded", "0", "{\"127.0.0.1:PORT\":\"alice\"}", "refused",
                    "Removing login credentials for 127.0.0.1:PORT", "{}",
                ], "\(answer.errors) \(errors)")
        }
    }

    @Test("a link called docker-credential-arca is this command")
    func link() throws {
        try VaultTrial.run { trial in
            let environment = try trial.home(links: "docker-credential-arca")
            let answer = try Peer.run(
                [trial.folder.path + "/bin/docker-credential-arca", "list", "--key-file", "key"],
                environment: environment, in: trial.folder)
            #expect(answer.text == "{}\n" && answer.status == 0)
        }
    }
}
