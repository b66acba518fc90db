public import ArcaCore

extension HPKE {
    /// The sending side: encrypts numbered messages, which are opened in the same order.
    ///
    /// Noncopyable, because two copies would reuse nonces.
    public struct Sender: ~Copyable, Sendable {
        /// The encapsulated key, to be sent to the recipient first; not secret.
        public let encapsulatedKey: [UInt8]
        var context: Context

        /// Creates a sender for the owner of a key of X25519, P-256, P-384 or P-521.
        ///
        /// - Parameters:
        ///   - recipientKey: The recipient's public key.
        ///   - ciphersuite: A suite with the key's ``HPKE/KEM``.
        ///   - info: The purpose of the context, not secret; must be the same on both sides.
        ///   - authenticationKey: The sender's private key, to authenticate the sender.
        ///   - presharedKey: A random secret that both sides know, at least 32 bytes.
        ///   - presharedKeyIdentifier: The identifier of that secret, not secret; nonempty if and only if there is one.
        /// - Throws: ``CryptoError`` with code `.invalidKey` for a low-order recipient key or a suite with another KEM,
        ///   `.invalidKeyLength`, `.invalidParameter`, `.backendFailure`.
        public init<Key: HPKEDiffieHellmanPublicKey>(
            recipientKey: Key, ciphersuite: Ciphersuite, info: borrowing some Bytes,
            authenticatedBy authenticationKey: Key.PrivateKey? = nil,
            presharedKey: SymmetricKey? = nil, presharedKeyIdentifier: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) {
            let mode = try Mode(
                isAuthenticated: authenticationKey != nil, presharedKey, presharedKeyIdentifier)
            try self.init(recipientKey, ciphersuite, info, authenticationKey, mode, ephemeral: .ephemeral())
        }

        /// Creates a sender with a given ephemeral key, for test vectors.
        package init<Key: HPKEDiffieHellmanPublicKey>(
            recipientKey: Key, ciphersuite: Ciphersuite, info: borrowing some Bytes,
            authenticatedBy authenticationKey: Key.PrivateKey?, presharedKey: SymmetricKey?,
            presharedKeyIdentifier: borrowing some Bytes, ephemeral: Key.PrivateKey
        ) throws(CryptoError) {
            let mode = try Mode(
                isAuthenticated: authenticationKey != nil, presharedKey, presharedKeyIdentifier)
            try self.init(recipientKey, ciphersuite, info, authenticationKey, mode, ephemeral: ephemeral)
        }

        private init<Key: HPKEDiffieHellmanPublicKey>(
            _ recipientKey: Key, _ suite: Ciphersuite, _ info: borrowing some Bytes,
            _ authenticationKey: Key.PrivateKey?, _ mode: Mode, ephemeral: Key.PrivateKey
        ) throws(CryptoError) {
            try suite.require(Key.kem)
            let share = ephemeral.publicKey
            let first = try ephemeral.sharedSecretFromKeyAgreement(with: recipientKey)
            var (second, keys): (SharedSecret?, _) = (nil, [share, recipientKey])
            if let authenticationKey {
                second = try authenticationKey.sharedSecretFromKeyAgreement(with: recipientKey)
                keys.append(authenticationKey.publicKey)
            }
            let secret = try DiffieHellman<Key.PrivateKey>.secret(first, second, keys)
            context = try Context(suite, sharedSecret: secret, info: info, mode)
            encapsulatedKey = share.hpkeRepresentation
        }

        /// Creates a sender for the owner of a hybrid key, which resists quantum computers.
        ///
        /// - Parameters:
        ///   - recipientKey: The recipient's public key.
        ///   - ciphersuite: A suite with ``HPKE/KEM/XWingMLKEM768X25519``.
        ///   - info: The purpose of the context, not secret; must be the same on both sides.
        ///   - presharedKey: A random secret that both sides know, at least 32 bytes.
        ///   - presharedKeyIdentifier: The identifier of that secret, not secret; nonempty if and only if there is one.
        /// - Throws: ``CryptoError`` with code `.invalidKey` for a low-order X25519 part or a suite with another KEM,
        ///   `.invalidKeyLength`, `.invalidParameter`, `.backendFailure`.
        public init(
            recipientKey: XWingMLKEM768X25519.PublicKey, ciphersuite: Ciphersuite, info: borrowing some Bytes,
            presharedKey: SymmetricKey? = nil, presharedKeyIdentifier: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) {
            try ciphersuite.require(.XWingMLKEM768X25519)
            try self.init(
                recipientKey.encapsulate(), ciphersuite, info,
                Mode(isAuthenticated: false, presharedKey, presharedKeyIdentifier))
        }

        /// Creates a sender from a given encapsulation, for test vectors.
        package init(
            encapsulation: Encapsulation, ciphersuite: Ciphersuite, info: borrowing some Bytes,
            presharedKey: SymmetricKey?, presharedKeyIdentifier: borrowing some Bytes
        ) throws(CryptoError) {
            try self.init(
                encapsulation, ciphersuite, info,
                Mode(isAuthenticated: false, presharedKey, presharedKeyIdentifier))
        }

        private init(
            _ encapsulation: Encapsulation, _ suite: Ciphersuite, _ info: borrowing some Bytes, _ mode: Mode
        ) throws(CryptoError) {
            context = try Context(suite, sharedSecret: encapsulation.sharedSecret, info: info, mode)
            encapsulatedKey = encapsulation.encapsulated
        }

