internal import CArcaLibcrypto

/// HMAC with secret output, written to caller-owned memory.
///
/// SHA-1 and SHA-2 need no libcrypto provider, which takes longer to load than deriving many keys.
struct SecretHMAC: ~Copyable {
    private enum Backend {
        /// Plain functions on consecutive contexts: inner, outer and running.
        case plain(BlockHash, UnsafeMutablePointer<UInt8>)
        case fetched(OpaquePointer)
    }

    private let function: AnyHashFunction
    private let backend: Backend
    /// Distance between two contexts, in bytes.
    private static let stride = (BlockHash.contextByteCount + 15) & ~15
    private static let byteCount = 3 * stride

    init(_ function: AnyHashFunction, _ key: SymmetricKey) throws(CryptoError) {
        self.function = function
        guard let hash = function.plain else {
            backend = .fetched(try MACFunction.hmac(function).makeContext(key, MACFunction.Options()))
            return
        }
        let memory = SecretArena.allocate(Self.byteCount)
        backend = .plain(hash, memory)
        let inner = UnsafeMutableRawPointer(memory)
        // The running context is not in use yet, and is longer than any block.
        key.withBytes { key in
            hash.startKeyed(
                inner, inner + Self.stride, key: key, blockByteCount: function.blockByteCount,
                block: inner + 2 * Self.stride)
        }
        Self.restart(inner)
    }

    deinit {
        switch backend {
        case .plain(_, let memory): SecretArena.release(memory, Self.byteCount)
        case .fetched(let context): EVP_MAC_CTX_free(context)
        }
    }

    borrowing func update(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { bytes in
            switch backend {
            case .plain(let hash, let memory):
                if let start = bytes.baseAddress { hash.update(memory + 2 * Self.stride, start, bytes.count) }
            case .fetched(let context):
                // Updating a digest cannot fail.
                _ = EVP_MAC_update(context, bytes.baseAddress, bytes.count)
            }
        }
    }

    /// Writes the MAC and restarts with the same key.
    borrowing func finish(_ output: inout OutputSpan<UInt8>) throws(CryptoError) {
        try output.fill { space throws(CryptoError) in try finish(into: space) }
    }

    /// Writes the MAC to a buffer of its length and restarts with the same key.
    borrowing func finish(into space: UnsafeMutableBufferPointer<UInt8>) throws(CryptoError) {
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

    private static func restart(_ memory: UnsafeMutableRawPointer) {
        (memory + 2 * stride).copyMemory(from: memory, byteCount: stride)
    }
}
