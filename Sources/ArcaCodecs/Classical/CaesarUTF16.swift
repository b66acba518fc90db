/// The "Caesar" shift of old iOS apps, which adds a number to every UTF-16 code unit of a text.
///
/// Such an app read `characterAtIndex:`, added the shift to the `unichar` and created a string from the results. There
/// are two forms:
///
/// - Units to units (``encode(units:)``) is exactly this arithmetic: each unit plus the shift, modulo 65,536. It is
///   lossless, but the result may contain unpaired surrogates, which a Swift string cannot hold.
/// - Text to text (``encode(_:)``) is lossless for every string. It gives the same result as the old form, except where
///   that would contain an unpaired surrogate:
///   - a unit outside a pair that would become a surrogate is shifted repeatedly until it is not one;
///   - both halves of a surrogate pair are shifted within their own range of 1,024, modulo 1,024.
///
/// Both rules are permutations, so decoding (shifting by the negative) restores every text.
public struct CaesarUTF16: Sendable, Hashable {
    /// The shift for each unit, modulo 65,536.
    public let shift: UInt16

    /// Creates a cipher.
    ///
    /// - Parameter shift: Any number, including negative ones, taken modulo 65,536.
    public init(shift: Int) { self.shift = UInt16(truncatingIfNeeded: shift) }

    /// Adds the shift to every unit, also to unpaired surrogates.
    public func encode(units: [UInt16]) -> [UInt16] { units.map { $0 &+ shift } }

    /// Subtracts the shift from every unit, also from unpaired surrogates.
    public func decode(units: [UInt16]) -> [UInt16] { units.map { $0 &- shift } }

    /// Encodes text losslessly, as described for the type.
    ///
    /// - Returns: Text with the same number of UTF-16 units.
    public func encode(_ text: String) -> String { Self.move(text, by: shift) }

    /// Decodes text.
    ///
    /// - Returns: Text with the same number of UTF-16 units.
    public func decode(_ text: String) -> String { Self.move(text, by: 0 &- shift) }

    /// Creates an encoder for UTF-8 text at the start of a stream.
    public func makeEncoder() -> Transform { Transform(shift: shift) }

    /// Creates a decoder for UTF-8 text at the start of a stream.
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
        // The shift is a permutation, so the loop ends at the latest when it is back at `scalar`.
        var unit = UInt16(value) &+ shift
        while unit & 0xf800 == 0xd800 { unit &+= shift }
        return Unicode.Scalar(unit) ?? scalar
    }

    /// The streaming form, from UTF-8 to UTF-8, in constant memory.
    public struct Transform: ByteTransform {
        private let shift: UInt16
        private var decoder = UTF8Accumulator()

        init(shift: UInt16) { self.shift = shift }

        /// The maximum size of the output, in bytes: three per byte, and a pending character.
        public func maximumOutputCount(for byteCount: Int) -> Int { byteCount.addressable * 3 + 4 }

        /// Shifts the next bytes of the text and appends them to `output`.
        ///
        /// - Parameters:
        ///   - bytes: The next bytes; they may split a character.
        ///   - output: Requires room for `maximumOutputCount(for:)` of their count.
        /// - Throws: ``CodecError`` `.invalidUTF8` at the start of an invalid character.
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
        /// - Parameter output: Not changed.
        /// - Throws: ``CodecError`` `.invalidUTF8` if the text ends inside a character.
        public mutating func finish(into output: inout OutputSpan<UInt8>) throws(CodecError) { try decoder.finish() }
    }
}
