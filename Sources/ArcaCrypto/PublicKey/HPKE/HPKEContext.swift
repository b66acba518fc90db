package import ArcaCore

package typealias Encapsulation = KEM.EncapsulationResult

extension HPKE {
    /// The mode of a context (RFC 9180, section 5).
    struct Mode {
        var isAuthenticated = false
        var presharedKey: SymmetricKey?
        var presharedKeyIdentifier: [UInt8] = []

        /// The mode identifier: 0 base, 1 PSK, 2 auth, 3 auth and PSK.
        var number: UInt8 { (presharedKey == nil ? 0 : 1) + (isAuthenticated ? 2 : 0) }

        init(isAuthenticated: Bool, _ key: SymmetricKey?, _ identifier: borrowing some Bytes) throws(CryptoError) {
            self.isAuthenticated = isAuthenticated
            presharedKey = key
            presharedKeyIdentifier = identifier.withBytes { bytes in
                [UInt8](capacity: bytes.count) { $0.append(contentsOf: bytes) }
            }
            guard (key == nil) == presharedKeyIdentifier.isEmpty else {
                throw CryptoError(
                    .invalidParameter, "HPKE takes a pre-shared key together with its identifier, or neither")
            }
            // A guessable key could be recovered from a single message (section 9.5).
            guard let key, key.byteCount < 32 else { return }
            throw CryptoError(
                .invalidKeyLength, "HPKE takes a pre-shared key of 32 bytes or more; found \(key.byteCount)")
        }
    }

    /// Keys and message counter of one direction (RFC 9180, sections 5.1 and 5.2).
    struct Context: Sendable {
        private let suite: Ciphersuite
        private let key: SymmetricKey
        private let baseNonce: SymmetricKey
        private let exporterSecret: SymmetricKey
        /// The number of the next message; it never wraps because a nonce must not repeat.
        private(set) var sequenceNumber: UInt64 = 0

        init(
            _ suite: Ciphersuite, sharedSecret: SymmetricKey, info: borrowing some Bytes, _ mode: Mode
        ) throws(CryptoError) {
            self.suite = suite
            let kdf = try LabeledKDF(suite.kdf.hash, identifier: suite.identifier)
            let none: [UInt8] = []
            let identifierHash = try kdf.extract(salt: none, "psk_id_hash", mode.presharedKeyIdentifier)
            let infoHash = try kdf.extract(salt: none, "info_hash", info)
            var context = [mode.number]
            for hash in [identifierHash, infoHash] {
                hash.withBytes { hash in hash.withUnsafeBufferPointer { context += $0 } }
            }
            let presharedKey = mode.presharedKey ?? SymmetricKey(copying: none)
            // The shared secret is the salt.
            let secret = try kdf.extract(salt: sharedSecret, "secret", presharedKey)
            exporterSecret = try kdf.expand(secret, "exp", info: context, byteCount: suite.kdf.hash.digestByteCount)
            guard suite.aead != .exportOnly else {
                (key, baseNonce) = (SymmetricKey(copying: none), SymmetricKey(copying: none))
                return
            }
            key = try kdf.expand(secret, "key", info: context, byteCount: suite.aead.keyByteCount)
            baseNonce = try kdf.expand(secret, "base_nonce", info: context, byteCount: 12)
        }

        /// Cipher, key and nonce of the next message.
        ///
        /// Call ``advance()`` only after success, so a forged message does not desynchronize the context.
        func next() throws(CryptoError) -> (cipher: AEADCipher, key: SymmetricKey, nonce: [UInt8]) {
            let cipher = try suite.aead.cipher()
            guard sequenceNumber < UInt64.max else {
                throw CryptoError(.wrongState, "this HPKE context has no nonce left: make a new one")
            }
            var nonce = baseNonce.withBytes { bytes in [UInt8](capacity: 12) { $0.append(contentsOf: bytes) } }
            for index in 0..<8 { nonce[11 - index] ^= UInt8(truncatingIfNeeded: sequenceNumber >> (8 * index)) }
            return (cipher, key, nonce)
        }

        mutating func advance() { sequenceNumber += 1 }

        mutating func skip(to number: UInt64) { sequenceNumber = number }

        /// The key schedule; key and nonce are empty for an export-only suite.
        var keySchedule: KeySchedule {
            guard suite.aead != .exportOnly else {
                let none = SymmetricKey(copying: [] as [UInt8])
                return KeySchedule(key: none, baseNonce: none, exporterSecret: exporterSecret)
            }
            return KeySchedule(key: key, baseNonce: baseNonce, exporterSecret: exporterSecret)
        }

        func exportSecret(context: borrowing some Bytes, outputByteCount: Int) throws(CryptoError) -> SymmetricKey {
            try LabeledKDF(suite.kdf.hash, identifier: suite.identifier)
                .expand(exporterSecret, "sec", info: context, byteCount: outputByteCount)
        }
    }
}

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

    /// The recipient's shared secret of a Diffie-Hellman KEM (RFC 9180, section 4.1).
    package static func sharedSecret<Key: HPKEDiffieHellmanPrivateKey>(
        of encapsulatedKey: borrowing some Bytes, privateKey: Key, authenticatedBy sender: Key.PublicKey?
    ) throws(CryptoError) -> SymmetricKey {
        try DiffieHellman<Key>.decapsulate(encapsulatedKey, privateKey, sender: sender)
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
