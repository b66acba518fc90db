public import ArcaCrypto

extension Age {
    /// Whom a file is encrypted to: wraps the file key so that only the matching identity unwraps it.
    ///
    /// Own kinds may conform; their stanzas' type is named `example.com/kind`.
    public protocol Recipient: Sendable {
        /// Wraps a file key.
        ///
        /// - Parameter fileKey: 16 secret bytes, new for each file.
        /// - Returns: One or more stanzas for the header.
        /// - Throws: ``ContainerError`` or ``CryptoError``.
        func wrap(_ fileKey: SymmetricKey) throws -> [Stanza]
    }
}
