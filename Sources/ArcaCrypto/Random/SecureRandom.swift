public import ArcaCodecs
internal import CArcaLibcrypto
internal import Synchronization

/// Random bytes from libcrypto's generator, fit for keys and nonces.
///
/// Small requests are served from a block that is drawn at once, wiped as it is used and dropped in a forked child:
/// asking libcrypto for 12 bytes costs more than sealing a short message with them.
public enum SecureRandom {
    private static let pool = Mutex(Pool())

    /// Fills the free capacity of `output` with random bytes.
    ///
    /// - Parameter output: Receives `freeCapacity` bytes.
    /// - Throws: ``CryptoError`` with code `.backendFailure` when libcrypto has no randomness.
    public static func fill(_ output: inout OutputSpan<UInt8>) throws(CryptoError) {
        var failure: CryptoError?
        output.withUnsafeMutableBufferPointer { space, count in
            do throws(CryptoError) {
                try fill(UnsafeMutableBufferPointer(rebasing: space[count...]))
                count = space.count
            } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Draws random bytes.
    ///
    /// - Parameter byteCount: How many, 0 or more.
    /// - Returns: `byteCount` bytes.
    /// - Throws: ``CryptoError`` with code `.backendFailure` when libcrypto has no randomness.
    public static func bytes(_ byteCount: Int) throws(CryptoError) -> [UInt8] {
        precondition(byteCount >= 0, "a count is not negative")
        return try [UInt8](capacity: byteCount) { output throws(CryptoError) in try fill(&output) }
    }

    /// Draws a number from a range, each with the same chance.
    ///
    /// - Parameter range: A range that is not empty.
    /// - Returns: A number of the range.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for an empty range, `.backendFailure` without randomness.
    public static func number(in range: Range<Int>) throws(CryptoError) -> Int {
        guard !range.isEmpty else {
            throw CryptoError(.invalidParameter, "a random number needs a range of one or more")
        }
        let width = UInt64(bitPattern: Int64(range.upperBound) &- Int64(range.lowerBound))
        // Multiply and keep the high half; of the low halves below 2^64 mod width, which would favour some numbers,
        // a new draw is made (Lemire, "Fast Random Integer Generation in an Interval", 2019).
        let threshold = (0 &- width) % width
        while true {
            let product = try word().multipliedFullWidth(by: width)
            if product.low >= threshold {
                return Int(truncatingIfNeeded: UInt64(bitPattern: Int64(range.lowerBound)) &+ product.high)
            }
        }
    }

    /// Fills memory, for callers inside the module that hold pointers.
    static func fill(_ space: UnsafeMutableBufferPointer<UInt8>) throws(CryptoError) {
        guard let start = space.baseAddress, !space.isEmpty else { return }
        if space.count > Pool.largestRequest {
            try draw(start, space.count)
        } else {
            // The lock's closure must not capture a pointer, which is not Sendable.
            let address = UInt(bitPattern: start)
            let count = space.count
            let result: Result<Void, CryptoError> = pool.withLock { pool in
                guard let start = UnsafeMutablePointer<UInt8>(bitPattern: address) else { return .success(()) }
                return pool.take(start, count)
            }
            try result.get()
        }
    }

    private static func word() throws(CryptoError) -> UInt64 {
        var word: UInt64 = 0
        try withUnsafeMutableBytes(of: &word) { bytes throws(CryptoError) in
            try fill(bytes.bindMemory(to: UInt8.self))
        }
        return word
    }

    fileprivate static func draw(_ start: UnsafeMutablePointer<UInt8>, _ count: Int) throws(CryptoError) {
        Libcrypto.prepare()
        var done = 0
        while done < count {
            // RAND_bytes counts in Int32.
            let part = min(count - done, 1 << 30)
            ERR_clear_error()
            guard RAND_bytes(start + done, Int32(part)) == 1 else { throw backendError("cannot draw random bytes") }
            done += part
        }
    }

    /// A block of random bytes drawn in advance.
    private struct Pool: ~Copyable {
        static let largestRequest = 256
        private static let byteCount = 4096

        // The last byte is 1 while the rest is filled: memory of the arena is zero in a forked child, which so draws
        // its own bytes and never repeats its parent's.
        private let block = SecretArena.allocate(Pool.byteCount)
        private var used = Pool.byteCount - 1

        mutating func take(_ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Result<Void, CryptoError> {
            let usable = Pool.byteCount - 1
            if used + count > usable || block[usable] == 0 {
                do throws(CryptoError) { try SecureRandom.draw(block, usable) } catch { return .failure(error) }
                block[usable] = 1
                used = 0
            }
            target.update(from: block + used, count: count)
            OPENSSL_cleanse(block + used, count)
            used += count
            return .success(())
        }

        deinit { SecretArena.release(block, Pool.byteCount) }
    }
}
