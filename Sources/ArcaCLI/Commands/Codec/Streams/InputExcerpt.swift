import ArcaCore

/// An input line with a caret under the location of an error, for a terminal.
struct InputExcerpt {
    private static let width = 72
    private static let after = 24

    /// Two lines, each with its line end; nil if the bytes are not recognizable text.
    let text: String?

    /// Excerpts the line around `place`, an index into `window` or its end index.
    ///
    /// With `isStart`, the window is the start of the input.
    init(_ window: [UInt8], place: Int, isStart: Bool) {
        let start = window[..<place].lastIndex(of: .newline).map { $0 + 1 }
        let end = window[place...].firstIndex(of: .newline) ?? window.count
        let before = Glyphs(window[(start ?? 0)..<place])
        // The byte itself may be the line end, or missing.
        let behind = Glyphs(window[place..<max(end, place)])
        guard before.foreignCount + behind.foreignCount <= (before.all.count + behind.all.count) / 4 else {
            text = nil
            return
        }
        let isCut = start == nil && !isStart
        let right = behind.prefix(columns: max(Self.after, Self.width - 1 - before.columns))
        let left = before.suffix(columns: Self.width - 1 - min(right.columns, Self.after))
        let isClipped = isCut || left.all.count < before.all.count
        let caret = String(repeating: " ", count: left.columns + (isClipped ? 1 : 0))
        let rest = right.all.count < behind.all.count ? "…" : ""
        text = "  \(isClipped ? "…" : "")\(left.text)\(right.text)\(rest)\n  \(caret)^\n"
    }

    private struct Glyphs {
        private(set) var all: ArraySlice<(scalar: Unicode.Scalar, columns: Int)> = []
        private(set) var foreignCount = 0

        init(_ bytes: ArraySlice<UInt8>) {
            var parser = Unicode.UTF8.ForwardParser()
            var iterator = bytes.makeIterator()
            while true {
                switch parser.parseScalar(from: &iterator) {
                case .valid(let units): append(Unicode.UTF8.decode(units))
                case .error(let length): for _ in 0..<length { appendForeign() }
                case .emptyInput: return
                }
            }
        }

        private init(_ all: ArraySlice<(scalar: Unicode.Scalar, columns: Int)>) { self.all = all }

        var columns: Int { all.reduce(0) { $0 + $1.columns } }

        var text: String {
            var text = ""
            for glyph in all { text.unicodeScalars.append(glyph.scalar) }
            return text
        }

        func suffix(columns limit: Int) -> Glyphs {
            var (rest, width) = (all, columns)
            while width > limit, let first = rest.popFirst() { width -= first.columns }
            return Glyphs(rest)
        }

        func prefix(columns limit: Int) -> Glyphs {
            var (rest, width) = (all, columns)
            while width > limit, let last = rest.popLast() { width -= last.columns }
            return Glyphs(rest)
        }

        private mutating func append(_ scalar: Unicode.Scalar) {
            let value = scalar.value
            if value == 0x09 {
                all.append((" ", 1))
            } else if value < 0x20 || (0x7f..<0xa0).contains(value) {
                appendForeign()
            } else if let width = TerminalWidth.of(scalar) {
                all.append((scalar, width))
            }
        }

        private mutating func appendForeign() {
            all.append((".", 1))
            foreignCount += 1
        }
    }
}
