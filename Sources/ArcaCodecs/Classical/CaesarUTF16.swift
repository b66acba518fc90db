/// The shift that old iOS apps called Caesar's: a number is added to every UTF-16 unit of a text, whatever it is.
///
/// Such an app took `characterAtIndex:`, added the shift to the `unichar` and made a string of the results. Two forms:
///
/// - Units to units (``encode(units:)``) is that arithmetic and nothing else: each unit plus the shift, modulo 65,536.
///   It loses nothing, but its result may hold halves of surrogate pairs, which no Swift string can.
/// - Text to text (``encode(_:)``) is lossless on every string as well. It gives what the old form gave, except where
///   that would leave half a pair:
///   - a unit that stands by itself and would become a surrogate moves on by the shift until it is not one;
///   - both halves of a surrogate pair move within their own range of 1,024, modulo 1,024.
///
/// Both rules are permutations, so decoding (moving by the negative shift) gives every text back.
public struct CaesarUTF16: Sendable, Hashable {
    /// What is added to each unit, modulo 65,536.
    public let shift: UInt16

    /// Makes a cipher.
    ///
    /// - Parameter shift: Any number, also negative; only its remainder by 65,536 counts.
    public init(shift: Int) { self.shift = UInt16(truncatingIfNeeded: shift) }

    /// Adds the shift to every unit.
    ///
    /// - Parameter units: Any units, also halves of surrogate pairs.
    /// - Returns: As many units.
    public func encode(units: [UInt16]) -> [UInt16] { units.map { $0 &+ shift } }

    /// Subtracts the shift from every unit.
    ///
    /// - Parameter units: Any units, also halves of surrogate pairs.
    /// - Returns: As many units.
    public func decode(units: [UInt16]) -> [UInt16] { units.map { $0 &- shift } }

    /// Encodes text, as the type's description says.
    ///
    /// - Parameter text: Any text.
    /// - Returns: Text with as many UTF-16 units.
    public func encode(_ text: String) -> String { Self.move(text, by: shift) }

    /// Decodes text.
    ///
    /// - Parameter text: Any text.
    /// - Returns: Text with as many UTF-16 units.
    public func decode(_ text: String) -> String { Self.move(text, by: 0 &- shift) }

    /// Makes an encoder of UTF-8 text at the start of a stream.
    public func makeEncoder() -> Transform { Transform(shift: shift) }

    /// Makes a decoder of UTF-8 text at the start of a stream.
    public func makeDecoder() -> Transform { Transform(shift: 0 &- shift) }

    private static func move(_ text: String, by shift: UInt16) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(move(scalar, by: shift)) }
        return String(result)
    }

    static func move(_ scalar: Unicode.Scalar, by shift: UInt16) -> Unicode.Scalar {
        let value = scalar.value
        if value >= 0x10000 {
            let high = (value - 0x10000) >> 10 + UInt32(shift)
            let low = value + UInt32(shift)
            return Unicode.Scalar(0x10000 + (high & 0x3ff) << 10 + low & 0x3ff) ?? scalar
        }
        // Walking along the cycle: it comes back to `scalar`, which is not a surrogate, so it ends.
        var unit = UInt16(value) &+ shift
        while unit & 0xf800 == 0xd800 { unit &+= shift }
        return Unicode.Scalar(unit) ?? scalar
    }

    /// The streaming form: UTF-8 in, UTF-8 out, constant memory.
    public struct Transform: ByteTransform {
        private let shift: UInt16
        /// The bytes of a character that is not complete yet.
        private var decoder = UTF8Accumulator()

        init(shift: UInt16) { self.shift = shift }

        /// Three bytes at most for each byte, and for a character that is waiting.
        public func maximumOutputCount(for byteCount: Int) -> Int { byteCount.addressable * 3 + 4 }

        /// Appends what the next bytes of the text become.
        ///
        /// - Parameters:
        ///   - bytes: The next bytes; a character may be cut.
        ///   - output: Needs room for `maximumOutputCount(for:)` of their number.
        /// - Throws: ``CodecError`` `.invalidUTF8` at the first byte of what is not a character.
        public mutating func update(
            _ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>
        ) throws(CodecError) {
            for index in 0..<bytes.count {
                guard let scalar = try decoder.append(bytes[index]) else { continue }
                for unit in CaesarUTF16.move(scalar, by: shift).utf8 { output.append(unit) }
            }
        }

        /// Ends the text.
        ///
        /// - Parameter output: Is left as it is.
        /// - Throws: ``CodecError`` `.invalidUTF8` when the text ends inside a character.
        public mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) { try decoder.finish() }
    }
}
