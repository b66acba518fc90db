internal import ArcaCodecs
public import ArcaCore
internal import ArcaCrypto

/// Short names of a public key, by which people and programs tell keys apart.
public struct KeyFingerprint: Sendable, Hashable {
    /// SHA-256 of the key as `SubjectPublicKeyInfo` in DER, 32 bytes.
    public let spki: [UInt8]
    /// As `ssh-keygen -l` prints it, `SHA256:…`; nil for keys that OpenSSH has no form for.
    public let openSSH: String?
    /// The thumbprint of RFC 7638 with SHA-256, in Base64 for URLs; nil for keys that JWK has no form for.
    public let jwk: String?

    /// Computes the names of a key.
    ///
    /// - Parameter key: The key.
    /// - Throws: ``KeyError`` `.unsupported` for parameters of PSS that have no form in DER, `.invalidKey` for a compressed
    ///   point that is not on its curve: a key has one fingerprint, however its point is written.
    public init(_ key: AnyPublicKey) throws(KeyError) {
        let key = if case .elliptic(let key) = key { AnyPublicKey.elliptic(try key.uncompressed) } else { key }
        spki = SHA256.hash(try SPKI.encode(key))
        // Base64 without padding.
        openSSH = (try? OpenSSHPublicKey.blob(key)).map {
            "SHA256:\(Base64(padding: .absent).encode(SHA256.hash($0)))"
        }
        jwk = (try? JWK.thumbprint(key)).map { Base64.urlUnpadded.encode($0) }
    }

    /// ``spki`` in hexadecimal digits, as `openssl pkey -pubout -outform der | sha256sum` prints it.
    public var spkiText: String { Base16.encode(spki) }
}
