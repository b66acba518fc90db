internal import ArcaCore
package import ArcaCrypto
internal import ArcaPatterns

enum PassphraseSlot {
    /// `S` in the format.
    static func secret(_ passphrase: SecretBytes, salt: [UInt8], cost: VaultSlot.Cost) throws -> SymmetricKey {
        guard !passphrase.isEmpty else { throw VaultError(.invalidArgument, "the passphrase is empty") }
        return try cost.derive(passphrase, salt: salt)
    }
}

enum PassphraseAndKeyFileSlot {
    private static let label = Array("arca.vault.v1/and\0".utf8)

    /// `S` in the format.
    static func secret(
        _ passphrase: SecretBytes, contents: SecretBytes, salt: [UInt8], cost: VaultSlot.Cost
    ) throws -> SymmetricKey {
        guard !contents.isEmpty else { throw VaultError(.invalidArgument, "the file that is to be a key is empty") }
        let stretched = try PassphraseSlot.secret(passphrase, salt: salt, cost: cost)
        let message = label + SHA256.hash(contents)
        return SymmetricKey(copying: HMAC<SHA256>.authenticationCode(for: message, using: stretched))
    }
}

/// A gesture slot: only as strong as the device secret, which is stored apart from the vault.
enum GestureSlot {
    static let deviceSecretByteCount = 32
    private static let label = Array("arca.vault.v1/gesture\0".utf8)

    /// `S` in the format.
    static func secret(
        _ pattern: Pattern, deviceSecret: SecretBytes, salt: [UInt8], cost: VaultSlot.Cost
    ) throws -> SymmetricKey {
        guard deviceSecret.count == deviceSecretByteCount else {
            throw VaultError(.invalidArgument, "expected a device secret of 32 bytes, found \(deviceSecret.count)")
        }
        let stretched = try cost.derive(pattern.canonicalBytes, salt: salt)
        var message = HMAC<SHA256>(key: SymmetricKey(deviceSecret))
        message.update(data: label)
        message.update(data: stretched)
        return SymmetricKey(copying: message.finalize())
    }
}

enum X25519Slot {
    private static let label = Array("arca.vault.v1/x25519\0".utf8)

    /// Generates an ephemeral key pair and discards its private key; rejects a recipient of small order.
    static func make(
        for recipient: Curve25519.KeyAgreement.PublicKey
    ) throws -> (ephemeralKey: [UInt8], secret: SymmetricKey) {
        let ephemeral = Curve25519.KeyAgreement.PrivateKey()
        let share = ephemeral.publicKey.rawRepresentation
        let shared: SharedSecret
        do { shared = try ephemeral.sharedSecretFromKeyAgreement(with: recipient) } catch
            where error.code == .invalidKey
        {
            throw VaultError(.invalidArgument, error.reason)
        }
        return (share, try derive(shared, share, recipient.rawRepresentation))
    }

    /// `S` in the format, from the private key.
    static func secret(
        _ privateKey: Curve25519.KeyAgreement.PrivateKey, ephemeralKey: [UInt8]
    ) throws -> SymmetricKey {
        do {
            let shared = try privateKey.sharedSecretFromKeyAgreement(with: .init(rawRepresentation: ephemeralKey))
            return try derive(shared, ephemeralKey, privateKey.publicKey.rawRepresentation)
        } catch let error as CryptoError where error.code == .invalidKey {
            // A point of small order gives an all-zero shared secret, so anyone could have made the slot.
            throw VaultError(.tampered, "an X25519 slot was forged: its ephemeral key has small order")
        }
    }

    private static func derive(
        _ shared: SharedSecret, _ share: [UInt8], _ recipient: [UInt8]
    ) throws -> SymmetricKey {
        try shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: share + recipient, sharedInfo: label, outputByteCount: 32)
    }
}

