public import ArcaCodecs

/// A hash function chosen when writing: ``SHA256`` and its kin.
///
/// ```swift
/// let digest = try SHA256.hash("abc".utf8)
/// var hasher = try SHA256()
/// hasher.update(firstPiece)
/// let same = try hasher.finalize()
/// ```
public protocol StaticHashFunction: Sendable {
    /// The function that the type stands for.
    static var function: HashFunction { get }
    /// The computation under way.
    var stream: HashStream { get set }
    /// Makes a value that goes on with a computation.
    init(stream: HashStream)
}

extension StaticHashFunction {
    /// Length of the digest in bytes.
    public static var byteCount: Int { function.digestByteCount }

    /// Starts a computation.
    ///
    /// - Throws: ``CryptoError`` with code `.unsupported` when libcrypto's configuration does not offer the function.
    public init() throws(CryptoError) { self.init(stream: try HashStream(Self.function)) }

    /// Computes the digest of bytes in one place.
    ///
    /// - Parameter bytes: The message, any length.
    /// - Returns: The digest, ``byteCount`` bytes.
    /// - Throws: ``CryptoError`` with code `.unsupported` when libcrypto's configuration does not offer the function.
    @inlinable
    public static func hash(_ bytes: borrowing some Bytes) throws(CryptoError) -> [UInt8] {
        try bytes.withBytes { span throws(CryptoError) in try function.digest(span, nil) }
    }

    /// Takes the next piece of the message in.
    ///
    /// - Parameter bytes: Any number of bytes; where the message is cut does not matter.
    @inlinable
    public mutating func update(_ bytes: borrowing some Bytes) { stream.update(bytes) }

    /// The digest of all that was taken in; the computation can go on afterwards.
    ///
    /// - Returns: The digest, ``byteCount`` bytes.
    /// - Throws: ``CryptoError`` with code `.backendFailure`.
    public func finalize() throws(CryptoError) -> [UInt8] { try stream.finalize() }
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
        try bytes.withBytes { span throws(CryptoError) in try function.digest(span, outputByteCount) }
    }

    /// Output of a chosen length for all that was taken in; the computation can go on afterwards.
    ///
    /// - Parameter outputByteCount: 0 or more.
    /// - Returns: `outputByteCount` bytes.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a negative length.
    public func finalize(outputByteCount: Int) throws(CryptoError) -> [UInt8] {
        try stream.finalize(outputByteCount: outputByteCount)
    }
}
