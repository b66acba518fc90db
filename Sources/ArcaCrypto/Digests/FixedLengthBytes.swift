internal import ArcaCodecs
public import ArcaCore

/// Bytes whose number their type knows: digests, authentication codes, nonces.
///
/// Comparison takes a time that depends on the lengths alone, so that no code is forged byte by byte. The value is a
/// collection of its bytes: `Array(digest)`, and with Foundation `Data(digest)`, copy them.
public protocol FixedLengthBytes: RandomAccessCollection, ByteSource, Hashable, Sendable, CustomStringConvertible
where Element == UInt8, Index == Int {
    /// The bytes.
    var bytes: [UInt8] { get }
}

extension FixedLengthBytes {
    /// Position of the first byte, 0.
    @inlinable public var startIndex: Int { 0 }

    /// Position behind the last byte.
    @inlinable public var endIndex: Int { bytes.count }

    /// One byte.
    @inlinable
    public subscript(position: Int) -> UInt8 { bytes[position] }

    /// Lends the bytes to `body` for the time of the call.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try bytes.withBytes(body) }

    /// Lends the bytes to `body` for the time of the call.
    @inlinable
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes(body)
    }

    /// Whether both are equal, in a time that does not depend on how much of them is.
    public static func == (left: Self, right: Self) -> Bool { constantTimeEqual(left.bytes, right.bytes) }

    /// Whether these are the bytes on the right, in a time that does not depend on how much of them is.
    public static func == (left: Self, right: borrowing some Bytes) -> Bool { constantTimeEqual(left.bytes, right) }

    /// Whether these are the bytes on the left, in a time that does not depend on how much of them is.
    public static func == (left: borrowing some Bytes, right: Self) -> Bool { constantTimeEqual(left, right.bytes) }

    /// Whether these are not the bytes on the right.
    public static func != (left: Self, right: borrowing some Bytes) -> Bool { !constantTimeEqual(left.bytes, right) }

    /// Hashes the bytes.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(bytes) }

    /// The bytes in hexadecimal.
    public var description: String { Base16.encode(bytes) }
}

/// A digest by a function chosen when writing: `SHA256.Digest`.
public struct HashDigest<Function: StaticHashFunction>: FixedLengthBytes {
    /// The digest, ``byteCount`` bytes.
    public let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Length of the digest in bytes.
    public static var byteCount: Int { Function.byteCount }
}

/// An authentication code by HMAC: `HMAC<SHA256>.MAC`.
public struct HashedAuthenticationCode<Function: StaticHashFunction>: FixedLengthBytes {
    /// The code, ``byteCount`` bytes; not secret.
    public let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Length of the code in bytes.
    public static var byteCount: Int { Function.byteCount }
}

/// SHA-256's digest.
public typealias SHA256Digest = SHA256.Digest
/// SHA-384's digest.
public typealias SHA384Digest = SHA384.Digest
/// SHA-512's digest.
public typealias SHA512Digest = SHA512.Digest
