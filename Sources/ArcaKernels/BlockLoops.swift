// Loops over blocks of 16 bytes, for modes of operation that are put together of a block cipher. None branches on what
// it works on, and none needs alignment.

/// Adds bytes to bytes without carry: `target` becomes `target` ⊕ `source`.
///
/// - Parameters:
///   - target: `count` bytes.
///   - source: `count` bytes, which may be `target` itself.
///   - count: 0 or more.
@inline(never)
public func xorBytes(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, count: Int) {
    var place = 0
    while place &+ 8 <= count {
        let sum =
            target.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            ^ source.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        target.storeBytes(of: sum, toByteOffset: place, as: UInt64.self)
        place &+= 8
    }
    while place < count {
        let sum =
            target.load(fromByteOffset: place, as: UInt8.self) ^ source.load(fromByteOffset: place, as: UInt8.self)
        target.storeBytes(of: sum, toByteOffset: place, as: UInt8.self)
        place &+= 1
    }
}

/// Writes blocks with the order of the bytes in each turned round.
///
/// - Parameters:
///   - source: 16 · `blockCount` bytes.
///   - target: As many, apart from `source`.
///   - blockCount: 0 or more.
@inline(never)
public func reverseBlocks(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, blockCount: Int) {
    for block in 0..<blockCount {
        let first = source.loadUnaligned(fromByteOffset: 16 &* block, as: UInt64.self)
        let second = source.loadUnaligned(fromByteOffset: 16 &* block &+ 8, as: UInt64.self)
        target.storeBytes(of: second.byteSwapped, toByteOffset: 16 &* block, as: UInt64.self)
        target.storeBytes(of: first.byteSwapped, toByteOffset: 16 &* block &+ 8, as: UInt64.self)
    }
}

/// Writes counter blocks whose first four bytes count up, the lowest first, and begin again at zero (RFC 8452, section 4).
///
/// - Parameters:
///   - target: 16 · `blockCount` bytes.
///   - counter: 16 bytes, the first block; becomes the one after the last.
///   - blockCount: 0 or more.
@inline(never)
public func countBlocks(into target: UnsafeMutableRawPointer, counter: UnsafeMutableRawPointer, blockCount: Int) {
    var low = UInt32(littleEndian: counter.loadUnaligned(as: UInt32.self))
    for block in 0..<blockCount {
        let place = target + 16 &* block
        place.copyMemory(from: counter, byteCount: 16)
        place.storeBytes(of: low.littleEndian, as: UInt32.self)
        low &+= 1
    }
    counter.storeBytes(of: low.littleEndian, as: UInt32.self)
}

/// Writes the tweaks of blocks that follow each other: each is the one before times x (IEEE 1619-2007, section 5.2).
///
/// - Parameters:
///   - target: 16 · `blockCount` bytes.
///   - tweak: 16 bytes, the first one; becomes the one after the last.
///   - blockCount: 0 or more.
@inline(never)
public func doubleBlocks(into target: UnsafeMutableRawPointer, tweak: UnsafeMutableRawPointer, blockCount: Int) {
    var low = UInt64(littleEndian: tweak.loadUnaligned(as: UInt64.self))
    var high = UInt64(littleEndian: tweak.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    for block in 0..<blockCount {
        target.storeBytes(of: low.littleEndian, toByteOffset: 16 &* block, as: UInt64.self)
        target.storeBytes(of: high.littleEndian, toByteOffset: 16 &* block &+ 8, as: UInt64.self)
        // x^128 = x^7 + x^2 + x + 1, as a mask instead of a branch.
        let carry = (0 &- (high &>> 63)) & 0x87
        high = high &<< 1 | low &>> 63
        low = low &<< 1 ^ carry
    }
    tweak.storeBytes(of: low.littleEndian, as: UInt64.self)
    tweak.storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
}
