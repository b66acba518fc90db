internal import ArcaCrypto
internal import ArcaOTP
internal import ArcaVault

/// Compares secrets without keeping them: HMAC-SHA-256 under a temporary random key.
///
/// Without the key, which is wiped with this value, the digests are useless.
struct SecretFingerprint {
    private let key: SymmetricKey

    init() throws {
        key = try SymmetricKey(bitCount: 256)
    }

    func digest(of value: SecretBytes) throws -> [UInt8] { try digest([value]) }

    func digest(of secret: ItemSecret) throws -> [UInt8] {
        var parts = [secret.value]
        for field in secret.fields { parts += [SecretBytes(copying: field.name.utf8), field.value] }
        if let password = secret.oneTimePassword { parts.append(password.uri) }
        return try digest(parts)
    }

    /// The digest of parts, each preceded by its length to keep them separate.
    private func digest(_ parts: [SecretBytes]) throws -> [UInt8] {
        var stream = HMAC<SHA256>(key: key)
        for part in parts {
            stream.update(data: UInt64(part.count).bigEndianBytes)
            stream.update(data: part)
        }
        return stream.finalize().bytes
    }
}
