internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
public import ArcaKeys
internal import ArcaSystem

/// A private key for signing files; its type determines the signature format.
///
/// ```swift
/// let key = try SigningKey(file, passphrase: passphrase)
/// let signature = try key.sign(reading: &reader, options: SigningOptions(time: now, fileName: "notes.txt"))
/// ```
public enum SigningKey: Sendable {
    /// Makes OpenSSH signatures: Ed25519, ECDSA on P-256, P-384 or P-521, RSA of 2,048 bits or more.
    case ssh(AnyPrivateKey)
    /// Makes minisign signatures.
    case minisign(MinisignSecretKey)
    /// Makes signify signatures.
    case signify(SignifySecretKey)

    /// Parses a private key in any known format: OpenSSH, PEM, DER, JWK, minisign, signify.
    ///
    /// - Parameters:
    ///   - file: The whole file with exactly one key; secret.
    ///   - passphrase: The passphrase of an encrypted key; ignored if the key is not encrypted.
    ///   - limits: The maximum cost of the key derivation, because the file sets its parameters.
    /// - Throws: ``SignatureError`` `.passphraseNeeded`, `.wrongPassphrase`, `.costTooHigh`, `.malformed`,
    ///   `.unsupported`, `.invalidKey`, `.notAKey`; `.wrongKind` for public keys and keys that cannot sign files.
    public init(
        _ file: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys
    ) throws(SignatureError) {
        if MinisignSecretKey.isEncrypted(file) != nil {
            self = .minisign(try MinisignSecretKey(file, passphrase: passphrase, limits: limits))
        } else if SignifySecretKey.isEncrypted(file) != nil {
            self = .signify(try SignifySecretKey(file, passphrase: passphrase, limits: limits))
        } else if NumberedPublicKey.recognizes(file) {
            throw Self.wrongFile(file)
        } else {
            self = try SigningKey(
                try SignatureError.wrap {
                    try AnyKey(file, passphrase: passphrase, limits: limits).privateKey()
                })
        }
    }

    /// Creates a signing key from a private key.
    ///
    /// - Parameter key: Ed25519, P-256, P-384, P-521, or RSA of 2,048 bits or more.
    /// - Throws: ``SignatureError`` `.wrongKind` for keys that cannot sign files, `.unsupported` for a short RSA key,
    ///   `.invalidKey`.
    public init(_ key: AnyPrivateKey) throws(SignatureError) {
        _ = try SSHSignatureKey(try SignatureError.wrap { try key.publicKey })
        self = .ssh(key)
    }

    private static func wrongFile(_ file: borrowing some Bytes) -> SignatureError {
        if (try? NumberedPublicKey(file)) != nil {
            return SignatureError(.wrongKind, "this is a public key, where a secret key is expected")
        }
        return SignatureError(.malformed, "not a secret key of minisign or signify: wrong length or invalid Base64")
    }

    /// The format of the signatures.
    public var format: SignatureFormat {
        switch self {
        case .ssh: .ssh
        case .minisign: .minisign
        case .signify: .signify
        }
    }

    /// The file name extension of signatures: `.sig`, `.minisig`.
    public var fileNameExtension: String { format == .minisign ? ".minisig" : ".sig" }

    /// The public key.
    ///
    /// - Throws: ``SignatureError`` `.invalidKey` if the public key does not match the private key.
    public var publicKey: SignerKey {
        get throws(SignatureError) {
            switch self {
            case .ssh(let key): .ssh(try SSHSignatureKey(try SignatureError.wrap { try key.publicKey }))
            case .minisign(let key): .numbered(key.publicKey)
            case .signify(let key): .numbered(key.publicKey)
            }
        }
    }

    /// The form in which the message must be read.
    public func messageForm(_ options: SigningOptions) -> SignedMessage.Form {
        switch self {
        case .ssh: .digest(options.hash)
        case .minisign: .digest(.blake2b)
        case .signify: .whole
        }
    }

    /// Signs a message that was read before.
    ///
    /// - Parameters:
    ///   - message: The complete message, in the form ``messageForm(_:)``.
    ///   - options: The options for signing.
    /// - Returns: The signature.
    /// - Throws: ``SignatureError`` as the initializers of the signatures; `.invalidOption` for options that the format
    ///   does not support.
    public func sign(_ message: SignedMessage, options: SigningOptions) throws(SignatureError) -> SignatureFile {
        switch self {
        case .ssh(let key):
            guard options.comment == nil else {
                throw SignatureError(.invalidOption, "SSH signatures have no comments")
            }
            return .ssh(try SSHSignature(of: message, using: key, namespace: options.namespace))
        case .minisign(let key):
            let comment =
                options.comment ?? MinisignSignature.standardComment(time: options.time, fileName: options.fileName)
            return .minisign(try MinisignSignature(of: message, using: key, trustedComment: comment))
        case .signify(let key):
            return .signify(try SignifySignature(of: message, using: key, comment: options.comment))
        }
    }

    /// Signs a message from a reader.
    ///
    /// - Throws: The error of the reader; ``SignatureError`` as ``sign(_:options:)``.
    public func sign<Reader: ByteReader & ~Copyable>(
        reading reader: inout Reader, options: SigningOptions
    ) throws -> SignatureFile {
        var message = try SignedMessage(messageForm(options))
        try message.update(reading: &reader)
        return try sign(message, options: options)
    }
}

/// Options for signing a message.
public struct SigningOptions: Sendable, Hashable {
    /// The signing time in seconds since 1970, written to minisign's trusted comment.
    public var time: Int
    /// The file name for minisign's trusted comment, or nil to omit it.
    public var fileName: String?
    /// The namespace of an SSH signature.
    public var namespace = SSHSignature.fileNamespace
    /// The hash function of an SSH signature: SHA-512 or SHA-256.
    public var hash = AnyHashFunction.sha512
    /// A comment instead of the default: minisign's trusted comment or signify's comment.
    public var comment: String?

    /// Creates options with the defaults of the original programs; the file name is the last path component.
    public init(time: Int, fileName: String? = nil) {
        self.time = time
        self.fileName = fileName
    }
}

extension SignatureFile {
    /// The encoded signature file.
    public var text: String {
        switch self {
        case .ssh(let signature): signature.text
        case .minisign(let signature): signature.text
        case .signify(let signature): signature.text
        case .arca(let signature): signature.text
        }
    }
}
