public import ArcaCore
public import ArcaCrypto
public import ArcaKeys

/// A secret key of signify.
///
/// Source: OpenBSD, signify(1); signify.c.
public struct SignifySecretKey: Sendable {
    /// The key's number, 8 bytes.
    public let number: [UInt8]
    /// The key; its public half was computed, and the file's is the same.
    public let privateKey: Curve25519.Signing.PrivateKey
    /// The comment of the file, `NAME secret key`; it is not authenticated.
    public let comment: String

    static let byteCount = 104
    private static let derivation = Array("BK".utf8)
    /// Seed and public half, which are encrypted.
    private static let sealedRange = 40..<104
    private static let commentSuffix = " secret key"
    /// The rounds of bcrypt_pbkdf that signify writes.
    public static let standardRounds = 42

    /// Makes a random key.
    ///
    /// - Parameter name: What the comment calls it: the name of the key files without `.sec`.
    /// - Throws: ``SignatureError`` `.backendFailure` without randomness, `.invalidOption` for a name that the comment cannot hold.
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

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: Two lines; secret.
    ///   - passphrase: For an encrypted key; not looked at for others.
    ///   - limits: What the key derivation may cost, which the file dictates.
    /// - Throws: ``SignatureError`` `.passphraseNeeded`, `.wrongPassphrase`, `.costTooHigh`, `.malformed`, `.unsupported` for
    ///   another algorithm or key derivation, `.invalidKey` for a public half that does not belong to the seed.
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
                : SignatureError(.malformed, "the checksum of the secret key does not fit")
        }
        let privateKey = try NumberedSecretKey.privateKey(seed: content.part(0..<32), publicHalf: content.part(32..<64))
        self.init(number: bytes.publicBytes(32..<40), privateKey: privateKey, comment: comment)
    }

    /// Whether a file's key is encrypted; nil if it is not a secret key of signify.
    ///
    /// - Parameter file: The whole file.
    /// - Returns: Whether a passphrase is needed.
    public static func isEncrypted(_ file: borrowing some Bytes) -> Bool? {
        guard let (_, bytes) = try? NumberedSecretKey.read(file, byteCount: byteCount, "a key") else { return nil }
        return bytes.publicBytes(4..<8) != [0, 0, 0, 0]
    }

    /// Writes the file.
    ///
    /// - Parameters:
    ///   - passphrase: Encrypts the key, 1 byte or more; nil writes it plain.
    ///   - rounds: Rounds of bcrypt_pbkdf, 1 to 2,048.
    /// - Returns: Two lines of text, secret unless encrypted.
    /// - Throws: ``SignatureError`` `.invalidOption` for an empty passphrase or other rounds.
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

    /// The name in the comment: `release` of `release secret key`; the whole comment if it is another one.
    public var name: String {
        comment.hasSuffix(Self.commentSuffix) ? String(comment.dropLast(Self.commentSuffix.count)) : comment
    }

    /// The public half, with the comment that signify gives it.
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

extension SignifySecretKey: CustomStringConvertible, CustomReflectable {
    /// The key's number, never the secret.
    public var description: String { "SignifySecretKey(\(publicKey.keyID))" }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
