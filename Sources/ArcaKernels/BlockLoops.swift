// Loops over 16-byte blocks for modes of operation built on a block cipher. None branches on its data or requires
// alignment.

/// XORs `count` bytes of `source`, which may be `target` itself, into `target`.
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

/// Copies blocks with the bytes of each reversed; source and target must not overlap.
@inline(never)
public func reverseBlocks(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, blockCount: Int) {
    for block in 0..<blockCount {
        let first = source.loadUnaligned(fromByteOffset: 16 &* block, as: UInt64.self)
        let second = source.loadUnaligned(fromByteOffset: 16 &* block &+ 8, as: UInt64.self)
        target.storeBytes(of: second.byteSwapped, toByteOffset: 16 &* block, as: UInt64.self)
        target.storeBytes(of: first.byteSwapped, toByteOffset: 16 &* block &+ 8, as: UInt64.self)
    }
}

/// Writes counter blocks with a leading 32-bit little-endian counter that wraps (RFC 8452, section 4).
///
/// `counter` is the first counter block, 16 bytes; it becomes the one after the last.
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

/// Writes the tweaks of consecutive blocks, each the previous one times x (IEEE 1619-2007, section 5.2).
///
/// `tweak` is the first tweak, 16 bytes; it becomes the one after the last.
@inline(never)
public func doubleBlocks(into target: UnsafeMutableRawPointer, tweak: UnsafeMutableRawPointer, blockCount: Int) {
    var low = UInt64(littleEndian: tweak.loadUnaligned(as: UInt64.self))
    var high = UInt64(littleEndian: tweak.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    for block in 0..<blockCount {
        target.storeBytes(of: low.littleEndian, toByteOffset: 16 &* block, as: UInt64.self)
        target.storeBytes(of: high.littleEndian, toByteOffset: 16 &* block &+ 8, as: UInt64.self)
        // x^128 = x^7 + x^2 + x + 1, with a mask instead of a branch.
        let carry = (0 &- (high &>> 63)) & 0x87
        high = high &<< 1 | low &>> 63
        low = low &<< 1 ^ carry
    }
    tweak.storeBytes(of: low.littleEndian, as: UInt64.self)
    tweak.storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
}
