internal import ArcaCore
import Testing

@testable import ArcaSystem

@Suite struct PipedProcessTests {
    private func shell(_ script: String) throws(SystemError) -> PipedProcess {
        try PipedProcess(["/bin/sh", "-c", script].map { Array($0.utf8) })
    }

    private func readAll(_ process: PipedProcess) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try [UInt8](capacity: 10_000) { try process.read(into: &$0) }
            guard !piece.isEmpty else { return bytes }
            bytes += piece
        }
    }

    @Test("exchanges bytes with a program that writes while it reads")
    func exchanges() throws {
        let process = try shell("exec cat")
        // More than both pipes hold.
        let sent = (0..<500_000).map { UInt8(truncatingIfNeeded: $0) }
        try process.write(sent.span)
        process.closeInput()
        #expect(try readAll(process) == sent)
        #expect(process.end() == 0)
        #expect(process.errorText.isEmpty)
    }

    @Test("writes to a program that does not read do not fail, and its end is noticed")
    func endsEarly() throws {
        let process = try shell("exec <&-; echo no key >&2; echo last; exit 3")
        for _ in 0..<3 { try process.write([UInt8](repeating: 1, count: 200_000).span) }
        #expect(try readAll(process) == Array("last\n".utf8))
        #expect(process.end() == 3 && process.end() == 3)
        #expect(process.errorText == Array("no key\n".utf8))
    }

    @Test("limits what a program writes before it reads, and what is kept of its errors")
    func limits() throws {
        let flood = try shell("exec cat /dev/zero")
        #expect(throws: SystemError.self) { try flood.write([UInt8](repeating: 1, count: 200_000).span) }
        let loud = try shell("head -c 300000 /dev/zero >&2; echo done")
        #expect(try readAll(loud) == Array("done\n".utf8))
        #expect(loud.end() == 0 && loud.errorText.count == 4096)
    }

    @Test("ends a program that ignores its closed pipes")
    func ends() throws {
        #expect(try shell("trap '' TERM; exec sleep 600").end() == 128 + 9)
        #expect(try shell("exec sleep 600").end() == 128 + 15)
    }

    @Test("reports a program that cannot be started")
    func missing() {
        #expect(throws: SystemError.self) { try PipedProcess([Array("/nowhere/program".utf8)]) }
    }
}
