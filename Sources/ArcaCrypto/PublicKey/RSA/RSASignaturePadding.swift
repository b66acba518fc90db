internal import ArcaCore

/// What an RSASSA-PSS signature is made with: hash, mask generation and salt length.
///
/// Source: RFC 8017, section 9.1; RFC 8702 for SHAKE.
public struct RSAPSSParameters: Sendable, Hashable {
    /// The hash function of message and encoding.
    public var hash: HashFunction
    /// The hash function of the mask generation function MGF1; with SHAKE, that function itself makes the mask.
    public var maskHash: HashFunction
    /// Length of the random salt in bytes; 0 makes signatures deterministic.
    public var saltByteCount: Int

    /// Makes parameters; the defaults are SHA-256 for both, and a salt as long as the digest.
    ///
    /// - Parameters:
    ///   - hash: The hash function of the message.
    ///   - maskHash: The hash function of the mask; nil for the same.
    ///   - saltByteCount: The salt's length; nil for the digest's.
    public init(hash: HashFunction = .sha256, maskHash: HashFunction? = nil, saltByteCount: Int? = nil) {
        self.hash = hash
        self.maskHash = maskHash ?? hash
        self.saltByteCount = saltByteCount ?? hash.digestByteCount
    }
}

/// How the digest of a message is prepared for signing with RSA.
public struct RSASignaturePadding: Sendable, Hashable {
    enum Kind: Hashable {
        case pss(RSAPSSParameters, takesAnySalt: Bool)
        case pkcs1v15(HashFunction)
    }
    let kind: Kind

    /// PSS with SHA-256 and a salt of 32 bytes.
    public static let pss = pss(RSAPSSParameters())

    /// PSS with other hashes or salt lengths; verifying takes exactly these.
    public static func pss(_ parameters: RSAPSSParameters) -> RSASignaturePadding {
        RSASignaturePadding(kind: .pss(parameters, takesAnySalt: false))
    }

    /// PSS whose verifying takes a salt of any length, as signatures by `openssl` with its longest salt need it.
    public static func pssWithAnySalt(_ parameters: RSAPSSParameters) -> RSASignaturePadding {
        RSASignaturePadding(kind: .pss(parameters, takesAnySalt: true))
    }

    /// PKCS#1 v1.5 with a hash function: deterministic, and what most certificates and older programs use.
    public static func pkcs1v15(_ hash: HashFunction) -> RSASignaturePadding {
        RSASignaturePadding(kind: .pkcs1v15(hash))
    }

    /// The hash function of the message, to compute a digest piece by piece with.
    public var hash: HashFunction {
        switch kind {
        case .pss(let parameters, _): parameters.hash
        case .pkcs1v15(let hash): hash
        }
    }

    /// The parameters of PSS; nil for PKCS#1 v1.5.
    public var pssParameters: RSAPSSParameters? {
        guard case .pss(let parameters, _) = kind else { return nil }
        return parameters
    }

    /// Whether verifying takes a salt of any length.
    var takesAnySalt: Bool {
        guard case .pss(_, takesAnySalt: true) = kind else { return false }
        return true
    }

    /// Refuses hash functions that the padding is not defined with.
    func check() throws(CryptoError) {
        let (hash, maskHash) = (hash, pssParameters?.maskHash ?? hash)
        guard !Self.isForeign(hash), !Self.isForeign(maskHash) else {
            let name = Self.isForeign(hash) ? hash.name : maskHash.name
            throw CryptoError(.unsupported, "RSA signatures are not defined with \(name); take SHA-256")
        }
        // RFC 8702 defines SHAKE for PSS alone, and there for hash and mask together.
        guard
            pssParameters == nil
                ? !hash.isExtendable : hash == maskHash || !(hash.isExtendable || maskHash.isExtendable)
        else {
            throw CryptoError(
                .unsupported, "RSA signatures with SHAKE are PSS with the same function for the message and the mask")
        }
    }

    /// Whether RSA has no identifier for a hash function.
    private static func isForeign(_ function: HashFunction) -> Bool {
        function == .blake2b || function == .blake2s || function == .sm3
    }

    /// Libcrypto's operation; nil where libcrypto has none and the encoding is our own.
    func operation(_ kind: PublicKeyOperation.Kind) -> PublicKeyOperation? {
        switch self.kind {
        case .pkcs1v15(let hash):
            return PublicKeyOperation(kind: kind, padding: .pkcs1(hash))
        case .pss(let parameters, let takesAnySalt):
            guard !parameters.hash.isExtendable else { return nil }
            let salt = kind == .verify && takesAnySalt ? nil : parameters.saltByteCount
            return PublicKeyOperation(
                kind: kind,
                padding: .pss(hash: parameters.hash, maskHash: parameters.maskHash, saltByteCount: salt))
        }
    }
}

extension RSASignaturePadding: CustomStringConvertible {
    /// The padding's name with what it depends on: `PSS with SHA-256 and a salt of 32 bytes`.
    public var description: String {
        switch kind {
        case .pss(let parameters, let takesAnySalt):
            let mask = parameters.maskHash == parameters.hash ? "" : ", MGF1 with \(parameters.maskHash.name)"
            let salt = takesAnySalt ? "any salt" : "a salt of \(parameters.saltByteCount) bytes"
            return "PSS with \(parameters.hash.name)\(mask) and \(salt)"
        case .pkcs1v15(let hash): return "PKCS#1 v1.5 with \(hash.name)"
        }
    }
}

/// What the identifier `id-RSASSA-PSS` says of a key: it is for PSS signatures alone.
///
/// Source: RFC 4055, section 1.2 and 3.1.
public struct RSAKeyRestriction: Sendable, Hashable {
    /// The parameters that signatures must have, with ``RSAPSSParameters/saltByteCount`` as the least length; nil where
    /// the key leaves them open.
    public let parameters: RSAPSSParameters?

    /// Restricts a key to PSS, and to parameters where there are some.
    public init(parameters: RSAPSSParameters? = nil) { self.parameters = parameters }
}
