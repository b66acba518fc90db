/// Reverses text by Unicode code points; reversing valid UTF-8 twice restores it.
///
/// Invalid UTF-8 is reversed byte by byte. Reversing it twice gives the same bytes unless the reversed bytes are valid
/// UTF-8.
public enum ReversedText {
    /// Reverses a text; the result has the same length.
    public static func reverse(_ bytes: borrowing some Bytes) -> [UInt8] {
        let bytes = [UInt8](bytes: bytes)
        guard String(validating: bytes, as: UTF8.self) != nil else { return bytes.reversed() }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var end = bytes.count
        while end > 0 {
            var start = end - 1
            while start > 0, bytes[start] & 0xc0 == 0x80 { start -= 1 }
            output += bytes[start..<end]
            end = start
        }
        return output
    }
}
