internal import ArcaCodecs
public import ArcaCore

/// Bytes of a fixed length per type: digests, MACs, nonces.
///
/// Comparison is constant time for a given length, which prevents byte-by-byte forgery. The value is a collection of
/// its bytes: `Array(digest)`, or `Data(digest)` with Foundation, copies them.
public protocol FixedLengthBytes: RandomAccessCollection, ByteSource, Hashable, Sendable, CustomStringConvertible
where Element == UInt8, Index == Int {
    var bytes: [UInt8] { get }
}

extension FixedLengthBytes {
    /// The position of the first byte, 0.
    @inlinable public var startIndex: Int { 0 }

    /// The position after the last byte.
    @inlinable public var endIndex: Int { bytes.count }

    /// The byte at a position.
    @inlinable
    public subscript(position: Int) -> UInt8 { bytes[position] }

    /// Calls `body` with the bytes, which are valid only during the call.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try bytes.withBytes(body) }

    /// Calls `body` with the bytes, which are valid only during the call.
    @inlinable
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes(body)
    }

    /// Compares in constant time.
    public static func == (left: Self, right: Self) -> Bool { constantTimeEqual(left.bytes, right.bytes) }

    /// Compares with any bytes in constant time.
    public static func == (left: Self, right: borrowing some Bytes) -> Bool { constantTimeEqual(left.bytes, right) }

    /// Compares with any bytes in constant time.
    public static func == (left: borrowing some Bytes, right: Self) -> Bool { constantTimeEqual(left, right.bytes) }

    /// Compares with any bytes in constant time.
    public static func != (left: Self, right: borrowing some Bytes) -> Bool { !constantTimeEqual(left.bytes, right) }

    /// Hashes the bytes.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(bytes) }

    /// The bytes in hexadecimal.
    public var description: String { Base16.standard.encode(bytes) }
}

/// A digest of any function, such as ``SHA256Digest``; its description is CryptoKit's, `SHA256 digest: 2cf2…`.
///
/// `Base16.standard.encode(digest)` gives the hexadecimal digits alone.
public protocol Digest: FixedLengthBytes {
    /// The hash function.
    static var function: AnyHashFunction { get }
    /// Length of the digest in bytes.
    static var byteCount: Int { get }
}

/// A digest of a hash function selected at compile time: `SHA256.Digest`.
public struct HashDigest<Function: StaticHashFunction>: Digest {
    /// The digest, ``byteCount`` bytes.
    public let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The hash function.
    public static var function: AnyHashFunction { Function.function }

    /// Length of the digest in bytes.
    public static var byteCount: Int { Function.byteCount }

    /// The function and the bytes in hexadecimal, as CryptoKit prints them.
    public var description: String { "\(Function.self) digest: \(Base16.standard.encode(bytes))" }
}

/// An HMAC: `HMAC<SHA256>.MAC`.
public struct HashedAuthenticationCode<Function: HashFunction>: FixedLengthBytes {
    /// The MAC, ``byteCount`` bytes; not secret.
    public let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Length of the MAC in bytes.
    public static var byteCount: Int { Function.byteCount }

    /// The function and the bytes in hexadecimal, as CryptoKit prints them.
    public var description: String { "HMAC with \(Function.self): \(Base16.standard.encode(bytes))" }
}

/// A SHA-256 digest.
public typealias SHA256Digest = SHA256.Digest
/// A SHA-384 digest.
public typealias SHA384Digest = SHA384.Digest
/// A SHA-512 digest.
public typealias SHA512Digest = SHA512.Digest
/// A SHA3-256 digest.
public typealias SHA3_256Digest = SHA3_256.Digest
/// A SHA3-384 digest.
public typealias SHA3_384Digest = SHA3_384.Digest
/// A SHA3-512 digest.
public typealias SHA3_512Digest = SHA3_512.Digest

extension Insecure {
    /// An MD5 digest.
    public typealias MD5Digest = MD5.Digest
    /// A SHA-1 digest.
    public typealias SHA1Digest = SHA1.Digest
}
