/// Crockford's Base32: made to be read, typed and spoken, with an optional check symbol.
///
/// Decoding takes letters of either case, reads `O` as 0 and `I` and `L` as 1, and skips hyphens: that is the
/// encoding's definition, not leniency. The check symbol is the number that the symbols stand for, modulo 37.
///
/// ```swift
/// Crockford.encode([0xff, 0x01])                        // "ZW0G"
/// Crockford(hasCheckSymbol: true).encode([0xff, 0x01])  // with the check symbol behind
/// try Crockford.decode("zw-og")                         // [0xff, 0x01]
/// ```
///
/// Bytes are grouped as in RFC 4648 (five bytes, eight symbols), unused bits of the last symbol being zero. Source:
/// Douglas Crockford, "Base 32", https://www.crockford.com/base32.html.
public struct Crockford: StreamingTextCodec, Hashable {
    /// Whether the last symbol checks the others.
    public var hasCheckSymbol: Bool
    /// Symbols between two hyphens that encoding writes; nil for no hyphens.
    public private(set) var hyphenInterval: Int?
    /// What decoding accepts besides the defined text: `whitespace`, `trailingBits`.
    public var options: DecodingOptions

    /// No check symbol, no hyphens.
    public static let standard = Crockford()

    /// Makes a codec.
    ///
    /// - Parameters:
    ///   - hasCheckSymbol: Whether the last symbol checks the others; decoding then requires it.
    ///   - hyphenInterval: Symbols between two hyphens that encoding writes, 1 or more; nil for no hyphens.
    ///   - options: What decoding accepts besides the defined text.
    /// - Throws: ``CodecError`` with code `.invalidOption` for an interval below 1.
    public init(hasCheckSymbol: Bool = false, hyphenInterval: Int?, options: DecodingOptions = []) throws(CodecError) {
        if let hyphenInterval, hyphenInterval < 1 {
            throw CodecError(.invalidOption, "hyphens have 1 symbol or more between them, not \(hyphenInterval)")
        }
        self.init(hasCheckSymbol: hasCheckSymbol, options: options)
        self.hyphenInterval = hyphenInterval
    }

    /// Makes a codec that writes no hyphens.
    ///
    /// - Parameters:
    ///   - hasCheckSymbol: Whether the last symbol checks the others; decoding then requires it.
    ///   - options: What decoding accepts besides the defined text.
    public init(hasCheckSymbol: Bool = false, options: DecodingOptions = []) {
        self.hasCheckSymbol = hasCheckSymbol
        self.options = options
    }

    /// The symbols of the values 32 to 36, which only a check symbol has.
    private static let checkSymbols: [UInt8] = Array("*~$=U".utf8)

    /// The exact number of bytes of text, hyphens and check symbol included, for `byteCount` bytes.
    public func encodedCount(for byteCount: Int) -> Int { encoder.maximumOutputCount(for: byteCount) }

    /// The same as ``encodedCount(for:)``.
    public func maximumEncodedCount(for byteCount: Int) -> Int { encodedCount(for: byteCount) }

    /// The maximum number of bytes that `characterCount` bytes of text decode to: five for eight.
    public func maximumDecodedCount(for characterCount: Int) -> Int { Base32Radix.byteCount(for: characterCount) }

