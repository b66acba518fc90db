public import ArcaCore

/// The parameters of RSAES-OAEP: hash, mask generation and label.
///
/// Source: RFC 8017, section 7.1.
public struct RSAOAEPParameters: Sendable, Hashable {
    /// The hash function of the label.
    public var hash: AnyHashFunction
    /// The hash function of the mask generation function MGF1.
    public var maskHash: AnyHashFunction
    /// The label that the ciphertext is bound to; not secret, required to decrypt.
    public var label: [UInt8]

    /// Creates parameters; the default is SHA-256 for both hashes, and no label.
    ///
    /// Many libraries always use SHA-1 for the mask; specify `maskHash` to interoperate with them.
    ///
    /// - Parameters:
    ///   - hash: The hash function of the label.
    ///   - maskHash: The hash function of the mask; nil for `hash`.
    ///   - label: Any bytes, possibly empty.
    public init(
        hash: AnyHashFunction = .sha256, maskHash: AnyHashFunction? = nil, label: borrowing some Bytes = [UInt8]()
    ) {
        self.hash = hash
        self.maskHash = maskHash ?? hash
        self.label = [UInt8](bytes: label)
    }
}

/// A padding for RSA encryption.
public struct RSAEncryptionPadding: Sendable, Hashable {
    enum Kind: Hashable { case oaep(RSAOAEPParameters), pkcs1v15 }
    let kind: Kind

    /// OAEP with SHA-256 for both hashes and no label.
    public static let oaep = oaep(RSAOAEPParameters())

    /// OAEP with other hashes or a label.
    public static func oaep(_ parameters: RSAOAEPParameters) -> RSAEncryptionPadding {
        RSAEncryptionPadding(kind: .oaep(parameters))
    }

    /// PKCS#1 v1.5, only for compatibility with old programs.
    ///
    /// A wrong key or a modified ciphertext gives random bytes, not an error.
    public static let pkcs1v15 = RSAEncryptionPadding(kind: .pkcs1v15)

    var overheadByteCount: Int {
        switch kind {
        case .oaep(let parameters): 2 * parameters.hash.digestByteCount + 2
        case .pkcs1v15: 11
        }
    }

    func operation(_ kind: PublicKeyOperation.Kind) -> PublicKeyOperation {
        switch self.kind {
        case .oaep(let parameters): PublicKeyOperation(kind: kind, padding: .oaep(parameters))
        case .pkcs1v15: PublicKeyOperation(kind: kind, padding: .pkcs1(nil))
        }
    }

    func check() throws(CryptoError) {
        guard case .oaep(let parameters) = kind else { return }
        guard !parameters.hash.isExtendable, !parameters.maskHash.isExtendable else {
            throw CryptoError(.unsupported, "OAEP is not defined with SHAKE; take SHA-256")
        }
    }
}

extension RSAEncryptionPadding: CustomStringConvertible {
    /// The name with its parameters, such as `OAEP with SHA-256`.
    public var description: String {
        switch kind {
        case .oaep(let parameters):
            "OAEP with \(parameters.hash.name)"
                + (parameters.maskHash == parameters.hash ? "" : " and MGF1 with \(parameters.maskHash.name)")
        case .pkcs1v15: "PKCS#1 v1.5"
        }
    }
}
