/// The rail fence cipher: characters are written in a zigzag over several rails and read rail by rail.
///
/// It gives no protection. Characters are code points; invalid UTF-8 is processed byte by byte.
public struct RailFence: Sendable, Hashable {
    /// The number of rails.
    public let rails: Int

    /// Creates a cipher.
    ///
    /// - Parameter rails: 2 to 1,000.
    /// - Throws: `.invalidOption` for another number.
    public init(rails: Int) throws(CodecError) {
        guard (2...1000).contains(rails) else {
            throw CodecError(.invalidOption, "a fence has 2 to 1,000 rails, not \(rails)")
        }
        self.rails = rails
    }

    /// Encodes text; the result has the same length.
    public func encode(_ bytes: borrowing some Bytes) -> [UInt8] {
        let characters = Self.characters([UInt8](bytes: bytes))
        return order(characters.count).flatMap { characters[$0] }
    }

    /// Decodes text; the result has the same length.
    public func decode(_ bytes: borrowing some Bytes) -> [UInt8] {
        let characters = Self.characters([UInt8](bytes: bytes))
        var places = [Int](repeating: 0, count: characters.count)
        for (place, original) in order(characters.count).enumerated() { places[original] = place }
        return places.flatMap { characters[$0] }
    }

    private func order(_ count: Int) -> [Int] {
        let period = 2 * (rails - 1)
        var order: [Int] = []
        order.reserveCapacity(count)
        for rail in 0..<min(rails, count) {
            var place = rail
            while place < count {
                order.append(place)
                let back = place + period - 2 * rail
                if rail > 0, rail < rails - 1, back < count { order.append(back) }
                place += period
            }
        }
        return order
    }

    private static func characters(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        guard String(validating: bytes, as: UTF8.self) != nil else { return bytes.indices.map { bytes[$0...$0] } }
        let starts = bytes.indices.filter { bytes[$0] & 0xc0 != 0x80 }
        return zip(starts, starts.dropFirst() + [bytes.count]).map { bytes[$0..<$1] }
    }
}

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
