public import ArcaCodecs
public import ArcaCrypto

extension RSAPublicKey {
    /// Reads a public key of any form: PEM, DER, JWK, OpenSSH, a certificate; also the public half of a private key.
    ///
    /// ```swift
    /// let sealed = try RSAPublicKey(file: text.utf8).encrypt(message)
    /// ```
    ///
    /// - Parameter file: The whole file, with one key; an encrypted private key is refused.
    /// - Throws: ``KeyError`` as ``AnyKey/init(_:passphrase:limits:)``, `.wrongKind` for a key of another kind.
    public init(file: borrowing some Bytes) throws(KeyError) { self = try AnyKey(file).publicKey().rsa() }
}

extension RSAPrivateKey {
    /// Reads a private key of any form: PEM, DER, JWK, OpenSSH, encrypted or not.
    ///
    /// ```swift
    /// let signature = try RSAPrivateKey(file: text.utf8, passphrase: passphrase).signature(for: message)
    /// ```
    ///
    /// - Parameters:
    ///   - file: The whole file, with one key; secret.
    ///   - passphrase: For an encrypted key.
    ///   - limits: What a key derivation may cost, which the file dictates.
    /// - Throws: ``KeyError`` as ``AnyKey/init(_:passphrase:limits:)``, `.wrongKind` for a key of another kind.
    public init(
        file: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys
    ) throws(KeyError) {
        self = try AnyKey(file, passphrase: passphrase, limits: limits).privateKey().rsa()
    }
}
