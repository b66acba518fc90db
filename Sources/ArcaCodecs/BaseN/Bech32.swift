/// Bech32 (BIP 173) and Bech32m (BIP 350): a readable prefix, data in Base32, and a checksum that detects typing
/// errors.
///
/// ```swift
/// try Bech32.encode([1, 2, 3], prefix: "test")                 // bytes, as age keys do
/// let key = try Bech32.decode("AGE-SECRET-KEY-1…", maximumCount: nil)
/// key.prefix                                                   // "AGE-SECRET-KEY-"
/// ```
///
/// Text is all lower or all upper case. The standard allows 90 characters, where any four wrong characters are
/// detected. Longer text, as in age, needs `maximumCount: nil`. Source: BIP 173, BIP 350.
public struct Bech32: Sendable, Hashable {
    /// The checksum variant.
    public enum Variant: Sendable, Hashable {
        /// The checksum of BIP 173.
        case bech32
        /// The checksum of BIP 350, for witness version 1 and later.
        case bech32m

        var constant: UInt32 { self == .bech32 ? 1 : 0x2bc8_30a3 }
        fileprivate var name: String { self == .bech32 ? "bech32" : "bech32m" }
    }

    /// The text before the last `1`, in its original case.
    public let prefix: String
    /// The data as 5-bit values.
    public let values: [UInt8]
    /// The checksum variant of the text.
    public let variant: Variant

    /// The maximum number of characters in the standard.
    public static let standardMaximumCount = 90

    static let symbols: [UInt8] = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
    static let symbolValues: [UInt8] = {
        var values = [UInt8](repeating: SymbolTable.invalid, count: 256)
        for (value, symbol) in symbols.enumerated() { values[Int(symbol)] = UInt8(value) }
        return values
    }()

    /// Encodes bytes, padded with zero bits to a multiple of five bits.
    ///
    /// - Parameters:
    ///   - bytes: The data, any bytes.
    ///   - prefix: 1 to 83 printable ASCII characters, not of mixed case; determines the case of the text.
    ///   - variant: The checksum to write.
    ///   - maximumCount: The maximum number of characters of the text; nil for no limit.
    /// - Returns: The text.
    /// - Throws: `.unencodable` for an invalid prefix; `.limitExceeded` if the text would be too long.
    public static func encode(
        _ bytes: borrowing some Bytes, prefix: String, variant: Variant = .bech32,
        maximumCount: Int? = standardMaximumCount
    ) throws(CodecError) -> String {
        var values: [UInt8] = []
        bytes.withBytes { span in
            var groups = BitGroups(from: 8, to: 5)
            for index in span.indices {
                groups.take(span[index])
                while let value = groups.next() { values.append(value) }
            }
            if let value = groups.rest() { values.append(value) }
        }
        return try encode(values: values, prefix: prefix, variant: variant, maximumCount: maximumCount)
    }

    /// Encodes 5-bit values.
    ///
    /// - Parameters:
    ///   - values: The data, numbers from 0 to 31.
    ///   - prefix: 1 to 83 printable ASCII characters, not of mixed case; determines the case of the text.
    ///   - variant: The checksum to write.
    ///   - maximumCount: The maximum number of characters of the text; nil for no limit.
    /// - Returns: The text.
    /// - Throws: `.unencodable` for an invalid prefix or a value above 31; `.limitExceeded` if the text would be too
    ///   long.
    public static func encode(
        values: [UInt8], prefix: String, variant: Variant = .bech32, maximumCount: Int? = standardMaximumCount
    ) throws(CodecError) -> String {
        let name = Array(prefix.utf8)
        try checkPrefix(name, .unencodable)
        for value in values where value > 31 {
            throw CodecError(.unencodable, "\(value) does not fit five bits")
        }
        let isUpper = name.contains { $0.isUppercase }
        let count = name.count + 1 + values.count + 6
        if let maximumCount, count > maximumCount {
            throw CodecError(
                .limitExceeded, "the text would have \(count) characters",
                hint: "the limit is \(maximumCount)")
        }
        var checksum = Checksum(prefix: name)
        for value in values { checksum.take(value) }
        let all = values + checksum.symbols(variant)
        let text = all.map { isUpper ? symbols[Int($0)].uppercased : symbols[Int($0)] }
        return prefix + "1" + String(decoding: text, as: UTF8.self)
    }

    /// Decodes text and verifies its checksum.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - variant: The checksum that the text must have; nil for either.
    ///   - maximumCount: The maximum number of characters; nil for no limit.
    /// - Returns: Prefix, data and variant.
    /// - Throws: `.limitExceeded`, `.invalidSyntax` without a separator, `.invalidCharacter` also for mixed case,
    ///   `.truncated` for data too short for a checksum, `.checksumMismatch` at the checksum.
    public static func decode(
        _ text: String, variant: Variant? = nil, maximumCount: Int? = standardMaximumCount
    ) throws(CodecError) -> Bech32 {
        let bytes = Array(text.utf8)
        let found = try check(bytes.span, variant, maximumCount)
        let values = bytes[(found.separator + 1)..<(bytes.count - 6)].map { symbolValues[Int($0.lowercased)] }
        return Bech32(prefix: found.prefix, values: values, variant: found.variant)
    }

