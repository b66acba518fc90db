import ArcaTestSupport
import Foundation
import Testing

@Suite("arca vault run on a terminal", .enabled(if: runsSlowTests, "slow"))
struct VaultRunTerminalTests {
    /// Runs a script in bash on a terminal of 30 lines, where `run …` is `arca vault run` with a secret in `$TOKEN`, a
    /// key in `$KEY` and short lines in `$LINES_`.
    ///
    /// A step waits for text (`=`), types (`>`, with Python's escapes) or changes the size (`@`). The end is waited for.
    private func terminal(_ script: String, _ steps: [String] = []) throws -> (text: String, status: Int32) {
        try VaultTrial.run { trial in
            try trial.set("site/alice", "tok-12345")
            try trial.set("lines/alice", "first\nsecond\nthird")
            let driver = """
                import fcntl, os, pty, select, signal, struct, sys, termios
                def size(end, text): fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", *map(int, text.split("x")), 0, 0))
                go, ready = os.pipe()
                pid, end = pty.fork()
                if pid == 0:
                    os.read(go, 1)
                    # A job in the background inherits these as ignored.
                    for number in (signal.SIGINT, signal.SIGQUIT): signal.signal(number, signal.SIG_DFL)
                    os.execvp("bash", ["bash", "--norc", "-c", sys.argv[1]])
                size(end, "30x100")
                os.write(ready, b"x")
                shown, place = b"", 0
                def more():
                    global shown
                    if not select.select([end], [], [], 30)[0]: return False
                    try: piece = os.read(end, 4096)
                    except OSError: return False
                    shown += piece
                    return piece
                for step in sys.argv[2:]:
                    text = step[1:].encode().decode("unicode_escape")
                    if step[0] == ">": os.write(end, text.encode("latin-1"))
                    elif step[0] == "@": size(end, text)
                    else:
                        while text.encode() not in shown[place:]:
                            if not more():
                                os.kill(pid, 9)
                                sys.stdout.buffer.write(shown)
                                sys.exit(97)
                        place = shown.index(text.encode(), place) + len(text)
                while more(): pass
                sys.stdout.buffer.write(shown); sys.stdout.flush()
                os.close(end)
                status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                sys.exit(status if status >= 0 else 128 - status)
                """
            let function = """
                run() {
                    "$ARCA" vault run --key-file key --env TOKEN=arca://site/alice --env LINES_=arca://lines/alice -- "$@"
                }

                """
            try trial.write("driver.py", driver)
            let answer = try Peer.run(
                ["python3", "driver.py", function + script] + steps,
                environment: trial.environment.merging(["ARCA": Peer.arca, "TERM": "dumb"]) { $1 }, in: trial.folder)
            #expect(answer.status != 97, "a step was not shown: \(answer.text)")
            return (answer.text, answer.status)
        }
    }

    @Test("the command has a terminal with the window's size, and its output is masked")
    func masks() throws {
        let result = try terminal(
            """
            run sh -c 'test -t 0 && test -t 1 && test -t 2 && echo three; stty size; printf "<%s>" "$TOKEN"; echo "$LINES_"
                printf tok-1; sleep 0.1; printf 2345; echo "$TOKEN" >&2; printf tok; exit 5'
            """)
        #expect(result.text == "three\r\n30 100\r\n<[hidden]>[hidden]\r\n[hidden][hidden]\r\ntok", "\(result)")
        #expect(result.status == 5)
    }

    @Test("bytes pass unchanged, and all of them")
    func bytes() throws {
        let result = try terminal(
            """
            run sh -c 'stty raw -echo; head -c 300000 /dev/zero | tr "\\0" x; printf "\\000\\001\\033[1m\\377\\n"'
            run sh -c 'seq 1 20000'
            """)
        let lines = (1...20_000).map { "\($0)\r\n" }.joined()
        let expected = Array(repeating: UInt8(ascii: "x"), count: 300_000) + [0, 1, 0x1b, 0x5b, 0x31, 0x6d, 0xff, 10]
        #expect(Array(result.text.utf8.prefix(300_006)) == Array(expected.prefix(300_006)))
        #expect(result.text.hasSuffix("\n" + lines) && result.status == 0)
    }

