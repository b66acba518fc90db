typealias Source = UnsafePointer<UInt8>
typealias Destination = UnsafeMutablePointer<UInt8>

// Unaligned little-endian loads and stores.

@inline(__always) func load16(_ source: Source, _ offset: Int) -> UInt16 {
    UInt16(littleEndian: UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: UInt16.self))
}

@inline(__always) func load32(_ source: Source, _ offset: Int) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: UInt32.self))
}

@inline(__always) func load64(_ source: Source, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(source).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
}

@inline(__always) func store16(_ destination: Destination, _ offset: Int, _ value: UInt16) {
    UnsafeMutableRawPointer(destination).storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt16.self)
}

@inline(__always) func store32(_ destination: Destination, _ offset: Int, _ value: UInt32) {
    UnsafeMutableRawPointer(destination).storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
}

@inline(__always) func store64(_ destination: Destination, _ offset: Int, _ value: UInt64) {
    UnsafeMutableRawPointer(destination).storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt64.self)
}

enum ByteSearch {
    static func firstIndex(of byte: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { memory in
            guard let address = memory.baseAddress else { return nil }
            let index = firstIndex(of: byte, address, from: start, memory.count)
            return index < memory.count ? index : nil
        }
    }

    /// The index of the first `byte` at `start` or later, or `count` if there is none.
    static func firstIndex(of byte: UInt8, _ source: Source, from start: Int, _ count: Int) -> Int {
        var index = start
        // A match makes a byte of `word` zero; the test is exact for the lowest such byte.
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

/// Finds the end of a run without whitespace or control characters.
enum WhitespaceScan {
    /// The index of the first byte that is at most 0x20, or `count` if there is none.
    static func firstIndex(_ source: Source, _ count: Int) -> Int {
        var index = 0
        // Eight bytes at a time. The top bit of `(byte | 0x80) - 0x21` is clear for 0x00…0x20 and 0x80…0xa0; the byte's
        // own top bit rules out the latter.
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
