public import ArcaCore

/// A hash function selected at compile time, such as ``SHA256`` or ``SHAKE256``; most are a ``HashFunction``.
///
/// ```swift
/// let bytes = SHA3_256.hash("abc".utf8)
/// var hasher = SHA3_256()
/// hasher.update("abc".utf8)
/// let digest = hasher.finalize()
/// print(digest, digest == bytes)
/// ```
///
/// The calls do not throw. They end the process if libcrypto's configuration does not provide the function; MD5, SHA-1
/// and SHA-2 are always available, unless ``Libcrypto/requireProperties(_:)`` excludes them. ``AnyHashFunction`` throws
/// instead.
public protocol StaticHashFunction: Sendable {
    /// The equivalent runtime value.
    static var function: AnyHashFunction { get }
    /// The running computation.
    var state: HashState<Self> { get set }
    /// Creates a hasher from a running computation.
    init(state: HashState<Self>)
}

/// A running computation, typed by its hash function.
public struct HashState<Function: StaticHashFunction>: Sendable {
    var stream: HashStream

    @usableFromInline
    mutating func take(_ bytes: Span<UInt8>) { stream.take(bytes) }
}

extension StaticHashFunction {
    /// The digest type of CryptoKit's calls `hash(data:)` and `finalize()`.
    public typealias Digest = HashDigest<Self>

    /// Length of the digest in bytes.
    public static var byteCount: Int { function.digestByteCount }

    /// Length of the input block in bytes.
    public static var blockByteCount: Int { function.blockByteCount }

    /// Starts a computation.
    public init() { self.init(state: HashState(stream: HashStream(provided: Self.function))) }

    /// Computes the digest of a message, ``byteCount`` bytes.
    @inlinable
    public static func hash(_ bytes: borrowing some Bytes) -> [UInt8] {
        bytes.withBytes { span in function.providedDigest(span) }
    }

    /// Computes the digest of a message; the CryptoKit spelling.
    public static func hash(data: borrowing some Bytes) -> Digest { Digest(hash(data)) }

    /// Updates the hash with the next bytes; the CryptoKit spelling.
    @inlinable
    public mutating func update(data: borrowing some Bytes) { data.withBytes { state.take($0) } }

    /// Updates the hash with the next bytes; the CryptoKit spelling.
    @inlinable
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { update(bufferPointer) }

    /// Updates the hash with the next bytes; the split into parts does not affect the digest.
    @inlinable
    public mutating func update(_ bytes: borrowing some Bytes) { bytes.withBytes { state.take($0) } }

    /// The digest of the message so far; the computation can continue.
    public func finalize() -> Digest { Digest(state.stream.providedDigest()) }
}

/// A hash function with a fixed digest length, as ``HMAC`` and ``HKDF`` need it: SHA-2, SHA-3, BLAKE2, SM3, ``Insecure``.
///
/// ```swift
/// func fingerprint<H: HashFunction>(_: H.Type, _ bytes: [UInt8]) -> H.Digest { H.hash(data: bytes) }
/// ```
///
/// Do not conform other types to it.
public protocol HashFunction: StaticHashFunction {}

/// A hash function with variable-length output: ``SHAKE128``, ``SHAKE256``.
public protocol ExtendableHashFunction: StaticHashFunction {}

extension ExtendableHashFunction {
    /// Computes output of a given length.
    ///
    /// - Parameters:
    ///   - bytes: The message, of any length.
    ///   - outputByteCount: Length of the output in bytes, 0 or more; a shorter output is a prefix of a longer one.
    /// - Returns: `outputByteCount` bytes.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a negative length.
    @inlinable
    public static func hash(_ bytes: borrowing some Bytes, outputByteCount: Int) throws(CryptoError) -> [UInt8] {
        try function.hash(bytes, outputByteCount: outputByteCount)
    }

    /// The output of the message so far; the computation can continue.
    ///
    /// - Parameter outputByteCount: Length of the output in bytes, 0 or more.
    /// - Returns: `outputByteCount` bytes.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a negative length.
    public func finalize(outputByteCount: Int) throws(CryptoError) -> [UInt8] {
        try state.stream.finalize(outputByteCount: outputByteCount)
    }
}
