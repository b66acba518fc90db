internal import ArcaCodecs
internal import ArcaCrypto

/// SSH's form of public keys, which stanzas name them by.
///
/// Source: RFC 4253, section 6.6, and RFC 8709, section 4.
enum AgeSSHKeys {
    /// Bytes of the digest that names a key.
    static let tagByteCount = 4

    /// What names a key in a stanza: the beginning of its fingerprint.
    static func tag(_ wire: [UInt8]) throws(CryptoError) -> String {
        Age.base64.encode(try SHA256.hash(wire).prefix(tagByteCount))
    }

    /// An Ed25519 key as SSH sends it.
    static func wire(_ key: Curve25519.Signing.PublicKey) -> [UInt8] {
        string(Array("ssh-ed25519".utf8)) + string(key.rawRepresentation)
    }

    /// An RSA key as SSH sends it.
    static func wire(_ key: RSAPublicKey) -> [UInt8] {
        string(Array("ssh-rsa".utf8)) + number(key.exponent) + number(key.modulus)
    }

    /// The bytes of a key.
    static func secretBytes(of key: SymmetricKey) -> SecretBytes { SecretBytes(copying: key) }

    /// Length in 32 bits, then the bytes (RFC 4251, section 5).
    private static func string(_ bytes: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Array($0) } + bytes
    }

    /// A positive number without leading zeros, but for one where its highest bit would say that it is negative.
    private static func number(_ bytes: [UInt8]) -> [UInt8] {
        string((bytes.first ?? 0) & 0x80 == 0 ? bytes : [0] + bytes)
    }
}
