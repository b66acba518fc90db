/// Punycode: Unicode text encoded as letters, digits and hyphens: `bcher-kva` for `bücher`.
///
/// In a domain name, each non-ASCII label is encoded with the prefix `xn--`. Text is not mapped or normalized, so each
/// text has one form and decoding is lossless. Registered names must also follow the rules of IDNA (RFC 5891).
///
/// ```swift
/// try Punycode.encode("bücher".utf8)                 // bcher-kva
/// try Punycode.encodeDomain("bücher.example".utf8)   // xn--bcher-kva.example
/// ```
///
/// Source: RFC 3492; RFC 5890, section 2.3.2.1.
public enum Punycode {
    /// The product of a code point and a length does not fit the `Int` of 32-bit processors.
    private typealias Number = Int64
    /// The parameters of RFC 3492, section 5.
    private static let (base, least, most, skew): (Number, Number, Number, Number) = (36, 1, 26, 38)
    private static let (damping, firstBias, first): (Number, Number, Number) = (700, 72, 0x80)
    private static let prefix = Array("xn--".utf8)
    /// Time grows with the square of the length; a label of a domain name has at most 63 characters.
    private static let maximumCount = 4096

    /// Encodes one label.
    ///
    /// - Parameter text: UTF-8, at most 4,096 characters.
    /// - Returns: ASCII text; a hyphen is appended to text that is already ASCII.
    /// - Throws: `.invalidUTF8`; `.limitExceeded` for longer text.
    public static func encode(_ text: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        try encode(scalars: scalars([UInt8](bytes: text)[...]))
    }

    /// Decodes one label.
    ///
    /// - Parameter text: ASCII text; digits in either case.
    /// - Returns: The label in UTF-8.
    /// - Throws: `.invalidCharacter`, `.truncated`, `.overflow` and `.invalidSyntax`, with their positions;
    ///   `.limitExceeded` for more than 4,096 characters.
    public static func decode(_ text: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        let text = [UInt8](bytes: text)
        return try decode(text, text[...])
    }

    /// Encodes the non-ASCII labels of a domain name.
    ///
    /// - Parameter domain: UTF-8 with dots between labels.
    /// - Returns: The domain name in ASCII.
    /// - Throws: The errors of ``encode(_:)``; `.unencodable` for a label that already begins with `xn--`.
    public static func encodeDomain(_ domain: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        let domain = [UInt8](bytes: domain)
        return try labels(domain) { (label) throws(CodecError) in
            guard !isEncoded(label) else {
                throw CodecError(
                    .unencodable, at: TextPosition(offset: label.startIndex, in: domain),
                    "a label that is encoded already")
            }
            guard label.contains(where: { $0 >= 0x80 }) else { return Array(label) }
            return prefix + (try encode(scalars: scalars(label)))
        }
    }

    /// Decodes the labels of a domain name that begin with `xn--`.
    ///
    /// - Parameter domain: ASCII with dots between labels.
    /// - Returns: The domain name in UTF-8.
    /// - Throws: The errors of ``decode(_:)``; `.invalidCharacter` for other labels that are not ASCII,
    ///   `.invalidSyntax` for an encoded label that is plain ASCII.
    public static func decodeDomain(_ domain: borrowing some Bytes) throws(CodecError) -> [UInt8] {
        let domain = [UInt8](bytes: domain)
        return try labels(domain) { (label) throws(CodecError) in
            guard isEncoded(label) else {
                if let offset = label.firstIndex(where: { $0 >= 0x80 }) {
                    throw CodecError(
                        .invalidCharacter, at: TextPosition(offset: offset, in: domain), "a byte that is not ASCII")
                }
                return Array(label)
            }
            let decoded = try decode(domain, label.dropFirst(prefix.count))
            guard decoded.contains(where: { $0 >= 0x80 }), !decoded.contains(.period) else {
                throw CodecError(
                    .invalidSyntax, at: TextPosition(offset: label.startIndex, in: domain),
                    "a label that no encoder writes")
            }
            return decoded
        }
    }

    private static func isEncoded(_ label: ArraySlice<UInt8>) -> Bool {
        label.count >= prefix.count && zip(label, prefix).allSatisfy { $0 == $1 || ($0 | 0x20) == $1 && $1 >= 0x61 }
    }

    private static func labels(
        _ domain: [UInt8], _ convert: (ArraySlice<UInt8>) throws(CodecError) -> [UInt8]
    ) throws(CodecError) -> [UInt8] {
        var output: [UInt8] = []
        var start = 0
        while true {
            let end = domain[start...].firstIndex(of: .period) ?? domain.count
            output += try convert(domain[start..<end])
            guard end < domain.count else { return output }
            output.append(.period)
            start = end + 1
        }
    }

