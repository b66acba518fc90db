public import ArcaCodecs

/// A secret key for a cipher or a message authentication code.
///
/// There is no initializer from text: a passphrase becomes a key by ``Scrypt`` or ``PBKDF2``. Copies share one memory,
/// which is wiped with the last of them. A key also keeps libcrypto's prepared state, so that using one key many times
/// costs less than setting it up each time.
public struct SymmetricKey: Sendable, ByteSource {
    fileprivate let storage: Storage

    /// Makes a random key.
    ///
    /// - Parameter bitCount: 128, 192 or 256 for AES; a multiple of 8, at least 8, at most 2^33 (1 GiB).
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.costTooHigh` above 1 GiB, or `.backendFailure`.
    public init(bitCount: Int) throws(CryptoError) {
        try SymmetricKeySize.check(bitCount)
        storage = Storage(try SecretBytes(randomByteCount: bitCount / 8))
    }

    /// Makes a random key, as CryptoKit spells it.
    ///
    /// Ends the process where libcrypto has no randomness; ``init(bitCount:)`` throws there.
    ///
    /// - Parameter size: The key's length.
    public init(size: SymmetricKeySize) {
        do throws(CryptoError) {
            try self.init(bitCount: size.bitCount)
        } catch {
            fatalError("\(error)")
        }
    }

    /// Makes a key that is a copy of `data`, as CryptoKit spells it; wiping the original is the caller's business.
    ///
    /// - Parameter data: The key, of the length that the algorithm asks for.
    public init(data: borrowing some Bytes) { self.init(copying: data) }

    /// Makes a key of bytes that are already secret.
    ///
    /// - Parameter bytes: The key, of the length that the algorithm asks for.
    public init(_ bytes: SecretBytes) { storage = Storage(bytes) }

    /// Makes a key that is a copy of `bytes`; wiping the original is the caller's business.
    ///
    /// - Parameter bytes: The key, of the length that the algorithm asks for.
    public init(copying bytes: borrowing some Bytes) { storage = Storage(SecretBytes(copying: bytes)) }

    /// The key's length in bytes.
    public var byteCount: Int { storage.bytes.count }

    /// The key's length in bits.
    public var bitCount: Int { storage.bytes.count * 8 }

    /// Lends the key's bytes to `body` for the time of the call.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try storage.bytes.withBytes(body) }

    /// Lends the key's bytes to `body` for the time of the call.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withBytes { span in try span.withUnsafeBytes(body) }
    }

    /// Libcrypto contexts that hold this key.
    var contexts: KeyContexts { storage.contexts }

    fileprivate init(_ storage: Storage) { self.storage = storage }

    fileprivate final class Storage: Sendable {
        let bytes: SecretBytes
        let contexts = KeyContexts()

        init(_ bytes: SecretBytes) { self.bytes = bytes }
    }
}

/// A key for the time of a call during which somebody else keeps it: its references are not counted.
///
/// The counts are in memory that all threads with the key share, and would take more time than sealing a short message.
struct LentKey {
    private let storage: Unmanaged<SymmetricKey.Storage>
    /// The key's length in bytes.
    let byteCount: Int

    init(_ key: borrowing SymmetricKey) {
        storage = .passUnretained(key.storage)
        byteCount = key.byteCount
    }

    /// The key itself, counted.
    var key: SymmetricKey { SymmetricKey(storage.takeUnretainedValue()) }

    /// Libcrypto contexts that hold the key.
    var contexts: Unmanaged<KeyContexts> { storage._withUnsafeGuaranteedRef { .passUnretained($0.contexts) } }
}

extension SymmetricKey: Equatable {
    /// Whether both are equal, in a time that depends on the lengths alone.
    public static func == (left: SymmetricKey, right: SymmetricKey) -> Bool { constantTimeEqual(left, right) }
}

extension SymmetricKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The length, never the content.
    public var description: String { "SymmetricKey(\(bitCount) bits)" }

    /// The length, never the content.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The length of a key to be made.
public struct SymmetricKeySize: Sendable, Hashable {
    /// The length in bits.
    public let bitCount: Int

    /// 128 bits.
    public static let bits128 = SymmetricKeySize(128)
    /// 192 bits.
    public static let bits192 = SymmetricKeySize(192)
    /// 256 bits.
    public static let bits256 = SymmetricKeySize(256)

    /// Makes a length.
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
