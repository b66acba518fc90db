public import ArcaCore
public import ArcaCrypto
public import ArcaKeys

/// A signify secret key.
///
/// Source: OpenBSD, signify(1); signify.c.
public struct SignifySecretKey: Sendable {
    /// The key number, 8 random bytes.
    public let number: [UInt8]
    /// The Ed25519 key, checked against the public key in the file.
    public let privateKey: Curve25519.Signing.PrivateKey
    /// The untrusted comment of the file, `NAME secret key`, which is not authenticated.
    public let comment: String

    static let byteCount = 104
    private static let derivation = Array("BK".utf8)
    private static let sealedRange = 40..<104
    private static let commentSuffix = " secret key"
    /// The number of bcrypt_pbkdf rounds signify uses by default.
    public static let standardRounds = 42

    /// Generates a random key.
    ///
    /// - Parameter name: The name for the comment: the name of the key files without `.sec`.
    /// - Throws: ``SignatureError`` `.backendFailure` if the random number generator fails, `.invalidOption` for a name
    ///   that is invalid in a comment.
    public init(name: String = "signify") throws(SignatureError) {
        let comment = name + Self.commentSuffix
        try SignatureText.check(comment: comment, maximum: SignatureText.maximumUntrustedByteCount - 19)
        self = try SignatureError.wrap {
            SignifySecretKey(
                number: try SecureRandom.bytes(8), privateKey: try Curve25519.Signing.PrivateKey(), comment: comment)
        }
    }

    private init(number: [UInt8], privateKey: Curve25519.Signing.PrivateKey, comment: String) {
        self.number = number
        self.privateKey = privateKey
        self.comment = comment
    }

    /// Parses a signify secret key file.
    ///
    /// - Parameters:
    ///   - file: The whole file, two lines; secret.
    ///   - passphrase: The passphrase of an encrypted key; ignored if the key is not encrypted.
    ///   - limits: The maximum cost of the key derivation, because the file sets its parameters.
    /// - Throws: ``SignatureError`` `.passphraseNeeded`, `.wrongPassphrase`, `.costTooHigh` or `.malformed`;
    ///   `.unsupported` for an unknown algorithm or key derivation; `.invalidKey` if the public key does not match the
    ///   seed.
    public init(
        _ file: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys
    ) throws(SignatureError) {
        let (comment, bytes) = try NumberedSecretKey.read(file, byteCount: Self.byteCount, "a secret key of signify")
        guard bytes.publicBytes(2..<4) == Self.derivation else {
            throw SignatureError(.unsupported, "an unknown key derivation in the secret key; BK (bcrypt) is expected")
        }
        let rounds = bytes.publicBytes(4..<8).reduce(0) { $0 << 8 | Int($1) }
        var content = bytes.part(Self.sealedRange)
        if rounds > 0 {
            guard let passphrase else { throw SignatureError.passphraseNeeded }
            try SignatureError.wrap { try limits.check(bcryptRounds: rounds) }
            content = content.exclusiveOr(try Self.stream(bytes.publicBytes(8..<24), rounds, passphrase))
        }
        guard constantTimeEqual(Self.checksum(content), bytes.part(24..<32)) else {
            throw rounds > 0
                ? SignatureError.wrongPassphrase
                : SignatureError(.malformed, "the checksum of the secret key does not match")
        }
        let privateKey = try NumberedSecretKey.privateKey(seed: content.part(0..<32), publicHalf: content.part(32..<64))
        self.init(number: bytes.publicBytes(32..<40), privateKey: privateKey, comment: comment)
    }

    /// Whether a secret key file is encrypted, or nil if it is not a signify secret key.
    public static func isEncrypted(_ file: borrowing some Bytes) -> Bool? {
        guard let (_, bytes) = try? NumberedSecretKey.read(file, byteCount: byteCount, "a key") else { return nil }
        return bytes.publicBytes(4..<8) != [0, 0, 0, 0]
    }

    /// Encodes the key as a file.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase to encrypt with, at least 1 byte; nil writes the key unencrypted.
    ///   - rounds: The number of bcrypt_pbkdf rounds, 1 to 2,048.
    /// - Returns: Two lines of text; secret unless encrypted.
    /// - Throws: ``SignatureError`` `.invalidOption` for an empty passphrase or an invalid number of rounds.
    public func fileText(
        passphrase: SecretBytes?, rounds: Int = standardRounds
    ) throws(SignatureError) -> SecretBytes {
        guard passphrase?.isEmpty != true, CostLimits.keys.bcryptRounds.contains(rounds) else {
            throw SignatureError(.invalidOption, "a passphrase that is not empty and 1 to 2,048 rounds are expected")
        }
        let plain = NumberedSecretKey.joined([
            privateKey.rawRepresentation, SecretBytes(copying: privateKey.publicKey.rawRepresentation),
        ])
        var salt = [UInt8](repeating: 0, count: 16)
        var sealed = plain
        if let passphrase {
            salt = try SignatureError.wrap { try SecureRandom.bytes(16) }
            sealed = plain.exclusiveOr(try Self.stream(salt, rounds, passphrase))
        }
        let number = UInt32(passphrase == nil ? 0 : rounds)
        let roundBytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
        let head = NumberedPublicKey.algorithm + Self.derivation + roundBytes + salt + Self.checksum(plain)
        let bytes = NumberedSecretKey.joined([SecretBytes(copying: head + self.number), sealed])
        return NumberedSecretKey.fileText(comment, bytes)
    }

    /// The name in the comment (`release` for `release secret key`), or the whole comment if it has another form.
    public var name: String {
        comment.hasSuffix(Self.commentSuffix) ? String(comment.dropLast(Self.commentSuffix.count)) : comment
    }

    /// The public key, with signify's default comment.
    public var publicKey: SignifyPublicKey {
        NumberedPublicKey(
            number: number, key: privateKey.publicKey, origin: .signify, comment: "\(name) public key")
    }

    private static func checksum(_ content: SecretBytes) -> [UInt8] { Array(SHA512.hash(content).prefix(8)) }

    private static func stream(
        _ salt: [UInt8], _ rounds: Int, _ passphrase: SecretBytes
    ) throws(SignatureError) -> SymmetricKey {
        try SignatureError.wrap {
            try BcryptPBKDF.deriveKey(
                from: passphrase, salt: salt, rounds: rounds, outputByteCount: sealedRange.count)
        }
    }
}

extension SignifySecretKey: Redacted {
    /// The type and key number, without the secret.
    public var description: String { "SignifySecretKey(\(publicKey.keyID))" }
}
