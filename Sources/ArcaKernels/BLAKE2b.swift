private typealias Words = UnsafeMutablePointer<UInt64>

/// The number of words of scratch memory for a block.
public let blake2bScratchWordCount = 32

/// Writes the initial chain value of an unkeyed hash (RFC 7693, section 3.3); `outputByteCount` is 1 to 64.
public func blake2bStart(_ chain: UnsafeMutablePointer<UInt64>, outputByteCount: Int) {
    for index in 0..<8 { chain[index] = initial(index) }
    chain[0] ^= 0x0101_0000 ^ UInt64(truncatingIfNeeded: outputByteCount)
}

/// Compresses a block (RFC 7693, section 3.2).
///
/// - Parameters:
///   - chain: The chain value, 8 words.
///   - block: 128 bytes, any alignment.
///   - total: The number of message bytes including those of this block.
///   - isLast: Whether it is the last block.
///   - scratch: `blake2bScratchWordCount` words; the caller wipes them.
@inline(never)
public func blake2bCompress(
    _ chain: UnsafeMutablePointer<UInt64>, block: UnsafePointer<UInt8>, total: Int, isLast: Bool,
    scratch: UnsafeMutablePointer<UInt64>
) {
    let (v, m) = (scratch, scratch + 16)
    for index in 0..<16 {
        m[index] = UInt64(
            littleEndian: UnsafeRawPointer(block).loadUnaligned(fromByteOffset: 8 &* index, as: UInt64.self))
    }
    for index in 0..<8 {
        v[index] = chain[index]
        v[index &+ 8] = initial(index)
    }
    v[12] ^= UInt64(truncatingIfNeeded: total)
    if isLast { v[14] = ~v[14] }
    for round in 0..<12 {
        let order = order(round)
        mix(v, 0, 4, 8, 12, m, order)
        mix(v, 1, 5, 9, 13, m, order &>> 8)
        mix(v, 2, 6, 10, 14, m, order &>> 16)
        mix(v, 3, 7, 11, 15, m, order &>> 24)
        mix(v, 0, 5, 10, 15, m, order &>> 32)
        mix(v, 1, 6, 11, 12, m, order &>> 40)
        mix(v, 2, 7, 8, 13, m, order &>> 48)
        mix(v, 3, 4, 9, 14, m, order &>> 56)
    }
    for index in 0..<8 { chain[index] ^= v[index] ^ v[index &+ 8] }
}

/// The function G; the low two digits of `order` are the words of the block.
@inline(__always)
private func mix(_ v: Words, _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ m: Words, _ order: UInt64) {
    v[a] = v[a] &+ v[b] &+ m[Int(truncatingIfNeeded: order & 15)]
    v[d] = rotate(v[d] ^ v[a], 32)
    v[c] = v[c] &+ v[d]
    v[b] = rotate(v[b] ^ v[c], 24)
    v[a] = v[a] &+ v[b] &+ m[Int(truncatingIfNeeded: (order &>> 4) & 15)]
    v[d] = rotate(v[d] ^ v[a], 16)
    v[c] = v[c] &+ v[d]
    v[b] = rotate(v[b] ^ v[c], 63)
}

@inline(__always)
private func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 { (word &>> count) | (word &<< (64 &- count)) }

@inline(__always)
private func initial(_ index: Int) -> UInt64 {
    switch index {
    case 0: 0x6a09_e667_f3bc_c908
    case 1: 0xbb67_ae85_84ca_a73b
    case 2: 0x3c6e_f372_fe94_f82b
    case 3: 0xa54f_f53a_5f1d_36f1
    case 4: 0x510e_527f_ade6_82d1
    case 5: 0x9b05_688c_2b3e_6c1f
    case 6: 0x1f83_d9ab_fb41_bd6b
    default: 0x5be0_cd19_137e_2179
    }
}

/// The order of the words in a round, the first in the lowest digit: SIGMA in RFC 7693, section 2.7.
@inline(__always)
private func order(_ round: Int) -> UInt64 {
    switch round {
    case 0, 10: 0xfedc_ba98_7654_3210
    case 1, 11: 0x357b_20c1_6df9_84ae
    case 2: 0x4917_63ea_df25_0c8b
    case 3: 0x8f04_a562_ebcd_1397
    case 4: 0xd386_cb1e_fa42_7509
    case 5: 0x91ef_57d4_38b0_a6c2
    case 6: 0xb829_3670_a4de_f15c
    case 7: 0xa268_4f05_931c_e7bd
    case 8: 0x5a41_7d2c_803b_9ef6
    default: 0x0dc3_e9bf_5167_482a
    }
}
