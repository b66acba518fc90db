public import ArcaCore

/// The result of verifying a signature: an ``Outcome`` and details.
///
/// All strings are safe to display: untrusted text is escaped.
public struct SignatureVerdict: Sendable, Hashable {
    /// The possible outcomes; only ``good`` is a success.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// The signature is valid and the signer is trusted.
        case good
        /// The signature is invalid: the message was changed, or the signature belongs to another message.
        case bad
        /// The signature is valid, but was made for another namespace.
        case namespace
        /// The signature was made with a key that is not one of the trusted keys.
        case wrongKey = "wrong-key"
        /// The key is not trusted, or not for the expected signer.
        case unknownSigner = "unknown-signer"
        /// The signature is valid, but the key has expired.
        case expired
        /// The signature is valid, but the key is not valid yet.
        case notYetValid = "not-yet-valid"
        /// The signature is valid, but the key is revoked.
        case revoked
        /// The signature is malformed.
        case malformed
        /// The format is not supported, or the policy does not allow the signature.
        case unsupported
    }

    /// The origin of trust in a key.
    public struct Source: Sendable, Hashable {
        /// The file name, or another name given by the caller.
        public let name: String
        /// The line number, from 1, or nil if it has no lines.
        public let line: Int?
    }

    /// The signer's key.
    public struct Key: Sendable, Hashable {
        /// The algorithm: `Ed25519`, `ECDSA P-256`, `RSA 3072`.
        public let type: String
        /// The fingerprint, `SHA256:…`, or nil if only the key ID is known.
        public let fingerprint: String?
        /// The minisign or signify key ID.
        public let id: String?
        /// The algorithm in ssh-keygen's messages, `ED25519`, or nil for keys OpenSSH does not support.
        public let openSSHWord: String?
        /// The type and key as in ``AllowedSigners``, or nil if the key is unknown.
        public let line: String?
    }

    /// The outcome.
    public internal(set) var outcome: Outcome
    /// The reason, without a full stop; empty if the outcome is ``Outcome/good``.
    public internal(set) var reason = ""
    /// The signature format, or nil if it was not detected.
    public internal(set) var format: SignatureFormat?
    /// Whether the signature over the message is valid, whether or not ``key`` is trusted.
    public internal(set) var isIntact = false
    /// The signer from the list: the expected name, or the patterns on the line.
    public internal(set) var signer: String?
    /// The key as far as it is known; an untrusted key is only claimed by the signature.
    public internal(set) var key: Key?
    /// The source of trust in the key, or the line that caused the rejection.
    public internal(set) var trustedBy: Source?
    /// The namespace of an SSH signature.
    public internal(set) var namespace: String?
    /// Start of the validity period on the line in ``trustedBy``, in seconds since 1970; nil without a limit.
    public internal(set) var validAfter: Int?
    /// End of the validity period (inclusive), in seconds since 1970; nil without a limit.
    public internal(set) var validBefore: Int?
    /// The hash function of the message, or nil for none.
    public internal(set) var hash: String?
    /// The signing time in the trusted comment, in seconds since 1970.
    public internal(set) var time: Int?
    /// The signed comment, set only if ``isIntact``.
    public internal(set) var comment: String?
    /// The file name in the signed comment, set only if ``isIntact``.
    public internal(set) var fileName: String?
    /// The unsigned comment; only a hint, for example at the name of a key.
    public internal(set) var untrustedComment: String?
    /// Whether the signature's format is obsolete: minisign without prehashing, or Arca's version 1.
    public internal(set) var isLegacy = false
    /// Whether a security key reports that it was touched, or nil for other keys.
    public internal(set) var isTouched: Bool?

    /// Whether the signature is valid and the signer is trusted.
    public var isGood: Bool { outcome == .good }

    init(_ outcome: Outcome, _ reason: String = "", format: SignatureFormat? = nil) {
        self.outcome = outcome
        self.reason = reason
        self.format = format
    }

    /// Creates the verdict for a signature that cannot be parsed or verified.
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
