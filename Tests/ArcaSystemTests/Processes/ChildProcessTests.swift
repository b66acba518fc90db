import ArcaPlatform
import ArcaSystem
import Testing

@Suite struct ChildProcessTests {
    private func output(_ command: String, room: Int = 1000) throws(SystemError) -> String {
        let bytes = try [UInt8](capacity: room) { output throws(SystemError) in
            try ChildProcess.read(Array(command.utf8), into: &output)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "reads the output of a command",
        arguments: [
            ("printf 'a\\nb'", "a\nb"), ("true", ""), ("cat", ""), ("echo $((1 + 1)) | tr 2 3", "3\n"),
            ("echo to stderr >&2; echo out", "out\n"), ("printf x; sleep 0.05; printf y", "xy"),
        ])
    func takesOutput(command: String, printed: String) throws {
        #expect(try output(command) == printed)
    }

    @Test(
        "reports the failure of a command",
        arguments: [
            ("exit 3", "the command failed with status 3"), ("kill -9 $$", "the command failed with status 137"),
            ("no-such-program 2>/dev/null", "the command failed with status 127"),
        ])
    func failure(command: String, reason: String) {
        let error = systemError { () throws(SystemError) in _ = try output(command) }
        #expect(error?.code == .childFailed && error?.reason == reason)
    }

    @Test("rejects a command with a NUL byte")
    func zeroByte() {
        #expect(systemError { () throws(SystemError) in _ = try output("echo \0") }?.code == .childFailed)
    }

    @Test("ends a command whose output is too long", arguments: [4, 100])
    func tooMuch(room: Int) {
        let error = systemError { () throws(SystemError) in _ = try output("yes", room: room) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.reason == "the command prints more than \(room - 1) bytes")
    }

    @Test("passes no other open file to the command, and the default action for SIGPIPE")
    func inheritance() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_IGN)
            let open = open("/dev/null", O_RDONLY)  // without close-on-exec
            let listed = try [UInt8](capacity: 1000) { output throws(SystemError) in
                try ChildProcess.read(
                    Array("readlink /proc/$$/fd/0; test -e /proc/$$/fd/\(open) || echo closed".utf8), into: &output)
            }
            #expect(String(decoding: listed, as: UTF8.self) == "/dev/null\nclosed\n")
            let status = try [UInt8](capacity: 1000) { output throws(SystemError) in
                try ChildProcess.read(Array("exec 3>&1; (yes; echo $? >&3) | head -1 >/dev/null".utf8), into: &output)
            }
            // 141 is 128 plus SIGPIPE. With the signal ignored, `yes` would exit with 1.
            #expect(String(decoding: status, as: UTF8.self) == "141\n")
        }
    }
}
