internal import ArcaCore
internal import ArcaPlatform
internal import ArcaSystem

/// Prints text that does not fit on the terminal through `$ARCA_PAGER`, `$PAGER` or `less`.
enum Pager {
    /// Maximum length in bytes of text for the pager: it fits into a pipe on any system, so writing never blocks.
    private static let maximumByteCount = 16 << 10

    /// Prints text, through the pager if one applies.
    ///
    /// It applies if standard output is a terminal other than `dumb`, the text does not fit on it but into a pipe, and
    /// the pager is not set to nothing or `cat`. If the pager does not start, the text goes to the terminal.
    static func print(_ text: String) throws {
        guard let command, text.utf8.count <= maximumByteCount, lineCount(text) >= Screen.rows(of: 1),
            try run(command, text)
        else { return try Messages.print(text) }
    }

    /// `less`, without a message of the shell if it is not installed.
    private static let standard: [UInt8]? = Array("command -v less >/dev/null || exit 127; exec less".utf8)

    private static var command: [UInt8]? {
        guard FileWriter(descriptor: 1, name: "").isTerminal, TerminalType.hasSequences,
            let command = Environment.value(of: "ARCA_PAGER") ?? Environment.value(of: "PAGER") ?? standard,
            !command.isEmpty, command != Array("cat".utf8)
        else { return nil }
        return command
    }

    private static func lineCount(_ text: String) -> Int { text.utf8.count { $0 == .newline } }

    private static func run(_ command: [UInt8], _ text: String) throws -> Bool {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        var writer = FileWriter(descriptor: ends[1], name: "the pager's input")
        try writer.write(text.utf8)
        close(ends[1])
        // The pager reads the text from standard input and keys from the terminal.
        let input = dup(0)
        dup2(ends[0], 0)
        close(ends[0])
        defer {
            if input >= 0 { dup2(input, 0) } else { close(0) }
            close(input)
        }
        var environment = EnvironmentBlock()
        // The default of git, which shows bold text.
        if Environment.value(of: "LESS") == nil { try environment.set(Array("LESS".utf8), to: "FRX".utf8) }
        let end = try ForegroundProcess.run([Array("sh".utf8), Array("-c".utf8), command], environment: environment)
        return end != .exited(127) && end != .exited(126)
    }
}