    private static func scalars(_ text: ArraySlice<UInt8>) throws(CodecError) -> [Number] {
        guard let string = String(validating: text, as: UTF8.self) else {
            throw CodecError(.invalidUTF8, "the text is not UTF-8")
        }
        let scalars = string.unicodeScalars.map { Number($0.value) }
        guard scalars.count <= maximumCount else { throw tooLong }
        return scalars
    }

    private static var tooLong: CodecError {
        CodecError(.limitExceeded, "Punycode takes at most \(maximumCount) characters")
    }

    /// Adapts the bias for the next number (section 6.1).
    private static func adapt(_ delta: Number, _ count: Number, isFirst: Bool) -> Number {
        var delta = isFirst ? delta / damping : delta / 2
        delta += delta / count
        var step: Number = 0
        while delta > (base - least) * most / 2 {
            delta /= base - least
            step += base
        }
        return step + (base - least + 1) * delta / (delta + skew)
    }

    private static func threshold(_ place: Number, _ bias: Number) -> Number { min(max(place - bias, least), most) }

    private static func digit(_ value: Number) -> UInt8 { UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26) }

    /// Encodes a label (section 6.3).
    private static func encode(scalars: [Number]) throws(CodecError) -> [UInt8] {
        var output = scalars.filter { $0 < first }.map { UInt8($0) }
        let basicCount = Number(output.count)
        if basicCount > 0 { output.append(.hyphen) }
        var (next, delta, bias, count) = (first, Number(0), firstBias, basicCount)
        while count < Number(scalars.count), let scalar = scalars.filter({ $0 >= next }).min() {
            // At most 0x110000 characters times 4,097 positions: no overflow.
            delta += (scalar - next) * (count + 1)
            next = scalar
            for other in scalars {
                if other < next { delta += 1 }
                guard other == next else { continue }
                var rest = delta
                var place = base
                while rest >= threshold(place, bias) {
                    let limit = threshold(place, bias)
                    output.append(digit(limit + (rest - limit) % (base - limit)))
                    rest = (rest - limit) / (base - limit)
                    place += base
                }
                output.append(digit(rest))
                bias = adapt(delta, count + 1, isFirst: count == basicCount)
                delta = 0
                count += 1
            }
            delta += 1
            next += 1
        }
        return output
    }

    /// Decodes a label (section 6.2); error positions refer to `whole`.
    private static func decode(_ whole: [UInt8], _ text: ArraySlice<UInt8>) throws(CodecError) -> [UInt8] {
        func error(_ code: CodecErrorCode, at offset: Int, _ reason: String) -> CodecError {
            CodecError(code, at: TextPosition(offset: offset, in: whole), reason)
        }
        guard text.count <= maximumCount else { throw tooLong }
        if let offset = text.firstIndex(where: { $0 >= 0x80 }) {
            throw error(.invalidCharacter, at: offset, "a byte that is not ASCII")
        }
        let hyphen = text.lastIndex(of: .hyphen)
        var scalars = text[..<(hyphen ?? text.startIndex)].map { Number($0) }
        var (next, position, bias) = (first, Number(0), firstBias)
        var index = hyphen.map { $0 + 1 } ?? text.startIndex
        while index < text.endIndex {
            let (start, old) = (index, position)
            var (weight, place) = (Number(1), base)
            while true {
                guard index < text.endIndex else {
                    throw error(.truncated, at: index, "the last number has no end")
                }
                let value: Number
                switch text[index] {
                case 0x30...0x39: value = Number(text[index]) - 0x30 + 26
                case 0x41...0x5a: value = Number(text[index]) - 0x41
                case 0x61...0x7a: value = Number(text[index]) - 0x61
                default: throw error(.invalidCharacter, at: index, "not a letter or digit")
                }
                index += 1
                position += value * weight
                guard position < 0x11_0000 * Number(maximumCount + 1) else {
                    throw error(.overflow, at: start, "the number stands for no character")
                }
                let limit = threshold(place, bias)
                if value < limit { break }
                weight *= base - limit
                place += base
                guard weight < 1 << 40 else { throw error(.overflow, at: start, "the number stands for no character") }
            }
            let count = Number(scalars.count + 1)
            bias = adapt(position - old, count, isFirst: old == 0)
            next += position / count
            position %= count
            guard let scalar = Unicode.Scalar(UInt32(next)), next < 0x11_0000 else {
                throw error(.overflow, at: start, "the number stands for no character")
            }
            scalars.insert(Number(scalar.value), at: Int(position))
            position += 1
        }
        var output: [UInt8] = []
        for scalar in scalars {
            output += Array(
                UTF8.encode(Unicode.Scalar(UInt32(scalar)) ?? "\u{fffd}") ?? UTF8.encodedReplacementCharacter)
        }
        return output
    }
}
