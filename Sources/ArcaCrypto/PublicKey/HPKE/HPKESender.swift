public import ArcaCore

extension HPKE {
    /// The side that encrypts: messages are numbered, and opened in the same order.
    ///
    /// It cannot be copied: two copies would encrypt under the same nonces.
    public struct Sender: ~Copyable, Sendable {
        /// What the recipient needs first; not secret.
        public let encapsulatedKey: [UInt8]
        var context: Context

        /// Begins a conversation with the owner of an X25519 key.
        ///
        /// - Parameters:
        ///   - recipientKey: The recipient's public key.
        ///   - ciphersuite: One with ``HPKE/KEM/Curve25519_HKDF_SHA256``.
        ///   - info: Not secret; says what the conversation is for. Both sides must give the same.
        ///   - authenticationKey: The sender's own private key, where the recipient is to know who sends.
        ///   - presharedKey: A secret that both sides know already, 32 bytes or more, random.
        ///   - presharedKeyIdentifier: Which secret that is; not secret, and not empty when there is one.
        /// - Throws: ``CryptoError`` with code `.invalidKey` for a recipient's key of small order or a suite with another
        ///   KEM, `.invalidKeyLength`, `.invalidParameter`, `.backendFailure`.
        public init(
            recipientKey: Curve25519.KeyAgreement.PublicKey, ciphersuite: Ciphersuite, info: borrowing some Bytes,
            authenticatedBy authenticationKey: Curve25519.KeyAgreement.PrivateKey? = nil,
            presharedKey: SymmetricKey? = nil, presharedKeyIdentifier: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) {
            let mode = try Mode(
                isAuthenticated: authenticationKey != nil, presharedKey, presharedKeyIdentifier)
            try self.init(recipientKey, ciphersuite, info, authenticationKey, mode, ephemeral: .init())
        }

        /// As above with the ephemeral key given, for vectors.
        package init(
            recipientKey: Curve25519.KeyAgreement.PublicKey, ciphersuite: Ciphersuite, info: borrowing some Bytes,
            authenticatedBy authenticationKey: Curve25519.KeyAgreement.PrivateKey?, presharedKey: SymmetricKey?,
            presharedKeyIdentifier: borrowing some Bytes, ephemeral: Curve25519.KeyAgreement.PrivateKey
        ) throws(CryptoError) {
            let mode = try Mode(
                isAuthenticated: authenticationKey != nil, presharedKey, presharedKeyIdentifier)
            try self.init(recipientKey, ciphersuite, info, authenticationKey, mode, ephemeral: ephemeral)
        }

        private init(
            _ recipientKey: DiffieHellman.PublicKey, _ suite: Ciphersuite, _ info: borrowing some Bytes,
            _ authenticationKey: DiffieHellman.PrivateKey?, _ mode: Mode, ephemeral: DiffieHellman.PrivateKey
        ) throws(CryptoError) {
            try suite.require(.Curve25519_HKDF_SHA256)
            let share = try ephemeral.publicKey
            let first = try ephemeral.sharedSecretFromKeyAgreement(with: recipientKey)
            var (second, keys): (SharedSecret?, _) = (nil, [share, recipientKey])
            if let authenticationKey {
                second = try authenticationKey.sharedSecretFromKeyAgreement(with: recipientKey)
                keys.append(try authenticationKey.publicKey)
            }
            context = try Context(suite, sharedSecret: DiffieHellman.secret(first, second, keys), info: info, mode)
            encapsulatedKey = share.rawRepresentation
        }

        /// Begins a conversation with the owner of a hybrid key, which withstands quantum computers.
        ///
        /// - Parameters:
        ///   - recipientKey: The recipient's public key.
        ///   - ciphersuite: One with ``HPKE/KEM/XWingMLKEM768X25519``.
        ///   - info: Not secret; says what the conversation is for. Both sides must give the same.
        ///   - presharedKey: A secret that both sides know already, 32 bytes or more, random.
        ///   - presharedKeyIdentifier: Which secret that is; not secret, and not empty when there is one.
        /// - Throws: ``CryptoError`` with code `.invalidKey` for an X25519 half of small order or a suite with another KEM,
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

        /// As above with the random values of encapsulation given, for vectors.
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
        ///   - message: Any length that the cipher takes.
        ///   - aad: Associated data that is authenticated and not encrypted.
        /// - Returns: Ciphertext and tag.
        /// - Throws: ``CryptoError`` with code `.wrongState` for a suite that only exports, `.invalidInputLength`.
        public mutating func seal(
            _ message: borrowing some Bytes, authenticating aad: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            let (cipher, key, nonce) = try context.next()
            let sealed = try cipher.seal(message, using: key, nonce: nonce, authenticating: aad)
            context.advance()
            return sealed
        }

