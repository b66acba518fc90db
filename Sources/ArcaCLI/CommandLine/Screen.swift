#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The terminal that help is printed on.
enum Screen {
    /// The layout for a descriptor: as wide as the terminal, at most 100 columns, 80 where there is none; titles bold on a
    /// terminal unless `NO_COLOR` is set.
    static func helpText(on descriptor: Int32) -> HelpText {
        let isTerminal = isatty(descriptor) == 1
        return HelpText(
            width: max(40, min(100, columns(of: descriptor))),
            isStyled: isTerminal && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
    }

    /// `COLUMNS`, or what the terminal says, or 80.
    private static func columns(of descriptor: Int32) -> Int {
        if let text = getenv("COLUMNS"), let value = Int(String(cString: text)), value > 0 { return value }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
