import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@Suite("arca vault ssh-agent", .enabled(if: runsSlowTests && Peer.has("ssh-add"), "slow"))
struct VaultSSHAgentCommandTests {
    /// Runs `body` with a vault that has an Ed25519 key, or an SSH key of each kind and an encrypted one without its
    /// passphrase.
    private func withKeys(ofEachKind isFull: Bool = false, _ body: (VaultTrial) throws -> Void) throws {
        try VaultTrial.run { trial in
            let made = try shell(
                """
                vault() { "$ARCA" vault "$@" --key-file key; }
                ssh-keygen -q -N '' -t ed25519 -f id_ed25519 -C mine
                vault set git/alice --secret-from file:id_ed25519
                [ "$FULL" = 1 ] || exit 0
                ssh-keygen -q -N '' -t rsa -b 2048 -f id_rsa; ssh-keygen -q -N '' -t ecdsa -f id_ecdsa
                ssh-keygen -q -N open -t ed25519 -f id_locked
                vault set rsa/alice --secret-from file:id_rsa
                echo password | vault set ec/alice --secret-from stdin
                vault attach ec/alice id_ecdsa
                vault set locked/alice --secret-from file:id_locked
                """, in: trial, ["FULL": isFull ? "1" : "0"])
            try #require(made.status == 0, "\(made.errors)")
            try body(trial)
        }
    }

    /// Runs a script in the vault's folder, which also has the agent's socket.
    private func shell(
        _ script: String, in trial: VaultTrial, _ environment: [String: String] = [:]
    ) throws -> Peer.Answer {
        var variables = trial.environment.merging(environment) { $1 }
        variables["ARCA"] = Peer.arca
        variables["XDG_RUNTIME_DIR"] = trial.folder.path
        return try Peer.run(["bash", "-ec", script], environment: variables, in: trial.folder)
    }

    /// Prints requests, items and programs of the access log.
    private static let log =
        #""$ARCA" vault log --by ssh --key-file key | cut -f 3- | sed -E 's/SHA256:[^\t]*/F/; s/ [0-9]+$//'"#

