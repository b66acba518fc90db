internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto
public import ArcaKeys
internal import ArcaSystem

/// A private key that signs files; the key decides which form the signature has.
///
/// ```swift
/// let key = try SigningKey(file, passphrase: passphrase)
/// let signature = try key.sign(reading: &reader, options: SigningOptions(time: now, fileName: "notes.txt"))
/// ```
public enum SigningKey: Sendable {
    /// Signs as OpenSSH does: Ed25519, ECDSA on P-256, P-384 or P-521, RSA from 2,048 bits.
    case ssh(AnyPrivateKey)
    /// Signs as minisign does.
    case minisign(MinisignSecretKey)
    /// Signs as signify does.
    case signify(SignifySecretKey)

    /// Reads a private key from a file of any known form: OpenSSH, PEM, DER, JWK, minisign, signify.
    ///
    /// - Parameters:
    ///   - file: The whole file, with one key; secret.
    ///   - passphrase: For an encrypted key; not looked at for others.
    ///   - limits: What the key derivation may cost, which the file dictates.
    /// - Throws: ``SignatureError`` `.passphraseNeeded`, `.wrongPassphrase`, `.costTooHigh`, `.malformed`, `.unsupported`,
    ///   `.invalidKey`, `.notAKey`; `.wrongKind` for public keys and keys that sign in no form of file.
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

    /// Takes a private key.
    ///
    /// - Parameter key: Ed25519, P-256, P-384, P-521, or RSA from 2,048 bits.
    /// - Throws: ``SignatureError`` `.wrongKind` for a key that signs in no form of file, `.unsupported` for a short RSA key,
    ///   `.invalidKey`.
    public init(_ key: AnyPrivateKey) throws(SignatureError) {
        _ = try SSHSignatureKey(try SignatureError.wrap { try key.publicKey })
        self = .ssh(key)
    }

    /// What is wrong with a file of minisign or signify that is not a secret key.
    private static func wrongFile(_ file: borrowing some Bytes) -> SignatureError {
        if (try? NumberedPublicKey(file)) != nil {
            return SignatureError(.wrongKind, "this is a public key, where a secret key is expected")
        }
        return SignatureError(.malformed, "not a secret key of minisign or signify: wrong length or invalid Base64")
    }

    /// The kind of signature that the key makes.
    public var format: SignatureFormat {
        switch self {
        case .ssh: .ssh
        case .minisign: .minisign
        case .signify: .signify
        }
    }

    /// What the name of a signature's file ends with: `.sig`, `.minisig`.
    public var fileNameExtension: String { format == .minisign ? ".minisig" : ".sig" }

    /// The public half.
    ///
    /// - Throws: ``SignatureError`` `.invalidKey` for halves that do not belong together.
    public var publicKey: SignerKey {
        get throws(SignatureError) {
            switch self {
            case .ssh(let key): .ssh(try SSHSignatureKey(try SignatureError.wrap { try key.publicKey }))
            case .minisign(let key): .numbered(key.publicKey)
            case .signify(let key): .numbered(key.publicKey)
            }
        }
    }

    /// What has to be known of the message.
    ///
    /// - Parameter options: How it will be signed.
    /// - Returns: The form to take the message in as.
    public func messageForm(_ options: SigningOptions) -> SignedMessage.Form {
        switch self {
        case .ssh: .digest(options.hash)
        case .minisign: .digest(.blake2b)
        case .signify: .whole
        }
    }

    /// Signs a message that was taken in.
    ///
    /// - Parameters:
    ///   - message: All of the message, taken in as ``messageForm(_:)``.
    ///   - options: How it is signed.
    /// - Returns: The signature.
    /// - Throws: ``SignatureError`` as the initializers of the signatures; `.invalidOption` for options that the form does not
    ///   have.
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

    /// Signs a message that is read piece by piece.
    ///
    /// - Parameters:
    ///   - reader: The message.
    ///   - options: How it is signed.
    /// - Returns: The signature.
    /// - Throws: What the reader throws, and ``SignatureError`` as ``sign(_:options:)``.
    public func sign<Reader: ByteReader & ~Copyable>(
        reading reader: inout Reader, options: SigningOptions
    ) throws -> SignatureFile {
        var message = try SignedMessage(messageForm(options))
        try message.update(reading: &reader)
        return try sign(message, options: options)
    }
}

/// How a message is signed.
public struct SigningOptions: Sendable, Hashable {
    /// When it is signed, seconds since 1970; minisign's comment says it.
    public var time: Int
    /// The last part of the file's path, for minisign's comment; nil leaves it out.
    public var fileName: String?
    /// What an SSH signature is for.
    public var namespace = SSHSignature.fileNamespace
    /// The hash function of an SSH signature: SHA-512 or SHA-256.
    public var hash = HashFunction.sha512
    /// Another comment than the standard one: minisign's trusted comment, or signify's.
    public var comment: String?

    /// Makes options; what is not given is as the programs have it.
    ///
    /// - Parameters:
    ///   - time: When it is signed, seconds since 1970.
    ///   - fileName: The last part of the file's path.
    public init(time: Int, fileName: String? = nil) {
        self.time = time
        self.fileName = fileName
    }
}

extension SignatureFile {
    /// The file's text.
    public var text: String {
        switch self {
        case .ssh(let signature): signature.text
        case .minisign(let signature): signature.text
        case .signify(let signature): signature.text
        case .arca(let signature): signature.text
        }
    }
}
