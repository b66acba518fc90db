public import ArcaCrypto

extension Age {
    /// Who can open a file: unwraps the file key from a header.
    public protocol Identity: Sendable {
        /// Finds a stanza that is for this identity and unwraps it.
        ///
        /// - Parameter stanzas: All stanzas of the header, which nothing has authenticated yet.
        /// - Returns: The file key, or nil when no stanza is for this identity.
        /// - Throws: ``ContainerError`` for a stanza of the identity's kind that is malformed.
        func unwrap(_ stanzas: [Stanza]) throws -> SymmetricKey?
    }
}
