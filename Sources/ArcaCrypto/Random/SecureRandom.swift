public import ArcaCore
internal import ArcaPlatform
internal import CArcaLibcrypto
internal import Synchronization

/// Cryptographically secure random bytes from libcrypto.
///
/// Small requests are served from a block that is filled in advance and wiped as it is used: requesting 12 bytes from
/// libcrypto costs more than sealing a short message. Keys, passphrases and passwords never come from that block but
/// directly from libcrypto's private random generator. A forked child never repeats its parent's output.
public enum SecureRandom {
    /// One lazily created pool per thread slot, to avoid contention.
    nonisolated(unsafe) private static let pools = CacheLinePadded<RandomPool?>.makeAll { nil }

    /// Fills the free capacity of `output` with random bytes.
    ///
    /// - Parameter output: Receives `freeCapacity` bytes.
    /// - Throws: ``CryptoError`` with code `.backendFailure` if libcrypto's random generator fails.
    public static func fill(_ output: inout OutputSpan<UInt8>) throws(CryptoError) {
        try output.fill { space throws(CryptoError) in try fill(space) }
    }

    /// Returns random bytes.
    ///
    /// - Parameter byteCount: The number of bytes, 0 to 1 GiB.
    /// - Returns: `byteCount` bytes.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a negative count, `.costTooHigh` above 1 GiB,
    ///   `.backendFailure` if libcrypto has no randomness.
    public static func bytes(_ byteCount: Int) throws(CryptoError) -> [UInt8] {
        guard byteCount >= 0 else {
            throw CryptoError(.invalidParameter, "the number of random bytes is 0 or more, not \(byteCount)")
        }
        try checkOutput(byteCount)
        return try [UInt8](capacity: byteCount) { output throws(CryptoError) in try fill(&output) }
    }

    /// Returns a uniformly distributed number.
    ///
    /// - Parameter range: A nonempty range.
    /// - Returns: A number in the range; may be used as a secret.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for an empty range, `.backendFailure` if libcrypto's
    ///   random generator fails.
    public static func number(in range: Range<Int>) throws(CryptoError) -> Int {
        guard !range.isEmpty else {
            throw CryptoError(.invalidParameter, "a random number needs a range of one or more")
        }
        let width = UInt64(bitPattern: Int64(range.upperBound) &- Int64(range.lowerBound))
        // Multiply and keep the high half. Draw again if the low half is below 2^64 mod width, which would bias the
        // result (Lemire, "Fast Random Integer Generation in an Interval", 2019).
        let threshold = (0 &- width) % width
        while true {
            let product = try word().multipliedFullWidth(by: width)
            if product.low >= threshold {
                return Int(truncatingIfNeeded: UInt64(bitPattern: Int64(range.lowerBound)) &+ product.high)
            }
        }
    }

    /// Fills the free capacity with secret random bytes, such as a key.
    static func fillSecret(_ output: inout OutputSpan<UInt8>) throws(CryptoError) {
        try output.fill { space throws(CryptoError) in
            if let start = space.baseAddress { try draw(start, space.count, isSecret: true) }
        }
    }

    static func fill(_ space: UnsafeMutableBufferPointer<UInt8>) throws(CryptoError) {
        guard let start = space.baseAddress, !space.isEmpty else { return }
        if space.count > RandomPool.largestRequest {
            try draw(start, space.count, isSecret: false)
        } else {
            // Pointers are not Sendable, so the closure captures an address.
            let address = UInt(bitPattern: start)
            let count = space.count
            let result: Result<Void, CryptoError> = pools[ThreadSlot.current].value.withLock { pool in
                guard let start = UnsafeMutablePointer<UInt8>(bitPattern: address) else { return .success(()) }
                if pool == nil { pool = RandomPool() }
                return pool?.take(start, count) ?? .success(())
            }
            try result.get()
        }
    }

    private static func word() throws(CryptoError) -> UInt64 {
        var word: UInt64 = 0
        try withUnsafeMutableBytes(of: &word) { bytes throws(CryptoError) in
            // The number may become part of a passphrase.
            if let start = bytes.bindMemory(to: UInt8.self).baseAddress { try draw(start, 8, isSecret: true) }
        }
        return word
    }

    /// Draws from libcrypto; secret bytes come from its private random generator.
    static func draw(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, isSecret: Bool) throws(CryptoError) {
        Libcrypto.prepare()
        var done = 0
        while done < count {
            // Libcrypto counts in Int32.
            let part = Int32(min(count - done, 1 << 30))
            ERR_clear_error()
            guard (isSecret ? RAND_priv_bytes(start + done, part) : RAND_bytes(start + done, part)) == 1 else {
                throw backendError("cannot draw random bytes")
            }
            done += Int(part)
        }
    }
}
