internal import ArcaSystem

/// Colors for words that need attention; only on terminals that support them.
///
/// Source: ECMA-48, section 8.3.117; no-color.org.
enum Color: Int {
    case red = 31
    case yellow = 33
    case cyan = 36

    func paint(_ text: String, on descriptor: Int32) -> String {
        Self.areShown(on: descriptor) ? "\u{1b}[1;\(rawValue)m\(text)\u{1b}[0m" : text
    }

    static func bold(_ text: String, on descriptor: Int32) -> String {
        areShown(on: descriptor) ? "\u{1b}[1m\(text)\u{1b}[0m" : text
    }

    /// Whether styles are shown: on a terminal that interprets them, unless `NO_COLOR` is set.
    static func areShown(on descriptor: Int32) -> Bool {
        Environment.value(of: "NO_COLOR")?.isEmpty ?? true && TerminalType.hasSequences
            && FileWriter(descriptor: descriptor, name: "").isTerminal
    }
}

enum TerminalType {
    /// Whether `TERM` names a terminal that interprets control sequences.
    static var hasSequences: Bool {
        Environment.value(of: "TERM").map { !$0.isEmpty && $0 != Array("dumb".utf8) } ?? false
    }
}

enum TerminalWidth {
    static func of(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + (of($1) ?? 0) } }

    /// The width of a character in columns, or nil if it is not shown by itself.
    static func of(_ scalar: Unicode.Scalar) -> Int? {
        guard scalar.value >= 0x300 else { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return nil
        default: break
        }
        // The wide ranges of Unicode Standard Annex 11, roughly.
        switch scalar.value {
        case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60,
            0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
            return 2
        default: return 1
        }
    }
}
