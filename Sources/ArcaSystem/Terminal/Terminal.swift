package import ArcaCore
internal import ArcaPlatform

/// The user's terminal, independent of redirected standard input and output.
package enum Terminal {
    /// The maximum line length in bytes; longer input is lost, so secrets must be shorter.
    package static let largestLine = 4095

    /// Asks for a line without echo, which is restored on return, and also when a signal ends or stops the process.
    ///
    /// `output` receives the line without its end and must have room for ``largestLine`` bytes.
    ///
    /// - Throws: ``SystemError`` `.noTerminal` without a terminal, `.interrupted` on a signal or if the input ends
    ///   without a line, `.limitExceeded` if the line is too long.
    package static func readSecret(prompt: String, into output: inout OutputSpan<UInt8>) throws(SystemError) {
        try ask(prompt, echoes: false, into: &output)
    }

    /// Asks for a line with echo; `output` and errors as for ``readSecret(prompt:into:)``.
    package static func readLine(prompt: String, into output: inout OutputSpan<UInt8>) throws(SystemError) {
        try ask(prompt, echoes: true, into: &output)
    }

    /// Asks a yes/no question; true for `y` or `yes` in any case.
    ///
    /// ` [y/N] ` is appended, or ` [Y/n] ` if an empty line means yes: use that if a no loses work.
    ///
    /// - Throws: ``SystemError`` `.noTerminal` without a terminal, `.interrupted` on a signal or if the input ends
    ///   without a line, `.limitExceeded` if the line is too long.
    package static func confirm(_ question: String, isYesIfEmpty: Bool = false) throws(SystemError) -> Bool {
        let answer = try [UInt8](capacity: largestLine) { output throws(SystemError) in
            try ask(question + (isYesIfEmpty ? " [Y/n] " : " [y/N] "), echoes: true, into: &output)
        }
        return answer.isEmpty
            ? isYesIfEmpty : ["y", "yes"].contains(String(decoding: answer, as: UTF8.self).lowercased())
    }

    /// Writes bytes to the terminal unfiltered, even if standard output and error are redirected.
    ///
    /// - Throws: ``SystemError`` `.noTerminal` without a terminal.
    package static func show(_ text: borrowing some Bytes) throws(SystemError) {
        let terminal = try openTerminal(O_WRONLY)
        try text.withBytes { span throws(SystemError) in try terminal.write(span, at: nil, "the terminal") }
    }

    static func openTerminal(_ mode: Int32) throws(SystemError) -> Descriptor {
        let number = open("/dev/tty", mode | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { throw SystemError(.noTerminal, "there is no terminal to ask on") }
        return Descriptor(owning: number)
    }

    private static func ask(
        _ prompt: String, echoes: Bool, into output: inout OutputSpan<UInt8>
    ) throws(SystemError) {
        let terminal = try openTerminal(O_RDWR)
        while true {
            switch try readLine(terminal, prompt, echoes, into: &output) {
            case .line: return
            case .end: throw SystemError(.interrupted, "the terminal's input ended before anything was entered")
            case .signal(let signal):
                // With echo restored, the signal takes its usual effect. A process that was stopped and continued asks
                // again.
                kill(getpid(), signal)
                guard signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU else {
                    throw SystemError(.interrupted, "interrupted while asking")
                }
            }
        }
    }

    private enum Outcome {
        case line
        case end
        case signal(Int32)
    }

    /// Prompts and reads one line, then restores the terminal's settings.
    private static func readLine(
        _ terminal: borrowing Descriptor, _ prompt: String, _ echoes: Bool, into output: inout OutputSpan<UInt8>
    ) throws(SystemError) -> Outcome {
        var settings = termios()
        guard tcgetattr(terminal.number, &settings) == 0 else {
            throw SystemError(.noTerminal, "there is no terminal to ask on")
        }
        let watch = try SignalWatch()
        defer { watch.end() }
        var changed = settings
        if !echoes { changed.c_lflag &= ~tcflag_t(ECHO | ECHONL) }
        changed.c_lflag |= tcflag_t(ICANON | ISIG)
        tcsetattr(terminal.number, TCSAFLUSH, &changed)
        defer {
            // Signals can interrupt the call. The retry limit prevents a busy loop in a background process.
            var tries = 0
            while tcsetattr(terminal.number, TCSAFLUSH, &settings) != 0, errno == EINTR, tries < 100 { tries += 1 }
            // The typed newline was not echoed.
            if !echoes { try? terminal.write([.newline].span, at: nil, "the terminal") }
        }
        try terminal.write(prompt.utf8.span, at: nil, "the terminal")
        while true {
            if let signal = watch.wait(for: terminal) {
                output.removeAll()
                return .signal(signal)
            }
            let before = output.count
            try terminal.read(into: &output, at: nil, "the terminal")
            if output.count == before {
                guard output.isFull else { return .end }
                throw SystemError(
                    .limitExceeded, "a line of more than \(largestLine - 1) bytes does not pass a terminal")
            }
            if output.removesLineEnd() { return .line }
        }
    }
}

extension OutputSpan<UInt8> {
    fileprivate mutating func removesLineEnd() -> Bool {
        guard let last = indices.last, self[last] == .newline else { return false }
        _ = removeLast()
        return true
    }
}