package enum HybridSlot {
    private static let label = Array("arca.vault.v1/mlkem768x25519\0".utf8)

    /// Encapsulates a new secret; rejects a recipient with an X25519 part of small order.
    package static func make(
        for recipient: XWingMLKEM768X25519.PublicKey, label: [UInt8] = label
    ) throws -> (encapsulatedKey: [UInt8], secret: SymmetricKey) {
        do {
            let made = try recipient.encapsulate()
            return (
                made.encapsulated, try derive(made.sharedSecret, made.encapsulated, recipient: recipient, label: label)
            )
        } catch  where error.code == .invalidKey {
            throw VaultError(.invalidArgument, error.reason)
        }
    }

    /// `S` in the format, from the private key; a wrong key gives a wrong secret (implicit rejection of ML-KEM).
    package static func secret(
        _ privateKey: XWingMLKEM768X25519.PrivateKey, encapsulatedKey: [UInt8], label: [UInt8] = label
    ) throws -> SymmetricKey {
        do {
            return try derive(
                privateKey.decapsulate(encapsulatedKey), encapsulatedKey, recipient: privateKey.publicKey, label: label)
        } catch  where error.code == .invalidKey {
            throw VaultError(.tampered, "a post-quantum slot was forged: its X25519 half has small order")
        }
    }

    private static func derive(
        _ shared: SymmetricKey, _ encapsulated: [UInt8], recipient: XWingMLKEM768X25519.PublicKey,
        label: [UInt8]
    ) throws(CryptoError) -> SymmetricKey {
        try HKDF<SHA256>.deriveKey(
            inputKeyMaterial: shared, salt: encapsulated + recipient.rawRepresentation, info: label,
            outputByteCount: 32)
    }
}

enum RSASlot {
    static let bitCounts = 2048...8192
    private static let secretByteCount = 32
    private static let padding = RSAEncryptionPadding.oaep(
        RSAOAEPParameters(hash: .sha256, label: "arca.vault.v1/rsa".utf8))

    /// Encrypts a new secret; rejects a key that is too short, too long, or for signatures only.
    static func make(for recipient: RSAPublicKey) throws -> (ciphertext: [UInt8], secret: SymmetricKey) {
        try check(bitCount: recipient.bitCount)
        let secret = try SecretBytes(randomByteCount: secretByteCount)
        return (try recipient.encrypt(secret, padding: padding), SymmetricKey(secret))
    }

    /// `S` in the format, from the private key; nil if the slot is for another key.
    static func secret(_ privateKey: RSAPrivateKey, ciphertext: [UInt8]) throws -> SymmetricKey? {
        try check(bitCount: privateKey.publicKey.bitCount)
        let secret: SecretBytes
        do {
            secret = try privateKey.decrypt(ciphertext, padding: padding)
        } catch {
            // A single result for all causes, to avoid a padding oracle.
            if error.code == .decryptionFailed || error.code == .invalidInputLength { return nil }
            throw error
        }
        guard secret.count == secretByteCount else {
            throw VaultError(.tampered, "an RSA slot holds \(secret.count) bytes, not \(secretByteCount)")
        }
        return SymmetricKey(secret)
    }

    private static func check(bitCount: Int) throws {
        guard bitCounts.contains(bitCount) else {
            throw VaultError(
                .invalidArgument,
                "slots are for RSA keys of \(bitCounts.lowerBound) to \(bitCounts.upperBound) bits, not \(bitCount)")
        }
    }
}

/// The keys derived from a slot's secret: a one-time key stream for the vault key, and a MAC key.
struct SlotKeys {
    private static let info = Array("arca.vault.v1/slot\0".utf8)

    private let stream: SecretBytes
    private let tagKey: SymmetricKey

    init(secret: SymmetricKey, salt: [UInt8], header: ArraySlice<UInt8>) throws {
        let material = try HKDF<SHA256>.expand(
            pseudoRandomKey: HKDF<SHA256>.extract(inputKeyMaterial: secret, salt: salt), info: SlotKeys.info + header,
            outputByteCount: VaultKey.byteCount + SealedSlot.tagByteCount)
        (stream, tagKey) = material.withBytes { bytes in
            (
                SecretBytes(copying: bytes.extracting(..<VaultKey.byteCount)),
                SymmetricKey(copying: bytes.extracting(VaultKey.byteCount...))
            )
        }
    }

    func wrap(_ key: SecretBytes) -> [UInt8] {
        key.withBytes { key in
            stream.withBytes { stream in [UInt8](capacity: key.count) { Self.combine(key, stream, &$0) } }
        }
    }

    func unwrap(_ wrapped: ArraySlice<UInt8>) -> SecretBytes {
        wrapped.withBytes { wrapped in
            stream.withBytes { stream in
                SecretBytes(byteCount: wrapped.count) { Self.combine(wrapped, stream, &$0) }
            }
        }
    }

    func tag(over bytes: some Sequence<UInt8>) throws -> [UInt8] {
        HMAC<SHA256>.authenticationCode(for: Array(bytes), using: tagKey).bytes
    }

    private static func combine(_ left: Span<UInt8>, _ right: Span<UInt8>, _ output: inout OutputSpan<UInt8>) {
        for index in left.indices { output.append(left[index] ^ right[index]) }
    }
}