    @Test("typed lines and keys reach the command; the terminal is as before afterwards")
    func keys() throws {
        let result = try terminal(
            """
            before=$(stty -g)
            run sh -c 'read line; echo "got $line"; stty raw -echo; echo ready; head -c 3 | od -An -tx1; stty sane'
            [ "$before" = "$(stty -g)" ] && echo same; stty -echo; run true; stty -a | grep -o -- -echo\\ ; stty echo
            """, [">a line\\r", "=got a line", "=ready", ">\\x03\\x1a\\xff", "=ff", "=same"])
        #expect(result.text.contains("got a line\r\n") && result.text.contains(" 03 1a ff"), "\(result)")
        #expect(result.text.hasSuffix("same\r\n-echo \r\n"), "\(result)")
    }

    @Test("a new window size reaches the command")
    func resizes() throws {
        let result = try terminal(
            "run sh -c 'trap \"stty size; exit 3\" WINCH; echo ready; while :; do sleep 0.05; done'",
            ["=ready", "@40x120", "=40 120"])
        #expect(result.status == 3, "\(result)")
    }

    @Test("keys for signals act on the command, which may handle them")
    func interrupts() throws {
        let killed = try terminal("run sh -c 'echo ready; sleep 60'; echo status $?", ["=ready", ">\\x03", "=status"])
        #expect(killed.text.hasSuffix("status 130\r\n"), "\(killed)")
        let handled = try terminal(
            "run sh -c 'trap \"echo caught; exit 4\" INT; echo ready; while :; do sleep 0.05; done'; echo status $?",
            ["=ready", ">\\x03", "=status"])
        #expect(handled.text.hasSuffix("caught\r\nstatus 4\r\n"), "\(handled)")
        let quit = try terminal("run sh -c 'kill -9 $$'; echo status $?", ["=status"])
        #expect(quit.text.contains("status 137"), "\(quit)")
    }

    @Test("a signal to arca reaches the command, and the terminal is restored")
    func terminates() throws {
        let result = try terminal(
            """
            before=$(stty -g)
            run sh -c 'trap "echo ending; exit 6" TERM; kill -TERM $(ps -o ppid= -p $PPID); while :; do sleep 0.05; done'
            echo status $?; [ "$before" = "$(stty -g)" ] && echo same
            """)
        #expect(result.text == "ending\r\nstatus 6\r\nsame\r\n", "\(result)")
    }

    @Test("stops and continues with the command", .enabled(if: Peer.has("less")))
    func stops() throws {
        let result = try terminal(
            """
            set -m; before=$(stty -g); seq 1 100 > numbers
            run sh -c 'trap "echo back" CONT; echo ready; until read line; do :; done; echo "got $line"; exit 8'; echo status $?
            [ "$before" = "$(stty -g)" ] && echo same; jobs -l | grep -c Stopped; fg > /dev/null; echo status $?
            TERM=xterm run less -X numbers; echo less $?
            """,
            [
                "=ready", ">\\x1a", "=status", "=same", "=back", ">go\\r", "=got go", "=status 8", "=29", "> ", "=58",
                ">q",
                "=less 0",
            ])
        #expect(result.text.contains("status 148\r\nsame\r\n1\r\n"), "\(result)")
    }

    @Test("without a terminal for input or output it uses pipes, and separate errors stay separate")
    func pipes() throws {
        let result = try terminal(
            """
            run sh -c 'test -t 1 || echo pipe; echo $TOKEN' | cat
            echo typed | run sh -c 'test -t 0 || cat; echo $TOKEN'
            run sh -c 'test -t 1 && test ! -t 2 && echo split; echo "err $TOKEN" >&2' 2> errors; cat errors
            set -m; run sh -c 'echo background $TOKEN' & wait
            """)
        let lines = [
            "pipe", "[hidden]", "typed", "[hidden]", "split", "err [hidden]", "background [hidden]",
        ]
        let shown = result.text.split(separator: "\r\n").map { String($0) }.filter { !$0.hasPrefix("[1]") }
        #expect(shown == lines, "\(result)")
    }

    @Test("a background process of the command does not delay the end, and keeps running")
    func background() throws {
        let result = try terminal(
            """
            run sh -c '(sleep 0.5; echo alive > mark) > /dev/null 2>&1 < /dev/null & echo done'
            [ -e mark ] || echo early; for i in $(seq 100); do [ -e mark ] && break; sleep 0.05; done; cat mark
            run no-such-program; echo status $?
            """)
        #expect(result.text.hasPrefix("done\r\nearly\r\nalive\r\n"), "\(result)")
        #expect(result.text.contains("no-such-program") && result.text.hasSuffix("status 127\r\n"), "\(result)")
    }
}
