/// Bytes as a C or Swift array literal.
///
/// Decoding accepts a list in brackets or braces, alone or as the value of a declaration. Elements are decimal, `0x`,
/// `0o` or `0b` numbers from 0 to 255. A length in a second declaration, as written by `xxd -i`, is verified. Character
/// literals, C octal numbers (`017`) and trailing data are errors. Comments are errors unless `whitespace` is allowed;
/// Wireshark writes the text column in comments.
///
/// ```swift
/// ByteLiteral.c(name: "key").encode([1, 2])  // unsigned char key[] = {\n  0x01, 0x02\n};\nunsigned int key_len = 2;
/// try ByteLiteral.standard.decode("[0x48, 105]")  // [72, 105]
/// ```
public struct ByteLiteral: TextCodec, Hashable {
    private enum Language: Sendable {
        case c
        case swift
    }
    private let language: Language
    /// The declared name of the array.
    public let name: String
    /// Deviations from the strict form that decoding accepts: `whitespace` (comments of C and Swift).
    public var options: DecodingOptions = []

    /// A Swift array named `bytes`.
    public static let standard = ByteLiteral(.swift, "bytes")
    /// A Swift array named `bytes`.
    public static let swift = standard
    /// A C array named `bytes`.
    public static let c = ByteLiteral(.c, "bytes")

    private init(_ language: Language, _ name: String) {
        self.language = language
        self.name = name
    }

    /// Returns a codec for a C array, as written by `xxd -i`.
    ///
    /// - Parameter name: A name of ASCII letters, digits and `_`, not starting with a digit.
    /// - Returns: The codec.
    /// - Throws: ``CodecError`` `.invalidOption` for an invalid name.
    public static func c(name: String) throws(CodecError) -> ByteLiteral { ByteLiteral(.c, try checked(name)) }

    /// Returns a codec for a Swift array.
    ///
    /// - Parameter name: A name of ASCII letters, digits and `_`, not starting with a digit.
    /// - Returns: The codec.
    /// - Throws: ``CodecError`` `.invalidOption` for an invalid name.
    public static func swift(name: String) throws(CodecError) -> ByteLiteral { ByteLiteral(.swift, try checked(name)) }

    private static func checked(_ name: String) throws(CodecError) -> String {
        guard let first = name.utf8.first, !first.isDigit, name.utf8.allSatisfy(isNamePart) else {
            throw CodecError(
                .invalidOption, "'\(name)' is not a valid array name", hint: "letters, digits and _ make names")
        }
        return name
    }

    private static func isNamePart(_ byte: UInt8) -> Bool { nameParts.contains(byte) }
    private static let nameParts = ASCIISet(ASCIISet.letters + ASCIISet.digits + "_")
    /// Characters allowed before the `=` of a declaration.
    private static let declarationParts = ASCIISet(ASCIISet.letters + ASCIISet.digits + "_:[]* \t\r\n")

    /// The maximum number of bytes of text for `byteCount` bytes: six per byte, line ends and indentation, and the
    /// declaration.
    public func maximumEncodedCount(for byteCount: Int) -> Int {
        let byteCount = byteCount.addressable
        return byteCount * 6 + (byteCount / 12 + 1) * 5 + 2 * name.utf8.count + 80
    }

    /// The maximum decoded size of `characterCount` bytes of text: one byte per two characters.
    public func maximumDecodedCount(for characterCount: Int) -> Int { characterCount / 2 }

