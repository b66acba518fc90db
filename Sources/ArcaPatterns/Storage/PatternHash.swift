internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

/// A stored pattern hash: a PHC string with scrypt, a salt and, preferably, a pepper.
///
/// A 3×3 pattern is one of 389,112. Without a pepper, an attacker with the string can try all of them in about 33 hours
/// on one core, so a slow hash is not enough. Store the pepper apart from the string (another file, a vault, a key
/// store), and limit attempts with a ``Pattern/Lockout``.
///
/// `$arca-pattern$v=1$ln=17,r=8,p=1,grid=3x3,rules=android[,keyid=…]$salt$hash`, with
/// `hash = scrypt(pre, salt)`, `pre = HMAC-SHA-256(pepper, P)` or, without pepper, `SHA-256(P)`, and
/// `P = "arca.pattern.v1" ‖ 0 ‖ rows ‖ columns ‖ rules ‖ count ‖ cells`, one byte each.
public struct PatternHash: Sendable {
    /// The grid of the pattern.
    public let grid: Pattern.Grid
    /// The rules of the pattern.
    public let rules: PatternRules
    /// The scrypt cost of one check.
    public let cost: Scrypt.Cost
    /// The string to store.
    public let text: String
    private let keyID: [UInt8]?
    private let salt: [UInt8]
    private let hash: [UInt8]

    private static let identifier = "arca-pattern"
    private static let base64 = Base64(padding: .absent)

    /// Hashes a pattern with a new random salt.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, secret.
    ///   - pepper: A secret key of at least 16 bytes that is stored elsewhere, or nil for none.
    ///   - cost: The scrypt cost of each check.
    ///   - salt: Nil for 16 random bytes. Tests may give 16 to 48 bytes, unique for each pattern; not secret.
    /// - Throws: ``CryptoError`` `.invalidKeyLength` for a short pepper, or an error of scrypt or the random number
    ///   generator.
    public init(
        hashing pattern: Pattern, pepper: SymmetricKey?, cost: Scrypt.Cost = .standard, salt: [UInt8]? = nil
    ) throws(CryptoError) {
        var random: [UInt8] = []
        if salt == nil { random = try SecureRandom.bytes(16) }
        let salt = salt ?? random
        var keyID: [UInt8]?
        if let pepper { keyID = try Self.keyID(of: pepper) }
        let hash = Array(bytes: try Self.derive(pattern, pepper, salt: salt, cost: cost))
        var parameters: [PHCString.Parameter] = [
            .init("ln", cost.logN), .init("r", cost.r), .init("p", cost.p), .init("grid", pattern.grid.description),
            .init("rules", pattern.rules.description),
        ]
        if let keyID { parameters.append(.init("keyid", Self.base64.encode(keyID))) }
        let string = try PHCString(
            identifier: Self.identifier, version: 1, parameters: parameters, salt: salt, hash: hash)
        (grid, rules, self.cost, text) = (pattern.grid, pattern.rules, cost, string.text)
        (self.keyID, self.salt, self.hash) = (keyID, salt, hash)
    }

    /// Parses a stored string strictly: each hash has exactly one text form.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - limits: Maximum cost of a check.
    /// - Throws: ``PatternError`` with code `.invalidFormat` or `.costTooHigh`.
    public init(_ text: String, limits: CostLimits = .reading) throws(PatternError) {
        let string: PHCString
        let cost: Scrypt.Cost
        do throws(CryptoError) {
            string = try PHCString(text)
            guard string.identifier == Self.identifier, string.version == 1, (5...6).contains(string.parameters.count)
            else { throw CryptoError(.invalidFormat, "not a pattern hash of version 1") }
            let numbers = try PHCString(
                identifier: Self.identifier, parameters: Array(string.parameters.prefix(3))
            ).numbers(["ln", "r", "p"])
            cost = try Scrypt.Cost(logN: numbers[0], r: numbers[1], p: numbers[2])
            try limits.check(cost)
        } catch {
            throw PatternError(
                error.code == .costTooHigh ? .costTooHigh : .invalidFormat, at: error.offset, error.reason)
        }
        let names = ["ln", "r", "p", "grid", "rules", "keyid"]
        for (name, parameter) in zip(names, string.parameters) where name != parameter.name {
            throw PatternError(.invalidFormat, "expected the parameter \(name), found \(parameter.name)")
        }
        guard let salt = string.salt, let hash = string.hash, (16...48).contains(salt.count), hash.count == 32 else {
            throw PatternError(.invalidFormat, "a pattern hash has a salt of 16 to 48 bytes and a hash of 32")
        }
        do {
            grid = try Pattern.Grid(string.parameters[3].value)
            rules = try PatternRules(named: string.parameters[4].value)
        } catch { throw PatternError(.invalidFormat, error.reason) }
        guard rules.description == string.parameters[4].value else {
            throw PatternError(.invalidFormat, "the rules are written as \(rules)")
        }
        keyID = try string.parameters.count == 6 ? Self.keyID(string.parameters[5].value) : nil
        (self.cost, self.text, self.salt, self.hash) = (cost, text, salt, hash)
    }

