internal import ArcaTestSupport
import Testing

@Suite struct ProcessSetupTests {
    @Test("a crash ends by the signal alone: no report of registers and memory, which may hold secrets")
    func crashes() throws {
        // The test runner may have blocked signals, which are inherited.
        let unblocking = """
            import os, signal, sys
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.execv(sys.argv[1], sys.argv[1:])
            """
        // The passphrase command is a child that kills its parent. A debug build finds the toolchain's crash reporter.
        for signal in ["ILL", "SEGV", "TRAP", "ABRT"] {
            let answer = try Peer.run(
                [
                    "python3", "-c", unblocking, Peer.product("arca"), "encrypt", "--passphrase-from",
                    "cmd:kill -\(signal) $PPID; sleep 1",
                ],
                input: Array("x".utf8), environment: ["SWIFT_BACKTRACE": "enable=yes,color=no,interactive=no"])
            #expect(answer.wasSignalled, "\(answer.errors)")
            #expect(answer.output.isEmpty, "\(answer.errors)")
            #expect(answer.errors.isEmpty, "\(answer.errors)")
        }
    }

    @Test("a signal that the caller ignores stays ignored")
    func ignoredSignals() throws {
        let answer = try Peer.run(
            [
                "sh", "-c",
                "trap '' QUIT; exec '\(Peer.arca)' encrypt --work-factor 1 --passphrase-from 'cmd:kill -QUIT $PPID; echo x'",
            ])
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(!answer.wasSignalled, "\(answer.errors)")
        #expect(!answer.output.isEmpty, "\(answer.errors)")
    }
}
