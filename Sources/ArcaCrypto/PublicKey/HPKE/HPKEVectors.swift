package import ArcaCore

// What vectors show of a conversation and nobody else needs to see.

extension HPKE {
    /// What the key schedule gives (RFC 9180, section 5.1).
    package struct KeySchedule: Sendable {
        /// The key of all messages; empty for a suite that only exports.
        package let key: SymmetricKey
        /// The nonce of the first message; empty for a suite that only exports.
        package let baseNonce: SymmetricKey
        /// What secrets are exported from.
        package let exporterSecret: SymmetricKey
    }

    /// The secret of DHKEM(X25519, HKDF-SHA256) that a recipient finds (RFC 9180, section 4.1).
    ///
    /// - Parameters:
    ///   - encapsulatedKey: From the sender, 32 bytes.
    ///   - privateKey: The recipient's private key.
    ///   - sender: The public key of an authenticated sender.
    /// - Returns: 32 bytes, secret.
    /// - Throws: ``CryptoError`` with code `.invalidKeyLength`, or `.invalidKey` for a key of small order.
    package static func sharedSecret(
        of encapsulatedKey: borrowing some Bytes, privateKey: Curve25519.KeyAgreement.PrivateKey,
        authenticatedBy sender: Curve25519.KeyAgreement.PublicKey?
    ) throws(CryptoError) -> SymmetricKey {
        try DiffieHellman.decapsulate(encapsulatedKey, privateKey, sender: sender)
    }
}

extension HPKE.Sender {
    /// The keys of the conversation.
    package var keySchedule: HPKE.KeySchedule { context.keySchedule }

    /// Makes the next message the one of a number, from 0; going back would use a nonce twice.
    package mutating func skip(to number: UInt64) { context.skip(to: number) }
}

extension HPKE.Recipient {
    /// The keys of the conversation.
    package var keySchedule: HPKE.KeySchedule { context.keySchedule }

    /// Makes the next message the one of a number, from 0.
    package mutating func skip(to number: UInt64) { context.skip(to: number) }
}
