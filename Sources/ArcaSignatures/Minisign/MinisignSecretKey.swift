public import ArcaCore
public import ArcaCrypto
public import ArcaKeys

/// A minisign secret key.
///
/// ```swift
/// let key = try MinisignSecretKey()
/// let file = try key.fileText(passphrase: passphrase)
/// print(key.publicKey.text)
/// ```
///
/// Source: minisign's manual, "SECRET KEY FORMAT".
public struct MinisignSecretKey: Sendable {
    /// The key ID, 8 random bytes.
    public let number: [UInt8]
    /// The Ed25519 key, checked against the public key in the file.
    public let privateKey: Curve25519.Signing.PrivateKey
    /// The untrusted comment of the file, which is not authenticated.
    public let comment: String

    static let byteCount = 158
    private static let scrypt = Array("Sc".utf8)
    private static let none: [UInt8] = [0, 0]
    private static let checksumName = Array("B2".utf8)
    private static let sealedRange = 54..<158
    /// The comment minisign writes by default.
    public static let standardComment = "minisign encrypted secret key"

    /// Generates a random key.
    ///
    /// - Throws: ``SignatureError`` `.backendFailure` if the random number generator fails.
    public init() throws(SignatureError) {
        self = try SignatureError.wrap {
            MinisignSecretKey(
                number: try SecureRandom.bytes(8), privateKey: try Curve25519.Signing.PrivateKey(),
                comment: Self.standardComment)
        }
    }

    private init(number: [UInt8], privateKey: Curve25519.Signing.PrivateKey, comment: String) {
        self.number = number
        self.privateKey = privateKey
        self.comment = comment
    }

    /// Parses a minisign secret key file.
    ///
    /// - Parameters:
    ///   - file: The whole file, two lines; secret.
    ///   - passphrase: The passphrase of an encrypted key; ignored if the key is not encrypted.
    ///   - limits: The maximum cost of the key derivation, because the file sets its parameters.
    /// - Throws: ``SignatureError`` `.passphraseNeeded`, `.wrongPassphrase`, `.costTooHigh` or `.malformed`;
    ///   `.unsupported` for an unknown algorithm, key derivation or checksum; `.invalidKey` if the public key does not
    ///   match the seed, because signing with such a pair leaks the secret key.
    public init(
        _ file: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys
    ) throws(SignatureError) {
        let (comment, bytes) = try NumberedSecretKey.read(file, byteCount: Self.byteCount, "a secret key of minisign")
        let derivation = bytes.publicBytes(2..<4)
        guard derivation == Self.scrypt || derivation == Self.none else {
            throw SignatureError(.unsupported, "an unknown key derivation in the secret key; Sc (scrypt) is expected")
        }
        guard bytes.publicBytes(4..<6) == Self.checksumName else {
            throw SignatureError(.unsupported, "an unknown checksum in the secret key; B2 (BLAKE2b-256) is expected")
        }
        let isEncrypted = derivation == Self.scrypt
        var content = bytes.part(Self.sealedRange)
        if isEncrypted {
            guard let passphrase else { throw SignatureError.passphraseNeeded }
            content = content.exclusiveOr(try Self.stream(bytes.publicBytes(6..<54), passphrase, limits))
        }
        let checksum = content.part(72..<104)
        let expected = try Self.checksum(content.part(0..<72))
        // In unencrypted files minisign leaves the checksum zero.
        let isLeftOut = !isEncrypted && checksum == SecretBytes(copying: [UInt8](repeating: 0, count: 32))
        guard checksum == expected || isLeftOut else {
            throw isEncrypted
                ? SignatureError.wrongPassphrase
                : SignatureError(.malformed, "the checksum of the secret key does not match")
        }
        let privateKey = try NumberedSecretKey.privateKey(seed: content.part(8..<40), publicHalf: content.part(40..<72))
        self.init(number: content.publicBytes(0..<8), privateKey: privateKey, comment: comment)
    }

    /// Whether a secret key file is encrypted, or nil if it is not a minisign secret key.
    public static func isEncrypted(_ file: borrowing some Bytes) -> Bool? {
        guard let (_, bytes) = try? NumberedSecretKey.read(file, byteCount: byteCount, "a key") else { return nil }
        return bytes.publicBytes(2..<4) != none
    }

