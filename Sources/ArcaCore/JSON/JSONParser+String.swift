// Strings (RFC 8259, section 7) and their UTF-8 (RFC 3629, section 4).
extension JSONParser {
    mutating func string(_ bytes: Span<UInt8>) throws(CodecError) -> String {
        let opening = offset
        offset += 1
        var start = offset
        var hasEscapes = false
        while offset < bytes.count {
            let byte = bytes[offset]
            // A fast path for the most common characters.
            if byte > 0x22, byte < 0x7f, byte != .backslash {
                offset += 1
            } else if byte == .quotationMark {
                if hasEscapes { scratch.append(contentsOf: bytes.extracting(start..<offset)) }
                offset += 1
                return hasEscapes ? String(decoding: scratch, as: UTF8.self) : text(bytes, start..<offset - 1)
            } else if byte == .backslash {
                if !hasEscapes { scratch.removeAll(keepingCapacity: true) }
                hasEscapes = true
                scratch.append(contentsOf: bytes.extracting(start..<offset))
                try escape(bytes)
                start = offset
            } else if byte >= 0x80 {
                try multibyte(bytes)
            } else if byte < 0x20 {
                throw error(
                    .invalidCharacter, bytes, "a control character in a string",
                    hint: "write \(JSONWriter.escape(of: byte))")
            } else {
                offset += 1  // space, exclamation mark, delete
            }
        }
        throw CodecError(
            .truncated, at: TextPosition(offset: bytes.count, in: bytes),
            "the text ends inside the string that starts at offset \(opening)")
    }

    func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func escape(_ bytes: Span<UInt8>) throws(CodecError) {
        guard offset + 1 < bytes.count else {
            offset = bytes.count
            throw error(.truncated, bytes, "the text ends inside an escape")
        }
        switch bytes[offset + 1] {
        case .quotationMark, .backslash, .slash: scratch.append(bytes[offset + 1])
        case UInt8(ascii: "b"): scratch.append(0x08)
        case UInt8(ascii: "f"): scratch.append(0x0c)
        case UInt8(ascii: "n"): scratch.append(.newline)
        case UInt8(ascii: "r"): scratch.append(.carriageReturn)
        case UInt8(ascii: "t"): scratch.append(.tab)
        case UInt8(ascii: "u"): return try unicodeEscape(bytes)
        default:
            throw error(
                .invalidSyntax, bytes, "an escape that JSON does not have",
                hint: #"the escapes are \" \\ \/ \b \f \n \r \t and \uXXXX"#)
        }
        offset += 2
    }

    private mutating func unicodeEscape(_ bytes: Span<UInt8>) throws(CodecError) {
        let unit = try fourDigits(bytes, at: offset)
        var value = UInt32(unit)
        var length = 6
        if unit & 0xf800 == 0xd800 {
            let isHigh = unit & 0x0400 == 0
            let next = offset + 6
            if isHigh, next + 1 < bytes.count, bytes[next] == .backslash,
                bytes[next + 1] == UInt8(ascii: "u"),
                case let low = try fourDigits(bytes, at: next), low & 0xfc00 == 0xdc00
            {
                value = 0x10000 + (UInt32(unit) & 0x3ff) << 10 + UInt32(low) & 0x3ff
                length = 12
            } else if replacesLoneSurrogates {
                value = 0xfffd
            } else {
                let missing = isHigh ? "without its second half" : "without its first half"
                throw error(
                    .invalidSyntax, bytes, "half a surrogate pair, \(missing)",
                    hint: #"characters beyond U+FFFF are written as a pair: \uD83D\uDE00"#)
            }
        }
        offset += length
        guard let scalar = Unicode.Scalar(value) else { return }  // unreachable: surrogates are handled above
        scratch.append(contentsOf: String(scalar).utf8)
    }

    /// The value of the four digits after `\u` at `start`.
    private mutating func fourDigits(_ bytes: Span<UInt8>, at start: Int) throws(CodecError) -> UInt16 {
        var value: UInt16 = 0
        for index in start + 2..<start + 6 {
            guard index < bytes.count else {
                offset = bytes.count
                throw error(.truncated, bytes, "the text ends inside an escape")
            }
            let byte = bytes[index]
            let letter = byte | 0x20
            if byte >= 0x30, byte <= 0x39 {
                value = value << 4 | UInt16(byte - 0x30)
            } else if letter >= 0x61, letter <= 0x66 {
                value = value << 4 | UInt16(letter - 0x57)
            } else {
                offset = index
                throw error(.invalidSyntax, bytes, #"\u is not followed by four hexadecimal digits"#)
            }
        }
        return value
    }

    /// Skips a valid sequence of two to four bytes (RFC 3629, section 4).
    private mutating func multibyte(_ bytes: Span<UInt8>) throws(CodecError) {
        let first = bytes[offset]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xbf
        switch first {
        case 0xc2...0xdf: length = 2
        case 0xe0: (length, second) = (3, 0xa0...0xbf)
        case 0xed: (length, second) = (3, 0x80...0x9f)
        case 0xe1...0xef: length = 3
        case 0xf0: (length, second) = (4, 0x90...0xbf)
        case 0xf4: (length, second) = (4, 0x80...0x8f)
        case 0xf1...0xf3: length = 4
        default: throw error(.invalidUTF8, bytes, "a byte that cannot start a character in UTF-8")
        }
        for index in 1..<length {
            guard offset + index < bytes.count else {
                throw error(.invalidUTF8, bytes, "a character that is cut short in UTF-8")
            }
            let allowed = index == 1 ? second : 0x80...0xbf
            guard allowed.contains(bytes[offset + index]) else {
                throw error(.invalidUTF8, bytes, "bytes that are not a character in UTF-8")
            }
        }
        offset += length
    }
}
