internal import CArcaLibcrypto

/// The hash functions that libcrypto also exports as plain functions over a state in the caller's memory.
///
/// They do without a provider, which a process takes longer to load than a small file to hash, and without a context on
/// the heap. Where a message is one known block after another, the bare compression function leaves out everything else
/// that a digest call does: PBKDF2 takes less than half the time. Who keeps secrets in a context wipes it.
enum BlockHash {
    case sha1, sha224, sha256, sha384, sha512

    /// Room for any context; its state words come first in each.
    static let contextByteCount = MemoryLayout<SHA512_CTX>.size

    init?(_ function: HashFunction) {
        switch function {
        case .sha1: self = .sha1
        case .sha224: self = .sha224
        case .sha256: self = .sha256
        case .sha384: self = .sha384
        case .sha512: self = .sha512
        default: return nil
        }
    }

    /// Length of a whole state, which truncated functions give only a part of.
    var stateByteCount: Int {
        switch self {
        case .sha1: 20
        case .sha224, .sha256: 32
        case .sha384, .sha512: 64
        }
    }

    /// Starts a digest.
    func start(_ context: UnsafeMutableRawPointer) {
        switch self {
        case .sha1: SHA1_Init(context.assumingMemoryBound(to: SHA_CTX.self))
        case .sha224: SHA224_Init(context.assumingMemoryBound(to: SHA256_CTX.self))
        case .sha256: SHA256_Init(context.assumingMemoryBound(to: SHA256_CTX.self))
        case .sha384: SHA384_Init(context.assumingMemoryBound(to: SHA512_CTX.self))
        case .sha512: SHA512_Init(context.assumingMemoryBound(to: SHA512_CTX.self))
        }
    }

    /// Takes bytes in.
    func update(_ context: UnsafeMutableRawPointer, _ bytes: UnsafeRawPointer?, _ count: Int) {
        switch self {
        case .sha1: SHA1_Update(context.assumingMemoryBound(to: SHA_CTX.self), bytes, count)
        case .sha224, .sha256: SHA256_Update(context.assumingMemoryBound(to: SHA256_CTX.self), bytes, count)
        case .sha384, .sha512: SHA512_Update(context.assumingMemoryBound(to: SHA512_CTX.self), bytes, count)
        }
    }

    /// Writes the digest; how much of the state that is, the context knows from its start.
    func finish(_ context: UnsafeMutableRawPointer, _ digest: UnsafeMutableRawPointer) {
        let digest = digest.assumingMemoryBound(to: UInt8.self)
        switch self {
        case .sha1: SHA1_Final(digest, context.assumingMemoryBound(to: SHA_CTX.self))
        case .sha224, .sha256: SHA256_Final(digest, context.assumingMemoryBound(to: SHA256_CTX.self))
        case .sha384, .sha512: SHA512_Final(digest, context.assumingMemoryBound(to: SHA512_CTX.self))
        }
    }

    /// The digest of bytes in one place.
    func digest(_ bytes: Span<UInt8>, _ byteCount: Int) -> [UInt8] {
        withUnsafeTemporaryAllocation(byteCount: BlockHash.contextByteCount, alignment: 16) { context in
            let context = context.baseAddress.unsafelyUnwrapped
            start(context)
            bytes.withUnsafeBytes { update(context, $0.baseAddress, $0.count) }
            return [UInt8](unsafeUninitializedCapacity: byteCount) { space, count in
                finish(context, UnsafeMutableRawPointer(space.baseAddress.unsafelyUnwrapped))
                count = byteCount
            }
        }
    }

    /// Mixes one block into the state: the compression function alone, without counting and padding.
    @inline(__always)
    func compress(_ context: UnsafeMutableRawPointer, _ block: UnsafeRawPointer) {
        let block = block.assumingMemoryBound(to: UInt8.self)
        switch self {
        case .sha1: SHA1_Transform(context.assumingMemoryBound(to: SHA_CTX.self), block)
        case .sha224, .sha256: SHA256_Transform(context.assumingMemoryBound(to: SHA256_CTX.self), block)
        case .sha384, .sha512: SHA512_Transform(context.assumingMemoryBound(to: SHA512_CTX.self), block)
        }
    }

    /// Writes the first `byteCount` bytes of the state as the digest has them, the highest byte of a word first.
    @inline(__always)
    func storeState(_ context: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer, _ byteCount: Int) {
        switch self {
        case .sha1, .sha224, .sha256:
            let words = context.assumingMemoryBound(to: UInt32.self)
            let stored = target.assumingMemoryBound(to: UInt32.self)
            for index in 0..<byteCount &>> 2 { stored[index] = words[index].bigEndian }
        case .sha384, .sha512:
            let words = context.assumingMemoryBound(to: UInt64.self)
            let stored = target.assumingMemoryBound(to: UInt64.self)
            for index in 0..<byteCount &>> 3 { stored[index] = words[index].bigEndian }
        }
    }
}
