public import ArcaCore

// Private keys out of ordinary memory, as CryptoKit takes them; wiping it is the caller's business.

extension SigningPrivateKey {
    /// Makes a key of a copy of its bytes.
    ///
    /// - Parameter rawRepresentation: Secret and random, as long as the curve's keys.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    @_disfavoredOverload
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        try self.init(rawRepresentation: SecretBytes(copying: rawRepresentation))
    }
}

extension KeyAgreementPrivateKey {
    /// Makes a key of a copy of its bytes.
    ///
    /// - Parameter rawRepresentation: Secret and random, as long as the curve's keys.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`.
    @_disfavoredOverload
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        try self.init(rawRepresentation: SecretBytes(copying: rawRepresentation))
    }
}

extension NamedCurvePrivateKey {
    /// Makes a key of a copy of its private number.
    ///
    /// - Parameter rawRepresentation: Secret and random, as long as the order of the curve's group: 32 bytes for P-256.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, `.invalidKey` for a number that does not lie between 1 and the order
    ///   less 1.
    @_disfavoredOverload
    public init(rawRepresentation: borrowing some Bytes) throws(CryptoError) {
        try self.init(rawRepresentation: SecretBytes(copying: rawRepresentation))
    }

    /// Makes a key of a copy of its public point and its private number, one behind the other.
    ///
    /// - Parameter x963Representation: 04, x, y and the private number: 97 bytes for P-256; secret.
    /// - Throws: ``CryptoError`` `.invalidKeyLength`, `.invalidKey` for halves that do not belong together.
    @_disfavoredOverload
    public init(x963Representation: borrowing some Bytes) throws(CryptoError) {
        try self.init(x963Representation: SecretBytes(copying: x963Representation))
    }
}
