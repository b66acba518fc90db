internal import ArcaCore

struct CodecFailure: Error {
    let cause: any ArcaError
    /// The failed step; nil if there is only one.
    let step: String?
    let excerpt: InputExcerpt?

    /// Prints the error with the input line and a hint; returns the exit status.
    func report(_ input: String, hint: String?) -> ExitStatus {
        Messages.error("\(input): \(step.map { "\($0): " } ?? "")\(cause.message)")
        if let lines = excerpt?.text { Messages.write(lines, to: 2) }
        if let hint { Messages.hint(hint) }
        return ExitStatus(of: cause)
    }
}

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
        let start = window[..<place].lastIndex(of: 0x0a).map { $0 + 1 }
        let end = window[place...].firstIndex(of: 0x0a) ?? window.count
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

/// The last bytes that a step has consumed, for excerpts in error messages.
struct RecentInput {
    private static let kept = 512
    private var bytes: [UInt8] = []
    private var offset = 0

    mutating func append(_ next: Span<UInt8>) {
        offset += bytes.count + next.count
        if next.count >= Self.kept {
            bytes.removeAll(keepingCapacity: true)
            bytes.append(contentsOf: next.extracting((next.count - Self.kept)...))
        } else {
            bytes.removeFirst(max(0, bytes.count + next.count - Self.kept))
            bytes.append(contentsOf: next)
        }
        offset -= bytes.count
    }

    /// The line around a stream offset, with `next` following the bytes kept; nil if it is too far back.
    func excerpt(at place: Int, _ next: Span<UInt8>) -> InputExcerpt? {
        let all = offset..<offset + bytes.count + next.count
        guard all.contains(place) || place == all.upperBound else { return nil }
        let range = max(all.lowerBound, place - Self.kept)..<min(all.upperBound, place + Self.kept)
        let window = range.map { index in
            index - offset < bytes.count ? bytes[index - offset] : next[index - offset - bytes.count]
        }
        return InputExcerpt(window, place: place - range.lowerBound, isStart: range.lowerBound == 0)
    }
}
