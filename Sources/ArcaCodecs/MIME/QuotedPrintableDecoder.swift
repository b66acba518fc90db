extension QuotedPrintable {
    /// A streaming decoder for quoted-printable text.
    public struct Decoder: ByteTransform {
        private enum State {
            case text
            /// After CR, which must be followed by LF.
            case carriageReturn
            case escape
            case escapeDigit
            /// After `=` and blanks: possibly a soft line break with whitespace added in transport.
            case escapeBlanks
            /// After `=`, optional blanks, and CR.
            case escapeReturn
        }

        /// The maximum number of trailing blanks that lenient decoding can drop from a line; more are treated as text.
        private static let maximumBlanks = 1024

        private let options: DecodingOptions
        private var state = State.text
        private var position = StreamPosition()
        private var column = 0
        /// Bytes with an undecided meaning: blanks, or an incomplete escape.
        private var held: [UInt8] = []
        private var heldPosition = TextPosition(offset: 0, line: 1, column: 1)

        init(options: DecodingOptions) { self.options = options }

        /// The maximum number of bytes that `byteCount` more bytes and the end of the stream append.
        public func maximumOutputCount(for byteCount: Int) -> Int {
            byteCount.addressable + held.count + 1
        }

        /// Decodes the next bytes of the stream.
        public mutating func update(
            _ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>
        ) throws(CodecError) {
            try bytes.withUnsafeBufferPointer { (source) throws(CodecError) in
                guard let start = source.baseAddress else { return }
                var index = 0
                while index < source.count {
                    if state == .text, held.isEmpty {
                        index += decodeRun(start + index, source.count - index, into: &output)
                        guard index < source.count else { return }
                    }
                    try step(start[index], into: &output)
                    index += 1
                }
            }
        }

        /// Ends the stream and checks that no escape is incomplete.
        public mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) {
            switch state {
            case .text: try endBlanks()
            case .carriageReturn: try lone(into: &output)
            case .escape, .escapeBlanks, .escapeReturn:
                guard options.contains(.invalidEscapes) else {
                    throw CodecError(
                        .truncated, at: heldPosition, "the text ends within a soft line break",
                        hint: "a line end follows the = of a soft line break")
                }
                held = []
            case .escapeDigit:
                guard options.contains(.invalidEscapes) else {
                    throw CodecError(
                        .truncated, at: heldPosition, "the text ends within an escape",
                        hint: "= and two hexadecimal digits stand for a byte")
                }
                try release(into: &output)
            }
            state = .text
        }
    }
}

// The rules, one byte at a time.
extension QuotedPrintable.Decoder {
    private mutating func step(_ byte: UInt8, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        switch state {
        case .text: try text(byte, into: &output)
        case .carriageReturn:
            if byte == .newline {
                try endBlanks()
                try append(.carriageReturn, into: &output)
                try append(.newline, into: &output)
                state = .text
                endLine()
            } else {
                try lone(into: &output)
                try text(byte, into: &output)
            }
        case .escape: try escape(byte, into: &output)
        case .escapeDigit: try escapeDigit(byte, into: &output)
        case .escapeBlanks: try escapeBlanks(byte, into: &output)
        case .escapeReturn:
            guard byte == .newline else { return try invalidEscape(byte, into: &output) }
            endEscape()
        }
    }

    private mutating func text(_ byte: UInt8, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        switch byte {
        case .space, .tab:
            try count()
            if held.count >= Self.maximumBlanks { try release(into: &output) }
            hold(byte)
        case .newline:
            try endBlanks()
            try append(byte, into: &output)
            endLine()
        case .carriageReturn:
            state = .carriageReturn
            position.advance(by: 1)
        case .equals:
            try release(into: &output)
            try count()
            hold(byte)
            state = .escape
        default:
            if !byte.isVisible, !options.contains(.rawBytes) {
                throw CodecError(
                    .invalidCharacter, at: position.textPosition, "byte \(hex(byte)) must be escaped",
                    hint: "it is written =\(hex(byte).dropFirst(2))")
            }
            try release(into: &output)
            try count()
            try append(byte, into: &output)
            position.advance(by: 1)
        }
    }

    private mutating func escape(_ byte: UInt8, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        switch byte {
        case .newline: endEscape()
        case .carriageReturn:
            state = .escapeReturn
            position.advance(by: 1)
        case _ where byte.isBlank && options.contains(.whitespace):
            state = .escapeBlanks
            try count()
            hold(byte)
        default:
            guard isDigit(byte) else { return try invalidEscape(byte, into: &output) }
            try count()
            hold(byte)
            state = .escapeDigit
        }
    }

    private mutating func escapeDigit(_ byte: UInt8, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        guard isDigit(byte), let high = held[1].hexDigitValue, let low = byte.hexDigitValue else {
            return try invalidEscape(byte, into: &output)
        }
        try count()
        held = []
        state = .text
        try append(high << 4 | low, into: &output)
        position.advance(by: 1)
    }

    private mutating func escapeBlanks(_ byte: UInt8, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        switch byte {
        case .newline: endEscape()
        case .carriageReturn:
            state = .escapeReturn
            position.advance(by: 1)
        case _ where byte.isBlank && held.count < Self.maximumBlanks:
            try count()
            hold(byte)
        default: try invalidEscape(byte, into: &output)
        }
    }

