/// Finds a byte.
enum ByteSearch {
    /// The index of the first `byte` at or behind `start`.
    static func firstIndex(of byte: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { memory in
            guard let address = memory.baseAddress else { return nil }
            let index = firstIndex(of: byte, address, from: start, memory.count)
            return index < memory.count ? index : nil
        }
    }

    /// The index of the first `byte` at or behind `start`, or `count` when there is none.
    static func firstIndex(of byte: UInt8, _ source: Source, from start: Int, _ count: Int) -> Int {
        var index = start
        // A byte of `word` is zero where the byte was found; the lowest such byte is told exactly.
        let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
        while index + 8 <= count {
            let word = load64(source, index) ^ pattern
            let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
            if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count, source[index] != byte { index += 1 }
        return index
    }
}
