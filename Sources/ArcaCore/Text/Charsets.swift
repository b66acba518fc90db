#if hasFeature(Embedded)
/// A decoder for text in a named charset: a class, because Embedded Swift stores values of class protocols only.
public protocol CharsetDecoding: AnyObject, Sendable {
    /// Decodes a complete text, as in the declaration for other systems.
    func decode(_ bytes: Span<UInt8>, charset: String, replacingInvalid: Bool) throws(CodecError) -> String
}

/// The charsets that need no tables.
public final class BuiltInCharsets: CharsetDecoding {
    /// Creates the decoder.
    public init() {}
}
#else
/// A decoder for text in a named charset.
///
/// ``BuiltInCharsets`` supports the Unicode encodings, ASCII and ISO-8859-1. `SystemCharsets` in ArcaSystem also
/// supports the charsets of the operating system's `iconv`.
public protocol CharsetDecoding: Sendable {
    /// Decodes a complete text.
    ///
    /// - Parameters:
    ///   - bytes: The complete text in the charset.
    ///   - charset: The IANA name of the charset, in any case.
    ///   - replacingInvalid: Whether to replace invalid bytes with U+FFFD instead of throwing an error.
    /// - Returns: The text.
    /// - Throws: `.unsupported` without a position for an unknown charset; `.invalidUTF8` (in UTF-8),
    ///   `.invalidCharacter` or `.truncated` at the first invalid byte.
    func decode(_ bytes: Span<UInt8>, charset: String, replacingInvalid: Bool) throws(CodecError) -> String
}

/// The charsets that need no tables: UTF-8, UTF-16, UTF-32, US-ASCII and ISO-8859-1.
///
/// UTF-16 and UTF-32 without LE or BE in the name use the byte order mark, or big-endian without one (RFC 2781 section
/// 4.3). A leading byte order mark is not part of the text, except with LE or BE.
public struct BuiltInCharsets: CharsetDecoding {
    /// Creates the decoder.
    public init() {}
}
#endif

extension CharsetDecoding {
    /// Decodes a complete text, and throws an error for invalid bytes.
    ///
    /// - Parameters:
    ///   - bytes: The complete text in the charset.
    ///   - charset: The IANA name of the charset, in any case.
    /// - Returns: The text.
    /// - Throws: The same errors as the method with `replacingInvalid`.
    public func decode(_ bytes: borrowing some Bytes, charset: String) throws(CodecError) -> String {
        try bytes.withBytes { (span) throws(CodecError) in
            try decode(span, charset: charset, replacingInvalid: false)
        }
    }
}

extension BuiltInCharsets {
    private enum Kind {
        case ascii, latin1, utf8
        case utf16(bigEndian: Bool?)
        case utf32(bigEndian: Bool?)

        init?(named name: String) {
            switch name.lowercased() {
            case "us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us", "iso_646.irv:1991", "us", "cp367": self = .ascii
            case "iso-8859-1", "iso_8859-1", "iso8859-1", "latin1", "l1", "cp819": self = .latin1
            case "utf-8", "utf8": self = .utf8
            case "utf-16", "utf16": self = .utf16(bigEndian: nil)
            case "utf-16be", "utf16be": self = .utf16(bigEndian: true)
            case "utf-16le", "utf16le": self = .utf16(bigEndian: false)
            case "utf-32", "utf32": self = .utf32(bigEndian: nil)
            case "utf-32be", "utf32be": self = .utf32(bigEndian: true)
            case "utf-32le", "utf32le": self = .utf32(bigEndian: false)
            default: return nil
            }
        }
    }

    /// Decodes a complete text.
    ///
    /// - Parameters:
    ///   - bytes: The complete text in the charset.
    ///   - charset: The IANA name of the charset, in any case.
    ///   - replacingInvalid: Whether to replace invalid bytes with U+FFFD instead of throwing an error.
    /// - Returns: The text.
    /// - Throws: `.unsupported`, `.invalidUTF8`, `.invalidCharacter` or `.truncated`.
    public func decode(_ bytes: Span<UInt8>, charset: String, replacingInvalid: Bool) throws(CodecError) -> String {
        guard let kind = Kind(named: charset) else {
            throw CodecError(.unsupported, "charset \(charset) is not built in")
        }
        switch kind {
        case .utf8: return try Self.utf8(bytes, replacingInvalid)
        case .latin1: return Self.singleBytes(bytes)
        case .ascii:
            for index in bytes.indices where bytes[index] >= 0x80 {
                if replacingInvalid { return Self.singleBytes(bytes, replacingFrom: 0x80) }
                throw CodecError(
                    .invalidCharacter, at: TextPosition(offset: index, in: bytes),
                    "byte \(hex(bytes[index])) is not US-ASCII")
            }
            return Self.singleBytes(bytes)
        case .utf16(let bigEndian): return try Self.utf16(bytes, bigEndian, replacingInvalid)
        case .utf32(let bigEndian): return try Self.utf32(bytes, bigEndian, replacingInvalid)
        }
    }

