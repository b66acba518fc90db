public import ArcaCodecs
internal import CArcaLibcrypto

/// Bytes that must not leak: wiped when the last copy of the value goes, compared in constant time, never printed.
///
/// They lie in memory that is kept out of core dumps and, as far as the system allows, out of swap. A forked child has
/// them too, so that servers may fork after they have read their keys. Copies of the value share the memory. `withBytes`
/// is the only way to the content; what is copied from there into an array is ordinary memory again.
public struct SecretBytes: Sendable, ByteSource {
    private let storage: Storage

    /// Makes a secret by filling memory that is wiped whatever happens.
    ///
    /// - Parameters:
    ///   - capacity: The room that `fill` gets, 0 to 1 GiB, in bytes.
    ///   - fill: Appends the bytes; what it leaves free does not count. To append more than there is room for is a
    ///     programmer's error.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a negative number, `.costTooHigh` above 1 GiB; what
    ///   `fill` throws.
    public init(capacity: Int, initializingWith fill: (inout OutputSpan<UInt8>) throws -> Void) throws {
        try Self.check(capacity)
        try self.init(byteCount: capacity, initializingWith: fill)
    }

    /// Makes a secret by filling memory that is wiped whatever happens.
    ///
    /// - Parameters:
    ///   - byteCount: The room that `fill` gets, in bytes; the caller knows that it is not negative and can be had.
    ///   - fill: Appends the bytes; what it leaves free does not count.
    /// - Throws: What `fill` throws.
    package init<Failure: Error>(
        byteCount: Int, initializingWith fill: (inout OutputSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        storage = try Storage(byteCount, fill)
    }

    /// Makes a secret that is a copy of `bytes`; wiping the original is the caller's business.
    ///
    /// - Parameter bytes: Any number of bytes.
    public init(copying bytes: borrowing some Bytes) {
        storage = bytes.withBytes { span in Storage(span.count) { output in output.append(contentsOf: span) } }
    }

    /// Makes a secret of random bytes, from libcrypto's generator for private values.
    ///
    /// - Parameter byteCount: The number of bytes, 0 to 1 GiB.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a negative number, `.costTooHigh` above 1 GiB,
    ///   `.backendFailure` when libcrypto has no randomness.
    public init(randomByteCount byteCount: Int) throws(CryptoError) {
        try Self.check(byteCount)
        storage = try Storage(byteCount) { output throws(CryptoError) in try SecureRandom.fillSecret(&output) }
    }

    private static func check(_ byteCount: Int) throws(CryptoError) {
        guard byteCount >= 0 else {
            throw CryptoError(.invalidParameter, "a secret has 0 bytes or more, not \(byteCount)")
        }
        try checkOutput(byteCount)
    }

    /// How many bytes there are.
    public var count: Int { storage.count }

    /// Whether there are no bytes.
    public var isEmpty: Bool { storage.count == 0 }

    /// Lends the bytes to `body` for the time of the call.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(start: storage.memory, count: storage.count).span)
    }

    private final class Storage: @unchecked Sendable {  // Written in init only.
        let memory: UnsafeMutablePointer<UInt8>
        let capacity: Int
        let count: Int

        init<Failure: Error>(
            _ capacity: Int, _ fill: (inout OutputSpan<UInt8>) throws(Failure) -> Void
        ) throws(Failure) {
            precondition(capacity >= 0, "a count is not negative")
            let space = UnsafeMutableBufferPointer(start: SecretArena.allocate(capacity), count: capacity)
            var output = OutputSpan(buffer: space, initializedCount: 0)
            do throws(Failure) {
                try fill(&output)
            } catch {
                _ = output.finalize(for: space)
                // The object is not complete, so deinit does not run.
                if let start = space.baseAddress { SecretArena.release(start, capacity) }
                throw error
            }
            memory = space.baseAddress.unsafelyUnwrapped
            self.capacity = capacity
            count = output.finalize(for: space)
        }

        deinit { SecretArena.release(memory, capacity) }
    }
}

extension SecretBytes: Equatable {
    /// Whether both are equal, in a time that depends on the lengths alone.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool { constantTimeEqual(left, right) }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The length, never the content.
    public var description: String { "SecretBytes(\(count) bytes)" }

    /// The length, never the content.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Compares two byte strings in a time that depends on their lengths alone.
///
/// - Parameters:
///   - left: Any number of bytes; its length is not secret.
///   - right: Any number of bytes; its length is not secret.
/// - Returns: Whether lengths and contents are equal.
public func constantTimeEqual(_ left: borrowing some Bytes, _ right: borrowing some Bytes) -> Bool {
    left.withBytes { left in
        right.withBytes { right in
            guard left.count == right.count else { return false }
            guard !left.isEmpty else { return true }
            return left.withUnsafeBufferPointer { left in
                right.withUnsafeBufferPointer { right in
                    CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
                }
            }
        }
    }
}
