internal import ArcaCore

/// The parameters of RSASSA-PSS: hash, mask generation and salt length.
///
/// Source: RFC 8017, section 9.1; RFC 8702 for SHAKE.
public struct RSAPSSParameters: Sendable, Hashable {
    /// The hash function of the message and the encoding.
    public var hash: AnyHashFunction
    /// The hash function of the mask generation function MGF1; with SHAKE, its output is the mask.
    public var maskHash: AnyHashFunction
    /// Length of the random salt in bytes; 0 makes signatures deterministic.
    public var saltByteCount: Int

    /// Creates parameters; the default is SHA-256 for both hashes, and a salt as long as the digest.
    ///
    /// - Parameters:
    ///   - hash: The hash function of the message.
    ///   - maskHash: The hash function of the mask; nil for `hash`.
    ///   - saltByteCount: The salt length in bytes; nil for the digest's length.
    public init(hash: AnyHashFunction = .sha256, maskHash: AnyHashFunction? = nil, saltByteCount: Int? = nil) {
        self.hash = hash
        self.maskHash = maskHash ?? hash
        self.saltByteCount = saltByteCount ?? hash.digestByteCount
    }
}

/// A padding for RSA signatures.
public struct RSASignaturePadding: Sendable, Hashable {
    enum Kind: Hashable {
        case pss(RSAPSSParameters, takesAnySalt: Bool)
        case pkcs1v15(AnyHashFunction)
    }
    let kind: Kind

    /// PSS with SHA-256 and a salt of 32 bytes.
    public static let pss = pss(RSAPSSParameters())

    /// PSS with other hashes or salt lengths; verification requires exactly these.
    public static func pss(_ parameters: RSAPSSParameters) -> RSASignaturePadding {
        RSASignaturePadding(kind: .pss(parameters, takesAnySalt: false))
    }

    /// PSS that accepts any salt length for verification, as for signatures by `openssl` with its maximum salt.
    public static func pssWithAnySalt(_ parameters: RSAPSSParameters) -> RSASignaturePadding {
        RSASignaturePadding(kind: .pss(parameters, takesAnySalt: true))
    }

    /// PKCS#1 v1.5 with a hash function: deterministic; used by most certificates and older programs.
    public static func pkcs1v15(_ hash: AnyHashFunction) -> RSASignaturePadding {
        RSASignaturePadding(kind: .pkcs1v15(hash))
    }

    /// The hash function of the message, for computing its digest incrementally.
    public var hash: AnyHashFunction {
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

    var takesAnySalt: Bool {
        guard case .pss(_, takesAnySalt: true) = kind else { return false }
        return true
    }

    func check() throws(CryptoError) {
        let (hash, maskHash) = (hash, pssParameters?.maskHash ?? hash)
        guard !Self.isForeign(hash), !Self.isForeign(maskHash) else {
            let name = Self.isForeign(hash) ? hash.name : maskHash.name
            throw CryptoError(.unsupported, "RSA signatures are not defined with \(name); take SHA-256")
        }
        // RFC 8702 defines SHAKE for PSS only, with the same function for hash and mask.
        guard
            pssParameters == nil
                ? !hash.isExtendable : hash == maskHash || !(hash.isExtendable || maskHash.isExtendable)
        else {
            throw CryptoError(
                .unsupported, "RSA signatures with SHAKE are PSS with the same function for the message and the mask")
        }
    }

    private static func isForeign(_ function: AnyHashFunction) -> Bool {
        function == .blake2b || function == .blake2s || function == .sm3
    }

    /// Libcrypto's operation, or nil if the encoding is implemented here.
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
    /// The name with its parameters, such as `PSS with SHA-256 and a salt of 32 bytes`.
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

/// The restriction of a key with the identifier `id-RSASSA-PSS` to PSS signatures.
///
/// Source: RFC 4055, sections 1.2 and 3.1.
public struct RSAKeyRestriction: Sendable, Hashable {
    /// The required parameters, with ``RSAPSSParameters/saltByteCount`` as a minimum; nil if any are allowed.
    public let parameters: RSAPSSParameters?

    /// Restricts a key to PSS, and to parameters if given.
    public init(parameters: RSAPSSParameters? = nil) { self.parameters = parameters }
}
