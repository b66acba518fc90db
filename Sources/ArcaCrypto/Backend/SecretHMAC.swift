internal import ArcaCore
internal import CArcaLibcrypto

/// One HMAC under one key whose codes are secret themselves, and so go to memory of the caller.
///
/// SHA-1 and SHA-2 need no provider of libcrypto for it, which takes a process longer to load than to derive many keys.
struct SecretHMAC: ~Copyable {
    private enum Backend {
        /// Plain functions, with the inner, the outer and the running context behind one another.
        case plain(BlockHash, UnsafeMutablePointer<UInt8>)
        case fetched(OpaquePointer)
    }

    private let function: HashFunction
    private let backend: Backend
    /// How far one context lies behind the other.
    private static let stride = (BlockHash.contextByteCount + 15) & ~15
    private static let byteCount = 3 * stride

    /// Takes a key of any length.
    init(_ function: HashFunction, _ key: SymmetricKey) throws(CryptoError) {
        self.function = function
        guard let hash = function.plain else {
            backend = .fetched(try MACFunction.hmac(function).makeContext(key, MACFunction.Options()))
            return
        }
        let memory = SecretArena.allocate(Self.byteCount)
        backend = .plain(hash, memory)
        let inner = UnsafeMutableRawPointer(memory)
        // The running context is not in use yet, and longer than any block.
        key.withBytes { key in
            hash.startKeyed(inner, inner + Self.stride, key, function.blockByteCount, inner + 2 * Self.stride)
        }
        Self.restart(inner)
    }

    deinit {
        switch backend {
        case .plain(_, let memory): SecretArena.release(memory, Self.byteCount)
        case .fetched(let context): EVP_MAC_CTX_free(context)
        }
    }

    /// Takes in a part of the message.
    borrowing func update(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { bytes in
            switch backend {
            case .plain(let hash, let memory):
                if let start = bytes.baseAddress { hash.update(memory + 2 * Self.stride, start, bytes.count) }
            case .fetched(let context):
                // Taking bytes into a digest has no way to fail.
                _ = EVP_MAC_update(context, bytes.baseAddress, bytes.count)
            }
        }
    }

    /// Writes the code, as long as a digest, and starts again with the same key.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure`.
    borrowing func finish(_ output: inout OutputSpan<UInt8>) throws(CryptoError) {
        try output.fill { space throws(CryptoError) in
            switch backend {
            case .plain(let hash, let memory):
                let (outer, running) = (memory + Self.stride, memory + 2 * Self.stride)
                let code = UnsafeMutableRawPointer(space.baseAddress.unsafelyUnwrapped)
                hash.finish(running, code)
                running.update(from: outer, count: Self.stride)
                hash.update(running, code, function.digestByteCount)
                hash.finish(running, code)
                Self.restart(UnsafeMutableRawPointer(memory))
            case .fetched(let context):
                var count = 0
                guard EVP_MAC_final(context, space.baseAddress, &count, space.count) == 1, count == space.count,
                    EVP_MAC_init(context, nil, 0, nil) == 1
                else { throw backendError("cannot compute HMAC-\(function.name)") }
            }
        }
    }

    private static func restart(_ memory: UnsafeMutableRawPointer) {
        (memory + 2 * stride).copyMemory(from: memory, byteCount: stride)
    }
}
