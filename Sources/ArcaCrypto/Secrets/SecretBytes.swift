public import ArcaCore
internal import CArcaLibcrypto

/// Secret bytes: wiped when the last copy is released, compared in constant time, and never printed.
///
/// The memory is excluded from core dumps and, as far as the system allows, from swap. Copies of the value share it. A
/// forked child inherits it, so a server can fork after loading its keys. The content is only accessible through
/// `withBytes`; bytes copied from there into an array are in ordinary memory.
public struct SecretBytes: Sendable, ByteSource {
    private let storage: Storage

    /// Creates a secret by filling memory that is wiped even on failure.
    ///
    /// - Parameters:
    ///   - capacity: The capacity for `fill` in bytes, 0 to 1 GiB.
    ///   - fill: Appends the bytes; unused capacity is dropped. Exceeding the capacity is a programmer error.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a negative capacity, `.costTooHigh` above 1 GiB;
    ///   errors of `fill`.
    public init(capacity: Int, initializingWith fill: (inout OutputSpan<UInt8>) throws -> Void) throws {
        try Self.check(capacity)
        try self.init(byteCount: capacity, initializingWith: fill)
    }

    /// Creates a secret by filling memory that is wiped even on failure.
    ///
    /// - Parameters:
    ///   - byteCount: The capacity for `fill` in bytes, not negative; the caller checks that it can be allocated.
    ///   - fill: Appends the bytes; unused capacity is dropped.
    /// - Throws: Errors of `fill`.
    package init<Failure: Error>(
        byteCount: Int, initializingWith fill: (inout OutputSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        storage = try Storage(byteCount, fill)
    }

    /// Creates a secret from a copy of `bytes`; the caller wipes the original.
    public init(copying bytes: borrowing some Bytes) {
        storage = bytes.withBytes { span in Storage(span.count) { output in output.append(contentsOf: span) } }
    }

    /// Creates a secret of random bytes from libcrypto's private random generator.
    ///
    /// - Parameter byteCount: The number of bytes, 0 to 1 GiB.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a negative count, `.costTooHigh` above 1 GiB,
    ///   `.backendFailure` if libcrypto has no randomness.
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

    /// The number of bytes.
    public var count: Int { storage.count }

    /// Whether the secret is empty.
    public var isEmpty: Bool { storage.count == 0 }

    /// Calls `body` with the bytes, which are valid only during the call.
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
                // deinit does not run for a partially initialized object.
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

extension SecretBytes: Equatable, Redacted {
    /// Compares in constant time for a given length.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool { constantTimeEqual(left, right) }

    /// The length, never the content.
    public var description: String { "SecretBytes(\(count) bytes)" }
}

extension String {
    /// Copies secret text, such as a private key in PEM; invalid UTF-8 becomes U+FFFD.
    ///
    /// The copy is ordinary memory, which is not wiped.
    public init(_ secret: SecretBytes) {
        self = secret.withBytes { $0.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
    }
}

/// Compares two byte strings in constant time for a given length; false if the lengths differ, which are not secret.
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
