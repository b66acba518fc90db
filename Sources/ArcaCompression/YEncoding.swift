public import ArcaCodecs
public import ArcaCore

/// yEnc: bytes for Usenet, each moved by 42, of which only a few need an escape; with size and CRC-32.
///
/// Encoding escapes NUL, LF, CR and `=` wherever they stand, tabs and spaces at both ends of a line, and a dot at its
/// beginning, so that no transport changes it. Strict decoding takes lines of the stated length, needs a checksum, and checks every
/// size and checksum; lenient decoding also takes lines of other lengths, a missing checksum, other escapes, dots that news
/// transport has doubled, parts in another order, and text around the frame.
///
/// ```swift
/// let text = try YEncoding.encode(photo, name: "photo.jpg")
/// let file = try YEncoding.decode(text)
/// ```
///
/// Source: yEnc 1.3, formal specification of 2002 (yenc.org).
public enum YEncoding {
    /// A decoded file, or the parts of it that the text had.
    public struct File: Sendable, Hashable {
        /// The bytes.
        public let bytes: [UInt8]
        /// The name behind `name=`.
        public let name: String
        /// Where the bytes belong in the file, from 0.
        public let range: Range<Int>
        /// Bytes of the whole file.
        public let byteCount: Int
        /// Whether a checksum was there for all of the bytes.
        public let isChecked: Bool

        /// Whether parts of the file are missing.
        public var isPart: Bool { range != 0..<byteCount }
    }

    /// The lengths that lines may have.
    public static let lineCounts = 1...998
    static let (shift, escapeShift): (UInt8, UInt8) = (42, 64)
    static let escape = UInt8(ascii: "=")

    /// Writes a file, in one part or several.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - name: The name of the file: visible ASCII characters, and spaces within.
    ///   - lineCount: Characters in a line, 1 to 998; one more where the last is an escape.
    ///   - partByteCount: Bytes in a part, 1 or more; nil for a single part without part numbers.
    ///   - ending: How lines end.
    /// - Returns: The text with all its lines; parts follow each other.
    /// - Throws: `.invalidOption` for another name or number.
    public static func encode(
        _ bytes: borrowing some Bytes, name: String, lineCount: Int = 128, partByteCount: Int? = nil,
        ending: LineWrapping.Ending = .lf
    ) throws(CodecError) -> [UInt8] {
        guard name.utf8.allSatisfy({ (0x20...0x7e).contains($0) }), let first = name.utf8.first, first != 0x20,
            name.utf8.last != 0x20
        else {
            throw CodecError(
                .invalidOption, "'\(name)' is not a file name for yEnc", hint: "use visible ASCII characters")
        }
        guard lineCounts.contains(lineCount) else {
            throw CodecError(.invalidOption, "lines of \(lineCount) characters", hint: "1 to 998")
        }
        if let partByteCount, partByteCount < 1 {
            throw CodecError(.invalidOption, "parts of \(partByteCount) bytes", hint: "1 or more")
        }
        let end = ending == .crlf ? "\r\n" : "\n"
        return bytes.withBytes { span in
            let size = partByteCount ?? span.count
            let total = max(1, size == 0 ? 1 : (span.count + size - 1) / size)
            let checksum = hexadecimal(Checksum.crc32(span))
            var text: [UInt8] = []
            text.reserveCapacity(span.count + span.count / 32 + 200)
            for part in 0..<total {
                let range = part * size..<min(span.count, (part + 1) * size)
                let piece = span.extracting(range)
                let number = partByteCount == nil ? "" : "part=\(part + 1) total=\(total) "
                text += "=ybegin \(number)line=\(lineCount) size=\(span.count) name=\(name)\(end)".utf8
                if partByteCount != nil {
                    text += "=ypart begin=\(range.lowerBound + 1) end=\(range.upperBound)\(end)".utf8
                }
                write(piece, lineCount, end, into: &text)
                let partChecksum =
                    partByteCount == nil ? "" : " part=\(part + 1) pcrc32=\(hexadecimal(Checksum.crc32(piece)))"
                text += "=yend size=\(piece.count)\(partChecksum) crc32=\(checksum)\(end)".utf8
            }
            return text
        }
    }

    private static func write(_ bytes: Span<UInt8>, _ lineCount: Int, _ end: String, into text: inout [UInt8]) {
        var column = 0
        for index in 0..<bytes.count {
            let value = bytes[index] &+ shift
            let isEdge = column == 0 || column >= lineCount - 1 || index == bytes.count - 1
            let isCritical =
                switch value {
                case 0x00, 0x0a, 0x0d, escape: true
                case 0x09, 0x20: isEdge
                case UInt8(ascii: "."): column == 0
                default: false
                }
            if isCritical {
                text.append(escape)
                text.append(value &+ escapeShift)
            } else {
                text.append(value)
            }
            column += isCritical ? 2 : 1
            if column >= lineCount {
                text += end.utf8
                column = 0
            }
        }
        if column > 0 { text += end.utf8 }
    }

    /// Eight digits, as the trailer has them.
    static func hexadecimal(_ checksum: UInt32) -> String {
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    /// Reads a file, or the parts of it that the text has.
    ///
    /// - Parameters:
    ///   - text: The whole text, with one frame, or with those of parts that follow each other.
    ///   - strictness: Whether to take what news transport and other encoders leave.
    /// - Returns: The file.
    /// - Throws: `.invalidSyntax`, `.invalidCharacter`, `.lineLength`, `.invalidLength`, `.checksumMismatch`, `.truncated` and
    ///   `.trailingData` with their places.
    public static func decode(_ text: borrowing some Bytes, strictness: Strictness = .strict) throws(CodecError) -> File
    {
        let text = [UInt8](bytes: text)
        do throws(CodecError) {
            var reader = YEncodingReader(text, strictness)
            return try reader.file()
        } catch {
            // Dots at the beginning of lines, doubled by transport, show in size and checksum only.
            guard strictness == .lenient, error.code == .invalidLength || error.code == .checksumMismatch else {
                throw error
            }
            var reader = YEncodingReader(text, strictness, undoublesDots: true)
            guard let file = try? reader.file() else { throw error }
            return file
        }
    }
}
