// The inner loop of scrypt on pointers. Deliberately scalar: on the measured processors the four independent chains of
// a Salsa20 round use the integer units better than one chain of vector instructions.

private typealias Words = UnsafeMutablePointer<UInt32>

/// Mixes one scrypt block in place: scryptROMix (RFC 7914, section 5).
///
/// The buffers must be aligned to 4 bytes and must not overlap; the caller wipes them.
///
/// - Parameters:
///   - block: 32·r words, in the byte order of the block.
///   - r: The block size parameter, at least 1.
///   - n: The cost parameter N, a power of two, at least 2.
///   - table: Scratch memory of n·32·r words.
///   - scratch: Scratch memory of 2·32·r + 16 words.
@inline(never)
public func scryptROMix(
    block: UnsafeMutablePointer<UInt32>, r: Int, n: Int, table: UnsafeMutablePointer<UInt32>,
    scratch: UnsafeMutablePointer<UInt32>
) {
    let count = 32 &* r
    var current = scratch
    var next = scratch + count
    let running = next + count
    for index in 0..<count { table[index] = UInt32(littleEndian: block[index]) }
    for row in 1..<n { blockMix(table + (row &- 1) &* count, table + row &* count, r, running) }
    blockMix(table + (n &- 1) &* count, current, r, running)
    for _ in 0..<n {
        // Integerify: the low bits of the last 64 bytes.
        let row = table + (Int(truncatingIfNeeded: current[count &- 16]) & (n &- 1)) &* count
        // A separate pass, so all cache lines of the row are requested at once.
        for index in 0..<count { current[index] ^= row[index] }
        blockMix(current, next, r, running)
        swap(&current, &next)
    }
    for index in 0..<count { block[index] = current[index].littleEndian }
}

/// Writes scryptBlockMix (RFC 7914, section 4) of `source` to `target`; `running` is 16 words of scratch.
@inline(__always)
private func blockMix(_ source: Words, _ target: Words, _ r: Int, _ running: Words) {
    running.update(from: source + (32 &* r &- 16), count: 16)
    for part in 0..<2 &* r {
        for index in 0..<16 { running[index] ^= source[16 &* part &+ index] }
        salsa20(running, doubleRounds: 4)
        // Even blocks go to the first half, odd ones to the second.
        let place = (part &>> 1) &+ (part & 1) &* r
        (target + 16 &* place).update(from: running, count: 16)
    }
}
