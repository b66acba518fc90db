// Several sponges with short inputs in one memory: word i of state j of n at n·i + j.

enum KeccakLanes {
    /// Starts `count` sponges with the same 8·`words` bytes; `last` returns the next word of each, including the
    /// suffix.
    @inline(__always)
    static func start(
        _ seed: UnsafePointer<UInt8>, _ words: Int, _ rate: Int, count: Int, _ state: UnsafeMutablePointer<UInt64>,
        _ last: (Int) -> UInt64
    ) {
        state.update(repeating: 0, count: count &* Keccak.wordCount)
        for lane in 0..<count {
            for word in 0..<words {
                let bytes = UnsafeRawPointer(seed + 8 &* word).loadUnaligned(as: UInt64.self)
                state[count &* word &+ lane] = UInt64(littleEndian: bytes)
            }
            state[count &* words &+ lane] = last(lane)
            state[count &* (rate &>> 3 &- 1) &+ lane] ^= 0x80 &<< 56
        }
    }

    /// Copies the first `byteCount` bytes of a state, a multiple of 8, to `block`.
    @inline(__always)
    static func extract(
        _ lane: Int, of count: Int, _ byteCount: Int, _ state: UnsafePointer<UInt64>,
        _ block: UnsafeMutablePointer<UInt8>
    ) {
        var word = 0
        while word < byteCount &>> 3 {
            let value = state[count &* word &+ lane].littleEndian
            UnsafeMutableRawPointer(block).storeBytes(of: value, toByteOffset: 8 &* word, as: UInt64.self)
            word &+= 1
        }
    }
}
