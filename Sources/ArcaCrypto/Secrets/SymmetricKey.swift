public import ArcaCore

/// A secret key for a cipher or a MAC.
///
/// There is no initializer from text: derive a key from a passphrase with ``Scrypt`` or ``PBKDF2``. Copies share the
/// same memory, which is wiped with the last copy. A key caches libcrypto's prepared contexts, so reusing it is faster
/// than creating it again.
public struct SymmetricKey: Sendable, ByteSource {
    fileprivate let storage: Storage

    /// Creates a random key.
    ///
    /// - Parameter bitCount: 128, 192 or 256 for AES; a positive multiple of 8, at most 2^33 (1 GiB).
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.costTooHigh` above 1 GiB, or `.backendFailure`.
    public init(bitCount: Int) throws(CryptoError) {
        try SymmetricKeySize.check(bitCount)
        storage = Storage(try SecretBytes(randomByteCount: bitCount / 8))
    }

    /// Creates a random key; the CryptoKit spelling.
    ///
    /// Ends the process if libcrypto has no randomness; ``init(bitCount:)`` throws instead.
    public init(size: SymmetricKeySize) {
        self = provided { () throws(CryptoError) in try SymmetricKey(bitCount: size.bitCount) }
    }

    /// Creates a key from a copy of `data`, which the caller wipes; the CryptoKit spelling.
    public init(data: borrowing some Bytes) { self.init(copying: data) }

    /// Creates a key from secret bytes, without a copy.
    public init(_ bytes: SecretBytes) { storage = Storage(bytes) }

    /// Creates a key from a copy of `bytes`; the caller wipes the original.
    public init(copying bytes: borrowing some Bytes) { storage = Storage(SecretBytes(copying: bytes)) }

    /// The key's length in bytes.
    public var byteCount: Int { storage.bytes.count }

    /// The key's length in bits.
    public var bitCount: Int { storage.bytes.count * 8 }

    /// Calls `body` with the key's bytes, which are valid only during the call.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try storage.bytes.withBytes(body) }

    /// Calls `body` with the key's bytes, which are valid only during the call.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withBytes { span in try span.withUnsafeBytes(body) }
    }

    var contexts: KeyContexts { storage.contexts }

    fileprivate init(_ storage: Storage) { self.storage = storage }

    fileprivate final class Storage: Sendable {
        let bytes: SecretBytes
        let contexts = KeyContexts()

        init(_ bytes: SecretBytes) { self.bytes = bytes }
    }
}

/// An unretained reference to a key that the caller keeps alive.
///
/// All threads that use the key share its reference count; updating it would take longer than sealing a short message.
struct LentKey {
    private let storage: Unmanaged<SymmetricKey.Storage>
    let byteCount: Int

    init(_ key: borrowing SymmetricKey) {
        storage = .passUnretained(key.storage)
        byteCount = key.byteCount
    }

    var key: SymmetricKey { SymmetricKey(storage.takeUnretainedValue()) }

    var contexts: Unmanaged<KeyContexts> { storage._withUnsafeGuaranteedRef { .passUnretained($0.contexts) } }
}

extension SymmetricKey: Equatable, Redacted {
    /// Compares in constant time for a given length.
    public static func == (left: SymmetricKey, right: SymmetricKey) -> Bool { constantTimeEqual(left, right) }

    /// The length, never the content.
    public var description: String { "SymmetricKey(\(bitCount) bits)" }
}

/// The length of a symmetric key.
public struct SymmetricKeySize: Sendable, Hashable {
    /// The length in bits.
    public let bitCount: Int

    /// 128 bits.
    public static let bits128 = SymmetricKeySize(128)
    /// 192 bits.
    public static let bits192 = SymmetricKeySize(192)
    /// 256 bits.
    public static let bits256 = SymmetricKeySize(256)

    /// Creates a key size.
    ///
    /// - Parameter bitCount: A positive multiple of 8, at most 2^33 (1 GiB).
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.costTooHigh` above 1 GiB.
    public init(bitCount: Int) throws(CryptoError) {
        try Self.check(bitCount)
        self.bitCount = bitCount
    }

    private init(_ bitCount: Int) { self.bitCount = bitCount }

    fileprivate static func check(_ bitCount: Int) throws(CryptoError) {
        guard bitCount >= 8, bitCount.isMultiple(of: 8) else {
            throw CryptoError(.invalidKeyLength, "a key of \(bitCount) bits is not a positive number of bytes")
        }
        try checkOutput(bitCount / 8)
    }
}
