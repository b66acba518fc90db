public import ArcaCodecs
internal import ArcaSystem

/// What came out of verifying a signature: exactly one ``Outcome``, and what can be said about it.
///
/// All texts may be shown: what others chose is escaped.
public struct SignatureVerdict: Sendable, Hashable {
    /// The outcomes; only ``good`` is a success.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// It fits, and who signed is trusted.
        case good
        /// It does not fit: the message was changed, or the signature belongs to another one.
        case bad
        /// It fits, but was made for another purpose.
        case namespace
        /// It is by another key than the trusted ones.
        case wrongKey = "wrong-key"
        /// The key is not trusted, or not for this signer.
        case unknownSigner = "unknown-signer"
        /// It fits; the time of the key is over.
        case expired
        /// It fits; the time of the key has not come.
        case notYetValid = "not-yet-valid"
        /// It fits; the key is revoked.
        case revoked
        /// The signature cannot be read.
        case malformed
        /// A kind of signature that is not verified, or that the policy does not allow.
        case unsupported
    }

    /// What a key is trusted because of.
    public struct Source: Sendable, Hashable {
        /// The file, or whatever the caller named it.
        public let name: String
        /// The line in it, from 1; nil where there are no lines.
        public let line: Int?
    }

    /// The key that signed.
    public struct Key: Sendable, Hashable {
        /// `Ed25519`, `ECDSA P-256`, `RSA 3072`.
        public let type: String
        /// `SHA256:…`; nil if only a number is known.
        public let fingerprint: String?
        /// The key number of minisign and signify.
        public let id: String?
        /// What ssh-keygen calls the type, `ED25519`; nil for keys that are not OpenSSH's.
        public let openSSHWord: String?
        /// Type and key as a line of ``AllowedSigners`` has them; nil if the key is not known.
        public let line: String?
    }

    /// The outcome.
    public internal(set) var outcome: Outcome
    /// Why, in a sentence without a full stop; empty if it is good.
    public internal(set) var reason = ""
    /// The kind of signature; nil if it was not recognized.
    public internal(set) var format: SignatureFormat?
    /// Whether the signature was computed to fit the message and the key in ``key``; trusted or not.
    public internal(set) var isIntact = false
    /// Who signed, from the list that names the key: the name that was asked for, else the patterns of the line.
    public internal(set) var signer: String?
    /// The key, as far as it is known; of a key that is not trusted, what the signature claims.
    public internal(set) var key: Key?
    /// What the key is trusted because of, or the line that decided against it.
    public internal(set) var trustedBy: Source?
    /// What an SSH signature was made for.
    public internal(set) var namespace: String?
    /// First second at which the key counts for the line in ``trustedBy``, since 1970; nil without a limit.
    public internal(set) var validAfter: Int?
    /// Last second at which it counts.
    public internal(set) var validBefore: Int?
    /// The hash function that the message went through; nil for none.
    public internal(set) var hash: String?
    /// When it was signed, as a trusted comment says; seconds since 1970.
    public internal(set) var time: Int?
    /// The comment that was signed too; only if ``isIntact``.
    public internal(set) var comment: String?
    /// The file name in the signed comment; only if ``isIntact``.
    public internal(set) var fileName: String?
    /// The comment outside the signature: a hint at most, such as the name of a key.
    public internal(set) var untrustedComment: String?
    /// Whether the form of the signature is an old one: minisign without a hash, Arca's version 1.
    public internal(set) var isLegacy = false
    /// What a security key says: whether somebody touched it; nil for other keys.
    public internal(set) var isTouched: Bool?

    /// Whether it fits and who signed is trusted.
    public var isGood: Bool { outcome == .good }

    init(_ outcome: Outcome, _ reason: String = "", format: SignatureFormat? = nil) {
        self.outcome = outcome
        self.reason = reason
        self.format = format
    }

    /// The verdict on a signature that cannot be read or is not verified.
    ///
    /// - Parameters:
    ///   - error: What reading it threw.
    ///   - format: Its kind, if that is known.
    public init(_ error: SignatureError, format: SignatureFormat?) {
        self.init(
            error.kind == .unsupported || error.kind == .tooCostly ? .unsupported : .malformed, error.message,
            format: format)
    }

    func with(_ outcome: Outcome, _ reason: String = "") -> SignatureVerdict {
        var verdict = self
        verdict.outcome = outcome
        verdict.reason = reason
        return verdict
    }
}

extension SignatureVerdict.Key {
    init(_ key: SignerKey, isCertified: Bool = false) {
        var word: String?
        if case .ssh(let key) = key { word = key.openSSHWord + (isCertified ? "-CERT" : "") }
        self.init(
            type: key.algorithmName, fingerprint: key.fingerprint, id: key.keyID, openSSHWord: word, line: key.text)
    }
}
