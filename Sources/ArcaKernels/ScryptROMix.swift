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
        salsa(running)
        // Even blocks go to the first half, odd ones to the second.
        let place = (part &>> 1) &+ (part & 1) &* r
        (target + 16 &* place).update(from: running, count: 16)
    }
}

/// Salsa20/8 (RFC 7914, section 3), in place.
@inline(__always)
private func salsa(_ block: Words) {
    var (x0, x1, x2, x3) = (block[0], block[1], block[2], block[3])
    var (x4, x5, x6, x7) = (block[4], block[5], block[6], block[7])
    var (x8, x9, x10, x11) = (block[8], block[9], block[10], block[11])
    var (x12, x13, x14, x15) = (block[12], block[13], block[14], block[15])
    for _ in 0..<4 {
        quarterRound(&x0, &x4, &x8, &x12)
        quarterRound(&x5, &x9, &x13, &x1)
        quarterRound(&x10, &x14, &x2, &x6)
        quarterRound(&x15, &x3, &x7, &x11)
        quarterRound(&x0, &x1, &x2, &x3)
        quarterRound(&x5, &x6, &x7, &x4)
        quarterRound(&x10, &x11, &x8, &x9)
        quarterRound(&x15, &x12, &x13, &x14)
    }
    add(x0, x1, x2, x3, to: block)
    add(x4, x5, x6, x7, to: block + 4)
    add(x8, x9, x10, x11, to: block + 8)
    add(x12, x13, x14, x15, to: block + 12)
}

@inline(__always)
private func quarterRound(_ a: inout UInt32, _ b: inout UInt32, _ c: inout UInt32, _ d: inout UInt32) {
    b ^= rotate(a &+ d, 7)
    c ^= rotate(b &+ a, 9)
    d ^= rotate(c &+ b, 13)
    a ^= rotate(d &+ c, 18)
}

@inline(__always)
private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { (word &<< count) | (word &>> (32 &- count)) }

@inline(__always)
private func add(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, to words: Words) {
    words[0] = words[0] &+ a
    words[1] = words[1] &+ b
    words[2] = words[2] &+ c
    words[3] = words[3] &+ d
}
