public import ArcaCore

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
package final class BLAKE2bStream: @unchecked Sendable {
    private let state: BLAKE2bState
    private let outputByteCount: Int
    /// The last bytes, which may be the last block.
    private var pending: [UInt8] = []
    private var total = 0

    package init(outputByteCount: Int) {
        state = BLAKE2bState(outputByteCount: outputByteCount)
        self.outputByteCount = outputByteCount
        pending.reserveCapacity(128)
    }

    package func update(_ bytes: Span<UInt8>) {
        var offset = 0
        while offset < bytes.count {
            if pending.count == 128 {
                pending.withBytes { compress($0) }
                pending.removeAll(keepingCapacity: true)
            }
            if pending.isEmpty, bytes.count - offset > 128 {
                compress(bytes.extracting(offset..<offset + 128))
                offset += 128
            } else {
                let count = min(128 - pending.count, bytes.count - offset)
                for index in offset..<offset + count { pending.append(bytes[index]) }
                offset += count
            }
        }
    }

    private func compress(_ block: Span<UInt8>) {
        total += 128
        state.compress(block, total: total, isLast: false)
    }

    /// The digest; ends the computation.
    package func finish() -> [UInt8] {
        let count = total + pending.count
        pending.withBytes { state.compress($0, total: count, isLast: true) }
        for index in pending.indices { pending[index] = 0 }
        return state.digest(outputByteCount)
    }
}

/// The working state, in memory that is wiped because the message may be secret.
private final class BLAKE2bState {
    private static let wordCount = 8 + 16 + 16
    private let memory: UnsafeMutablePointer<UInt8>
    /// The chain value (8 words), the work vector (16) and the block (16).
    private let h, v, m: UnsafeMutablePointer<UInt64>

    init(outputByteCount: Int) {
        memory = SecretArena.allocate(Self.wordCount * 8)
        h = UnsafeMutableRawPointer(memory).bindMemory(to: UInt64.self, capacity: Self.wordCount)
        v = h + 8
        m = h + 24
        for index in 0..<8 { h[index] = Self.initial[index] }
        h[0] ^= 0x0101_0000 ^ UInt64(outputByteCount)
    }

    /// Compresses a block of at most 128 bytes, zero-padded.
    func compress(_ block: Span<UInt8>, total: Int, isLast: Bool) {
        for index in 0..<16 {
            var word: UInt64 = 0
            for byte in 0..<8 where 8 * index + byte < block.count {
                word |= UInt64(block[8 * index + byte]) << UInt64(8 * byte)
            }
            m[index] = word
            v[index] = index < 8 ? h[index] : Self.initial[index - 8]
        }
        v[12] ^= UInt64(total)
        if isLast { v[14] = ~v[14] }
        for round in 0..<12 {
            let order = Self.order[round % 10]
            for step in 0..<8 {
                let column = step & 3
                let turn = step < 4 ? 0 : 1
                mix(
                    column, 4 + (column + turn) % 4, 8 + (column + 2 * turn) % 4, 12 + (column + 3 * turn) % 4,
                    m[order[2 * step]], m[order[2 * step + 1]])
            }
        }
        for index in 0..<8 { h[index] ^= v[index] ^ v[index + 8] }
    }

    private func mix(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ x: UInt64, _ y: UInt64) {
        func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 { word >> count | word << (64 - count) }
        v[a] = v[a] &+ v[b] &+ x
        v[d] = rotate(v[d] ^ v[a], 32)
        v[c] = v[c] &+ v[d]
        v[b] = rotate(v[b] ^ v[c], 24)
        v[a] = v[a] &+ v[b] &+ y
        v[d] = rotate(v[d] ^ v[a], 16)
        v[c] = v[c] &+ v[d]
        v[b] = rotate(v[b] ^ v[c], 63)
    }

    func digest(_ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: h[$0 / 8] >> UInt64(8 * ($0 % 8))) }
    }

    private static let initial: [UInt64] = [
        0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
    ]

    private static let order: [[Int]] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    ]

    deinit { SecretArena.release(memory, Self.wordCount * 8) }
}