    /// Whether the hash needs a pepper.
    public var hasPepper: Bool { keyID != nil }

    /// Verifies a pattern in constant time.
    ///
    /// - Parameters:
    ///   - pattern: The drawn pattern, secret; one with another grid or rules is wrong.
    ///   - pepper: The pepper of the hash, or nil for a hash without a pepper.
    /// - Returns: Whether the pattern is correct.
    /// - Throws: ``PatternError`` with code `.pepperMissing` or `.pepperUnexpected`, or a ``CryptoError`` of scrypt.
    public func verify(_ pattern: Pattern, pepper: SymmetricKey?) throws -> Bool {
        try checkPepper(pepper)
        // A pattern of another grid is hashed as well, so timing reveals nothing.
        return constantTimeEqual(try Self.derive(pattern, pepper, salt: salt, cost: cost), hash)
    }

    /// Checks that a pepper belongs to the hash, without revealing anything about the pattern.
    ///
    /// Call this before opening a ``Pattern/Lockout`` with the pepper; with a wrong pepper its file appears modified.
    ///
    /// - Parameter pepper: The pepper of the hash, or nil for a hash without a pepper.
    /// - Throws: ``PatternError`` with code `.pepperMissing` or `.pepperUnexpected`; ``CryptoError`` for a short
    ///   pepper.
    public func checkPepper(_ pepper: SymmetricKey?) throws {
        if let keyID {
            guard let pepper, constantTimeEqual(try Self.keyID(of: pepper), keyID) else {
                throw PatternError(
                    .pepperMissing, "the pattern was stored with \(pepper == nil ? "a" : "another") pepper")
            }
        } else if pepper != nil {
            throw PatternError(
                .pepperUnexpected, "the pattern was stored without a pepper: somebody may have replaced the hash")
        }
    }

    /// Whether to rehash the pattern after the next successful check: a cost is too low, or there is no pepper.
    public func needsRehash(for wanted: Scrypt.Cost = .standard) -> Bool { !cost.isAtLeast(wanted) || keyID == nil }

    private static func derive(
        _ pattern: Pattern, _ pepper: SymmetricKey?, salt: [UInt8], cost: Scrypt.Cost
    ) throws(CryptoError) -> SymmetricKey {
        let message = pattern.canonicalBytes
        let pre: SecretBytes
        if let pepper {
            pre = SecretBytes(copying: HMAC<SHA256>.authenticationCode(for: message, using: pepper))
        } else {
            pre = SecretBytes(copying: SHA256.hash(message))
        }
        return try Scrypt.deriveKey(from: pre, salt: salt, cost: cost, outputByteCount: 32)
    }

    /// An identifier that distinguishes peppers without revealing anything about them.
    private static func keyID(of pepper: SymmetricKey) throws(CryptoError) -> [UInt8] {
        guard pepper.byteCount >= 16 else {
            throw CryptoError(.invalidKeyLength, "a pepper has 16 bytes or more, not \(pepper.byteCount)")
        }
        return Array(HMAC<SHA256>.authenticationCode(for: "arca.pattern.v1/keyid".utf8, using: pepper)[..<8])
    }

    private static func keyID(_ text: String) throws(PatternError) -> [UInt8] {
        do {
            let bytes = try base64.decode(text)
            if bytes.count == 8 { return bytes }
        } catch { throw PatternError(.invalidFormat, "keyid is not unpadded Base64") }
        throw PatternError(.invalidFormat, "keyid has 8 bytes")
    }
}

extension PatternHash: Hashable, CustomStringConvertible {
    /// Compares the texts; not for verification.
    public static func == (left: PatternHash, right: PatternHash) -> Bool { left.text == right.text }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The string to store.
    public var description: String { text }
}

/// Encoded as the text to store; decoding checks it, with the default cost limits.
extension PatternHash: Codable, TextCodable {
    package init(codedText text: String) throws { try self.init(text) }
}
