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

    private static func areShown(on descriptor: Int32) -> Bool {
        guard Environment.value(of: "NO_COLOR")?.isEmpty ?? true, let type = Environment.value(of: "TERM"),
            !type.isEmpty, type != Array("dumb".utf8)
        else { return false }
        return FileWriter(descriptor: descriptor, name: "").isTerminal
    }
}
