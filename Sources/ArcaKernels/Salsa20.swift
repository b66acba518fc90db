/// Adds the result of Salsa20's rounds to a block of 16 words, in place.
///
/// - Parameters:
///   - block: 16 words in the processor's byte order.
///   - doubleRounds: Half the number of rounds: 10 for Salsa20/20, 4 for Salsa20/8 (RFC 7914, section 3).
@inline(__always)
func salsa20(_ block: UnsafeMutablePointer<UInt32>, doubleRounds: Int) {
    var (x0, x1, x2, x3) = (block[0], block[1], block[2], block[3])
    var (x4, x5, x6, x7) = (block[4], block[5], block[6], block[7])
    var (x8, x9, x10, x11) = (block[8], block[9], block[10], block[11])
    var (x12, x13, x14, x15) = (block[12], block[13], block[14], block[15])
    for _ in 0..<doubleRounds {
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

/// Writes the next block of Salsa20/20's key stream and increments the counter.
///
/// Source: D. J. Bernstein, "Salsa20 specification", 2005.
///
/// - Parameters:
///   - state: 16 words in the processor's byte order: constants, key, nonce, and the counter in words 8 and 9.
///   - output: 64 bytes of key stream, aligned to 4 bytes; must not overlap the state.
@inline(never)
public func salsa20Block(state: UnsafeMutablePointer<UInt32>, into output: UnsafeMutablePointer<UInt32>) {
    output.update(from: state, count: 16)
    salsa20(output, doubleRounds: 10)
    for index in 0..<16 { output[index] = output[index].littleEndian }
    state[8] &+= 1
    if state[8] == 0 { state[9] &+= 1 }
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
private func add(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, to words: UnsafeMutablePointer<UInt32>
) {
    words[0] = words[0] &+ a
    words[1] = words[1] &+ b
    words[2] = words[2] &+ c
    words[3] = words[3] &+ d
}