    /// Encodes the key as a file.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase to encrypt with, at least 1 byte; nil writes the key unencrypted.
    ///   - cost: The scrypt cost: N of 2^10 or more, r = 8, p = 1. minisign uses ``Scrypt/Cost/sensitive``, which needs
    ///     1 GiB and a few seconds.
    /// - Returns: Two lines of text; secret unless encrypted.
    /// - Throws: ``SignatureError`` `.invalidOption` for an empty passphrase or an unsuitable cost, `.costTooHigh` if
    ///   there is not enough memory.
    public func fileText(
        passphrase: SecretBytes?, cost: Scrypt.Cost = .sensitive
    ) throws(SignatureError) -> SecretBytes {
        guard cost.r == 8, cost.p == 1, cost.logN >= 10 else {
            throw SignatureError(.invalidOption, "minisign keys need scrypt with N of 2^10 or more, r = 8 and p = 1")
        }
        guard passphrase?.isEmpty != true else { throw SignatureError(.invalidOption, "the passphrase is empty") }
        let body = NumberedSecretKey.joined([
            SecretBytes(copying: number), privateKey.rawRepresentation,
            SecretBytes(copying: privateKey.publicKey.rawRepresentation),
        ])
        let plain = NumberedSecretKey.joined([body, try Self.checksum(body)])
        var parameters = [UInt8](repeating: 0, count: 48)
        var sealed = plain
        if let passphrase {
            let salt = try SignatureError.wrap { try SecureRandom.bytes(32) }
            parameters = salt + Self.littleEndian(32 * cost.n) + Self.littleEndian(1024 * cost.n)
            sealed = plain.exclusiveOr(try Self.stream(parameters, passphrase, .keys))
        }
        let head = NumberedPublicKey.algorithm + (passphrase == nil ? Self.none : Self.scrypt) + Self.checksumName
        let bytes = NumberedSecretKey.joined([SecretBytes(copying: head + parameters), sealed])
        return NumberedSecretKey.fileText(Self.standardComment, bytes)
    }

    /// The public key.
    public var publicKey: MinisignPublicKey {
        NumberedPublicKey(number: number, key: privateKey.publicKey, origin: .minisign)
    }

    /// BLAKE2b-256 of the algorithm, key ID, seed and public key.
    private static func checksum(_ body: SecretBytes) throws(SignatureError) -> SecretBytes {
        try SignatureError.wrap {
            SecretBytes(
                copying: try BLAKE2b.hash(
                    NumberedSecretKey.joined([SecretBytes(copying: NumberedPublicKey.algorithm), body]),
                    outputByteCount: 32))
        }
    }

    /// The scrypt key stream for the encrypted part; `parameters` are salt, opslimit and memlimit, 48 bytes.
    private static func stream(
        _ parameters: [UInt8], _ passphrase: SecretBytes, _ limits: CostLimits
    ) throws(SignatureError) -> SymmetricKey {
        func number(_ place: Int) -> UInt64 {
            (0..<8).reduce(0) { $0 | UInt64(parameters[place + $1]) << (8 * UInt64($1)) }
        }
        return try SignatureError.wrap {
            let cost = try cost(operations: number(32), memory: number(40))
            try limits.check(cost)
            return try Scrypt.deriveKey(
                from: passphrase, salt: parameters[..<32], cost: cost, outputByteCount: sealedRange.count,
                memoryLimit: cost.memoryByteCount)
        }
    }

    /// Scrypt parameters from opslimit and memlimit, as in libsodium's `crypto_pwhash_scryptsalsa208sha256`.
    static func cost(operations: UInt64, memory: UInt64) throws(CryptoError) -> Scrypt.Cost {
        let operations = max(operations, 32_768)
        let isShortOfTime = operations < memory / 32
        let maximumN = isShortOfTime ? operations / 32 : memory / 1024
        let logN: Int = (1..<63).first { UInt64(1) << UInt64($0) > maximumN / 2 } ?? 63
        let p = isShortOfTime ? 1 : min((operations / 4) >> UInt64(logN), 0x3fff_ffff) / 8
        return try Scrypt.Cost(logN: logN, r: 8, p: Int(p))
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

extension MinisignSecretKey: Redacted {
    /// The type and key ID, without the secret.
    public var description: String { "MinisignSecretKey(\(publicKey.keyID))" }
}
