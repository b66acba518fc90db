public import ArcaCore
internal import ArcaKernels

extension BLAKE2b {
    /// Computes BLAKE2b with a digest of any length, such as BLAKE2b-256; not a truncated BLAKE2b-512.
    ///
    /// Libcrypto 3.0 only supports 64 bytes. Intended for short messages: ``BLAKE2b`` is faster.
    ///
    /// - Parameters:
    ///   - bytes: The message, of any length.
    ///   - outputByteCount: Length of the digest in bytes, 1 to 64.
    /// - Returns: The digest.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for another length.
    ///
    /// Source: RFC 7693, section 3.
    public static func hash(_ bytes: borrowing some Bytes, outputByteCount: Int) throws(CryptoError) -> [UInt8] {
        guard (1...64).contains(outputByteCount) else {
            throw CryptoError(.invalidParameter, "BLAKE2b gives 1 to 64 bytes, not \(outputByteCount)")
        }
        try Libcrypto.checkOwn("BLAKE2b of \(outputByteCount) bytes")
        let stream = BLAKE2bStream(outputByteCount: outputByteCount)
        bytes.withBytes { stream.update($0) }
        return stream.finish()
    }
}

/// An incremental computation of BLAKE2b with a digest of 1 to 64 bytes, for one thread at a time.
///
/// Its memory is wiped, because the message may be secret.
package final class BLAKE2bStream: @unchecked Sendable {
    private static let blockByteCount = 128
    private static let byteCount = 8 * (8 + blake2bScratchWordCount) + blockByteCount
    private let memory: UnsafeMutablePointer<UInt8>
    private let chain: UnsafeMutablePointer<UInt64>
    /// The last bytes, which may be the last block.
    private let pending: UnsafeMutablePointer<UInt8>
    private var pendingCount = 0
    private var total = 0
    private var outputByteCount = 0

    package init(outputByteCount: Int) {
        memory = SecretArena.allocate(Self.byteCount)
        chain = UnsafeMutableRawPointer(memory).bindMemory(to: UInt64.self, capacity: 8 + blake2bScratchWordCount)
        pending = memory + 8 * (8 + blake2bScratchWordCount)
        restart(outputByteCount: outputByteCount)
    }

    /// Begins another computation.
    func restart(outputByteCount: Int) {
        blake2bStart(chain, outputByteCount: outputByteCount)
        (pendingCount, total) = (0, 0)
        self.outputByteCount = outputByteCount
    }

    package func update(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            update(start, bytes.count)
        }
    }

    func update(_ start: UnsafePointer<UInt8>, _ count: Int) {
        var offset = 0
        while offset < count {
            if pendingCount == Self.blockByteCount {
                compress(pending)
                pendingCount = 0
            }
            if pendingCount == 0, count - offset > Self.blockByteCount {
                compress(start + offset)
                offset += Self.blockByteCount
            } else {
                let taken = min(Self.blockByteCount - pendingCount, count - offset)
                (pending + pendingCount).update(from: start + offset, count: taken)
                pendingCount += taken
                offset += taken
            }
        }
    }

    private func compress(_ block: UnsafePointer<UInt8>) {
        total += Self.blockByteCount
        blake2bCompress(chain, block: block, total: total, isLast: false, scratch: chain + 8)
    }

    /// The digest; ends the computation.
    package func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: outputByteCount) { space, count in
            finish(into: space.pointer)
            count = outputByteCount
        }
    }

    /// Writes the digest, `outputByteCount` bytes, and ends the computation.
    func finish(into digest: UnsafeMutablePointer<UInt8>) {
        (pending + pendingCount).update(repeating: 0, count: Self.blockByteCount - pendingCount)
        blake2bCompress(chain, block: pending, total: total + pendingCount, isLast: true, scratch: chain + 8)
        for index in 0..<outputByteCount {
            digest[index] = UInt8(truncatingIfNeeded: chain[index / 8] >> UInt64(8 * (index % 8)))
        }
    }

    deinit { SecretArena.release(memory, Self.byteCount) }
}
