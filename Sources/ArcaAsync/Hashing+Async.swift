public import ArcaCrypto

/// Calls a closure with each piece of a source.
///
/// - Throws: An error of the source, or `CancellationError`, also if a cancelled source simply ended.
private func forEachPiece<Source: AsyncSequence>(
    of source: Source, isolation actor: isolated (any Actor)?, _ body: (Span<UInt8>) -> Void
) async throws where Source.Element: Collection<UInt8> {
    var iterator = source.makeAsyncIterator()
    while let piece = try await iterator.next(isolation: actor) {
        if piece.withContiguousStorageIfAvailable({ body($0.span) }) == nil { body(Array(piece).span) }
    }
    try Task.checkCancellation()
}

extension AnyHashFunction {
    /// Computes the digest of a stream of bytes.
    ///
    /// - Throws: An error of the source, `CryptoError` as ``hash(_:outputByteCount:)``, or `CancellationError`.
    public func hash<Source: AsyncSequence>(
        _ message: Source, isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> [UInt8] where Source.Element: Collection<UInt8> {
        var stream = try stream()
        try await forEachPiece(of: message, isolation: actor) { stream.update($0) }
        return try stream.finalize()
    }
}

extension StaticHashFunction {
    /// Computes the digest of a stream of bytes.
    ///
    /// ```swift
    /// let digest = try await SHA256.hash(upload)
    /// ```
    ///
    /// - Throws: An error of the source, or `CancellationError`.
    public static func hash<Source: AsyncSequence>(
        _ message: Source, isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Digest where Source.Element: Collection<UInt8> {
        var hasher = Self()
        try await forEachPiece(of: message, isolation: actor) { hasher.update($0) }
        return hasher.finalize()
    }
}

extension HMAC {
    /// Computes the HMAC of a stream of bytes.
    ///
    /// - Parameters:
    ///   - message: An async sequence of byte collections.
    ///   - key: The key; secret.
    ///   - actor: The isolation of the caller, on which the source is read.
    /// - Returns: The authentication code.
    /// - Throws: An error of the source, or `CancellationError`.
    public static func authenticationCode<Source: AsyncSequence>(
        for message: Source, using key: SymmetricKey, isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> MAC where Source.Element: Collection<UInt8> {
        var code = HMAC(key: key)
        try await forEachPiece(of: message, isolation: actor) { code.update(data: $0) }
        return code.finalize()
    }
}
