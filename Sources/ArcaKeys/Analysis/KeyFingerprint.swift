internal import ArcaCodecs
public import ArcaCore
internal import ArcaCrypto

/// The fingerprints of a public key in three common formats.
public struct KeyFingerprint: Sendable, Hashable {
    /// SHA-256 of the key as `SubjectPublicKeyInfo` in DER, 32 bytes.
    public let spki: [UInt8]
    /// The fingerprint that `ssh-keygen -l` prints, `SHA256:…`, or nil if OpenSSH does not support the key.
    public let openSSH: String?
    /// The thumbprint of RFC 7638 with SHA-256, in unpadded Base64url, or nil if JWK does not support the key.
    public let jwk: String?

    /// Computes the fingerprints of a key.
    ///
    /// - Throws: ``KeyError`` `.unsupported` for PSS parameters that DER cannot represent, `.invalidKey` for a
    ///   compressed point that is not on the curve. The fingerprint does not depend on how the point is encoded.
    public init(_ key: AnyPublicKey) throws(KeyError) {
        let key = if case .elliptic(let key) = key { AnyPublicKey.elliptic(try key.uncompressed) } else { key }
        spki = SHA256.hash(try SPKI.encode(key))
        openSSH = (try? OpenSSHPublicKey.blob(key)).map {
            "SHA256:\(Base64(padding: .absent).encode(SHA256.hash($0)))"
        }
        jwk = (try? JWK.thumbprint(key)).map { Base64.urlUnpadded.encode($0) }
    }

    /// The hexadecimal form of ``spki``, as printed by `openssl pkey -pubout -outform der | sha256sum`.
    public var spkiText: String { Base16.standard.encode(spki) }
}
