public import ArcaCodecs
public import ArcaCrypto

/// What makes one-time passwords: by time (TOTP, RFC 6238) or by a counter (HOTP, RFC 4226).
public struct OneTimePassword: Sendable, Equatable {
    /// What a code is made of besides the key.
    ///
    /// The raw values stand in the file.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        /// The time: TOTP.
        case time = 1
        /// A counter that grows with every code: HOTP.
        case counter = 2
    }

    /// The hash function of the HMAC.
    ///
    /// The raw values stand in the file.
    public enum Algorithm: UInt8, Sendable, Hashable, CaseIterable {
        /// HMAC-SHA-1, what nearly every service uses; safe in this place.
        case sha1 = 1
        /// HMAC-SHA-256.
        case sha256 = 2
        /// HMAC-SHA-512.
        case sha512 = 3
    }

    /// By time or by counter.
    public let kind: Kind
    /// The hash function.
    public let algorithm: Algorithm
    /// Digits of a code, 6 to 8.
    public let digits: Int
    /// Seconds that a code by time holds, 1 to 3,600; 30 for a counter, where it means nothing.
    public let period: Int
    /// The counter of the next code; 0 by time, where it means nothing.
    public let counter: UInt64
    /// The shared key, 1 byte or more.
    public let key: SecretBytes
    /// Who the password is for, such as `GitHub`; may be empty.
    public let issuer: String
    /// Whose password it is; may be empty.
    public let account: String

    /// Makes a generator.
    ///
    /// - Parameters:
    ///   - kind: By time or by counter.
    ///   - key: The shared key, 1 byte or more; 20 or more are usual.
    ///   - algorithm: The hash function.
    ///   - digits: 6 to 8.
    ///   - period: 1 to 3,600 seconds; 30 is kept for a counter whatever is given.
    ///   - counter: The counter of the next code; 0 is kept by time whatever is given.
    ///   - issuer: Who the password is for.
    ///   - account: Whose password it is.
    /// - Throws: ``VaultError`` with code `.invalidArgument`.
    public init(
        _ kind: Kind, key: SecretBytes, algorithm: Algorithm = .sha1, digits: Int = 6, period: Int = 30,
        counter: UInt64 = 0, issuer: String = "", account: String = ""
    ) throws(VaultError) {
        guard !key.isEmpty else { throw VaultError(.invalidArgument, "the key of a one-time password is empty") }
        guard (6...8).contains(digits) else {
            throw VaultError(.invalidArgument, "a one-time password has 6 to 8 digits, not \(digits)")
        }
        guard (1...3600).contains(period) else {
            throw VaultError(.invalidArgument, "a one-time password holds 1 to 3600 seconds, not \(period)")
        }
        self.kind = kind
        self.algorithm = algorithm
        self.digits = digits
        self.period = kind == .time ? period : 30
        self.counter = kind == .counter ? counter : 0
        self.key = key
        self.issuer = issuer
        self.account = account
    }
}
