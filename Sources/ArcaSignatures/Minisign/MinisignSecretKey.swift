public import ArcaCore
public import ArcaCrypto
public import ArcaKeys

/// A secret key of minisign.
///
/// ```swift
/// let key = try MinisignSecretKey()
/// let file = try key.fileText(passphrase: passphrase)
/// print(key.publicKey.text)
/// ```
///
/// Source: minisign's manual, "SECRET KEY FORMAT".
public struct MinisignSecretKey: Sendable {
    /// The key's number, 8 bytes.
    public let number: [UInt8]
    /// The key; its public half was computed, and the file's is the same.
    public let privateKey: Curve25519.Signing.PrivateKey
    /// The comment of the file; it is not authenticated.
    public let comment: String

    static let byteCount = 158
    private static let scrypt = Array("Sc".utf8)
    private static let none: [UInt8] = [0, 0]
    private static let checksumName = Array("B2".utf8)
    /// Where the part lies that is encrypted: number, seed, public half, checksum.
    private static let sealedRange = 54..<158
    /// The comment that minisign writes.
    public static let standardComment = "minisign encrypted secret key"

    /// Makes a random key.
    ///
    /// - Throws: ``SignatureError`` `.backendFailure` without randomness.
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

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: Two lines; secret.
    ///   - passphrase: For an encrypted key; not looked at for others.
    ///   - limits: What the key derivation may cost, which the file dictates.
    /// - Throws: ``SignatureError`` `.passphraseNeeded`, `.wrongPassphrase`, `.costTooHigh`, `.malformed`, `.unsupported` for
    ///   another algorithm, key derivation or checksum, `.invalidKey` for a public half that does not belong to the seed:
    ///   a signature made with it would give the key away.
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
        // Without encryption minisign itself leaves the checksum zero.
        let isLeftOut = !isEncrypted && checksum == SecretBytes(copying: [UInt8](repeating: 0, count: 32))
        guard checksum == expected || isLeftOut else {
            throw isEncrypted
                ? SignatureError.wrongPassphrase
                : SignatureError(.malformed, "the checksum of the secret key does not fit")
        }
        let privateKey = try NumberedSecretKey.privateKey(seed: content.part(8..<40), publicHalf: content.part(40..<72))
        self.init(number: content.publicBytes(0..<8), privateKey: privateKey, comment: comment)
    }

    /// Whether a file's key is encrypted; nil if it is not a secret key of minisign.
    ///
    /// - Parameter file: The whole file.
    /// - Returns: Whether a passphrase is needed.
    public static func isEncrypted(_ file: borrowing some Bytes) -> Bool? {
        guard let (_, bytes) = try? NumberedSecretKey.read(file, byteCount: byteCount, "a key") else { return nil }
        return bytes.publicBytes(2..<4) != none
    }

    /// Writes the file.
    ///
    /// - Parameters:
    ///   - passphrase: Encrypts the key, 1 byte or more; nil writes it plain.
    ///   - cost: What finding the passphrase costs: N from 2^10, r = 8, p = 1. minisign itself takes ``Scrypt/Cost/sensitive``,
    ///     1 GiB and some seconds.
    /// - Returns: Two lines of text, secret unless encrypted.
    /// - Throws: ``SignatureError`` `.invalidOption` for an empty passphrase or another cost, `.costTooHigh` without memory.
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

    /// The public half.
    public var publicKey: MinisignPublicKey {
        NumberedPublicKey(number: number, key: privateKey.publicKey, origin: .minisign)
    }

    /// BLAKE2b-256 of algorithm, number, seed and public half.
    private static func checksum(_ body: SecretBytes) throws(SignatureError) -> SecretBytes {
        try SignatureError.wrap {
            SecretBytes(
                copying: try BLAKE2b.hash(
                    NumberedSecretKey.joined([SecretBytes(copying: NumberedPublicKey.algorithm), body]),
                    outputByteCount: 32))
        }
    }

    /// What the sealed part is combined with; `parameters` are salt, opslimit and memlimit, 48 bytes.
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

    /// The cost of scrypt by libsodium's rule (`crypto_pwhash_scryptsalsa208sha256`), r = 8.
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

extension MinisignSecretKey: CustomStringConvertible, CustomReflectable {
    /// The key's number, never the secret.
    public var description: String { "MinisignSecretKey(\(publicKey.keyID))" }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