    /// Encodes `bytes` and appends the declaration to `output`.
    ///
    /// `output` must have room for it; less is a programming error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        let isC = language == .c
        put(isC ? "unsigned char \(name)[] = {" : "let \(name): [UInt8] = [", &output)
        for index in 0..<bytes.count {
            if index % 12 == 0 {
                put(isC ? "\n  " : "\n    ", &output)
            } else {
                output.append(.space)
            }
            put("0x", &output)
            output.append(.hexDigit(bytes[index] >> 4, isUpper: false))
            output.append(.hexDigit(bytes[index] & 15, isUpper: false))
            if !isC || index + 1 < bytes.count { output.append(.comma) }
        }
        if isC || bytes.count > 0 { output.append(.newline) }
        put(isC ? "};\nunsigned int \(name)_len = \(bytes.count);\n" : "]\n", &output)
    }

    private func put(_ text: String, _ output: inout OutputSpan<UInt8>) {
        for unit in text.utf8 { output.append(unit) }
    }

    /// Decodes a list and appends the bytes to `output`.
    ///
    /// `output` must have room for the bytes.
    ///
    /// - Throws: `.invalidSyntax`, `.overflow` for a number above 255, `.truncated`, `.trailingData`,
    ///   `.checksumMismatch` if a declared length does not match the list, `.limitExceeded` if `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var reader = Reader(skipsComments: options.contains(.whitespace))
        try reader.skipDeclaration(text)
        guard let open = reader.next(text), open == .leftBracket || open == .leftBrace else {
            throw reader.unexpected(text, "a list in brackets or braces")
        }
        let close = open + 2  // in ASCII, ']' and '}' are two positions after '[' and '{'
        reader.offset += 1
        var count = 0
        while let byte = reader.next(text), byte != close {
            let value = try reader.byte(text)
            guard output.freeCapacity > 0 else {
                throw reader.error(.limitExceeded, text, "the decoded bytes do not fit the buffer")
            }
            output.append(value)
            count += 1
            guard let after = reader.next(text), after != close else { continue }
            guard after == .comma else { throw reader.unexpected(text, "a comma or the end of the list") }
            reader.offset += 1
        }
        guard reader.next(text) == close else {
            throw reader.error(.truncated, text, "the text ends inside the list")
        }
        reader.offset += 1
        if reader.next(text) == .semicolon { reader.offset += 1 }
        try reader.checkLength(text, count)
    }

    private struct Reader {
        let skipsComments: Bool
        var offset = 0

        init(skipsComments: Bool) { self.skipsComments = skipsComments }

        func error(_ code: CodecError.Code, _ text: Span<UInt8>, _ reason: String) -> CodecError {
            CodecError(code, at: TextPosition(offset: offset, in: text), reason)
        }

        func unexpected(_ text: Span<UInt8>, _ wanted: String) -> CodecError {
            guard offset < text.count else {
                return error(.truncated, text, "the text ends where \(wanted) should be")
            }
            return error(.invalidSyntax, text, "\(text[offset].quoted) where \(wanted) should be")
        }

        mutating func next(_ text: Span<UInt8>) -> UInt8? {
            while offset < text.count {
                if text[offset].isWhitespace {
                    offset += 1
                } else if skipsComments, text[offset] == .slash, let end = endOfComment(text) {
                    offset = end
                } else {
                    return text[offset]
                }
            }
            return nil
        }

        /// The end of the comment at the current offset; nil if it is not a comment or is not closed.
        private func endOfComment(_ text: Span<UInt8>) -> Int? {
            guard offset + 1 < text.count else { return nil }
            var end = offset + 2
            if text[offset + 1] == .slash {
                while end < text.count, text[end] != .newline { end += 1 }
                return end
            }
            guard text[offset + 1] == .asterisk else { return nil }
            while end + 1 < text.count {
                if text[end] == .asterisk, text[end + 1] == .slash { return end + 2 }
                end += 1
            }
            return nil
        }

        mutating func skipDeclaration(_ text: Span<UInt8>) throws(CodecError) {
            let first = next(text)
            var end = offset
            while end < text.count, ByteLiteral.declarationParts.contains(text[end]) { end += 1 }
            guard end < text.count, text[end] == .equals, first != .leftBracket else { return }
            offset = end + 1
        }

        mutating func byte(_ text: Span<UInt8>) throws(CodecError) -> UInt8 {
            let start = offset
            var radix = 10
            if text[offset] == UInt8(ascii: "0"), offset + 1 < text.count {
                switch text[offset + 1] {
                case UInt8(ascii: "x"), UInt8(ascii: "X"): radix = 16
                case UInt8(ascii: "o"): radix = 8
                case UInt8(ascii: "b"), UInt8(ascii: "B"): radix = 2
                case 0x30...0x39:
                    throw error(.invalidSyntax, text, "a number that starts with 0: octal in C, not in Swift")
                default: break
                }
            }
            if radix != 10 { offset += 2 }
            let digits = offset
            var value = 0
            while offset < text.count, let digit = text[offset].hexDigitValue, digit < radix {
                value = min(value * radix + Int(digit), 256)
                offset += 1
            }
            if offset == digits { throw unexpected(text, "a number") }
            if offset < text.count, ByteLiteral.isNamePart(text[offset]) {
                throw unexpected(text, "a digit or a comma")
            }
            guard let byte = UInt8(exactly: value) else {
                throw CodecError(.overflow, at: TextPosition(offset: start, in: text), "a number beyond 255")
            }
            return byte
        }

        /// Checks the optional `unsigned int name_len = count;`, and that nothing follows.
        mutating func checkLength(_ text: Span<UInt8>, _ count: Int) throws(CodecError) {
            guard next(text) != nil else { return }
            let start = offset
            while offset < text.count, ByteLiteral.declarationParts.contains(text[offset]) { offset += 1 }
            guard next(text) == .equals else {
                offset = start
                throw error(.trailingData, text, "something after the list")
            }
            offset += 1
            let expected = Array("\(count)".utf8)
            _ = next(text)
            let number = offset
            while offset < text.count, ByteLiteral.isNamePart(text[offset]) { offset += 1 }
            guard Array(bytes: text.extracting(number..<offset)) == expected else {
                throw CodecError(
                    .checksumMismatch, at: TextPosition(offset: number, in: text),
                    "the length stated is not that of the list", hint: "it has \(count) bytes")
            }
            if next(text) == .semicolon { offset += 1 }
            if next(text) != nil { throw error(.trailingData, text, "something after the length") }
        }
    }
}
