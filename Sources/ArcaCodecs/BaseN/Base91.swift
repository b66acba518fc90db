/// basE91: 91 ASCII symbols, with 13 or 14 bits per pair of symbols.
///
/// The text is about 1.23 times as long as the bytes. Strict decoding accepts only the encoder's output.
/// Source: Joachim Henke, basE91, 2006.
public enum Base91 {
    private static let symbols = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,./:;<=>?@[]^_`{|}~\"".utf8)
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, symbol) in symbols.enumerated() { values[Int(symbol)] = UInt8(value) }
        return values
    }()

    /// Encodes bytes.
    public static func encode(_ bytes: borrowing some Bytes) -> [UInt8] {
        bytes.withBytes { bytes in
            var output: [UInt8] = []
            output.reserveCapacity(bytes.count * 16 / 13 + 2)
            var (queue, count): (UInt32, UInt32) = (0, 0)
            for index in bytes.indices {
                queue |= UInt32(bytes[index]) << count
                count += 8
                guard count > 13 else { continue }
                // A pair of symbols has 8281 values: enough for 13 bits, and for 14 bits if the low 13 are at most 88.
                var value = queue & 8191
                let taken: UInt32 = value > 88 ? 13 : 14
                if taken == 14 { value = queue & 16383 }
                queue >>= taken
                count -= taken
                output += [symbols[Int(value % 91)], symbols[Int(value / 91)]]
            }
            if count > 0 {
                output.append(symbols[Int(queue % 91)])
                if count > 7 || queue > 90 { output.append(symbols[Int(queue / 91)]) }
            }
            return output
        }
    }

    /// Decodes text.
    ///
    /// - Throws: `.invalidCharacter`; `.trailingBits` for text that no encoder writes. Errors have a position.
    public static func decode(
        _ text: borrowing some Bytes, strictness: Strictness = .strict
    ) throws(CodecError) -> [UInt8] {
        let text = [UInt8](bytes: text)
        var output: [UInt8] = []
        var kept: [UInt8] = []
        var (queue, count): (UInt32, UInt32) = (0, 0)
        var first: UInt32?
        for (offset, byte) in text.enumerated() {
            let value = UInt32(values[Int(byte)])
            guard value < 91 else {
                if strictness == .lenient, byte.isWhitespace { continue }
                throw CodecError(
                    .invalidCharacter, at: TextPosition(offset: offset, in: text),
                    "\(byte.quoted) is not a symbol of base91")
            }
            kept.append(byte)
            guard let low = first else {
                first = value
                continue
            }
            first = nil
            let pair = low + value * 91
            queue |= pair << count
            count += pair & 8191 > 88 ? 13 : 14
            while count > 7 {
                output.append(UInt8(truncatingIfNeeded: queue))
                queue >>= 8
                count -= 8
            }
        }
        if let first { output.append(UInt8(truncatingIfNeeded: queue | first << count)) }
        guard encode(output) == kept else {
            throw CodecError(
                .trailingBits, at: TextPosition(offset: max(0, text.count - 1), in: text),
                "the last symbols are not those that an encoder writes")
        }
        return output
    }
}
