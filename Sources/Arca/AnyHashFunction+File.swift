public import ArcaCrypto
internal import ArcaFoundation
public import ArcaSystem

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension AnyHashFunction {
    /// Computes the digest of a file, reading and hashing on separate threads.
    ///
    /// Blocks until the whole file is read. In async code, hash ``FileBytes`` instead.
    ///
    /// - Parameter path: The path of a file, pipe or device.
    /// - Returns: The digest.
    /// - Throws: `SystemError` if the file cannot be read; `CryptoError` as ``hash(_:outputByteCount:)``.
    public func hash(file path: BytePath) throws -> [UInt8] {
        var stream = try stream()
        var file = try FileReader(path)
        try ReadAhead.forEachPiece(of: &file) { stream.update($0) }
        return try stream.finalize()
    }

    /// Computes the digest of a file, given by its file URL.
    ///
    /// - Throws: As the overload for a path; `SystemError` `.unsupported` for any other URL.
    public func hash(file url: URL) throws -> [UInt8] { try hash(file: try BytePath(url)) }
}

extension StaticHashFunction {
    /// Computes the digest of a file, reading and hashing on separate threads.
    ///
    /// ```swift
    /// let digest = try SHA256.hash(file: "release.tar.gz")
    /// ```
    ///
    /// Blocks until the whole file is read. In async code, hash ``FileBytes`` instead.
    ///
    /// - Parameter path: The path of a file, pipe or device.
    /// - Returns: The digest.
    /// - Throws: `SystemError` if the file cannot be read.
    public static func hash(file path: BytePath) throws -> Digest {
        var hasher = Self()
        var file = try FileReader(path)
        try ReadAhead.forEachPiece(of: &file) { hasher.update($0) }
        return hasher.finalize()
    }

    /// Computes the digest of a file, given by its file URL.
    ///
    /// - Throws: As the overload for a path; `SystemError` `.unsupported` for any other URL.
    public static func hash(file url: URL) throws -> Digest { try hash(file: try BytePath(url)) }
}
