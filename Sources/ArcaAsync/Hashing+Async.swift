internal import ArcaCore
public import ArcaCrypto

/// Passes all bytes of a source on, a piece at a time.
///
/// - Throws: What the source throws; `CancellationError` also where a cancelled source just ended.
private func forEachPiece<Source: AsyncSequence>(
    of source: Source, isolation actor: isolated (any Actor)?, _ body: (Span<UInt8>) -> Void
) async throws where Source.Element: Collection<UInt8> {
    var iterator = source.makeAsyncIterator()
    while let piece = try await iterator.next(isolation: actor) {
        if piece.withContiguousStorageIfAvailable({ body($0.span) }) == nil { body(Array(piece).span) }
    }
    try Task.checkCancellation()
}

extension HashFunction {
    /// Computes the digest of bytes while they arrive.
    ///
    /// - Parameters:
    ///   - message: A source of byte collections.
    ///   - actor: Where the caller runs; the source is read there.
    /// - Returns: The digest.
    /// - Throws: `CryptoError` as ``hash(_:outputByteCount:)``; what the source throws; `CancellationError`.
    public func hash<Source: AsyncSequence>(
        _ message: Source, isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> [UInt8] where Source.Element: Collection<UInt8> {
        var stream = try stream()
        try await forEachPiece(of: message, isolation: actor) { stream.update($0) }
        return try stream.finalize()
    }
}

extension StaticHashFunction {
    /// Computes the digest of bytes while they arrive.
    ///
    /// ```swift
    /// let digest = try await SHA256.hash(upload)
    /// ```
    ///
    /// - Parameters:
    ///   - message: A source of byte collections.
    ///   - actor: Where the caller runs; the source is read there.
    /// - Returns: The digest.
    /// - Throws: `CryptoError` as ``hash(_:)``; what the source throws; `CancellationError`.
    public static func hash<Source: AsyncSequence>(
        _ message: Source, isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Digest where Source.Element: Collection<UInt8> {
        var hasher = try Self()
        try await forEachPiece(of: message, isolation: actor) { hasher.update($0) }
        return try hasher.finalize()
    }
}

extension HMAC {
    /// Computes the authentication code of bytes while they arrive.
    ///
    /// - Parameters:
    ///   - message: A source of byte collections.
    ///   - key: Secret.
    ///   - actor: Where the caller runs; the source is read there.
    /// - Returns: The code.
    /// - Throws: `CryptoError` as `init(key:)`; what the source throws; `CancellationError`.
    public static func authenticationCode<Source: AsyncSequence>(
        for message: Source, using key: SymmetricKey, isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> MAC where Source.Element: Collection<UInt8> {
        var code = try HMAC(key: key)
        try await forEachPiece(of: message, isolation: actor) { code.update(data: $0) }
        return try code.finalize()
    }
}
