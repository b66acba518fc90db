/// Crockford's Base32, designed to be read, typed and spoken, with an optional check symbol.
///
/// Decoding accepts either case, reads `O` as 0 and `I` and `L` as 1, and skips hyphens. This is part of the encoding's
/// definition, not leniency. The check symbol is the encoded number modulo 37.
///
/// ```swift
/// Crockford.standard.encode([0xff, 0x01])               // "ZW0G"
/// Crockford(hasCheckSymbol: true).encode([0xff, 0x01])  // with a trailing check symbol
/// try Crockford.standard.decode("zw-og")                // [0xff, 0x01]
/// ```
///
/// Bytes are grouped as in RFC 4648: eight symbols per five bytes, with zero bits as padding. Source: Douglas
/// Crockford, "Base 32", https://www.crockford.com/base32.html.
public struct Crockford: StreamingTextCodec, Hashable {
    /// Whether the text ends with a check symbol.
    public var hasCheckSymbol: Bool
    /// Symbols between the hyphens that encoding writes; nil for no hyphens.
    public private(set) var hyphenInterval: Int?
    /// Deviations from the defined text that decoding accepts: `whitespace`, `trailingBits`.
    public var options: DecodingOptions

    /// No check symbol, no hyphens.
    public static let standard = Crockford()

    /// Creates a codec.
    ///
    /// - Parameters:
    ///   - hasCheckSymbol: Whether the last symbol is a check symbol; decoding then requires it.
    ///   - hyphenInterval: Number of symbols between hyphens in encoded text, 1 or more; nil for no hyphens.
    ///   - options: Deviations from the standard that decoding accepts.
    /// - Throws: ``CodecError`` with code `.invalidOption` for an interval below 1.
    public init(hasCheckSymbol: Bool = false, hyphenInterval: Int?, options: DecodingOptions = []) throws(CodecError) {
        if let hyphenInterval, hyphenInterval < 1 {
            throw CodecError(.invalidOption, "hyphens have 1 symbol or more between them, not \(hyphenInterval)")
        }
        self.init(hasCheckSymbol: hasCheckSymbol, options: options)
        self.hyphenInterval = hyphenInterval
    }

    /// Creates a codec that writes no hyphens.
    ///
    /// - Parameters:
    ///   - hasCheckSymbol: Whether the last symbol is a check symbol; decoding then requires it.
    ///   - options: Deviations from the standard that decoding accepts.
    public init(hasCheckSymbol: Bool = false, options: DecodingOptions = []) {
        self.hasCheckSymbol = hasCheckSymbol
        self.options = options
    }

    /// The symbols for values 32 to 36, used only as check symbols.
    private static let checkSymbols: [UInt8] = Array("*~$=U".utf8)

    /// The exact number of bytes of text, hyphens and check symbol included, for `byteCount` bytes.
    public func encodedCount(for byteCount: Int) -> Int { encoder.maximumOutputCount(for: byteCount) }

    /// The same as ``encodedCount(for:)``.
    public func maximumEncodedCount(for byteCount: Int) -> Int { encodedCount(for: byteCount) }

    /// The maximum decoded size of `characterCount` bytes of text: five bytes per eight characters.
    public func maximumDecodedCount(for characterCount: Int) -> Int { Base32Radix.byteCount(for: characterCount) }

    /// Encodes `bytes` and appends the text to `output`.
    ///
    /// `output` must have room for `encodedCount(for: bytes.count)` bytes; less is a programming error.
    public func encode(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
        var encoder = encoder
        encoder.update(bytes, into: &output)
        encoder.finish(into: &output)
    }

    /// Decodes `text` and appends the bytes to `output`.
    ///
    /// `output` must have room for the bytes; `maximumDecodedCount(for:)` is always enough.
    ///
    /// - Throws: `.invalidCharacter`, `.invalidLength`, `.trailingBits`; `.checksumMismatch` at the check symbol,
    ///   `.truncated` if it is missing; `.limitExceeded` if `output` is too small.
    public func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(CodecError) {
        var decoder = decoder
        try decoder.update(text, into: &output)
        try decoder.finish(into: &output)
    }

    private var encoder: CheckingEncoder {
        let hyphens = hyphenInterval.map { LineBreaker(every: $0, separator: .hyphen) }
        return CheckingEncoder(hasCheckSymbol: hasCheckSymbol, hyphens: hyphens)
    }

    private var decoder: CheckingDecoder { CheckingDecoder(hasCheckSymbol: hasCheckSymbol, options: options) }

    /// Creates an encoder at the start of a stream; its `maximumOutputCount(for:)` is exact.
    public func makeEncoder() -> some InfallibleByteTransform { encoder }

    /// Creates a decoder at the start of a stream.
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
            // The symbols encode the bytes' number shifted left by the unused bits.
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
        /// The last symbol seen, which may be the check symbol.
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
                Crockford.checkSymbols.firstIndex(of: check.byte == UInt8(ascii: "u") ? 0x55 : check.byte).map {
                    $0 + 32
                }
                ?? Int(table.lenientValues[Int(check.byte)])
            guard value != SymbolTable.invalid else {
                throw CodecError(
                    .invalidCharacter, at: check.position.textPosition, "\(check.byte.quoted) is not a check symbol")
            }
            guard value == remainder else {
                let right = remainder < 32 ? table.symbols[Int(remainder)] : Crockford.checkSymbols[Int(remainder) - 32]
                throw CodecError(
                    .checksumMismatch, at: check.position.textPosition, "the check symbol does not match",
                    hint: "these symbols have the check symbol \(right.quoted)")
            }
        }
    }
}
