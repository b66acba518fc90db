public import ArcaCore

/// A hash function chosen when writing: ``SHA256``, ``SHA3_256`` and others.
///
/// ```swift
/// let bytes = try SHA3_256.hash("abc".utf8)
/// var hasher = try SHA3_256()
/// hasher.update("abc".utf8)
/// let digest = try hasher.finalize()
/// print(digest, digest == bytes)
/// ```
public protocol StaticHashFunction: Sendable {
    /// The function that the type stands for.
    static var function: HashFunction { get }
    /// The computation in progress.
    var state: HashState<Self> { get set }
    /// Makes a value that continues a computation.
    init(state: HashState<Self>)
}

/// A computation of one function in progress; that of another function has another type.
public struct HashState<Function: StaticHashFunction>: Sendable {
    var stream: HashStream

    @usableFromInline
    mutating func take(_ bytes: Span<UInt8>) { stream.take(bytes) }
}

extension StaticHashFunction {
    /// A digest of the function: what CryptoKit's calls return, `hash(data:)` and `finalize()`.
    public typealias Digest = HashDigest<Self>

    /// Length of the digest in bytes.
    public static var byteCount: Int { function.digestByteCount }

    /// Length in bytes of the blocks that the function works on.
    public static var blockByteCount: Int { function.blockByteCount }

    /// Starts a computation.
    ///
    /// - Throws: ``CryptoError`` with code `.unsupported` when libcrypto's configuration does not offer the function.
    public init() throws(CryptoError) { self.init(state: HashState(stream: try HashStream(Self.function))) }

    /// Computes the digest of bytes in one place.
    ///
    /// - Parameter bytes: The message, any length.
    /// - Returns: The digest, ``byteCount`` bytes.
    /// - Throws: ``CryptoError`` with code `.unsupported` when libcrypto's configuration does not offer the function.
    @inlinable
    public static func hash(_ bytes: borrowing some Bytes) throws(CryptoError) -> [UInt8] {
        try function.hash(bytes)
    }

    /// Computes the digest of bytes in one place, as CryptoKit spells it.
    ///
    /// - Parameter data: The message, any length.
    /// - Returns: The digest.
    /// - Throws: ``CryptoError`` with code `.unsupported` when libcrypto's configuration does not offer the function.
    public static func hash(data: borrowing some Bytes) throws(CryptoError) -> Digest { Digest(try hash(data)) }

    /// Takes in the next piece of the message, as CryptoKit spells it.
    ///
    /// - Parameter data: Any number of bytes; where the message is cut does not matter.
    @inlinable
    public mutating func update(data: borrowing some Bytes) { data.withBytes { state.take($0) } }

    /// Takes in the next piece of the message.
    ///
    /// - Parameter bytes: Any number of bytes; where the message is cut does not matter.
    @inlinable
    public mutating func update(_ bytes: borrowing some Bytes) { bytes.withBytes { state.take($0) } }

    /// The digest of everything taken in; the computation can continue afterwards.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure`.
    public func finalize() throws(CryptoError) -> Digest { Digest(try state.stream.finalize()) }
}

/// A hash function that cannot fail: MD5, SHA-1 and SHA-2, which libcrypto has as plain functions.
///
/// ```swift
/// let digest = SHA256.hash("abc".utf8)
/// ```
///
/// Only types of this module conform.
public protocol PlainHashFunction: StaticHashFunction {}

extension PlainHashFunction {
    /// Starts a computation.
    public init() { self.init(state: HashState(stream: HashStream(plain: Self.function))) }

    /// Computes the digest of bytes in one place.
    ///
    /// - Parameter bytes: The message, any length.
    /// - Returns: The digest, ``StaticHashFunction/byteCount`` bytes.
    @inlinable
    public static func hash(_ bytes: borrowing some Bytes) -> [UInt8] {
        bytes.withBytes { span in function.plainDigest(span) }
    }

    /// Computes the digest of bytes in one place, as CryptoKit spells it.
    ///
    /// - Parameter data: The message, any length.
    /// - Returns: The digest.
    public static func hash(data: borrowing some Bytes) -> Digest { Digest(hash(data)) }

    /// The digest of everything taken in; the computation can continue afterwards.
    public func finalize() -> Digest { Digest(state.stream.plainDigest()) }
}

/// A hash function with output of any length: ``SHAKE128``, ``SHAKE256``.
public protocol ExtendableHashFunction: StaticHashFunction {}

extension ExtendableHashFunction {
    /// Computes output of a chosen length.
    ///
    /// - Parameters:
    ///   - bytes: The message, any length.
    ///   - outputByteCount: 0 or more; a longer output begins with the shorter one.
    /// - Returns: `outputByteCount` bytes.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a negative length.
    @inlinable
    public static func hash(_ bytes: borrowing some Bytes, outputByteCount: Int) throws(CryptoError) -> [UInt8] {
        try function.hash(bytes, outputByteCount: outputByteCount)
    }

    /// Output of a chosen length for everything taken in; the computation can continue afterwards.
    ///
    /// - Parameter outputByteCount: 0 or more.
    /// - Returns: `outputByteCount` bytes.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a negative length.
    public func finalize(outputByteCount: Int) throws(CryptoError) -> [UInt8] {
        try state.stream.finalize(outputByteCount: outputByteCount)
    }
}
