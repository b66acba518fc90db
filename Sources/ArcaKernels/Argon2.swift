// The inner loop of Argon2 on pointers. The addresses of Argon2i and of the first half of Argon2id depend on public
// numbers only; those of Argon2d and of the other half depend on the passphrase by design.

/// Computes the compression function G of two blocks (RFC 9106, section 3.5).
///
/// The first two parameters are blocks of 128 words, the third is the target, which may be the second block. The fourth
/// is scratch memory of 128 words. If the last is 1, the result is added to the target by XOR, as in the passes after
/// the first. All blocks are aligned to 8 bytes; the caller wipes them.
public typealias Argon2Compression =
    @convention(c) (
        _ previous: UnsafePointer<UInt64>, _ reference: UnsafePointer<UInt64>, _ target: UnsafeMutablePointer<UInt64>,
        _ scratch: UnsafeMutablePointer<UInt64>, _ adds: UInt8
    ) -> Void

/// The dimensions of a computation, whose memory is a matrix of blocks of 1 KiB with a row for each lane.
public struct Argon2Matrix: Sendable {
    /// The type of RFC 9106: 0 for Argon2d, 1 for Argon2i, 2 for Argon2id.
    public let type: Int
    /// Whether later passes overwrite the memory, as in version 0x10, instead of adding to it.
    public let overwrites: Bool
    /// The number of passes.
    public let passes: Int
    /// The number of lanes.
    public let lanes: Int
    /// The number of blocks in a quarter of a lane.
    public let segmentLength: Int

    /// Creates dimensions; all numbers are positive, and a segment has 2 blocks or more.
    public init(type: Int, overwrites: Bool, passes: Int, lanes: Int, segmentLength: Int) {
        self.type = type
        self.overwrites = overwrites
        self.passes = passes
        self.lanes = lanes
        self.segmentLength = segmentLength
    }

    /// The number of blocks in a lane.
    public var laneLength: Int { 4 &* segmentLength }
}

/// The number of words of scratch memory for a segment.
public let argon2ScratchWordCount = 4 * 128

/// Fills a segment, the quarter of a lane in one pass (RFC 9106, sections 3.3 and 3.4).
///
/// The segments of a slice, one for each lane, may be filled at the same time; the slices are filled in order.
///
/// - Parameters:
///   - memory: All blocks. In the first pass, the first two of each lane are present.
///   - matrix: The dimensions.
///   - pass: The number of the pass, from 0.
///   - slice: The number of the quarter, 0 to 3.
///   - lane: The number of the lane, from 0.
///   - scratch: `argon2ScratchWordCount` words; the caller wipes them.
///   - compression: The compression function for this processor.
@inline(never)
public func argon2Fill(
    _ memory: UnsafeMutablePointer<UInt64>, _ matrix: Argon2Matrix, pass: Int, slice: Int, lane: Int,
    scratch: UnsafeMutablePointer<UInt64>, compression: Argon2Compression
) {
    let isIndependent = matrix.type == 1 || (matrix.type == 2 && pass == 0 && slice < 2)
    let (work, addresses, input, zero) = (scratch, scratch + 128, scratch + 256, scratch + 384)
    if isIndependent {
        input.update(repeating: 0, count: 256)
        input[0] = UInt64(truncatingIfNeeded: pass)
        input[1] = UInt64(truncatingIfNeeded: lane)
        input[2] = UInt64(truncatingIfNeeded: slice)
        input[3] = UInt64(truncatingIfNeeded: matrix.lanes &* matrix.laneLength)
        input[4] = UInt64(truncatingIfNeeded: matrix.passes)
        input[5] = UInt64(truncatingIfNeeded: matrix.type)
    }
    let row = memory + 128 &* lane &* matrix.laneLength
    let adds: UInt8 = pass > 0 && !matrix.overwrites ? 1 : 0
    let first = pass == 0 && slice == 0 ? 2 : 0
    for index in first..<matrix.segmentLength {
        if isIndependent, index == first || index & 127 == 0 {
            input[6] &+= 1
            compression(zero, input, addresses, work, 0)
            compression(zero, addresses, addresses, work, 0)
        }
        let position = slice &* matrix.segmentLength &+ index
        let previous = row + 128 &* (position == 0 ? matrix.laneLength &- 1 : position &- 1)
        let random = isIndependent ? addresses[index & 127] : previous[0]
        let reference = referenceBlock(random, matrix, pass, slice, lane, index)
        compression(previous, memory + 128 &* reference, row + 128 &* position, work, adds)
    }
}