        /// Makes a secret that both sides can make, for another purpose.
        ///
        /// - Parameters:
        ///   - context: Not secret; says what the secret is for.
        ///   - outputByteCount: 1 to 255 digests of the suite's hash function.
        /// - Returns: The secret.
        /// - Throws: ``CryptoError`` with code `.invalidParameter` for another length.
        public func exportSecret(
            context: borrowing some Bytes, outputByteCount: Int
        ) throws(CryptoError) -> SymmetricKey {
            try self.context.exportSecret(context: context, outputByteCount: outputByteCount)
        }
    }

    /// The side that decrypts: messages are opened in the order in which they were sealed.
    public struct Recipient: Sendable {
        var context: Context

        /// Joins a conversation with an X25519 key.
        ///
        /// - Parameters:
        ///   - privateKey: One's own private key.
        ///   - ciphersuite: The sender's.
        ///   - info: The sender's.
        ///   - encapsulatedKey: From the sender, 32 bytes.
        ///   - authenticationKey: The public key of the one who must have sent, where that is to be proven.
        ///   - presharedKey: The sender's.
        ///   - presharedKeyIdentifier: The sender's.
        /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, `.invalidKey` for a key of small order or a suite with
        ///   another KEM, `.invalidParameter`.
        public init(
            privateKey: Curve25519.KeyAgreement.PrivateKey, ciphersuite: Ciphersuite, info: borrowing some Bytes,
            encapsulatedKey: borrowing some Bytes,
            authenticatedBy authenticationKey: Curve25519.KeyAgreement.PublicKey? = nil,
            presharedKey: SymmetricKey? = nil, presharedKeyIdentifier: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) {
            try ciphersuite.require(.Curve25519_HKDF_SHA256)
            let mode = try Mode(
                isAuthenticated: authenticationKey != nil, presharedKey, presharedKeyIdentifier)
            let secret = try DiffieHellman.decapsulate(encapsulatedKey, privateKey, sender: authenticationKey)
            context = try Context(ciphersuite, sharedSecret: secret, info: info, mode)
        }

        /// Joins a conversation with a hybrid key.
        ///
        /// - Parameters:
        ///   - privateKey: One's own private key.
        ///   - ciphersuite: The sender's.
        ///   - info: The sender's.
        ///   - encapsulatedKey: From the sender, 1120 bytes.
        ///   - presharedKey: The sender's.
        ///   - presharedKeyIdentifier: The sender's.
        /// - Throws: ``CryptoError`` with code `.invalidInputLength`, `.invalidKey` for an X25519 part of small order or a
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

        /// Checks and decrypts the next message.
        ///
        /// - Parameters:
        ///   - sealed: Ciphertext and tag.
        ///   - aad: The associated data it was sealed with.
        /// - Returns: The message.
        /// - Throws: ``CryptoError`` with code `.authenticationFailed` for a message that was changed, is not the next one,
        ///   or is for somebody else; the next call then takes the same place. `.wrongState` for a suite that only exports.
        public mutating func open(
            _ sealed: borrowing some Bytes, authenticating aad: borrowing some Bytes = [] as [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            let (cipher, key, nonce) = try context.next()
            let message = try cipher.open(sealed, using: key, nonce: nonce, authenticating: aad)
            context.advance()
            return message
        }

        /// Checks and decrypts the next message into memory of the caller, as ``open(_:authenticating:)``.
        ///
        /// - Parameters:
        ///   - sealed: Ciphertext and tag.
        ///   - aad: The associated data it was sealed with.
        ///   - output: Receives the message, 16 bytes fewer than `sealed` has.
        /// - Throws: As ``open(_:authenticating:)``.
        public mutating func open(
            _ sealed: borrowing some Bytes, authenticating aad: borrowing some Bytes = [] as [UInt8],
            into output: inout OutputSpan<UInt8>
        ) throws(CryptoError) {
            let (cipher, key, nonce) = try context.next()
            try cipher.open(sealed, using: key, nonce: nonce, authenticating: aad, into: &output)
            context.advance()
        }

        /// Makes a secret that both sides can make, for another purpose.
        ///
        /// - Parameters:
        ///   - context: Not secret; says what the secret is for.
        ///   - outputByteCount: 1 to 255 digests of the suite's hash function.
        /// - Returns: The secret.
        /// - Throws: ``CryptoError`` with code `.invalidParameter` for another length.
        public func exportSecret(
            context: borrowing some Bytes, outputByteCount: Int
        ) throws(CryptoError) -> SymmetricKey {
            try self.context.exportSecret(context: context, outputByteCount: outputByteCount)
        }
    }
}
