internal import CArcaLibcrypto

/// The hash functions that libcrypto also exports as plain functions on caller-owned state.
///
/// They need no provider, which takes longer to load than hashing a small file, and no heap context, so they cannot
/// fail. When a message is a sequence of known blocks, the bare compression function skips the rest of a digest call;
/// this more than halves the time of PBKDF2. Callers that keep secrets in a context must wipe it.
enum BlockHash {
    case md5, sha1, sha224, sha256, sha384, sha512, sha512t224, sha512t256

    /// The size of the largest context; each begins with the state words.
    static let contextByteCount = MemoryLayout<SHA512_CTX>.size

    /// Whether ``compress(_:_:)`` and ``storeState(_:_:_:)`` support it; they need whole state words.
    var hasBareCompression: Bool { self != .sha512t224 }

    /// Length of the full state, which truncated functions output only a part of.
    var stateByteCount: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha224, .sha256: 32
        case .sha384, .sha512, .sha512t224, .sha512t256: 64
        }
    }

    func start(_ context: UnsafeMutableRawPointer) {
        switch self {
        case .md5: MD5_Init(context.assumingMemoryBound(to: MD5_CTX.self))
        case .sha1: SHA1_Init(context.assumingMemoryBound(to: SHA_CTX.self))
        case .sha224: SHA224_Init(context.assumingMemoryBound(to: SHA256_CTX.self))
        case .sha256: SHA256_Init(context.assumingMemoryBound(to: SHA256_CTX.self))
        case .sha384: SHA384_Init(context.assumingMemoryBound(to: SHA512_CTX.self))
        case .sha512: SHA512_Init(context.assumingMemoryBound(to: SHA512_CTX.self))
        case .sha512t224: BlockHash.startTruncated(context, BlockHash.sha512t224Start, byteCount: 28)
        case .sha512t256: BlockHash.startTruncated(context, BlockHash.sha512t256Start, byteCount: 32)
        }
    }

    private static func startTruncated(_ context: UnsafeMutableRawPointer, _ state: [UInt64], byteCount: UInt32) {
        let typed = context.assumingMemoryBound(to: SHA512_CTX.self)
        SHA512_Init(typed)
        typed.pointee.md_len = byteCount
        state.withUnsafeBytes { context.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: 64) }
    }

    private static let sha512t224Start = truncatedStart("SHA-512/224")
    private static let sha512t256Start = truncatedStart("SHA-512/256")

    /// The initial state of SHA-512/t: the digest of its name by SHA-512 with a masked initial state (FIPS 180-4,
    /// section 5.3.6).
    private static func truncatedStart(_ name: String) -> [UInt64] {
        withUnsafeTemporaryAllocation(byteCount: contextByteCount + 64, alignment: 16) { memory in
            let context = memory.baseAddress.unsafelyUnwrapped
            BlockHash.sha512.start(context)
            let words = context.assumingMemoryBound(to: UInt64.self)
            for index in 0..<8 { words[index] ^= 0xa5a5_a5a5_a5a5_a5a5 }
            Array(name.utf8).withUnsafeBytes { BlockHash.sha512.update(context, $0.baseAddress, $0.count) }
            let digest = context + contextByteCount
            BlockHash.sha512.finish(context, digest)
            return (0..<8).map { UInt64(bigEndian: digest.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) }
        }
    }

    func update(_ context: UnsafeMutableRawPointer, _ bytes: UnsafeRawPointer?, _ count: Int) {
        switch self {
        case .md5: MD5_Update(context.assumingMemoryBound(to: MD5_CTX.self), bytes, count)
        case .sha1: SHA1_Update(context.assumingMemoryBound(to: SHA_CTX.self), bytes, count)
        case .sha224, .sha256: SHA256_Update(context.assumingMemoryBound(to: SHA256_CTX.self), bytes, count)
        case .sha384, .sha512, .sha512t224, .sha512t256:
            SHA512_Update(context.assumingMemoryBound(to: SHA512_CTX.self), bytes, count)
        }
    }

    func finish(_ context: UnsafeMutableRawPointer, _ digest: UnsafeMutableRawPointer) {
        let digest = digest.assumingMemoryBound(to: UInt8.self)
        switch self {
        case .md5: MD5_Final(digest, context.assumingMemoryBound(to: MD5_CTX.self))
        case .sha1: SHA1_Final(digest, context.assumingMemoryBound(to: SHA_CTX.self))
        case .sha224, .sha256: SHA256_Final(digest, context.assumingMemoryBound(to: SHA256_CTX.self))
        case .sha384, .sha512, .sha512t224, .sha512t256:
            SHA512_Final(digest, context.assumingMemoryBound(to: SHA512_CTX.self))
        }
    }

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

    /// Runs the compression function on one block, without length counting or padding.
    @inline(__always)
    func compress(_ context: UnsafeMutableRawPointer, _ block: UnsafeRawPointer) {
        let block = block.assumingMemoryBound(to: UInt8.self)
        switch self {
        case .md5: MD5_Transform(context.assumingMemoryBound(to: MD5_CTX.self), block)
        case .sha1: SHA1_Transform(context.assumingMemoryBound(to: SHA_CTX.self), block)
        case .sha224, .sha256: SHA256_Transform(context.assumingMemoryBound(to: SHA256_CTX.self), block)
        case .sha384, .sha512, .sha512t224, .sha512t256:
            SHA512_Transform(context.assumingMemoryBound(to: SHA512_CTX.self), block)
        }
    }

    /// Writes the first `byteCount` bytes of the state in the digest's byte order.
    @inline(__always)
    func storeState(_ context: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer, _ byteCount: Int) {
        switch self {
        case .md5:
            let words = context.assumingMemoryBound(to: UInt32.self)
            let stored = target.assumingMemoryBound(to: UInt32.self)
            for index in 0..<byteCount &>> 2 { stored[index] = words[index].littleEndian }
        case .sha1, .sha224, .sha256:
            let words = context.assumingMemoryBound(to: UInt32.self)
            let stored = target.assumingMemoryBound(to: UInt32.self)
            for index in 0..<byteCount &>> 2 { stored[index] = words[index].bigEndian }
        case .sha384, .sha512, .sha512t224, .sha512t256:
            let words = context.assumingMemoryBound(to: UInt64.self)
            let stored = target.assumingMemoryBound(to: UInt64.self)
            for index in 0..<byteCount &>> 3 { stored[index] = words[index].bigEndian }
        }
    }

    /// The HMAC of contiguous bytes; not slower with a new key.
    func code(_ message: Span<UInt8>, _ key: Span<UInt8>, blockByteCount: Int, byteCount: Int) -> [UInt8] {
        let stride = (BlockHash.contextByteCount + 15) & ~15
        return withUnsafeTemporaryAllocation(byteCount: 2 * stride + 128, alignment: 16) { memory in
            let inner = memory.baseAddress.unsafelyUnwrapped
            let (outer, block) = (inner + stride, inner + 2 * stride)
            startKeyed(inner, outer, key: key, blockByteCount: blockByteCount, block: block)
            message.withUnsafeBytes { update(inner, $0.baseAddress, $0.count) }
            finish(inner, block)
            update(outer, block, byteCount)
            defer { OPENSSL_cleanse(inner, memory.count) }
            return [UInt8](unsafeUninitializedCapacity: byteCount) { space, count in
                finish(outer, UnsafeMutableRawPointer(space.baseAddress.unsafelyUnwrapped))
                count = byteCount
            }
        }
    }

    /// Initializes HMAC's inner and outer digests with the padded key block (RFC 2104, section 2).
    ///
    /// `block` is scratch space for one block; it reveals the key, and the caller wipes it.
    func startKeyed(
        _ inner: UnsafeMutableRawPointer, _ outer: UnsafeMutableRawPointer, key: Span<UInt8>, blockByteCount: Int,
        block: UnsafeMutableRawPointer
    ) {
        let bytes = block.assumingMemoryBound(to: UInt8.self)
        bytes.update(repeating: 0, count: blockByteCount)
        key.withUnsafeBytes { key in
            if key.count > blockByteCount {
                start(inner)
                update(inner, key.baseAddress, key.count)
                finish(inner, block)
            } else if let start = key.baseAddress {
                block.copyMemory(from: start, byteCount: key.count)
            }
        }
        for index in 0..<blockByteCount { bytes[index] ^= 0x36 }
        start(inner)
        update(inner, block, blockByteCount)
        for index in 0..<blockByteCount { bytes[index] ^= 0x36 ^ 0x5c }
        start(outer)
        update(outer, block, blockByteCount)
    }
}
