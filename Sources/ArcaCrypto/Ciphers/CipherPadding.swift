internal import ArcaCore
internal import CArcaLibcrypto

/// The paddings that libcrypto lacks.
extension Cipher.Padding {
    /// Whether this module adds and removes the padding.
    var isOurs: Bool { self != .none && self != .pkcs7 }

    /// Whether a message that ends with a whole block gets no padding.
    var mayBeEmpty: Bool { self == .none || self == .zero || self == .spaces }

    /// The padding of a message.
    package func bytes(afterMessage byteCount: Int, block: Int) throws(CryptoError) -> [UInt8] {
        let count = block - byteCount % block
        func filled(with byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
        switch self {
        case .none: return []
        case .pkcs7: return filled(with: UInt8(count), count)
        case .zero: return filled(with: 0, count % block)
        case .spaces: return filled(with: .space, count % block)
        case .iso7816: return [0x80] + filled(with: 0, count - 1)
        case .iso10126: return try SecureRandom.bytes(count - 1) + [UInt8(count)]
        case .x923: return filled(with: 0, count - 1) + [UInt8(count)]
        }
    }

    /// The length of the padding at the end of the last block; nil if it is invalid.
    package func byteCount(inLastBlock block: UnsafeBufferPointer<UInt8>) -> Int? {
        func trailing(_ byte: UInt8) -> Int { block.count - (block.lastIndex { $0 != byte } ?? -1) - 1 }
        switch self {
        case .none: return 0
        case .zero: return trailing(0)
        case .spaces: return trailing(.space)
        case .iso7816:
            let zeros = trailing(0)
            return zeros < block.count && block[block.count - 1 - zeros] == 0x80 ? zeros + 1 : nil
        case .pkcs7, .iso10126, .x923:
            guard let count = block.last.map(Int.init), 1...block.count ~= count else { return nil }
            let filler = block[(block.count - count)..<(block.count - 1)]
            if self == .iso10126 { return count }
            return filler.allSatisfy { $0 == (self == .x923 ? 0 : UInt8(count)) } ? count : nil
        }
    }
}

/// The last block of a decrypted stream, which is withheld until the end shows its padding.
///
/// Its memory is wiped.
final class WithheldBlock {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private var count = 0

    init(byteCount: Int) { memory = .allocate(capacity: byteCount) }

    deinit {
        OPENSSL_cleanse(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    /// Takes the next `byteCount` bytes at `start`, moves the released bytes there and returns their number.
    ///
    /// Whole blocks come in, so at most one block stays here; `start` has room for one block more.
    func exchange(_ start: UnsafeMutablePointer<UInt8>, _ byteCount: Int) -> Int {
        guard byteCount > 0, let base = memory.baseAddress else { return 0 }
        let released = count + byteCount - memory.count
        (start + count).update(from: start, count: byteCount)
        start.update(from: base, count: count)
        base.update(from: start + released, count: memory.count)
        OPENSSL_cleanse(start + released, memory.count)
        count = memory.count
        return released
    }

    /// Writes the last block without its padding; nil if the padding is invalid.
    func finish(_ padding: Cipher.Padding, into start: UnsafeMutablePointer<UInt8>) -> Int? {
        guard count > 0 else { return padding.mayBeEmpty ? 0 : nil }
        guard let padded = padding.byteCount(inLastBlock: UnsafeBufferPointer(memory)), let base = memory.baseAddress
        else { return nil }
        start.update(from: base, count: memory.count - padded)
        return memory.count - padded
    }
}
