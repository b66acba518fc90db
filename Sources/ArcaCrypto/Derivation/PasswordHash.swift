public import ArcaCore

/// A stored password hash for checking logins: `$scrypt$ln=17,r=8,p=1$SALT$HASH`.
///
/// ```swift
/// let stored = try PasswordHash(hashing: password).text
/// let hash = try PasswordHash(stored)
/// guard try hash.verify(password) else { … }
/// if hash.needsRehash() { stored = try PasswordHash(hashing: password).text }
/// ```
///
/// Writes scrypt, Argon2 and PBKDF2 as PHC strings, as PHP's `password_hash` does for Argon2. Also reads passlib's format
/// of PBKDF2, `$pbkdf2-sha256$29000$SALT$HASH`, with Base64 that uses `.` instead of `+`.
public struct PasswordHash: Sendable {
    /// A key derivation function and its cost.
    public struct Scheme: Sendable, Hashable {
        enum Kind: Hashable {
            case scrypt(Scrypt.Cost)
            case pbkdf2(AnyHashFunction, Int)
            case argon2(Argon2KDF.Variant, Argon2KDF.Version, Argon2KDF.Cost)
        }
        let kind: Kind

        /// Scrypt with the standard cost; recommended for new hashes.
        public static let standard = scrypt(.standard)

        /// Scrypt.
        public static func scrypt(_ cost: Scrypt.Cost) -> Scheme { Scheme(kind: .scrypt(cost)) }

        /// Argon2id of RFC 9106, or another variant or version for programs that need it.
        public static func argon2(
            _ cost: Argon2KDF.Cost = .standard, variant: Argon2KDF.Variant = .id, version: Argon2KDF.Version = .v13
        ) -> Scheme { Scheme(kind: .argon2(variant, version, cost)) }

        /// PBKDF2, for programs that do not support scrypt.
        ///
        /// - Parameters:
        ///   - hash: SHA-256 or SHA-512.
        ///   - iterations: The number of iterations, at least 1.
        /// - Returns: The scheme.
        /// - Throws: ``CryptoError`` with code `.invalidParameter`.
        public static func pbkdf2(_ hash: AnyHashFunction, iterations: Int) throws(CryptoError) -> Scheme {
            guard hash == .sha256 || hash == .sha512, iterations >= 1 else {
                throw CryptoError(
                    .invalidParameter, "password hashes have PBKDF2 with SHA-256 or SHA-512 and 1 iteration or more")
            }
            return Scheme(kind: .pbkdf2(hash, iterations))
        }

        /// Whether the function is the same and every cost parameter is at least as high.
        public func isAtLeast(_ other: Scheme) -> Bool {
            switch (kind, other.kind) {
            case (.scrypt(let own), .scrypt(let asked)): own.isAtLeast(asked)
            case (.pbkdf2(let ownHash, let own), .pbkdf2(let askedHash, let asked)):
                ownHash == askedHash && own >= asked
            case (.argon2(let ownVariant, let ownVersion, let own), .argon2(let variant, let version, let asked)):
                ownVariant == variant && ownVersion == version && own.isAtLeast(asked)
            default: false
            }
        }
    }

    static let newSaltByteCount = 16

    /// The key derivation function and its cost.
    public let scheme: Scheme
    /// The salt.
    public let salt: [UInt8]
    /// The derived bytes.
    public let hash: [UInt8]
    /// The text to store, exactly as read or created.
    public let text: String

    /// Hashes a password with a random salt.
    ///
    /// - Parameters:
    ///   - password: The secret password, at least 1 byte.
    ///   - scheme: The function and cost. Do not reuse the scheme of a parsed hash unless ``needsRehash(for:)``
    ///     accepted it.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for an empty password, `.costTooHigh` if there is not
    ///   enough memory.
    public init(hashing password: borrowing some Bytes, scheme: Scheme = .standard) throws(CryptoError) {
        guard password.withBytes({ !$0.isEmpty }) else {
            throw CryptoError(.invalidParameter, "an empty password protects nothing")
        }
        let salt = try SecureRandom.bytes(PasswordHash.newSaltByteCount)
        let hash = [UInt8](bytes: try scheme.derive(password, salt, scheme.newHashByteCount))
        text = try PHCString(
            identifier: scheme.identifier, version: scheme.version, parameters: scheme.parameters, salt: salt,
            hash: hash
        ).text
        self.scheme = scheme
        self.salt = salt
        self.hash = hash
    }

    init(scheme: Scheme, salt: [UInt8], hash: [UInt8], text: String) {
        self.scheme = scheme
        self.salt = salt
        self.hash = hash
        self.text = text
    }

    /// Verifies a password in constant time; returns whether it matches.
    ///
    /// - Throws: ``CryptoError`` with code `.costTooHigh` if there is not enough memory.
    public func verify(_ password: borrowing some Bytes) throws(CryptoError) -> Bool {
        constantTimeEqual(try scheme.derive(password, salt, hash.count), hash)
    }

    /// Whether to hash the password again: the function differs, or a cost parameter is lower than required.
    public func needsRehash(for wanted: Scheme = .standard) -> Bool { !scheme.isAtLeast(wanted) }
}

extension PasswordHash: CustomStringConvertible {
    /// The text to store.
    public var description: String { text }
}

extension PasswordHash.Scheme {
    /// Allowed lengths of the hash in bytes for reading: of Argon2 by the PHC format, else one block of output.
    var hashByteCounts: ClosedRange<Int> {
        switch kind {
        case .scrypt: 32...32
        case .pbkdf2(let hash, _): hash.digestByteCount...hash.digestByteCount
        case .argon2: 12...64
        }
    }

    /// Length of a new hash in bytes.
    var newHashByteCount: Int {
        if case .argon2 = kind { return 32 }
        return hashByteCounts.lowerBound
    }

    /// Allowed salt lengths in bytes for reading.
    var saltByteCounts: ClosedRange<Int> {
        if case .argon2 = kind { return 8...48 }
        return 16...48
    }

    var identifier: String {
        switch kind {
        case .scrypt: "scrypt"
        case .pbkdf2(let hash, _): "pbkdf2-\(hash.shortName)"
        case .argon2(let variant, _, _): variant.name
        }
    }

    var version: Int? {
        if case .argon2(_, let version, _) = kind { return version.rawValue }
        return nil
    }

    var parameters: [PHCString.Parameter] {
        switch kind {
        case .scrypt(let cost): [.init("ln", cost.logN), .init("r", cost.r), .init("p", cost.p)]
        case .pbkdf2(_, let iterations): [.init("i", iterations)]
        case .argon2(_, _, let cost): [.init("m", cost.memoryKiB), .init("t", cost.passes), .init("p", cost.lanes)]
        }
    }

    /// The limits were applied when the string was parsed; for new hashes the caller chooses the cost.
    func derive(
        _ password: borrowing some Bytes, _ salt: [UInt8], _ hashByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        switch kind {
        case .scrypt(let cost):
            try Scrypt.deriveKey(
                from: password, salt: salt, cost: cost, outputByteCount: hashByteCount,
                memoryLimit: cost.memoryByteCount)
        case .pbkdf2(let hash, let iterations):
            try PBKDF2.deriveKey(
                from: password, salt: salt, using: hash, iterations: iterations, outputByteCount: hashByteCount)
        case .argon2(let variant, let version, let cost):
            try Argon2KDF.deriveKey(
                from: password, salt: salt, variant: variant, version: version, cost: cost,
                outputByteCount: hashByteCount, memoryLimit: cost.memoryByteCount)
        }
    }
}