    /// Handles an `=` that does not begin an escape: it is text if the options allow it.
    private mutating func invalidEscape(_ byte: UInt8, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        guard options.contains(.invalidEscapes) else {
            let isLowerCase =
                (state == .escape || state == .escapeDigit) && byte.hexDigitValue != nil && byte >= 0x61
            throw CodecError(
                .invalidCharacter, at: isLowerCase ? position.textPosition : heldPosition,
                isLowerCase ? "hexadecimal digit in lower case" : "= without two hexadecimal digits",
                hint: isLowerCase
                    ? "it is written \(Character(Unicode.Scalar(byte & 0xdf)))" : "the character = is written =3D")
        }
        let wasReturn = state == .escapeReturn
        // The held blanks follow an `=`, so they are inside the line, but those at its end may still be dropped.
        state = .text
        try release(into: &output)
        if wasReturn {
            state = .carriageReturn
            return try step(byte, into: &output)
        }
        try text(byte, into: &output)
    }

    private mutating func lone(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        guard options.contains(.rawBytes) else {
            // The CR is the preceding byte, on the same line.
            let here = position.textPosition
            throw CodecError(
                .invalidCharacter, at: TextPosition(offset: here.offset - 1, line: here.line, column: here.column - 1),
                "a carriage return without a line feed", hint: "it is written =0D")
        }
        try release(into: &output)
        try count()
        try append(.carriageReturn, into: &output)
        state = .text
    }

    /// Handles trailing blanks on a line: they are dropped if the options allow it.
    private mutating func endBlanks() throws(CodecError) {
        guard !held.isEmpty else { return }
        guard options.contains(.whitespace) else {
            throw CodecError(
                .invalidSyntax, at: heldPosition, "white space at the end of a line",
                hint: "a space there is written =20")
        }
        held.removeAll(keepingCapacity: true)
    }

    private mutating func endEscape() {
        held.removeAll(keepingCapacity: true)
        state = .text
        endLine()
    }

    private mutating func endLine() {
        column = 0
        position.advance(past: .newline)
    }

    private mutating func count() throws(CodecError) {
        guard column < QuotedPrintable.maximumLineLength || options.contains(.longLines) else {
            throw CodecError(
                .invalidLength, at: position.textPosition, "the line is longer than 76 characters",
                hint: "a soft line break = goes before column 76")
        }
        column += 1
    }

    private mutating func hold(_ byte: UInt8) {
        if held.isEmpty { heldPosition = position.textPosition }
        held.append(byte)
        position.advance(by: 1)
    }

    private mutating func release(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        guard !held.isEmpty else { return }
        for byte in held { try append(byte, into: &output) }
        held.removeAll(keepingCapacity: true)
    }

    private func append(_ byte: UInt8, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        guard output.freeCapacity > 0 else {
            throw CodecError(.limitExceeded, at: position.textPosition, "the decoded bytes do not fit the buffer")
        }
        output.append(byte)
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46: true
        case 0x61...0x66: options.contains(.letterCase)
        default: false
        }
    }
}

// The fast path.
extension QuotedPrintable.Decoder {
    /// Decodes plain characters, upper-case escapes and line ends up to anything else; returns the bytes consumed.
    private mutating func decodeRun(
        _ source: Source, _ count: Int, into output: inout OutputSpan<UInt8>
    ) -> Int {
        let limit = options.contains(.longLines) ? Int.max : QuotedPrintable.maximumLineLength
        // Local copies stay in registers.
        var position = position
        var column = column
        defer {
            self.position = position
            self.column = column
        }
        return output.withUnsafeMutableBufferPointer { memory, initialized in
            guard let target = memory.baseAddress else { return 0 }
            var index = 0
            var written = initialized
            /// The offset that `position` refers to.
            var placed = 0
            loop: while index < count {
                let room = min(count - index, limit - column, memory.count - written)
                var run = QuotedPrintableKernels.copyPlain(
                    source + index, room, target + written, readable: count - index, writable: memory.count - written)
                let end = index + run
                // Blanks at the end of a line are allowed only if something else follows: `step` decides.
                if run > 0, source[end - 1].isBlank,
                    end == count || source[end] < 0x20 || source[end] >= 0x7f
                {
                    while run > 0, source[index + run - 1].isBlank { run -= 1 }
                    index += run
                    written += run
                    column += run
                    break
                }
                index = end
                written += run
                column += run
                let escapes = QuotedPrintableKernels.decodeEscapes(
                    source + index, min((count - index) / 3, (limit - column) / 3, memory.count - written),
                    target + written)
                index += 3 * escapes
                written += escapes
                column += 3 * escapes
                guard index < count, written < memory.count else { break }
                let lineEnd: Int
                switch source[index] {
                case .equals:
                    // A soft line break, or more text after the last escape.
                    guard index + 2 < count, column < limit else { break loop }
                    if source[index + 1] == .newline {
                        lineEnd = 2
                    } else if source[index + 1] == .carriageReturn, source[index + 2] == .newline {
                        lineEnd = 3
                    } else {
                        break loop
                    }
                case .newline:
                    target[written] = 0x0a
                    written += 1
                    lineEnd = 1
                case .carriageReturn:
                    guard index + 1 < count, source[index + 1] == .newline, written + 1 < memory.count else {
                        break loop
                    }
                    target[written] = 0x0d
                    target[written + 1] = 0x0a
                    written += 2
                    lineEnd = 2
                default:
                    if run > 0 || escapes > 0 { continue }
                    break loop
                }
                index += lineEnd
                position.advance(by: index - 1 - placed)
                position.advance(past: .newline)
                placed = index
                column = 0
            }
            position.advance(by: index - placed)
            initialized = written
            return index
        }
    }
}
