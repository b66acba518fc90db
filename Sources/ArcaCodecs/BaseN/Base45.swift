/// Base45 (RFC 9285), designed for the alphanumeric mode of QR codes, strict.
///
/// Two bytes become three symbols; a last single byte becomes two.
///
/// ```swift
/// Base45.standard.encode("AB".utf8)  // "BB8"
/// try Base45.standard.decode("BB8")  // "AB"
/// try Base45.standard.decode("GGW")  // throws .overflow: 65536 does not fit two bytes
/// ```
///
/// Uses no memory beyond the result; streaming keeps less than 200 bytes. Source: RFC 9285.
public struct Base45: StreamingTextCodec, Hashable {
    /// Deviations from the canonical text that decoding accepts: `letterCase`, and `whitespace` except the space, which
    /// is a symbol.
    public var options: DecodingOptions

    /// The standard form.
    public static let standard = Base45()

    /// Creates a codec.
    public init(options: DecodingOptions = []) { self.options = options }

    fileprivate static let symbols: [UInt8] = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
    fileprivate static let values: [UInt8] = {
        var values = [UInt8](repeating: SymbolTable.invalid, count: 256)
        for (value, symbol) in symbols.enumerated() { values[Int(symbol)] = UInt8(value) }
        return values
    }()

    /// The exact number of bytes of text for `byteCount` bytes.
    public func encodedCount(for byteCount: Int) -> Int {
        let byteCount = byteCount.addressable
        return byteCount / 2 * 3 + byteCount % 2 * 2
    }

    /// The same as ``encodedCount(for:)``.
    public func maximumEncodedCount(for byteCount: Int) -> Int { encodedCount(for: byteCount) }

    /// The maximum decoded size of `characterCount` bytes of text: two bytes per three characters.
    public func maximumDecodedCount(for characterCount: Int) -> Int { (characterCount.addressable * 2 + 2) / 3 }

    /// Encodes `bytes` and appends the text to `output`.
    ///
    /// `output` must have room for `encodedCount(for: bytes.count)` bytes; less is a programming error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        var encoder = PairEncoder()
        encoder.update(bytes, into: &output)
        encoder.finish(into: &output)
    }

    /// Decodes `text` and appends the bytes to `output`.
    ///
    /// `output` must have room for the bytes; `maximumDecodedCount(for:)` is always enough.
    ///
    /// - Throws: `.invalidCharacter`, `.invalidLength`, `.overflow` for a group whose value is too large;
    ///   `.limitExceeded` if `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = TripleDecoder(options)
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    /// Creates an encoder at the start of a stream; its `maximumOutputCount(for:)` is exact.
    public func makeEncoder() -> some InfallibleByteTransform { PairEncoder() }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { TripleDecoder(options) }
}

private struct PairEncoder: InfallibleByteTransform {
    private var first: UInt8?

    func maximumOutputCount(for byteCount: Int) -> Int {
        Base45.standard.encodedCount(for: byteCount.addressable + (first == nil ? 0 : 1))
    }

    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        let symbols = Base45.symbols.span
        for index in bytes.indices {
            guard let high = first else {
                first = bytes[index]
                continue
            }
            let number = Int(high) << 8 | Int(bytes[index])
            output.append(symbols[number % 45])
            output.append(symbols[number / 45 % 45])
            output.append(symbols[number / 2025])
            first = nil
        }
    }

    mutating func finish(into output: inout OutputSpan<UInt8>) {
        guard let last = first else { return }
        output.append(Base45.symbols[Int(last) % 45])
        output.append(Base45.symbols[Int(last) / 45])
        first = nil
    }
}

private struct TripleDecoder: ByteTransform {
    private let options: DecodingOptions
    private var position = StreamPosition()
    private var groupStart = StreamPosition()
    private var number = 0
    private var symbolCount = 0

    init(_ options: DecodingOptions) { self.options = options }

    func maximumOutputCount(for byteCount: Int) -> Int {
        Base45.standard.maximumDecodedCount(for: byteCount.addressable + symbolCount)
    }

    mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        let values = Base45.values.span
        let foldsCase = options.contains(.letterCase)
        for index in bytes.indices {
            let byte = bytes[index]
            let isLower = byte >= 0x61 && byte <= 0x7a
            let value = values[Int(foldsCase && isLower ? byte ^ 0x20 : byte)]
            if value != SymbolTable.invalid {
                if symbolCount == 0 { groupStart = position }
                number += Int(value) * (symbolCount == 0 ? 1 : symbolCount == 1 ? 45 : 2025)
                symbolCount += 1
                if symbolCount == 3 { try emit(2, into: &output) }
            } else if !(options.contains(.whitespace) && byte.isWhitespace) {
                throw CodecError(
                    .invalidCharacter, at: position.textPosition, "\(byte.quoted) is not a symbol of base45",
                    hint: isLower ? CodecHint.otherCase.rawValue : nil)
            }
            position.advance(past: byte)
        }
    }

    mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) {
        guard symbolCount != 1 else {
            throw CodecError(
                .invalidLength, at: position.textPosition, "1 symbol in the last group cannot stand for bytes")
        }
        if symbolCount == 2 { try emit(1, into: &output) }
    }

    private mutating func emit(_ count: Int, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        guard number >> (8 * count) == 0 else {
            throw CodecError(
                .overflow, at: groupStart.textPosition,
                "\(number) does not fit \(count == 1 ? "a byte" : "two bytes")",
                hint: "the largest group is \(count == 1 ? "U5" : "FGW")")
        }
        guard output.freeCapacity >= count else {
            throw CodecError(.limitExceeded, at: position.textPosition, "the decoded bytes do not fit the buffer")
        }
        if count == 2 { output.append(UInt8(truncatingIfNeeded: number >> 8)) }
        output.append(UInt8(truncatingIfNeeded: number))
        number = 0
        symbolCount = 0
    }
}
