/// Moves letters around the alphabet, 16 bytes at a time.
enum LetterShift {
    /// Writes `count` bytes of `from` to `to`, the letters among them moved by `shift` places (0 to 25).
    static func apply(
        _ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>, _ count: Int, _ shift: UInt8
    ) {
        typealias Block = SIMD16<UInt8>
        let caseBit = Block(repeating: 0x20)
        let first = Block(repeating: 0x61)
        let last = Block(repeating: 25)
        let step = Block(repeating: shift)
        let back = Block(repeating: 26)
        let lastUnwrapped = Block(repeating: 25 - shift)
        let source = UnsafeRawPointer(from)
        let target = UnsafeMutableRawPointer(to)
        var index = 0
        while index + 16 <= count {
            let block = source.loadUnaligned(fromByteOffset: index, as: Block.self)
            let place = (block | caseBit) &- first
            let moved = step &- back.replacing(with: Block(), where: place .<= lastUnwrapped)
            let change = Block().replacing(with: moved, where: place .<= last)
            target.storeBytes(of: block &+ change, toByteOffset: index, as: Block.self)
            index += 16
        }
        while index < count {
            let byte = from[index]
            let place = byte | 0x20 &- 0x61
            to[index] = place < 26 ? byte &+ shift &- (place + shift >= 26 ? 26 : 0) : byte
            index += 1
        }
    }
}
