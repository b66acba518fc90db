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

    @Test(
        "Skopeo, Podman and Buildah log in to a registry, and Skopeo pushes and pulls",
        .enabled(if: runsSlowTests, "slow"),
        .enabled(
            if: Peer.has("skopeo") && Peer.has("docker-registry") && Peer.has("htpasswd"),
            "needs skopeo, docker-registry and htpasswd"), arguments: ["skopeo", "podman", "buildah"].filter(Peer.has))
    func containers(program: String) throws {
        try VaultTrial.run { trial in
            let script = """
                exec 2>>errors
                arca vault connect podman > connected
                rm bin/docker-credential-arca
                printf '#!/bin/sh\\nexec arca vault credential docker --key-file %s/key "$@"\\n' "$HOME" \
                    > bin/docker-credential-arca
                chmod +x bin/docker-credential-arca
                htpasswd -Bbn alice s3cret > htpasswd
                cat > registry.yml <<END
                version: 0.1
                storage: {filesystem: {rootdirectory: $HOME/registry}}
                http: {addr: "127.0.0.1:0"}
                auth: {htpasswd: {realm: test, path: $HOME/htpasswd}}
                END
                docker-registry serve registry.yml > log 2>&1 &
                trap "kill $!" EXIT
                until grep -q 'listening on' log; do kill -0 $! || exit 9; sleep 0.05; done
                server=$(grep -o 'listening on [0-9.:]*' log | cut -d' ' -f3)
                login() { echo $1 | \(program) login --tls-verify=false -u alice --password-stdin $server || echo refused; }
                inspect() { skopeo inspect --tls-verify=false --config --format '{{.OS}}' docker://$server/x:1 || echo refused; }
                login wrong
                login s3cret
                docker-credential-arca list | sed "s/$server/SERVER/"
                grep -rl s3cret .config .docker
                mkdir image
                printf 'Directory Transport Version: 1.1\\n' > image/version
                config='{"architecture":"amd64","os":"linux","config":{},"rootfs":{"type":"layers","diff_ids":[]}}'
                digest=$(printf %s "$config" | sha256sum | cut -d' ' -f1)
                printf %s "$config" > image/$digest
                type=application/vnd.docker
                cat > image/manifest.json <<END
                {"schemaVersion": 2, "mediaType": "$type.distribution.manifest.v2+json", "layers": [], "config":
                {"mediaType": "$type.container.image.v1+json", "size": ${#config}, "digest": "sha256:$digest"}}
                END
                skopeo --insecure-policy copy -q --dest-tls-verify=false dir:image docker://$server/x:1 && echo pushed
                inspect
                \(program) logout $server | sed "s/$server/SERVER/"
                inspect
                printf s3cret | arca vault set $server/alice --secret-from stdin --key-file key
                inspect
                """
            let answer = try Peer.run(["bash", "-c", script], environment: trial.home(links: "arca"), in: trial.folder)
            let errors = try trial.read("errors")
            #expect(
                answer.lines == [
                    "refused", "Login Succeeded!", "{\"SERVER\":\"alice\"}", "pushed", "linux",
                    "Removed login credentials for SERVER", "refused", "linux",
                ], "\(errors)")
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