    private static func utf8(_ bytes: Span<UInt8>, _ replacing: Bool) throws(CodecError) -> String {
        let start = bytes.count >= 3 && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf ? 3 : 0
        let text = bytes.extracting(start..<bytes.count)
        if !replacing, let bad = UTF8Check.firstInvalid(text) {
            throw CodecError(
                .invalidUTF8, at: TextPosition(offset: start + bad, in: bytes),
                "byte \(hex(text[bad])) does not belong to a UTF-8 character")
        }
        return text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    private static func singleBytes(_ bytes: Span<UInt8>, replacingFrom limit: UInt8 = 0xff) -> String {
        var text = String.UnicodeScalarView()
        for index in bytes.indices {
            let byte = bytes[index]
            text.append(byte >= limit && limit < 0xff ? "\u{fffd}" : Unicode.Scalar(byte))
        }
        return String(text)
    }

    private static func utf16(
        _ bytes: Span<UInt8>, _ order: Bool?, _ replacing: Bool
    ) throws(CodecError) -> String {
        var start = 0
        var isBig = order ?? true
        if order == nil, bytes.count >= 2, (bytes[0], bytes[1]) == (0xfe, 0xff) || (bytes[0], bytes[1]) == (0xff, 0xfe)
        {
            isBig = bytes[0] == 0xfe
            start = 2
        }
        func unit(_ index: Int) -> UInt16 {
            isBig
                ? UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
                : UInt16(bytes[index + 1]) << 8 | UInt16(bytes[index])
        }
        var text = String.UnicodeScalarView()
        var index = start
        while index + 2 <= bytes.count {
            let first = unit(index)
            if let scalar = Unicode.Scalar(first) {
                text.append(scalar)
                index += 2
            } else if first < 0xdc00, index + 4 <= bytes.count, (0xdc00...0xdfff).contains(unit(index + 2)) {
                let value = 0x10000 + (UInt32(first) - 0xd800) << 10 + (UInt32(unit(index + 2)) - 0xdc00)
                text.append(Unicode.Scalar(value) ?? "\u{fffd}")
                index += 4
            } else {
                guard replacing else {
                    throw CodecError(
                        .invalidCharacter, at: TextPosition(offset: index, in: bytes),
                        "surrogate \(hex(UInt32(first))) has no partner")
                }
                text.append("\u{fffd}")
                index += 2
            }
        }
        try finish(bytes, at: index, unit: 2, replacing, &text)
        return String(text)
    }

    private static func utf32(
        _ bytes: Span<UInt8>, _ order: Bool?, _ replacing: Bool
    ) throws(CodecError) -> String {
        func unit(_ index: Int, _ isBig: Bool) -> UInt32 {
            var value: UInt32 = 0
            for place in 0..<4 { value = value << 8 | UInt32(bytes[isBig ? index + place : index + 3 - place]) }
            return value
        }
        var start = 0
        var isBig = order ?? true
        if order == nil, bytes.count >= 4, unit(0, true) == 0xfeff || unit(0, false) == 0xfeff {
            isBig = unit(0, true) == 0xfeff
            start = 4
        }
        var text = String.UnicodeScalarView()
        var index = start
        while index + 4 <= bytes.count {
            let value = unit(index, isBig)
            if let scalar = Unicode.Scalar(value) {
                text.append(scalar)
            } else if replacing {
                text.append("\u{fffd}")
            } else {
                throw CodecError(
                    .invalidCharacter, at: TextPosition(offset: index, in: bytes),
                    "\(hex(value)) is not a Unicode character")
            }
            index += 4
        }
        try finish(bytes, at: index, unit: 4, replacing, &text)
        return String(text)
    }

    /// Handles an incomplete code unit at the end.
    private static func finish(
        _ bytes: Span<UInt8>, at index: Int, unit: Int, _ replacing: Bool, _ text: inout String.UnicodeScalarView
    ) throws(CodecError) {
        guard index < bytes.count else { return }
        guard replacing else {
            throw CodecError(
                .truncated, at: TextPosition(offset: index, in: bytes),
                "text ends within a code unit of \(unit) bytes")
        }
        text.append("\u{fffd}")
    }
}

/// Validates UTF-8 (Unicode 16, table 3-7).
package enum UTF8Check {
    package static func firstInvalid(_ bytes: Span<UInt8>) -> Int? {
        var index = 0
        while index < bytes.count {
            let count = characterLength(bytes, at: index)
            if count == 0 { return index }
            index += count
        }
        return nil
    }

    /// The length of the character at `index` in bytes; 0 if it is malformed.
    package static func characterLength(_ bytes: Span<UInt8>, at index: Int) -> Int {
        let lead = bytes[index]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xbf
        switch lead {
        case 0x00...0x7f: return 1
        case 0xc2...0xdf: length = 2
        case 0xe0: (length, second) = (3, 0xa0...0xbf)
        case 0xed: (length, second) = (3, 0x80...0x9f)
        case 0xe1...0xef: length = 3
        case 0xf0: (length, second) = (4, 0x90...0xbf)
        case 0xf1...0xf3: length = 4
        case 0xf4: (length, second) = (4, 0x80...0x8f)
        default: return 0
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
        for place in 2..<max(length, 2) where !(0x80...0xbf).contains(bytes[index + place]) { return 0 }
        return length
    }
}