    @Test("serves one command: ssh-add lists the keys, ssh-keygen signs with each")
    func command() throws {
        try withKeys(ofEachKind: true) { trial in
            let answer = try shell(
                """
                cat > script <<'END'
                set -e
                ssh-add -l | cut -d ' ' -f 3-
                for type in ed25519 rsa ecdsa; do
                    ssh-add -L | grep -qF "$(cut -d ' ' -f 2 id_$type.pub)"
                    printf 'me %s\\n' "$(cat id_$type.pub)" > signers
                    rm -f text.sig; echo text > text
                    SSH_ASKPASS= ssh-keygen -q -Y sign -U -n file -f id_$type.pub text 2> err || cat err
                    ssh-keygen -q -Y verify -f signers -I me -n file -s text.sig < text
                done
                stat -c %a "$SSH_AUTH_SOCK" "$(dirname "$SSH_AUTH_SOCK")"
                echo "$SSH_AUTH_SOCK" > socket
                exit 7
                END
                mkdir away; mv id_ed25519 id_rsa id_ecdsa away
                "$ARCA" vault ssh-agent --key-file key -- sh script || echo "status $?"
                [ ! -e "$(cat socket)" ]
                \(Self.log)
                """, in: trial)
            #expect(
                answer.text == """
                    ec/alice id_ecdsa (ECDSA)
                    git/alice (ED25519)
                    rsa/alice (RSA)
                    600
                    700
                    status 7
                    keep 3 keys\t\tbash
                    sign for the namespace file with F\tgit/alice\tssh-keygen
                    sign for the namespace file with F\trsa/alice\tssh-keygen
                    sign for the namespace file with F\tec/alice id_ecdsa\tssh-keygen

                    """, "\(answer.text)\(answer.errors)")
            #expect(answer.errors.contains("'locked/alice' is not served: the key is encrypted"))
        }
    }

    @Test("keys that the agent holds do not sign once the log is gone")
    func withoutLog() throws {
        try withKeys { trial in
            let answer = try shell(
                """
                cat > script <<'END'
                "$ARCA" vault log --clear --key-file key
                echo text > text
                SSH_ASKPASS= ssh-keygen -q -Y sign -U -n file -f id_ed25519.pub text 2> err || echo refused
                [ ! -e text.sig ]
                END
                mkdir away; mv id_ed25519 away
                "$ARCA" vault ssh-agent --key-file key -- sh script
                """, in: trial)
            #expect(answer.text == "refused\n" && answer.status == 0, "\(answer.text)\(answer.errors)")
        }
    }

    @Test("runs in the background, is found again, and is stopped")
    func background() throws {
        try withKeys { trial in
            let answer = try shell(
                """
                "$ARCA" vault ssh-agent --key-file key --item git/alice -s > first 2> /dev/null
                . ./first
                ssh-add -l | cut -d ' ' -f 3-
                tr '\\0' '\\n' < /proc/$SSH_AGENT_PID/cmdline | grep -c PRIVATE || :
                "$ARCA" vault ssh-agent -s > second 2> note
                cmp first second; grep -c 'serves .* already' note
                "$ARCA" vault ssh-agent --json 2> /dev/null | tr -d ' \\n'; echo
                "$ARCA" vault ssh-agent --stop -c
                [ ! -e "$SSH_AUTH_SOCK" ] && echo gone
                "$ARCA" vault ssh-agent --stop || echo "status $?"
                """, in: trial)
            let lines = answer.text.split(separator: "\n")
            try #require(lines.count == 8, "\(answer.text)\(answer.errors)")
            #expect(lines[0] == "git/alice (ED25519)" && lines[1] == "0" && lines[2] == "1")
            #expect(lines[3].contains("\"keyCount\":null") && lines[3].contains("/arca/ssh-agent.sock\""))
            #expect(lines[4...] == ["unsetenv SSH_AUTH_SOCK;", "unsetenv SSH_AGENT_PID;", "gone", "status 7"])
        }
    }

    @Test("ends by its time, and by a signal, and leaves no socket", arguments: ["--for 1s", ""])
    func ends(option: String) throws {
        try withKeys { trial in
            let answer = try shell(
                """
                "$ARCA" vault ssh-agent --foreground --key-file key --socket run/s \(option) 2> /dev/null &
                for i in $(seq 100); do SSH_AUTH_SOCK=run/s ssh-add -l > /dev/null 2>&1 && break; sleep 0.05; done
                \(option.isEmpty ? "kill $!" : ":")
                wait $! || echo "status $?"
                ls run
                """, in: trial)
            #expect(answer.text == (option.isEmpty ? "status 143\n" : ""), "\(answer.text)\(answer.errors)")
        }
    }

    @Test("takes and removes keys of ssh-add, and is locked by it")
    func added() throws {
        try withKeys(ofEachKind: true) { trial in
            let answer = try shell(
                """
                ssh-keygen -q -N '' -t ed25519 -f new -C new; ssh-keygen -q -N '' -t ed25519 -f short -C short
                cat > script <<'END'
                list() { ssh-add -l 2>&1 | cut -d ' ' -f 3- | tr '\\n' ';'; echo; }
                ssh-add -q new; ssh-add -q -t 1 short; list; sleep 1.1; list
                ssh-add -q -d new; ssh-add -q -d id_ed25519.pub; list
                python3 lock.py -x; list; python3 lock.py -X; list
                ssh-add -q -D; list
                END
                cat > lock.py <<'END'
                import os, pty, sys, time
                pid, end = pty.fork()
                if pid == 0: os.execvp("ssh-add", ["ssh-add", sys.argv[1]])
                for _ in range(2 if sys.argv[1] == "-x" else 1):
                    while b": " not in os.read(end, 1000): pass
                    os.write(end, b"pw\\n")
                try:
                    while os.read(end, 1000): pass
                except OSError: pass
                sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
                END
                "$ARCA" vault ssh-agent --key-file key --item git/alice --item rsa/alice -- sh script
                """, in: trial)
            #expect(
                answer.text.split(separator: "\n") == [
                    "git/alice (ED25519);rsa/alice (RSA);new (ED25519);short (ED25519);",
                    "git/alice (ED25519);rsa/alice (RSA);new (ED25519);", "rsa/alice (RSA);", "has no identities.;",
                    "rsa/alice (RSA);", "has no identities.;",
                ], "\(answer.text)\(answer.errors)")
        }
    }

    @Test("asks by SSH_ASKPASS, for all keys or those with that constraint")
    func confirms() throws {
        try withKeys { trial in
            let answer = try shell(
                """
                printf '#!/bin/sh\\necho "$SSH_ASKPASS_PROMPT $1" >> "$PWD/asked"; exit $(cat "$PWD/answer")\\n' > askpass
                chmod +x askpass; export SSH_ASKPASS=$PWD/askpass
                ssh-keygen -q -N '' -t ed25519 -f new -C new; mkdir away; mv id_ed25519 away
                cat > script <<'END'
                sign() { rm -f t.sig; echo > t; ssh-keygen -q -Y sign -U -n git -f $1 t 2> /dev/null && echo yes || echo no; }
                for answer in 1 0; do echo $answer > answer; sign id_ed25519.pub; done
                END
                cat > more <<'END'
                sign() { rm -f t.sig; echo > t; ssh-keygen -q -Y sign -U -n git -f $1 t 2> /dev/null && echo yes || echo no; }
                ssh-add -q -c new; mv new away
                echo 1 > answer; sign new.pub; sign id_ed25519.pub; echo 0 > answer; sign new.pub
                END
                "$ARCA" vault ssh-agent --key-file key --confirm -- sh script
                "$ARCA" vault ssh-agent --key-file key -- sh more
                sed 's/process [0-9]*/process N/; s/SHA256:[^)]*/F/' asked
                unset SSH_ASKPASS
                "$ARCA" vault ssh-agent --key-file key --confirm -- true || echo "status $?"
                """, in: trial)
            let git = "confirm Allow ssh-keygen (process N) to use the key git/alice (F) to sign for the namespace git?"
            let new = git.replacing("git/alice", with: "new")
            #expect(
                answer.text.split(separator: "\n")
                    == ["no", "yes", "no", "yes", "yes", git[...], git[...], new[...], new[...], "status 2"],
                "\(answer.text)\(answer.errors)")
        }
    }

    @Test("asks on its terminal in the foreground")
    func confirmsOnTerminal() throws {
        try withKeys { trial in
            try trial.write(
                "script",
                """
                for i in $(seq 100); do SSH_AUTH_SOCK=run/s ssh-add -l > /dev/null 2>&1 && break; sleep 0.05; done
                mkdir away; mv id_ed25519 away
                for i in 1 2; do
                    echo > t$i
                    SSH_AUTH_SOCK=run/s ssh-keygen -q -Y sign -U -n git -f id_ed25519.pub t$i 2> /dev/null && echo yes || echo no
                done > result
                "$ARCA" vault ssh-agent --stop --socket run/s
                """)
            let answer = try Peer.onTerminal(
                [
                    "bash", "-c",
                    "bash script < /dev/null > /dev/null & exec \"$ARCA\" vault ssh-agent --key-file key --foreground --confirm --socket run/s",
                ], [("[y/N] ", "n"), ("[y/N] ", "y")],
                environment: trial.environment.merging(["ARCA": Peer.arca]) { $1 }, in: trial.folder)
            #expect(try trial.read("result") == "no\nyes\n", "\(answer.text)")
            #expect(answer.text.contains("refused: not confirmed") && answer.text.contains("git: signed"))
        }
    }

    @Test("refuses wrong options and places")
    func wrongUse() throws {
        try withKeys { trial in
            for (words, status) in [
                ("--item none/x -- true", 7), ("--foreground -- true", 2), ("--socket /tmp/arca-agent-test -- true", 8),
                ("--for 0 -- true", 2), ("-- no-such-program", 127), ("--group None -- true", 0),
            ] {
                let answer = try shell("\"$ARCA\" vault ssh-agent --key-file key \(words)", in: trial)
                #expect(answer.status == status, "\(words): \(answer.errors)")
            }
        }
    }

    // MARK: The unlocked vault

    private static var hasKeyring: Bool { KernelKeyring().isAvailable }

    @Test(
        "reads the keys of an unlocked vault for each use, follows its changes, and has none while it is locked",
        .enabled(if: hasKeyring, "the kernel keyring is refused here"))
    func session() throws {
        try withKeys(ofEachKind: true) { trial in
            defer { _ = try? trial.arca(["lock"], opens: false) }
            let answer = try shell(
                """
                ssh-keygen -q -N '' -t ed25519 -f new; mkdir away; mv id_ed25519 away
                list() { ssh-add -l 2>&1 | cut -d ' ' -f 3- | tr '\\n' ';'; echo; }
                sign() { rm -f t.sig; echo > t; ssh-keygen -q -Y sign -U -n git -f id_ed25519.pub t 2> /dev/null && echo yes || echo no; }
                trap '"$ARCA" vault ssh-agent --stop > /dev/null' EXIT
                "$ARCA" vault unlock --key-file key 2> /dev/null
                eval "$("$ARCA" vault ssh-agent -s 2> /dev/null)"
                list; sign
                "$ARCA" vault set new/alice --secret-from file:new 2> /dev/null; "$ARCA" vault rm --yes rsa/alice 2> /dev/null
                list
                "$ARCA" vault lock 2> /dev/null; list; sign
                "$ARCA" vault unlock --key-file key 2> /dev/null; list; sign
                \(Self.log)
                """, in: trial)
            let use = "sign for the namespace git with F\tgit/alice\tssh-keygen"[...]
            let all = "ec/alice id_ecdsa (ECDSA);git/alice (ED25519);rsa/alice (RSA);"
            let changed = "ec/alice id_ecdsa (ECDSA);git/alice (ED25519);new/alice (ED25519);"
            #expect(
                answer.text.split(separator: "\n") == [
                    all[...], "yes", changed[...], "has no identities.;", "no", changed[...], "yes", use, use,
                ], "\(answer.text)\(answer.errors)")
        }
    }

    // MARK: Servers

    @Test(
        "signs in to a server, with every key, and clones by git", .enabled(if: SSHServerScript.isAvailable, "no sshd"))
    func signsIn() throws {
        try withKeys(ofEachKind: true) { trial in
            let answer = try shell(
                SSHServerScript.functions + """
                    server one
                    mkdir away; mv id_ed25519 id_rsa id_ecdsa away
                    git init -q --bare repository 2> /dev/null
                    for item in git/alice rsa/alice ec/alice; do
                        case $item in git*) type=ed25519;; rsa*) type=rsa;; *) type=ecdsa;; esac
                        cp id_$type.pub authorized
                        SERVER_COMMAND="echo in by $type" "$ARCA" vault ssh-agent --key-file key --item $item -- \
                            bash -ec "$(declare -f connect); connect one" 2> /dev/null
                    done
                    cp id_ed25519.pub authorized
                    export GIT_SSH_COMMAND="ssh -F /dev/null -o 'ProxyCommand=/usr/sbin/sshd -i -f $PWD/sshd-one' \
                        -o UserKnownHostsFile=$PWD/known -o BatchMode=yes -o IdentityFile=none"
                    cat > script <<END
                    git clone -q ssh://one$PWD/repository copy 2> /dev/null
                    cd copy; git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first
                    git -c gpg.format=ssh -c user.signingKey=$PWD/id_ed25519.pub -c user.name=a -c user.email=a@b \
                        commit -q -S --allow-empty -m signed
                    git push -q origin HEAD
                    END
                    "$ARCA" vault ssh-agent --key-file key -- sh -e script 2> /dev/null
                    git --git-dir repository log --format=%s --all
                    git --git-dir repository cat-file commit HEAD | grep -c 'BEGIN SSH SIGNATURE'
                    """, in: trial)
            #expect(
                answer.text == "in by ed25519\nin by rsa\nin by ecdsa\nsigned\nfirst\n1\n",
                "\(answer.text)\(answer.errors)")
        }
    }

    @Test(
        "another machine needs --forward, and cannot remove keys",
        .enabled(if: SSHServerScript.isAvailable, "no sshd"))
    func forwarded() throws {
        try withKeys { trial in
            let answer = try shell(
                SSHServerScript.functions + """
                    server one
                    cp id_ed25519.pub authorized
                    cat > script <<END
                    $(declare -f connect)
                    connect one -A
                    END
                    export SERVER_COMMAND='ssh-add -l 2>&1 | cut -d " " -f 3-; ssh-add -D 2>&1'
                    for option in '' --forward; do
                        "$ARCA" vault ssh-agent --key-file key --item git/alice $option -- bash script 2> /dev/null || :
                    done
                    """, in: trial)
            let lines = answer.text.split(separator: "\n").map { String($0) }
            try #require(lines.count == 4, "\(answer.text)\(answer.errors)")
            #expect(lines[0].contains("agent refused operation"))
            #expect(lines[2] == "git/alice (ED25519)")
            for line in [lines[1], lines[3]] { #expect(!line.contains("All identities removed")) }
        }
    }

    @Test(
        "a key with destinations signs in to these servers only",
        .enabled(if: SSHServerScript.isAvailable, "no sshd"))
    func destinations() throws {
        try withKeys { trial in
            let answer = try shell(
                SSHServerScript.functions + """
                    server one; server two
                    ssh-keygen -q -N '' -t ed25519 -f new -C new; cp new.pub authorized
                    cat > script <<END
                    $(declare -f connect)
                    ssh-add -q -h one -H known new; ssh-add -l | cut -d ' ' -f 3-
                    connect one || echo refused; connect two 2> /dev/null || echo refused
                    END
                    export SERVER_COMMAND='echo in'
                    "$ARCA" vault ssh-agent --key-file key --item git/alice -- bash script 2> /dev/null
                    """, in: trial)
            #expect(
                answer.text == "git/alice (ED25519)\nnew (ED25519)\nin\nrefused\n", "\(answer.text)\(answer.errors)")
        }
    }
}