        /// Encrypts and authenticates the next message.
        ///
        /// - Parameters:
        ///   - message: The plaintext, of any length that the cipher supports.
        ///   - aad: Associated data, authenticated but not encrypted.
        /// - Returns: Ciphertext and tag.
        /// - Throws: ``CryptoError`` with code `.wrongState` for an export-only suite, `.invalidInputLength`.
        public mutating func seal(
            _ message: borrowing some Bytes, authenticating aad: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            let (cipher, key, nonce) = try context.next()
            let sealed = try cipher.seal(message, using: key, nonce: nonce, authenticating: aad)
            context.advance()
            return sealed
        }

        /// Derives a secret that both sides can compute, for another purpose.
        ///
        /// - Parameters:
        ///   - context: The purpose of the secret, not secret.
        ///   - outputByteCount: Length of the secret in bytes, 1 to 255 times the digest length of the suite's hash
        ///     function.
        /// - Returns: The secret.
        /// - Throws: ``CryptoError`` with code `.invalidParameter` for another length.
        public func exportSecret(
            context: borrowing some Bytes, outputByteCount: Int
        ) throws(CryptoError) -> SymmetricKey {
            try self.context.exportSecret(context: context, outputByteCount: outputByteCount)
        }
    }

    /// The receiving side: decrypts messages in the order in which they were sealed.
    public struct Recipient: Sendable {
        var context: Context

        /// Creates a recipient with a key of X25519, P-256, P-384 or P-521.
        ///
        /// - Parameters:
        ///   - privateKey: The recipient's private key.
        ///   - ciphersuite: The sender's ciphersuite.
        ///   - info: The sender's `info`.
        ///   - encapsulatedKey: The sender's encapsulated key: 32 bytes for X25519, 65 for P-256.
        ///   - authenticationKey: The public key that the sender must authenticate with; nil for an anonymous sender.
        ///   - presharedKey: The sender's pre-shared key.
        ///   - presharedKeyIdentifier: The sender's pre-shared key identifier.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidKey` for a low-order key or a suite with
        ///   another KEM, `.invalidParameter`.
        public init<Key: HPKEDiffieHellmanPrivateKey>(
            privateKey: Key, ciphersuite: Ciphersuite, info: borrowing some Bytes,
            encapsulatedKey: borrowing some Bytes, authenticatedBy authenticationKey: Key.PublicKey? = nil,
            presharedKey: SymmetricKey? = nil, presharedKeyIdentifier: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) {
            try ciphersuite.require(Key.PublicKey.kem)
            let mode = try Mode(
                isAuthenticated: authenticationKey != nil, presharedKey, presharedKeyIdentifier)
            let secret = try DiffieHellman<Key>.decapsulate(encapsulatedKey, privateKey, sender: authenticationKey)
            context = try Context(ciphersuite, sharedSecret: secret, info: info, mode)
        }

        /// Creates a recipient with a hybrid key.
        ///
        /// - Parameters:
        ///   - privateKey: The recipient's private key.
        ///   - ciphersuite: The sender's ciphersuite.
        ///   - info: The sender's `info`.
        ///   - encapsulatedKey: The sender's encapsulated key, 1120 bytes.
        ///   - presharedKey: The sender's pre-shared key.
        ///   - presharedKeyIdentifier: The sender's pre-shared key identifier.
        /// - Throws: ``CryptoError`` with code `.invalidInputLength`, `.invalidKey` for a low-order X25519 part or a
        ///   suite with another KEM, `.invalidKeyLength`, `.invalidParameter`.
        public init(
            privateKey: XWingMLKEM768X25519.PrivateKey, ciphersuite: Ciphersuite, info: borrowing some Bytes,
            encapsulatedKey: borrowing some Bytes, presharedKey: SymmetricKey? = nil,
            presharedKeyIdentifier: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) {
            try ciphersuite.require(.XWingMLKEM768X25519)
            let mode = try Mode(isAuthenticated: false, presharedKey, presharedKeyIdentifier)
            context = try Context(
                ciphersuite, sharedSecret: privateKey.decapsulate(encapsulatedKey), info: info, mode)
        }

        /// Verifies and decrypts the next message, with the associated data that it was sealed with.
        ///
        /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a message that is modified, out of order or
        ///   for another recipient; the message number does not advance. `.wrongState` for an export-only suite.
        public mutating func open(
            _ sealed: borrowing some Bytes, authenticating aad: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            let (cipher, key, nonce) = try context.next()
            let message = try cipher.open(sealed, using: key, nonce: nonce, authenticating: aad)
            context.advance()
            return message
        }

        /// Verifies and decrypts the next message into caller-owned memory; it is 16 bytes shorter than `sealed`.
        ///
        /// - Throws: The errors of `open(_:authenticating:)`.
        public mutating func open(
            _ sealed: borrowing some Bytes, authenticating aad: borrowing some Bytes = [] as [UInt8],
            into output: inout OutputSpan<UInt8>
        ) throws(CryptoError) {
            let (cipher, key, nonce) = try context.next()
            try cipher.open(sealed, using: key, nonce: nonce, authenticating: aad, into: &output)
            context.advance()
        }

        /// Derives a secret that both sides can compute, for another purpose.
        ///
        /// - Parameters:
        ///   - context: The purpose of the secret, not secret.
        ///   - outputByteCount: Length of the secret in bytes, 1 to 255 times the digest length of the suite's hash
        ///     function.
        /// - Returns: The secret.
        /// - Throws: ``CryptoError`` with code `.invalidParameter` for another length.
        public func exportSecret(
            context: borrowing some Bytes, outputByteCount: Int
        ) throws(CryptoError) -> SymmetricKey {
            try self.context.exportSecret(context: context, outputByteCount: outputByteCount)
        }
    }
}