    /// Appends the text for `bytes` to `output`.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - output: Needs room for `encodedCount(for: bytes.count)` bytes; less is a programmer's error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        var encoder = encoder
        encoder.update(bytes, into: &output)
        encoder.finish(into: &output)
    }

    /// Appends the bytes that `text` stands for to `output`.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - output: Needs room for the bytes; `maximumDecodedCount(for:)` is always enough.
    /// - Throws: `.invalidCharacter`, `.invalidLength`, `.trailingBits`; `.checksumMismatch` at the check symbol,
    ///   `.truncated` when there is none; `.limitExceeded` when `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = decoder
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    private var encoder: CheckingEncoder {
        let hyphens = hyphenInterval.map { LineBreaker(every: $0, separator: 0x2d) }
        return CheckingEncoder(hasCheckSymbol: hasCheckSymbol, hyphens: hyphens)
    }

    private var decoder: CheckingDecoder { CheckingDecoder(hasCheckSymbol: hasCheckSymbol, options: options) }

    /// Makes an encoder at the start of a stream; its `maximumOutputCount(for:)` is exact.
    public func makeEncoder() -> some InfallibleByteTransform { encoder }

    /// Makes a decoder at the start of a stream.
    public func makeDecoder() -> some ByteTransform { decoder }

    private struct CheckingEncoder: InfallibleByteTransform {
        private var encoder: RadixEncoder<Base32Radix>
        private let hasCheckSymbol: Bool
        private var remainder: UInt = 0
        private var byteCount = 0

        init(hasCheckSymbol: Bool, hyphens: LineBreaker?) {
            encoder = RadixEncoder(Base32Alphabet.crockford.table, padding: nil, lines: hyphens)
            self.hasCheckSymbol = hasCheckSymbol
        }

        func maximumOutputCount(for count: Int) -> Int {
            encoder.maximumOutputCount(for: count, further: hasCheckSymbol ? 1 : 0)
        }

        mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
            if hasCheckSymbol {
                for index in bytes.indices { remainder = (remainder << 8 | UInt(bytes[index])) % 37 }
                byteCount &+= bytes.count
            }
            encoder.update(bytes, into: &output)
        }

        mutating func finish(into output: inout OutputSpan<UInt8>) {
            encoder.finish(into: &output)
            guard hasCheckSymbol else { return }
            // The symbols' number has the unused bits of the last one behind the bytes' number.
            let unused = UInt((5 - byteCount % 5 * 8 % 5) % 5)
            let value = Int((remainder << unused) % 37)
            let table = Base32Alphabet.crockford.table
            encoder.append(value < 32 ? table.symbols[value] : Crockford.checkSymbols[value - 32], to: &output)
        }
    }

    private struct CheckingDecoder: ByteTransform {
        private var decoder: RadixDecoder<Base32Radix>
        private let hasCheckSymbol: Bool
        private var remainder: UInt = 0
        private var position = StreamPosition()
        /// The last symbol seen: it may be the check symbol.
        private var held: (byte: UInt8, position: StreamPosition)?

        init(hasCheckSymbol: Bool, options: DecodingOptions) {
            let alphabet = Base32Alphabet.crockford
            decoder = RadixDecoder(
                alphabet.table, values: alphabet.table.lenientValues, rule: .absent, lines: nil, options: options,
                ignored: 0x2d, name: alphabet.name)
            self.hasCheckSymbol = hasCheckSymbol
        }

        func maximumOutputCount(for byteCount: Int) -> Int {
            decoder.maximumOutputCount(for: byteCount.addressable + (held == nil ? 0 : 1))
        }

        mutating func update(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
            guard hasCheckSymbol else { return try decoder.update(bytes, into: &output) }
            for index in bytes.indices {
                let byte = bytes[index]
                if !decoder.skips(byte) {
                    if let symbol = held {
                        decoder.position = symbol.position
                        try decoder.step(symbol.byte, into: &output)
                        remainder = (remainder << 5 | UInt(decoder.values[Int(symbol.byte)])) % 37
                    }
                    held = (byte, position)
                }
                position.advance(past: byte)
            }
        }

        mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) {
            guard hasCheckSymbol else { return try decoder.finish(into: &output) }
            guard let check = held else {
                throw CodecError(.truncated, at: position.textPosition, "the check symbol is missing")
            }
            decoder.position = check.position
            try decoder.finish(into: &output)
            let table = Base32Alphabet.crockford.table
            let value =
                Crockford.checkSymbols.firstIndex(of: check.byte == 0x75 ? 0x55 : check.byte).map { $0 + 32 }
                ?? Int(table.lenientValues[Int(check.byte)])
            guard value != SymbolTable.invalid else {
                throw CodecError(
                    .invalidCharacter, at: check.position.textPosition, "\(check.byte.quoted) is not a check symbol")
            }
            guard value == remainder else {
                let right = remainder < 32 ? table.symbols[Int(remainder)] : Crockford.checkSymbols[Int(remainder) - 32]
                throw CodecError(
                    .checksumMismatch, at: check.position.textPosition, "the check symbol does not fit",
                    hint: "these symbols have the check symbol \(right.quoted)")
            }
        }
    }
}
