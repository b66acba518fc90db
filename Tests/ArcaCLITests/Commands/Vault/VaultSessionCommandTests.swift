internal import ArcaTestSupport
import ArcaSystem
import Foundation
import Testing

@testable import ArcaCLI

@Suite(.enabled(if: runsSlowTests, "slow")) struct VaultSessionCommandTests {
    private static var hasKeyring: Bool { KernelKeyring().isAvailable }

    @Test("parses and prints durations")
    func times() throws {
        func seconds(_ text: String) -> Int? { try? TimeSpan(argument: Argument(Array(text.utf8))).seconds }
        #expect(["45s", "15m", "8h", "2d", "90", "30d"].map(seconds) == [45, 900, 28_800, 172_800, 90, 2_592_000])
        for text in [
            "", "m", "0", "0s", "-1m", "+1m", "1.5h", "31d", "15 m", "99999999999999999999d", "9223372036854775807d",
        ] {
            #expect(seconds(text) == nil, "\(text)")
        }
        #expect(
            [1, 60, 90, 3600, 86_400].map { TimeSpan(seconds: $0).argumentText } == ["1s", "1m", "90s", "1h", "1d"])
        #expect(
            [0, 59, 60, 899, 3660, 90_000].map { TimeSpan(seconds: $0).text }
                == ["0 s", "59 s", "1 min", "14 min 59 s", "1 h 1 min", "1 d 1 h"])
    }

    @Test("unlocks, shows the status and locks", .enabled(if: hasKeyring, "the kernel keyring is refused here"))
    func cycle() throws {
        try VaultSession.run { (session) throws in
            let locked = try session.status()
            #expect(locked["isUnlocked"] as? Bool == false && locked["hasKeyring"] as? Bool == true)
            #expect(locked["slotKinds"] as? [String] == ["passphrase", "gesture pattern"])
            #expect(locked["secondsLeft"] == nil)
            #expect(try session.arca(["status"]).text.contains("vault.arca: locked\nopens with: passphrase, gesture"))
            let unlocked = try session.unlock(["--timeout", "10m"])
            #expect(unlocked.status == 0 && unlocked.errors.contains("unlocked for 10 min"))
            #expect((300...600).contains(try session.status()["secondsLeft"] as? Int ?? 0))
            // The completions list items only while the vault is unlocked.
            #expect(try session.arca(["generate", "git/alice"]).status == 0)
            let items = try session.arca(["list"]).text
            let offered = try session.arca(["list", "--if-unlocked"])
            #expect(offered.status == 0)
            #expect(offered.text == items)
            #expect(items == "git/alice\n")
            #expect(try session.arca(["lock"]).errors.contains("arca: locked"))
            #expect(try session.arca(["lock"]).errors.contains("was locked already"))
            let refused = try session.arca(["list", "--if-unlocked"])
            #expect(refused.status == 6)
            #expect(refused.text.isEmpty)
            #expect(refused.errors.contains("locked"))
            #expect(try session.status()["isUnlocked"] as? Bool == false)
            #expect(try session.arca(["unlock", "--pattern-from", "env:PATTERN", "--timeout", "1"]).status == 0)
            Thread.sleep(forTimeInterval: 1.1)
            #expect(try session.status()["isUnlocked"] as? Bool == false)
        }
    }

    @Test("reports failures by exit status")
    func failures() throws {
        try VaultSession.run { (session) throws in
            let asked = try session.arca(["unlock"])
            #expect(asked.status == 6 && asked.errors.contains("--passphrase-from SOURCE or --pattern-from SOURCE"))
            let wrong = try session.arca(["unlock", "--passphrase-from", "env:PW"], ["PW": "wrong secret"])
            #expect(wrong.status == 3 && !wrong.errors.contains("wrong secret"))
            #expect(try session.arca(["unlock", "--timeout", "soon", "--passphrase-from", "env:PW"]).status == 2)
            #expect(
                try session.arca(["unlock", "--passphrase-from", "env:PW", "--pattern-from", "env:PATTERN"]).status == 2
            )
            #expect(try session.arca(["status", "--vault", "none"]).status == 7)
            #expect(try session.arca(["lock"], ["ARCA_VAULT": "none"]).status == 7)
            try Data("no vault".utf8).write(to: session.folder.appendingPathComponent("text"))
            #expect(try session.arca(["status", "--vault", "text"]).status == 5)
            #expect(try session.arca(["status"], ["XDG_DATA_HOME": "relative", "HOME": "/none"]).status == 7)
        }
    }

    @Test(
        "lock --all needs no file, and the hint of lock without one names it",
        .enabled(if: hasKeyring && Peer.canUnshare, "no keyring, no namespace"))
    func lockAll() throws {
        try VaultSession.run { (session) throws in
            // In a separate user namespace, without the unlocked vaults of other tests.
            let script = """
                set -e
                "$0" vault unlock --passphrase-from env:PW
                mv data/arca/vault.arca away
                ! "$0" vault lock
                mv away data/arca/vault.arca
                "$0" vault status --json | grep isUnlocked
                rm data/arca/vault.arca || true
                "$0" vault lock --all
                "$0" vault lock --all
                """
            let answer = try Peer.run(
                ["unshare", "-Ur", "bash", "-c", script, Peer.arca], environment: session.environment,
                in: session.folder)
            #expect(answer.status == 0 && answer.text.contains("true"), "\(answer.errors)")
            for words in ["'arca vault lock --all' needs no file", "locked 1", "all were locked already"] {
                #expect(answer.errors.contains(words), "\(answer.errors)")
            }
        }
    }

    @Test(
        "an accepted older file becomes the vault, with a new key in a single slot",
        .enabled(if: hasKeyring, "the kernel keyring is refused here"))
    func acceptedOlder() throws {
        try VaultSession.run { (session) throws in
            let old = try Data(contentsOf: session.file)
            #expect(try session.unlock().status == 0)
            let slots = try session.arca(["slot", "list", "--passphrase-from", "env:PW"])
            let pattern = try #require(slots.lines.first { $0.contains("gesture") })
            let rotated = try session.arca([
                "rotate", "--passphrase-from", "env:PW", "--drop", String(pattern.prefix(8)),
            ])
            #expect(
                rotated.status == 0 && rotated.errors.contains("run 'arca vault unlock' again"), "\(rotated.errors)")
            // The passphrase gives the new key; the session cannot.
            let ended = try session.arca(["list"])
            #expect(ended.status == 6 && ended.errors.contains("unlock it again"), "\(ended.errors)")
            #expect(try session.status()["isUnlocked"] as? Bool == false)
            #expect(try session.keys().isEmpty)
            try old.write(to: session.file)
            #expect(try session.arca(["list", "--passphrase-from", "env:PW"]).status == 4)
            let accepted = try session.arca(["verify", "--accept-older", "--passphrase-from", "env:PW"])
            #expect(accepted.status == 0, "\(accepted.errors)")
            // Its new key is neither that of the old file nor that of the rotation, and the pattern does not open it.
            #expect(
                accepted.errors.contains("gesture pattern") && accepted.errors.contains("--new-pattern-from prompt"))
            #expect(try session.arca(["list"]).status == 6)
            #expect(try session.arca(["list", "--pattern-from", "env:PATTERN"]).status == 3)
            #expect(try session.unlock().status == 0)
            let listed = try session.arca(["list"])
            #expect(listed.status == 0, "\(listed.errors)")
        }
    }

    @Test(
        "a session belongs to the user namespace",
        .enabled(if: hasKeyring && Peer.canUnshare, "no keyring, no namespace"))
    func namespace() throws {
        try VaultSession.run { (session) throws in
            #expect(try session.unlock().status == 0)
            #expect(try session.status(behind: ["unshare", "-Ur"])["isUnlocked"] as? Bool == false)
            #expect(try session.status()["isUnlocked"] as? Bool == true)
        }
    }

    #if arch(x86_64)
    @Test(
        "reports a kernel that refuses keyrings, without asking for a secret", arguments: [ENOSYS, EPERM])
    func refused(number: Int32) throws {
        try VaultSession.run { (session) throws in
            let refusing = VaultSession.refusingKeyrings(number)
            guard try session.arca(["status"], behind: refusing).status != 99 else { return }
            let status = try session.status(behind: refusing)
            #expect(status["hasKeyring"] as? Bool == false && status["isUnlocked"] as? Bool == false)
            let unlocked = try session.arca(["unlock", "--passphrase-from", "env:PW"], behind: refusing)
            #expect(unlocked.status == 8 && unlocked.errors.contains("the kernel keyring is not available here"))
            #expect(try session.arca(["lock"], behind: refusing).status == 8)
        }
    }
    #endif

    @Test("counts an attempt that is killed while stretching the pattern; another credential resets the count")
    func killedTries() throws {
        try VaultSession.run { (session) throws in
            let lockout = try #require(
                FileManager.default.enumerator(atPath: session.folder.appendingPathComponent("state").path)?
                    .compactMap { $0 as? String }.first { $0.hasSuffix("/lockout") })
            let script = """
                cp state/\(lockout) before
                '\(Peer.arca)' vault unlock --pattern-from env:PATTERN & process=$!
                while cmp -s state/\(lockout) before; do kill -0 $process || exit 9; done
                kill -9 $process
                wait $process
                """
            for _ in 0..<5 {
                let killed = try Peer.run(["bash", "-c", script], environment: session.environment, in: session.folder)
                #expect(killed.status == 137, "\(killed.errors)")
            }
            let locked = try session.arca(["unlock", "--pattern-from", "env:PATTERN"])
            #expect(locked.status == 6 && locked.errors.contains("too many wrong patterns: wait"))
            #expect(try session.arca(["unlock", "--passphrase-from", "env:PW"]).status == 0)
            #expect(try session.arca(["unlock", "--pattern-from", "env:PATTERN"]).status == 0)
        }
    }

    @Test("tries five of ten wrong patterns given at once")
    func parallelTries() throws {
        try VaultSession.run { (session) throws in
            let script = """
                for i in 0 1 2 3 4 5 6 7 8 9; do '\(Peer.arca)' vault unlock --pattern-from env:WRONG & done; wait
                """
            let answer = try Peer.run(["bash", "-c", script], environment: session.environment, in: session.folder)
            let lines = answer.errors.split(separator: "\n")
            #expect(lines.count { $0.contains("wrong pattern,") } == 5)
            #expect(lines.count { $0.contains("too many wrong patterns") } == 5)
            // The passphrase resets the lockout count, which would otherwise stay in the kernel's keyring.
            #expect(try session.arca(["list", "--passphrase-from", "env:PW"]).status == 0)
        }
    }

    @Test("keys of the unlocked vault are read wherever keys are", .enabled(if: hasKeyring, "no keyring"))
    func references() throws {
        try VaultSession.run { session in
            #expect(try session.unlock().status == 0)
            let script = """
                set -e
                arca() { '\(Peer.arca)' "$@"; }
                arca key generate rsa --plain -o rsa.pem
                arca key convert --to spki -o rsa.pub rsa.pem
                arca vault set keys/rsa --secret-from file:rsa.pem
                echo attack >notes.txt
                arca rsa encrypt --key arca://keys/rsa <notes.txt | arca rsa decrypt --key rsa.pem | cmp - notes.txt
                arca encrypt -i rsa.pem <notes.txt | arca decrypt -i arca://keys/rsa | cmp - notes.txt
                echo '{}' | arca jwt sign --no-expiry --key arca://keys/rsa |
                    arca jwt verify --any-audience --no-expiry --key rsa.pub >token
                arca key convert --to spki arca://keys/rsa | cmp - rsa.pub
                """
            let answer = try Peer.run(["bash", "-c", script], environment: session.environment, in: session.folder)
            #expect(answer.status == 0, "\(answer.errors)")
        }
    }

    @Test(
        "memory holds no secret at the end of a command",
        .enabled(if: hasKeyring && Peer.canTrace, "no keyring, or processes cannot be traced here"))
    func memory() throws {
        try VaultSession.run { (session) throws in
            #expect(try session.unlock().status == 0)
            let keys = try session.keys()
            #expect(keys.map(\.count) == [Int](repeating: 32, count: 7))
            let secret = "purple otter 9931 saddle"
            let needles =
                [
                    Array(Peer.arca.utf8), Array(VaultSession.passphrase.utf8), Array(secret.utf8),
                ] + keys.flatMap { [Array($0[..<16]), Array($0[16...])] }
            let commands = [
                "status", "set a.org/alice --secret-from env:SECRET", "get a.org/alice --reveal",
                "get a.org/alice --field password", "list", "find a.org", "edit a.org/alice --label x",
                "history a.org/alice", "verify", "mv a.org/alice a.org/bob", "rm a.org/bob",
                "unlock --passphrase-from env:PW", "unlock --pattern-from env:PATTERN", "lock",
            ]
            for command in commands {
                // A variable that a command does not read stays in the environment.
                let environment = session.environment.merging(["SECRET": secret]) { $1 }.filter {
                    !["PW", "SECRET"].contains($0.key) || command.hasSuffix("env:" + $0.key)
                }
                let findings = try Peer.memoryFindings(
                    in: [Peer.arca, "vault"] + command.split(separator: " ").map(String.init), needles: needles,
                    environment: environment, in: session.folder)
                #expect(findings.status == 0, "\(command): \(findings.errors)")
                // The command's own name proves that the search works.
                #expect(findings.found == [0], "\(command)")
            }
        }
    }

    @Test(
        "memory holds none at the end of commands that handle all secrets",
        .enabled(if: hasKeyring && Peer.canTrace, "no keyring, or processes cannot be traced here"),
        arguments: [
            (["import", "items.csv"], [String]()),
            (["export", "--format", "csv", "-o", "out.csv", "--passphrase-from", "env:PW"], ["PW"]),
            (["export", "--format", "json", "-o", "out.json", "--passphrase-from", "env:PW"], ["PW"]),
            (
                [
                    "export", "-o", "out.age", "--passphrase-from", "env:PW", "--archive-passphrase-from",
                    "env:ARCHIVE", "--work-factor", "10",
                ], ["PW", "ARCHIVE"]
            ),
            (["audit"], []), (["totp", "a.org/alice"], []),
            (["run", "--env", "SECRET=arca://a.org/alice", "--", "sh", "-c", "echo $SECRET"], []),
            (["rotate", "--passphrase-from", "env:PW", "--drop"], ["PW"]),
        ])
    func memoryOfExchange(words: [String], variables: [String]) throws {
        try VaultSession.run { (session) throws in
            #expect(try session.unlock().status == 0)
            let (secret, keys) = ("purple otter 9931 saddle", try session.keys())
            let oneTime = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
            let csv = """
                name,url,username,password
                a.org,https://a.org/,alice,\(secret)
                """
            try Data(csv.utf8).write(to: session.folder.appendingPathComponent("items.csv"))
            var words = words
            if words[0] != "import" {
                let set = ["set", "a.org/alice", "--secret-from", "env:S", "--otp-from", "env:T"]
                let answer = try session.arca(set, ["S": secret, "T": oneTime])
                #expect(answer.status == 0, "\(answer.errors)")
            }
            if words[0] == "rotate" {
                let slots = try session.arca(["slot", "list", "--json"])
                let list = try JSONSerialization.jsonObject(with: Data(slots.output)) as? [String: Any]
                let slot = (list?["slots"] as? [[String: Any]])?.first { $0["kind"] as? String == "gesture pattern" }
                words.append(try #require(slot?["identifier"] as? String))
            }
            let environment = session.environment.merging(["ARCHIVE": "walnut 3310 breeze"]) { $1 }.filter {
                !["PW", "ARCHIVE", "PATTERN"].contains($0.key) || variables.contains($0.key)
            }
            let needles =
                [
                    // The command's own name proves that the search works.
                    Array(Peer.arca.utf8), Array(VaultSession.passphrase.utf8), Array(secret.utf8), Array(oneTime.utf8),
                    Array("walnut 3310 breeze".utf8),
                    Array("Hello!\u{de}\u{ad}\u{be}\u{ef}".unicodeScalars.map { UInt8($0.value) }),
                ] + keys.flatMap { [Array($0[..<16]), Array($0[16...])] }
            let findings = try Peer.memoryFindings(
                in: [Peer.arca, "vault"] + words, needles: needles, environment: environment, in: session.folder)
            #expect(findings.status == 0, "\(findings.errors)")
            #expect(findings.found == [0], "\(words)")
        }
    }

    @Test("a crash leaves no core dump")
    func core() throws {
        try VaultSession.run { (session) throws in
            // A debug build would print a backtrace and continue.
            let script = """
                export SWIFT_BACKTRACE=enable=no
                ulimit -c unlimited
                '\(Peer.arca)' vault unlock --passphrase-from cmd:'sleep 5' & process=$!
                while ! grep -q 'core file size *0 *0 ' /proc/$process/limits; do kill -0 $process || exit 9; done
                kill -SEGV $process
                wait $process
                """
            let crashed = try Peer.run(["bash", "-c", script], environment: session.environment, in: session.folder)
            #expect(crashed.status == 139, "\(crashed.errors)")
            let left = try FileManager.default.contentsOfDirectory(atPath: session.folder.path)
            #expect(left.sorted() == ["data", "state"])
        }
    }
}
