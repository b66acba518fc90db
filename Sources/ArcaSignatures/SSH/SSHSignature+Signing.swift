public import ArcaCore
internal import ArcaCrypto
public import ArcaKeys

extension SSHSignature {
    /// The default namespace, for files.
    public static let fileNamespace = "file"

    /// Signs a message.
    ///
    /// - Parameters:
    ///   - message: The complete message, in the form ``SignedMessage/Form/digest(_:)`` of SHA-512 or SHA-256.
    ///   - key: Ed25519, ECDSA on P-256, P-384 or P-521, or RSA of 2,048 bits or more.
    ///   - namespace: The purpose of the signature, not empty and without NUL; verification requires the same
    ///     namespace.
    ///   - isDeterministic: Whether ECDSA derives its nonce from key and message (RFC 6979); the other algorithms are
    ///     always deterministic.
    /// - Throws: ``SignatureError`` `.wrongKind` for a key that OpenSSH does not support, `.unsupported` for a short
    ///   RSA key, `.invalidKey`, `.invalidOption` for an invalid namespace or hash function, `.backendFailure` if the
    ///   new signature does not verify.
    public init(
        of message: SignedMessage, using key: AnyPrivateKey, namespace: String = fileNamespace,
        isDeterministic: Bool = false
    ) throws(SignatureError) {
        guard case .digest(let hash) = message.form,
            let hashName = Self.hashes.first(where: { $0.function == hash })?.name
        else {
            throw SignatureError(.invalidOption, "SSH signatures take the message's digest by SHA-512 or SHA-256")
        }
        guard !namespace.isEmpty, !namespace.utf8.contains(0) else {
            throw SignatureError(.invalidOption, "the namespace is empty or has a zero byte")
        }
        let publicKey = try SSHSignatureKey(try SignatureError.wrap { try key.publicKey })
        let signed = Self.signedBytes(namespace: namespace, hashName: hashName, digest: try message.content())
        let value = try Self.sign(signed, using: key, publicKey, hash, isDeterministic: isDeterministic)
        self.init(key: publicKey, certificate: nil, namespace: namespace, hash: hash, value: value, device: nil)
    }

    /// Signs bytes and verifies the result; `hash` is the hash function of RSA.
    static func sign(
        _ bytes: [UInt8], using key: AnyPrivateKey, _ publicKey: SSHSignatureKey, _ hash: AnyHashFunction,
        isDeterministic: Bool
    ) throws(SignatureError) -> Value {
        let value: Value = try SignatureError.wrap {
            switch key {
            case .ed25519(let key): .ed25519(try key.signature(for: bytes))
            case .rsa: .rsa(hash, try key.rsa().signature(for: bytes, padding: .pkcs1v15(hash)))
            case .elliptic(let key):
                try SSHECDSA.signature(for: bytes, key: key, isDeterministic: isDeterministic)
            default: throw SignatureError(.wrongKind, "OpenSSH has no signatures by \(key.algorithmName) keys")
            }
        }
        // A signature computed incorrectly (fault attack) can leak the key.
        guard try isValid(value, nil, publicKey, signed: bytes) else {
            throw SignatureError(.backendFailure, "the signature that was made does not verify")
        }
        return value
    }
}