    static func check(
        _ bytes: Span<UInt8>, _ variant: Variant?, _ maximumCount: Int?
    ) throws(CodecError) -> (prefix: String, separator: Int, variant: Variant) {
        if let maximumCount, bytes.count > maximumCount {
            throw CodecError(
                .limitExceeded, at: TextPosition(offset: maximumCount, in: bytes),
                "the text has \(bytes.count) characters", hint: "the limit is \(maximumCount)")
        }
        let end = TextPosition(offset: bytes.count, in: bytes)
        guard let separator = bytes.indices.last(where: { bytes[$0] == UInt8(ascii: "1") }) else {
            throw CodecError(.invalidSyntax, at: end, "there is no 1 between prefix and data")
        }
        let name = [UInt8](bytes: bytes.extracting(..<separator))
        try checkPrefix(name, .invalidSyntax)
        let firstLetter = bytes.indices.first { bytes[$0].isLowercase || bytes[$0].isUppercase }
        let isUpper = firstLetter.map { bytes[$0].isUppercase } ?? false
        var checksum = Checksum(prefix: name)
        for offset in bytes.indices {
            let byte = bytes[offset]
            if isUpper ? byte.isLowercase : byte.isUppercase {
                throw CodecError(
                    .invalidCharacter, at: TextPosition(offset: offset, in: bytes),
                    "\(byte.quoted) is not in the case of the letters before it")
            }
            guard offset > separator else { continue }
            let value = symbolValues[Int(byte.lowercased)]
            guard value != SymbolTable.invalid else {
                throw CodecError(
                    .invalidCharacter, at: TextPosition(offset: offset, in: bytes),
                    "\(byte.quoted) is not a symbol of bech32")
            }
            checksum.take(value)
        }
        let count = bytes.count - separator - 1
        guard count >= 6 else {
            throw CodecError(.truncated, at: end, "\(count) symbols cannot hold a checksum of 6")
        }
        let last = TextPosition(offset: bytes.count - 6, in: bytes)
        guard let found = [Variant.bech32, .bech32m].first(where: { $0.constant == checksum.remainder }) else {
            throw CodecError(
                .checksumMismatch, at: last, "the checksum does not match", hint: "a character may be mistyped")
        }
        if let variant, variant != found {
            throw CodecError(
                .checksumMismatch, at: last, "the checksum is that of \(found.name)",
                hint: "\(variant.name) is wanted here")
        }
        return (String(decoding: name, as: UTF8.self), separator, found)
    }

    /// The data as bytes.
    ///
    /// - Returns: The bytes. Up to four remaining bits are padding and must be zero.
    /// - Throws: `.invalidLength` if five or more bits remain, `.trailingBits` if the padding is not zero. The error
    ///   has no position, because the caller may have removed leading values.
    public func bytes() throws(CodecError) -> [UInt8] { try Bech32.bytes(of: values) }

    /// Converts 5-bit values to bytes.
    ///
    /// - Parameter values: Values from 0 to 31; for a segwit address, without the leading witness version.
    /// - Returns: The bytes.
    /// - Throws: `.invalidLength` if five or more bits remain, `.trailingBits` if they are not zero.
    public static func bytes(of values: some Sequence<UInt8>) throws(CodecError) -> [UInt8] {
        var bytes: [UInt8] = []
        var groups = BitGroups(from: 5, to: 8)
        for value in values {
            groups.take(value & 31)
            if let byte = groups.next() { bytes.append(byte) }
        }
        try groups.checkRest()
        return bytes
    }

    private static func checkPrefix(_ prefix: [UInt8], _ code: CodecError.Code) throws(CodecError) {
        guard (1...83).contains(prefix.count) else {
            throw CodecError(
                code, at: TextPosition(offset: 0, line: 1, column: 1),
                "the prefix has \(prefix.count) characters", hint: "it needs 1 to 83")
        }
        for (offset, byte) in prefix.enumerated() where byte < 0x21 || byte > 0x7e {
            throw CodecError(
                code == .unencodable ? code : .invalidCharacter, at: TextPosition(offset: offset, in: prefix),
                "a prefix is printable ASCII without spaces, not \(byte.quoted)")
        }
        if code == .unencodable, prefix.contains(where: { $0.isUppercase }),
            let offset = prefix.firstIndex(where: { $0.isLowercase })
        {
            throw CodecError(
                code, at: TextPosition(offset: offset, in: prefix), "the prefix mixes upper and lower case")
        }
    }
}
