internal import ArcaPlatform
internal import ArcaSystem

/// The terminal that help is printed on.
enum Screen {
    /// The layout for a descriptor: as wide as the terminal, at most 100 columns, 80 where there is none; titles bold on a
    /// terminal unless `NO_COLOR` is set.
    static func helpText(on descriptor: Int32) -> HelpText {
        HelpText(width: max(40, min(100, columns(of: descriptor))), isStyled: isStyled(on: descriptor))
    }

    /// Whether text on a descriptor may have colours: a terminal, and no `NO_COLOR`.
    static func isStyled(on descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && Environment.value(of: "NO_COLOR")?.isEmpty ?? true
    }

    /// `COLUMNS`, or what the terminal says, or 80.
    private static func columns(of descriptor: Int32) -> Int {
        if let text = Environment.value(of: "COLUMNS"), let value = Int(String(decoding: text, as: UTF8.self)), value > 0 {
            return value
        }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
