package import ArcaCore

// Internal state for checking test vectors.

extension HPKE {
    /// The output of the key schedule (RFC 9180, section 5.1).
    package struct KeySchedule: Sendable {
        /// The message key; empty for an export-only suite.
        package let key: SymmetricKey
        /// The base nonce; empty for an export-only suite.
        package let baseNonce: SymmetricKey
        package let exporterSecret: SymmetricKey
    }

    /// The recipient's shared secret of DHKEM(X25519, HKDF-SHA256) (RFC 9180, section 4.1).
    package static func sharedSecret(
        of encapsulatedKey: borrowing some Bytes, privateKey: Curve25519.KeyAgreement.PrivateKey,
        authenticatedBy sender: Curve25519.KeyAgreement.PublicKey?
    ) throws(CryptoError) -> SymmetricKey {
        try DiffieHellman.decapsulate(encapsulatedKey, privateKey, sender: sender)
    }
}

extension HPKE.Sender {
    package var keySchedule: HPKE.KeySchedule { context.keySchedule }

    /// Sets the number of the next message, from 0; a lower number would reuse nonces.
    package mutating func skip(to number: UInt64) { context.skip(to: number) }
}

extension HPKE.Recipient {
    package var keySchedule: HPKE.KeySchedule { context.keySchedule }

    package mutating func skip(to number: UInt64) { context.skip(to: number) }
}
