internal import ArcaCore
internal import ArcaPlatform

package enum KeyPress: Sendable, Hashable {
    case up, down, left, right
    case space
    case enter
    case backspace
    /// Escape, control-C or control-D.
    case cancel
    case character(UInt8)
    /// The left button is pressed, or moves while pressed: row and column from 0.
    case press(row: Int, column: Int)
    case release
}

extension Terminal {
    /// Draws on the terminal and passes keys and clicks to `body` until it returns false.
    ///
    /// Echo and line buffering are off during the call. The terminal's settings are restored on return, and also when a
    /// signal ends or stops the process. After a stop the call throws. `screen` is shown before each key; the screen is
    /// cleared first and at the end. `body` returns whether to continue.
    ///
    /// - Throws: ``SystemError`` `.noTerminal` without a terminal, `.interrupted` on a signal or at the end of the
    ///   input; errors of `body`.
    package static func readKeys(
        screen: () -> String, _ body: (KeyPress) throws -> Bool
    ) throws {
        let terminal = try openTerminal(O_RDWR)
        var settings = termios()
        guard tcgetattr(terminal.number, &settings) == 0 else {
            throw SystemError(.noTerminal, "there is no terminal to draw on")
        }
        let watch = try SignalWatch()
        var changed = settings
        changed.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
        tcsetattr(terminal.number, TCSAFLUSH, &changed)
        // Alternate screen, no cursor, mouse reports while a button is pressed, decimal coordinates (xterm modes 1002
        // and 1006).
        try? terminal.write("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?1002h\u{1b}[?1006h".utf8.span, at: nil, "the terminal")
        defer {
            let end = "\u{1b}[2J\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?25h\u{1b}[?1049l"
            try? terminal.write(end.utf8.span, at: nil, "the terminal")
            tcsetattr(terminal.number, TCSAFLUSH, &settings)
            watch.end()
        }
        var parser = KeyParser()
        while true {
            let text = "\u{1b}[2J\u{1b}[H" + screen()
            try terminal.write(text.utf8.span, at: nil, "the terminal")
            if watch.wait(for: terminal) != nil { throw SystemError(.interrupted, "interrupted while drawing") }
            let bytes = try [UInt8](capacity: 256) { (output) throws(SystemError) in
                try terminal.read(into: &output, at: nil, "the terminal")
            }
            guard !bytes.isEmpty else { throw SystemError(.interrupted, "the terminal's input ended") }
            for key in parser.keys(bytes) where try !body(key) { return }
        }
    }
}

/// Converts terminal input to keys; sequences may arrive in pieces.
struct KeyParser {
    private var pending: [UInt8] = []

    mutating func keys(_ bytes: [UInt8]) -> [KeyPress] {
        pending += bytes
        var keys: [KeyPress] = []
        while !pending.isEmpty {
            guard pending[0] == 0x1b else {
                if let key = Self.plain(pending.removeFirst()) { keys.append(key) }
                continue
            }
            // A lone escape is the key itself: terminals send sequences in one piece.
            guard pending.count > 1 else {
                pending = []
                keys.append(.cancel)
                continue
            }
            guard pending[1] == .leftBracket || pending[1] == UInt8(ascii: "O") else {
                pending.removeFirst()
                keys.append(.cancel)
                continue
            }
            guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7e).contains($0) }) else {
                if pending.count > 32 { pending = [] }
                break
            }
            if let key = Self.sequence(Array(pending[2...end])) { keys.append(key) }
            pending.removeFirst(end + 1)
        }
        return keys
    }

    private static func plain(_ byte: UInt8) -> KeyPress? {
        switch byte {
        case .space: .space
        case .carriageReturn, .newline: .enter
        case 0x7f, 0x08: .backspace
        case 0x03, 0x04: .cancel
        case 0x21...0x7e: .character(byte)
        default: nil
        }
    }

    private static func sequence(_ bytes: [UInt8]) -> KeyPress? {
        switch bytes {
        case [UInt8(ascii: "A")]: return .up
        case [UInt8(ascii: "B")]: return .down
        case [UInt8(ascii: "C")]: return .right
        case [UInt8(ascii: "D")]: return .left
        default: break
        }
        // `<button;column;row`, then M for pressed or m for released.
        guard bytes.first == .lessThan, let last = bytes.last else { return nil }
        let numbers = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self).split(separator: ";").map {
            Int($0)
        }
        guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2] else {
            return nil
        }
        if last == UInt8(ascii: "m") { return .release }
        // 0 is the left button; 32 is added for a move while it is pressed.
        guard button == 0 || button == 32, row > 0, column > 0 else { return nil }
        return .press(row: row - 1, column: column - 1)
    }
}
