import ArcaCore
import ArcaPlatform
import ArcaSystem
import ArcaTestSupport
import Testing

/// Each test runs in a separate process, because signal handlers are per process.
@Suite struct ForegroundProcessTests {
    @Test("returns the exit status or the signal of the program")
    func ends() async {
        await #expect(processExitsWith: .success) {
            for (script, end) in [
                ("exit 0", ForegroundProcess.End.exited(0)), ("exit 7", .exited(7)), ("kill -TERM $$", .signalled(15)),
                ("kill -9 $$", .signalled(9)),
            ] {
                let words = ["sh", "-c", script].map { Array($0.utf8) }
                #expect(try ForegroundProcess.run(words, environment: EnvironmentBlock()) == end, "\(script)")
                let filtered = try ForegroundProcess.run(words, environment: EnvironmentBlock()) { _, _, _ in }
                #expect(filtered == end, "\(script)")
            }
        }
    }

    @Test("reports a program that is missing or not executable")
    func cannotStart() async {
        await #expect(processExitsWith: .success) {
            for (program, code) in [("no-such-program", SystemError.Code.notFound), ("/dev/null", .permissionDenied)] {
                let error = #expect(throws: SystemError.self) {
                    try ForegroundProcess.run([Array(program.utf8)], environment: EnvironmentBlock())
                }
                #expect(error?.code == code)
            }
            #expect(throws: SystemError.self) { try ForegroundProcess.run([], environment: EnvironmentBlock()) }
        }
    }

    @Test("passes all output to a filter by descriptor, including the end")
    func filter() async {
        await #expect(processExitsWith: .success) {
            let words = ["sh", "-c", "printf out; printf err >&2; sleep 0.05; seq 1 50000"].map { Array($0.utf8) }
            var texts: [Int32: [UInt8]] = [:]
            var ends: [Int32] = []
            _ = try ForegroundProcess.run(words, environment: EnvironmentBlock()) { descriptor, bytes, isLast in
                texts[descriptor, default: []].append(contentsOf: Array(bytes: bytes))
                if isLast { ends.append(descriptor) }
            }
            #expect(texts[2] == Array("err".utf8))
            #expect(texts[1] == Array(("out" + (1...50000).map { "\($0)\n" }.joined()).utf8))
            #expect(ends.sorted() == [1, 2])
        }
    }

    @Test("detects the exit even if SIGCHLD was blocked")
    func blockedSignals() async {
        await #expect(processExitsWith: .success) {
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_SETMASK, &all, nil)
            let end = try ForegroundProcess.run([Array("true".utf8)], environment: EnvironmentBlock())
            #expect(end == .exited(0))
            // The mask of the thread is restored.
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            #expect(sigismember(&mask, SIGCHLD) == 1)
        }
    }

    @Test("does not wait for background processes of the program")
    func background() async {
        await #expect(processExitsWith: .success) {
            let words = ["sh", "-c", "sleep 600 & echo $!"].map { Array($0.utf8) }
            var text: [UInt8] = []
            let end = try ForegroundProcess.run(words, environment: EnvironmentBlock()) { _, bytes, _ in
                text += Array(bytes: bytes)
            }
            #expect(end == .exited(0))
            let number = try #require(Int32(String(decoding: text.dropLast(), as: UTF8.self)))
            #expect(kill(number, SIGKILL) == 0)
        }
    }

    @Test("forwards a signal that a process sends")
    func relays() async {
        await #expect(processExitsWith: .success) {
            let words = ["sh", "-c", "trap 'exit 42' TERM; kill -TERM $PPID; while :; do sleep 0.01; done"]
            let end = try ForegroundProcess.run(words.map { Array($0.utf8) }, environment: EnvironmentBlock())
            #expect(end == .exited(42))
        }
    }

    @Test("ends the program if the filter fails")
    func failingFilter() async {
        await #expect(processExitsWith: .success) {
            let words = ["sh", "-c", "echo $$; exec sleep 600"].map { Array($0.utf8) }
            var number: Int32?
            #expect(throws: SystemError.self) {
                try ForegroundProcess.run(words, environment: EnvironmentBlock()) { _, bytes, _ in
                    number = Int32(String(decoding: Array(bytes: bytes).dropLast(), as: UTF8.self))
                    throw SystemError(.brokenPipe, "closed")
                }
            }
            let started = try #require(number)
            #expect(kill(started, 0) == -1)
        }
    }

    @Test("passes exactly the given environment to the program")
    func environment() async {
        await #expect(processExitsWith: .success) {
            setenv("ARCA_TEST_GONE", "x", 1)
            setenv("ARCA_TEST_OLD", "old", 1)
            var block = EnvironmentBlock()
            block.remove(Array("ARCA_TEST_GONE".utf8))
            try block.set(Array("ARCA_TEST_OLD".utf8), to: "new=value".utf8)
            try block.set(Array("ARCA_TEST_EMPTY".utf8), to: "".utf8)
            #expect(throws: SystemError.self) { try block.set(Array("A=B".utf8), to: "".utf8) }
            #expect(throws: SystemError.self) { try block.set(Array("A".utf8), to: [1, 0, 2]) }
            var seen: [String: String] = [:]
            try block.forEach { name, value in
                seen[String(decoding: name, as: UTF8.self)] = String(decoding: Array(bytes: value), as: UTF8.self)
            }
            #expect(seen["ARCA_TEST_OLD"] == "new=value" && seen["ARCA_TEST_GONE"] == nil)
            let words = ["sh", "-c", "echo $ARCA_TEST_GONE,$ARCA_TEST_OLD,${ARCA_TEST_EMPTY-unset}"]
            var text: [UInt8] = []
            _ = try ForegroundProcess.run(words.map { Array($0.utf8) }, environment: block) { _, bytes, _ in
                text += Array(bytes: bytes)
            }
            #expect(String(decoding: text, as: UTF8.self) == ",new=value,\n")
        }
    }
}
