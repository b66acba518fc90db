public import ArcaCore

/// A password's hash as programs store it to check a login: `$scrypt$ln=17,r=8,p=1$SALT$HASH`.
///
/// ```swift
/// let stored = try PasswordHash(hashing: password).text
/// let hash = try PasswordHash(stored)
/// guard try hash.verify(password) else { … }
/// if hash.needsRehash() { stored = try PasswordHash(hashing: password).text }
/// ```
///
/// Written are scrypt and PBKDF2 as PHC strings. Read is also passlib's form of PBKDF2,
/// `$pbkdf2-sha256$29000$SALT$HASH`, whose Base64 has `.` in place of `+`.
public struct PasswordHash: Sendable {
    /// A key derivation with its cost.
    public struct Scheme: Sendable, Hashable {
        enum Kind: Hashable { case scrypt(Scrypt.Cost), pbkdf2(HashFunction, Int) }
        let kind: Kind

        /// Scrypt with the standard cost: for everything new.
        public static let standard = scrypt(.standard)

        /// Scrypt.
        ///
        /// - Parameter cost: N, r and p.
        /// - Returns: The scheme.
        public static func scrypt(_ cost: Scrypt.Cost) -> Scheme { Scheme(kind: .scrypt(cost)) }

        /// PBKDF2, for programs that have nothing better.
        ///
        /// - Parameters:
        ///   - hash: SHA-256 or SHA-512.
        ///   - iterations: 1 or more.
        /// - Returns: The scheme.
        /// - Throws: ``CryptoError`` with code `.invalidParameter`.
        public static func pbkdf2(_ hash: HashFunction, iterations: Int) throws(CryptoError) -> Scheme {
            guard hash == .sha256 || hash == .sha512, iterations >= 1 else {
                throw CryptoError(
                    .invalidParameter, "password hashes have PBKDF2 with SHA-256 or SHA-512 and 1 iteration or more")
            }
            return Scheme(kind: .pbkdf2(hash, iterations))
        }

        /// Whether it is the same function and costs an attacker at least as much, parameter by parameter.
        ///
        /// - Parameter other: The scheme to compare with.
        /// - Returns: Whether it is; different functions are not compared.
        public func isAtLeast(_ other: Scheme) -> Bool {
            switch (kind, other.kind) {
            case (.scrypt(let own), .scrypt(let asked)): own.isAtLeast(asked)
            case (.pbkdf2(let ownHash, let own), .pbkdf2(let askedHash, let asked)):
                ownHash == askedHash && own >= asked
            default: false
            }
        }
    }

    /// Salts that are written have 16 bytes; those that are read, 16 to 48.
    static let saltByteCounts = 16...48

    /// How the hash was made.
    public let scheme: Scheme
    /// The salt.
    public let salt: [UInt8]
    /// The derived bytes.
    public let hash: [UInt8]
    /// The text to store, as it was read or is to be written.
    public let text: String

    /// Hashes a password with a fresh random salt.
    ///
    /// - Parameters:
    ///   - password: Secret bytes, 1 or more.
    ///   - scheme: Function and cost; never those of a string that was read, unless they were checked by
    ///     ``needsRehash(for:)``.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for an empty password, `.costTooHigh` when there is not
    ///   enough memory.
    public init(hashing password: borrowing some Bytes, scheme: Scheme = .standard) throws(CryptoError) {
        guard password.withBytes({ !$0.isEmpty }) else {
            throw CryptoError(.invalidParameter, "an empty password protects nothing")
        }
        let salt = try SecureRandom.bytes(PasswordHash.saltByteCounts.lowerBound)
        let hash = [UInt8](bytes: try scheme.derive(password, salt))
        text = try PHCString(
            identifier: scheme.identifier, parameters: scheme.parameters, salt: salt, hash: hash
        ).text
        self.scheme = scheme
        self.salt = salt
        self.hash = hash
    }

    /// A hash whose text has been read and checked.
    init(scheme: Scheme, salt: [UInt8], hash: [UInt8], text: String) {
        self.scheme = scheme
        self.salt = salt
        self.hash = hash
        self.text = text
    }

    /// Whether a password is the one that was hashed, in a time that does not depend on how much of it is right.
    ///
    /// - Parameter password: Secret bytes.
    /// - Returns: Whether it is.
    /// - Throws: ``CryptoError`` with code `.costTooHigh` when there is not enough memory.
    public func verify(_ password: borrowing some Bytes) throws(CryptoError) -> Bool {
        constantTimeEqual(try scheme.derive(password, salt), hash)
    }

    /// Whether the password should be hashed again, now that it is known, because the hash is weaker than wanted.
    ///
    /// - Parameter wanted: What new hashes are made with.
    /// - Returns: Whether it is of another function or of a lower cost in any parameter.
    public func needsRehash(for wanted: Scheme = .standard) -> Bool { !scheme.isAtLeast(wanted) }
}

extension PasswordHash: CustomStringConvertible {
    /// The text to store.
    public var description: String { text }
}

extension PasswordHash.Scheme {
    /// Length of the hash: what the function gives at once.
    var hashByteCount: Int {
        switch kind {
        case .scrypt: 32
        case .pbkdf2(let hash, _): hash.digestByteCount
        }
    }

    var identifier: String {
        switch kind {
        case .scrypt: "scrypt"
        case .pbkdf2(let hash, _): "pbkdf2-\(hash.shortName)"
        }
    }

    var parameters: [PHCString.Parameter] {
        switch kind {
        case .scrypt(let cost): [.init("ln", cost.logN), .init("r", cost.r), .init("p", cost.p)]
        case .pbkdf2(_, let iterations): [.init("i", iterations)]
        }
    }

    func derive(_ password: borrowing some Bytes, _ salt: [UInt8]) throws(CryptoError) -> SymmetricKey {
        switch kind {
        case .scrypt(let cost):
            // The limit was applied when the string was read; what is written is the caller's choice.
            try Scrypt.deriveKey(
                from: password, salt: salt, cost: cost, outputByteCount: hashByteCount,
                memoryLimit: cost.memoryByteCount)
        case .pbkdf2(let hash, let iterations):
            try PBKDF2.deriveKey(
                from: password, salt: salt, using: hash, iterations: iterations, outputByteCount: hashByteCount)
        }
    }
}
