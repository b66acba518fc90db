public import ArcaCore

// CryptoKit-compatible initializers from ordinary memory, which the caller wipes.

extension SigningPrivateKey {
    /// Creates a key from a copy of its bytes.
    ///
    /// - Parameter rawRepresentation: Secret random bytes of the curve's key length.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    @_disfavoredOverload
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        try self.init(rawRepresentation: SecretBytes(copying: rawRepresentation))
    }
}

extension KeyAgreementPrivateKey {
    /// Creates a key from a copy of its bytes.
    ///
    /// - Parameter rawRepresentation: Secret random bytes of the curve's key length.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    @_disfavoredOverload
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        try self.init(rawRepresentation: SecretBytes(copying: rawRepresentation))
    }
}

extension NamedCurvePrivateKey {
    /// Creates a key from a copy of its private scalar.
    ///
    /// - Parameter rawRepresentation: The secret random scalar, big-endian, as long as the group order: 32 bytes for
    ///   P-256.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, or `.invalidKey` for a scalar that is not between 1 and the order
    ///   minus 1.
    @_disfavoredOverload
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        try self.init(rawRepresentation: SecretBytes(copying: rawRepresentation))
    }

    /// Creates a key from a copy of its public point followed by its private scalar.
    ///
    /// - Parameter x963Representation: 04 ‖ x ‖ y ‖ scalar: 97 bytes for P-256; secret.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, or `.invalidKey` if the public point does not match the scalar.
    @_disfavoredOverload
    public init(x963Representation: borrowing some Bytes) throws(CryptoError) {
        try self.init(x963Representation: SecretBytes(copying: x963Representation))
    }
}
