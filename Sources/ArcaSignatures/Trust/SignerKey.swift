internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
public import ArcaKeys

/// A public key for verifying signatures, of any type.
public enum SignerKey: Sendable, Hashable {
    /// A key that OpenSSH supports, from any file format: Ed25519, ECDSA on NIST curves, RSA, security keys.
    case ssh(SSHSignatureKey)
    /// A minisign or signify key.
    case numbered(NumberedPublicKey)
    /// An RSA key restricted to PSS, which only ``DetachedSignature`` supports.
    case restrictedRSA(RSAPublicKey)

    /// Parses public keys in any format, such as a file or text copied from a web page.
    ///
    /// - Parameter text: `RWQ…`, a minisign or signify file, OpenSSH lines, PEM, DER, JWK or a certificate.
    /// - Returns: One or more keys.
    /// - Throws: ``SignatureError`` `.notAKey`, `.unsupported`, `.malformed`, `.invalidKey`; `.wrongKind` for private
    ///   keys and keys that cannot sign.
    public static func all(in text: borrowing some Bytes) throws(SignatureError) -> [SignerKey] {
        let bytes = [UInt8](bytes: text)
        if NumberedPublicKey.recognizes(bytes) { return [.numbered(try NumberedPublicKey(bytes))] }
        let lines = bytes.split { $0 == .newline }.map { line in line.split { $0.isBlank || $0 == .carriageReturn } }
            .filter { !$0.isEmpty && $0[0].first != .numberSign }
        if lines.contains(where: { KeyLine.isType($0[0]) }) {
            return try lines.map { words throws(SignatureError) in
                guard words.count >= 2, KeyLine.isType(words[0]) else {
                    throw SignatureError(.malformed, "not a key line: expected type and key in Base64")
                }
                return try KeyLine.key(type: words[0], base64: words[1])
            }
        }
        return try SignatureError.wrap { try AnyKey.all(in: bytes) }.map { key throws(SignatureError) in
            guard case .publicKey(let publicKey) = key.content else {
                throw SignatureError(.wrongKind, "this is a \(key.kindName), where a public key is expected")
            }
            // The options may restrict the key, for example cert-authority.
            guard key.structure != .openSSH else {
                throw SignatureError(.malformed, "options before a key, where type and key are expected")
            }
            return try SignerKey(publicKey)
        }
    }

    /// Creates a signer key from a public key.
    ///
    /// - Parameter key: Ed25519, P-256, P-384, P-521 or RSA.
    /// - Throws: ``SignatureError`` `.wrongKind` for other key types, `.unsupported` for short RSA keys, `.invalidKey`.
    public init(_ key: AnyPublicKey) throws(SignatureError) {
        if case .rsa(_, .some) = key {
            self = .restrictedRSA(try SignatureError.wrap { try key.rsa() })
        } else {
            self = .ssh(try SSHSignatureKey(key))
        }
    }

    /// The algorithm for display: `Ed25519`, `ECDSA P-256`, `RSA 3072`.
    public var algorithmName: String {
        switch self {
        case .ssh(let key): key.algorithmName
        case .numbered: "Ed25519"
        case .restrictedRSA(let key): "RSASSA-PSS \(key.bitCount)"
        }
    }

    /// The fingerprint in OpenSSH's notation, `SHA256:…`; for RSA-PSS keys it covers `SubjectPublicKeyInfo`.
    public var fingerprint: String {
        switch self {
        case .ssh(let key): key.fingerprint
        case .numbered(let key): key.fingerprint
        case .restrictedRSA(let key):
            "SHA256:\(Base64(padding: .absent).encode((try? KeyFingerprint(AnyPublicKey(key)).spki) ?? []))"
        }
    }

    /// The minisign or signify key ID, 16 hexadecimal digits, or nil for other keys.
    public var keyID: String? {
        guard case .numbered(let key) = self else { return nil }
        return key.keyID
    }

    /// The type and key as in ``AllowedSigners``: `ssh-ed25519 AAAA…`, `minisign RWQ…`; nil for an RSA-PSS key.
    public var text: String? {
        switch self {
        case .ssh(let key): key.text
        case .numbered(let key): "\(key.origin == .signify ? "signify" : "minisign") \(key.text)"
        case .restrictedRSA: nil
        }
    }

    var rsa: RSAPublicKey? {
        switch self {
        case .ssh(let key): try? key.key.rsa()
        case .restrictedRSA(let key): key
        case .numbered: nil
        }
    }
}

/// Key type and key on a line: OpenSSH's types, plus `minisign` and `signify`.
enum KeyLine {
    static func isType(_ word: ArraySlice<UInt8>) -> Bool { OpenSSHPublicKey.isType(word) || origin(word) != nil }

    static func origin(_ word: ArraySlice<UInt8>) -> NumberedPublicKey.Origin? {
        if word.elementsEqual("minisign".utf8) { return .minisign }
        return word.elementsEqual("signify".utf8) ? .signify : nil
    }

    static func key(type: ArraySlice<UInt8>, base64: ArraySlice<UInt8>) throws(SignatureError) -> SignerKey {
        guard let origin = origin(type) else { return .ssh(try SSHSignatureKey(type: type, base64: base64)) }
        return .numbered(try NumberedPublicKey(base64: base64, origin: origin))
    }
}

/// A public key that the caller trusts.
public struct TrustedKey: Sendable, Hashable {
    /// The trusted key.
    public let key: SignerKey
    /// The name of the key in messages, such as a file name.
    public let name: String

    /// Creates a trusted key.
    public init(_ key: SignerKey, name: String) {
        self.key = key
        self.name = name
    }
}
