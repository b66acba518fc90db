/// Finds where a run without whitespace or control characters ends.
enum WhitespaceScan {
    /// The index of the first byte that is at most 0x20.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - count: Their number.
    /// - Returns: The index, or `count` when there is none.
    static func firstIndex(_ source: Source, _ count: Int) -> Int {
        var index = 0
        // Eight bytes at a time: the top bit of `(byte | 0x80) - 0x21` is clear for 0x00…0x20 and 0x80…0xa0; the
        // latter are sorted out by the byte's own top bit.
        let high: UInt64 = 0x8080_8080_8080_8080
        while index + 8 <= count {
            let word = load64(source, index)
            let small = ~((word | high) &- 0x2121_2121_2121_2121) & ~word & high
            if small != 0 { return index + small.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count, source[index] > 0x20 { index += 1 }
        return index
    }
}
