public import ArcaCodecs
public import ArcaCore

/// yEnc, an encoding for Usenet: bytes shifted by 42, few of which need an escape, with size and CRC-32.
///
/// Encoding escapes NUL, LF, CR and `=` everywhere, tabs and spaces at both ends of a line, and a dot at its start, so
/// no transport changes them. Strict decoding requires lines of the stated length and a checksum, and verifies all
/// sizes and checksums. Lenient decoding also accepts other line lengths, a missing checksum, other escapes, dots
/// doubled by news transport, reordered parts, and text around the frame.
/// ```swift
/// let text = try YEncoding.encode(photo, name: "photo.jpg")
/// let file = try YEncoding.decode(text)
/// ```
///
/// Source: yEnc 1.3, formal specification of 2002 (yenc.org).
public enum YEncoding {
    /// A decoded file, or a part of it.
    public struct File: Sendable, Hashable {
        /// The decoded bytes.
        public let bytes: [UInt8]
        /// The file name from `name=`.
        public let name: String
        /// The range of the bytes in the file.
        public let range: Range<Int>
        /// The size of the whole file, in bytes.
        public let byteCount: Int
        /// Whether all bytes were covered by a checksum.
        public let isChecked: Bool

        /// Whether parts of the file are missing.
        public var isPart: Bool { range != 0..<byteCount }
    }

    /// The permitted line lengths.
    public static let lineCounts = 1...998
    static let (shift, escapeShift): (UInt8, UInt8) = (42, 64)
    static let escape = UInt8.equals

    /// Encodes a file in one or several parts.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - name: The file name: visible ASCII characters and inner spaces.
    ///   - lineCount: The number of characters per line, 1 to 998; one more if the last one is an escape.
    ///   - partByteCount: The number of bytes per part, at least 1; nil for a single part without part numbers.
    ///   - ending: The line ending.
    /// - Returns: The complete text, with all parts in order.
    /// - Throws: `.invalidOption` for an invalid name or number.
    public static func encode(
        _ bytes: borrowing some Bytes, name: String, lineCount: Int = 128, partByteCount: Int? = nil,
        ending: LineWrapping.Ending = .lf
    ) throws(CodecError) -> [UInt8] {
        guard name.utf8.allSatisfy({ $0.isPrintable }), let first = name.utf8.first, first != .space,
            name.utf8.last != .space
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
                case 0x00, .newline, .carriageReturn, escape: true
                case .tab, .space: isEdge
                case .period: column == 0
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

    static func hexadecimal(_ checksum: UInt32) -> String {
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    /// Decodes a file, or the available parts of it.
    ///
    /// - Parameters:
    ///   - text: The complete text, with one frame or with several consecutive parts.
    ///   - strictness: Whether to accept deviations introduced by news transport and other encoders.
    /// - Returns: The file.
    /// - Throws: `.invalidSyntax`, `.invalidCharacter`, `.lineLength`, `.invalidLength`, `.checksumMismatch`,
    ///   `.truncated` and `.trailingData`, with the position.
    public static func decode(_ text: borrowing some Bytes, strictness: Strictness = .strict) throws(CodecError) -> File
    {
        let text = [UInt8](bytes: text)
        do throws(CodecError) {
            var reader = YEncodingReader(text, strictness)
            return try reader.file()
        } catch {
            // Dots doubled by transport at the start of lines are detectable only by size and checksum.
            guard strictness == .lenient, error.code == .invalidLength || error.code == .checksumMismatch else {
                throw error
            }
            var reader = YEncodingReader(text, strictness, undoublesDots: true)
            guard let file = try? reader.file() else { throw error }
            return file
        }
    }
}
