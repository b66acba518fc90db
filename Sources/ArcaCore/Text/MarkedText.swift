// Text files with a byte order mark, as Windows programs write them. This is the only place that reads marks of files.

/// The encoding of a text file that is not plain UTF-8, detected from its first bytes.
package enum TextMark: Sendable, Hashable {
    /// UTF-8 with a byte order mark.
    case utf8
    /// UTF-16 with a byte order mark.
    case utf16(isBigEndian: Bool)
    /// UTF-16 without a mark; its first two characters are ASCII.
    case bareUTF16(isBigEndian: Bool)

    /// Detects the encoding from the first ``prefixCount`` bytes; nil for plain text and for binary data.
    package init?(_ beginning: Span<UInt8>) {
        let bytes = (0..<min(beginning.count, Self.prefixCount)).map { beginning[$0] }
        func isText(_ index: Int) -> Bool { bytes[index].isPrintable || bytes[index].isWhitespace }
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            self = .utf8
        } else if bytes.starts(with: [0xff, 0xfe]), bytes.dropFirst(2) != [0, 0] {
            self = .utf16(isBigEndian: false)
        } else if bytes.starts(with: [0xfe, 0xff]) {
            self = .utf16(isBigEndian: true)
        } else if bytes.count == Self.prefixCount, isText(0), bytes[1] == 0, isText(2), bytes[3] == 0 {
            self = .bareUTF16(isBigEndian: false)
        } else if bytes.count == Self.prefixCount, bytes[0] == 0, isText(1), bytes[2] == 0, isText(3) {
            self = .bareUTF16(isBigEndian: true)
        } else {
            return nil
        }
    }

    package static let prefixCount = 4

    /// The size of the mark in bytes.
    package var byteCount: Int {
        switch self {
        case .utf8: 3
        case .utf16: 2
        case .bareUTF16: 0
        }
    }

    /// The name for messages.
    package var name: String {
        switch self {
        case .utf8: "UTF-8 with a byte order mark"
        case .utf16: "UTF-16 with a byte order mark"
        case .bareUTF16: "UTF-16"
        }
    }

    fileprivate var isBigEndian: Bool? {
        switch self {
        case .utf8: nil
        case .utf16(let isBigEndian), .bareUTF16(let isBigEndian): isBigEndian
        }
    }
}

extension ByteSource where Self: ~Copyable, Self: ~Escapable {
    /// Calls `body` with the text in UTF-8: without a byte order mark, and converted if it is UTF-16.
    ///
    /// A converted copy is wiped afterwards, so the text may be secret. Malformed UTF-16 becomes U+FFFD, which no
    /// parser accepts in place of syntax. Bytes without a mark are passed on unchanged.
    package func withText<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withBytes { span throws(Failure) in
            guard let mark = TextMark(span) else { return try body(span) }
            guard mark.isBigEndian != nil else { return try body(span.extracting(mark.byteCount...)) }
            var reader = MarkedTextReader()
            var copy = WipingBytes()
            defer { copy.wipe() }
            reader.update(span) { copy.append($0) }
            reader.finish { copy.append($0) }
            return try body(copy.bytes.span)
        }
    }

    /// A copy of the text in UTF-8, as ``withText(_:)`` passes it; not for secrets.
    package var unmarkedText: [UInt8] { withText { [UInt8](bytes: $0) } }
}

/// Converts a text file to UTF-8 as a stream; see ``TextMark``.
package struct MarkedTextReader: InfallibleByteTransform {
    /// The first bytes, until the encoding is decided.
    private var beginning: [UInt8] = []
    private var isDecided = false
    private var isBigEndian: Bool?
    /// The first byte of a code unit, and the first code unit of a pair.
    private var half: UInt8?
    private var surrogate: UInt16?

    package init() {}

    /// Whether the rest of the text passes unchanged.
    package var isPlain: Bool { isDecided && isBigEndian == nil }

    package func maximumOutputCount(for byteCount: Int) -> Int {
        // At most three bytes for a code unit of two.
        (byteCount.addressable + beginning.count + 3) / 2 * 3 + 3
    }

    package mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        if isPlain { return output.append(contentsOf: bytes) }
        update(bytes) { output.append($0) }
    }

    package mutating func finish(into output: inout OutputSpan<UInt8>) { finish { output.append($0) } }

    fileprivate mutating func update(_ bytes: Span<UInt8>, _ output: (UInt8) -> Void) {
        for index in bytes.indices {
            guard isDecided else {
                beginning.append(bytes[index])
                if beginning.count == TextMark.prefixCount { decide(output) }
                continue
            }
            take(bytes[index], output)
        }
    }

    fileprivate mutating func finish(_ output: (UInt8) -> Void) {
        if !isDecided { decide(output) }
        if half != nil || surrogate != nil { Self.replacement.forEach(output) }
    }

    private static let replacement: [UInt8] = [0xef, 0xbf, 0xbd]

    private mutating func decide(_ output: (UInt8) -> Void) {
        isDecided = true
        let mark = TextMark(beginning.span)
        isBigEndian = mark?.isBigEndian
        for byte in beginning.dropFirst(mark?.byteCount ?? 0) { take(byte, output) }
        beginning = []
    }

    private mutating func take(_ byte: UInt8, _ output: (UInt8) -> Void) {
        guard let isBigEndian else { return output(byte) }
        guard let first = half else {
            half = byte
            return
        }
        half = nil
        let unit = isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
        if let high = surrogate {
            surrogate = nil
            if UTF16.isTrailSurrogate(unit) {
                let value = 0x10000 + (UInt32(high) - 0xd800) << 10 + (UInt32(unit) - 0xdc00)
                return Unicode.Scalar(value).flatMap(UTF8.encode)?.forEach(output) ?? ()
            }
            Self.replacement.forEach(output)
        }
        if UTF16.isLeadSurrogate(unit) {
            surrogate = unit
        } else {
            (Unicode.Scalar(unit).flatMap(UTF8.encode).map { Array($0) } ?? Self.replacement).forEach(output)
        }
    }
}
