public import Foundation

/// Searches the memory of another process, which requires root, because Arca disables tracing by its own user.
extension Peer {
    /// Whether processes can be traced on this platform; many containers forbid it.
    public static var canTrace: Bool {
        #if arch(x86_64)
        (try? memoryFindings(in: ["true"], needles: [[0x7f, 0x45, 0x4c, 0x46]]))?.found == [0]
        #else
        false
        #endif
    }

    /// Runs a command, stops it just before exit, and searches all of its memory.
    ///
    /// Returns its last output, and the indices of the needles found.
    public static func memoryFindings(
        in command: [String], needles: [[UInt8]], environment: [String: String] = [:], in folder: URL? = nil
    ) throws -> (found: [Int], status: Int32, errors: String) {
        try inFolder { files in
            let (list, script) = (files.appendingPathComponent("needles"), files.appendingPathComponent("scan.py"))
            try Data(needles.map(hexText).joined(separator: "\n").utf8).write(to: list)
            try Data(scanner.utf8).write(to: script)
            let answer = try run(
                ["python3", script.path, list.path] + command, environment: environment, in: folder)
            guard let last = answer.lines.last, last.hasPrefix("found:") else { throw Failure(status: answer.status) }
            return (last.dropFirst(6).split(separator: " ").compactMap { Int($0) }, answer.status, answer.errors)
        }
    }

    /// Follows threads that it starts; the memory stays complete until the first thread exits.
    private static let scanner = #"""
        import ctypes, os, signal, sys
        libc = ctypes.CDLL(None, use_errno=True)
        TRACEME, CONT, SETOPTIONS, EVENT_EXIT = 0, 7, 0x4200, 6
        TRACECLONE, TRACEEXIT, EXITKILL = 1 << 3, 1 << 6, 1 << 20
        def ptrace(request, process, data=0):
            if libc.ptrace(request, process, ctypes.c_void_p(0), ctypes.c_void_p(data)) < 0:
                raise OSError(ctypes.get_errno(), "ptrace")
        needles = [bytes.fromhex(line) for line in open(sys.argv[1]).read().split()]
        child = os.fork()
        if child == 0:
            ptrace(TRACEME, 0)
            os.execvp(sys.argv[2], sys.argv[2:])
        os.waitpid(child, 0)
        ptrace(SETOPTIONS, child, TRACEEXIT | TRACECLONE | EXITKILL)
        ptrace(CONT, child)
        found = set()
        def scan():
            memory = open(f"/proc/{child}/mem", "rb", 0)
            for line in open(f"/proc/{child}/maps"):
                bounds, rights = line.split()[:2]
                start, end = (int(part, 16) for part in bounds.split("-"))
                if "r" not in rights or "[v" in line: continue
                try:
                    memory.seek(start)
                    data = memory.read(end - start)
                except (OSError, ValueError): continue
                found.update(number for number, needle in enumerate(needles) if needle in data)
        while True:
            process, status = os.waitpid(-1, 0x40000000)
            if os.WIFEXITED(status) or os.WIFSIGNALED(status):
                if process == child: break
                continue
            number = os.WSTOPSIG(status)
            if process == child and status >> 8 == (signal.SIGTRAP | EVENT_EXIT << 8): scan()
            try: ptrace(CONT, process, 0 if number in (signal.SIGTRAP, signal.SIGSTOP) else number)
            except OSError: pass
        print("\nfound:", *sorted(found))
        sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128)
        """#
}
