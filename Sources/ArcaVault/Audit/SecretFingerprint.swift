internal import ArcaCore
internal import ArcaCrypto

/// Tells equal secrets from others without keeping them: HMAC-SHA-256 under a key that lives as long as the value.
///
/// The digests mean nothing to anyone else, and nothing once the key is wiped.
struct SecretFingerprint {
    private let key: SymmetricKey

    init() throws {
        key = try SymmetricKey(bitCount: 256)
    }

    /// The digest of one value.
    func digest(of value: SecretBytes) throws -> [UInt8] { try digest([value]) }

    /// The digest of all that an item keeps secret.
    func digest(of secret: ItemSecret) throws -> [UInt8] {
        var parts = [secret.value]
        for field in secret.fields { parts += [SecretBytes(copying: field.name.utf8), field.value] }
        if let password = secret.oneTimePassword { parts.append(password.uri) }
        return try digest(parts)
    }

    /// The digest of parts, each with its length in front, so that none runs into the next.
    private func digest(_ parts: [SecretBytes]) throws -> [UInt8] {
        var stream = HMAC<SHA256>(key: key)
        for part in parts {
            stream.update(data: UInt64(part.count).bigEndianBytes)
            stream.update(data: part)
        }
        return stream.finalize().bytes
    }
}