/// The number of the block that `random` refers to, counted from the start of the memory (RFC 9106, section 3.4.2).
@inline(__always)
private func referenceBlock(
    _ random: UInt64, _ matrix: Argon2Matrix, _ pass: Int, _ slice: Int, _ lane: Int, _ index: Int
) -> Int {
    let isFirst = pass == 0 && slice == 0
    let chosen = isFirst ? lane : Int(truncatingIfNeeded: (random &>> 32) % UInt64(truncatingIfNeeded: matrix.lanes))
    // Whole segments that the window contains, then the blocks of this one.
    let finished = (pass == 0 ? slice : 3) &* matrix.segmentLength
    let count = finished &+ (chosen == lane ? index &- 1 : (index == 0 ? -1 : 0))
    let low = random & 0xffff_ffff
    let distance = (UInt64(truncatingIfNeeded: count) &* ((low &* low) &>> 32)) &>> 32
    let start = pass == 0 || slice == 3 ? 0 : (slice &+ 1) &* matrix.segmentLength
    var column = start &+ count &- 1 &- Int(truncatingIfNeeded: distance)
    if column >= matrix.laneLength { column &-= matrix.laneLength }
    return chosen &* matrix.laneLength &+ column
}

/// The compression function on any processor; see `Argon2Compression`.
@inline(never)
public func argon2Compress(
    _ previous: UnsafePointer<UInt64>, _ reference: UnsafePointer<UInt64>, _ target: UnsafeMutablePointer<UInt64>,
    _ scratch: UnsafeMutablePointer<UInt64>, _ adds: UInt8
) {
    for index in 0..<128 {
        let word = previous[index] ^ reference[index]
        scratch[index] = word
        target[index] = adds == 0 ? word : target[index] ^ word
    }
    for row in 0..<8 { permute(scratch + 16 &* row, 2) }
    for column in 0..<8 { permute(scratch + 2 &* column, 16) }
    for index in 0..<128 { target[index] ^= scratch[index] }
}

/// The permutation P (RFC 9106, section 3.6) on 8 pairs of words, each `distance` words after the other.
@inline(__always)
private func permute(_ v: UnsafeMutablePointer<UInt64>, _ distance: Int) {
    let d = distance
    var (v0, v1, v2, v3) = (v[0], v[1], v[d], v[d &+ 1])
    var (v4, v5, v6, v7) = (v[2 &* d], v[2 &* d &+ 1], v[3 &* d], v[3 &* d &+ 1])
    var (v8, v9, v10, v11) = (v[4 &* d], v[4 &* d &+ 1], v[5 &* d], v[5 &* d &+ 1])
    var (v12, v13, v14, v15) = (v[6 &* d], v[6 &* d &+ 1], v[7 &* d], v[7 &* d &+ 1])
    mix(&v0, &v4, &v8, &v12)
    mix(&v1, &v5, &v9, &v13)
    mix(&v2, &v6, &v10, &v14)
    mix(&v3, &v7, &v11, &v15)
    mix(&v0, &v5, &v10, &v15)
    mix(&v1, &v6, &v11, &v12)
    mix(&v2, &v7, &v8, &v13)
    mix(&v3, &v4, &v9, &v14)
    (v[0], v[1], v[d], v[d &+ 1]) = (v0, v1, v2, v3)
    (v[2 &* d], v[2 &* d &+ 1], v[3 &* d], v[3 &* d &+ 1]) = (v4, v5, v6, v7)
    (v[4 &* d], v[4 &* d &+ 1], v[5 &* d], v[5 &* d &+ 1]) = (v8, v9, v10, v11)
    (v[6 &* d], v[6 &* d &+ 1], v[7 &* d], v[7 &* d &+ 1]) = (v12, v13, v14, v15)
}

@inline(__always)
private func mix(_ a: inout UInt64, _ b: inout UInt64, _ c: inout UInt64, _ d: inout UInt64) {
    a = multiplyAdd(a, b)
    d = rotate(d ^ a, 32)
    c = multiplyAdd(c, d)
    b = rotate(b ^ c, 24)
    a = multiplyAdd(a, b)
    d = rotate(d ^ a, 16)
    c = multiplyAdd(c, d)
    b = rotate(b ^ c, 63)
}

/// The sum, plus twice the product of the low halves.
@inline(__always)
private func multiplyAdd(_ a: UInt64, _ b: UInt64) -> UInt64 {
    a &+ b &+ 2 &* (a & 0xffff_ffff) &* (b & 0xffff_ffff)
}

@inline(__always)
private func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 { (word &>> count) | (word &<< (64 &- count)) }
