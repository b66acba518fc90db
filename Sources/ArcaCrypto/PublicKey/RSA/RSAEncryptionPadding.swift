public import ArcaCore

/// What an RSAES-OAEP ciphertext is made with: hash, mask generation and label.
///
/// Source: RFC 8017, section 7.1.
public struct RSAOAEPParameters: Sendable, Hashable {
    /// The hash function of the label.
    public var hash: HashFunction
    /// The hash function of the mask generation function MGF1.
    public var maskHash: HashFunction
    /// What the ciphertext is bound to; not secret, and the same for decrypting.
    public var label: [UInt8]

    /// Makes parameters; the defaults are SHA-256 for both, and no label.
    ///
    /// Many libraries take SHA-1 for the mask even where the hash is another: then `maskHash` has to be named.
    ///
    /// - Parameters:
    ///   - hash: The hash function of the label.
    ///   - maskHash: The hash function of the mask; nil for the same.
    ///   - label: Any bytes; may be empty.
    public init(
        hash: HashFunction = .sha256, maskHash: HashFunction? = nil, label: borrowing some Bytes = [UInt8]()
    ) {
        self.hash = hash
        self.maskHash = maskHash ?? hash
        self.label = [UInt8](bytes: label)
    }
}

/// How a message is prepared for encryption with RSA.
public struct RSAEncryptionPadding: Sendable, Hashable {
    enum Kind: Hashable { case oaep(RSAOAEPParameters), pkcs1v15 }
    let kind: Kind

    /// OAEP with SHA-256 for both hashes and no label.
    public static let oaep = oaep(RSAOAEPParameters())

    /// OAEP with other hashes or a label.
    public static func oaep(_ parameters: RSAOAEPParameters) -> RSAEncryptionPadding {
        RSAEncryptionPadding(kind: .oaep(parameters))
    }

    /// PKCS#1 v1.5: for data of old programs only.
    ///
    /// Nothing tells a wrong key or a changed ciphertext: what comes out then is noise.
    public static let pkcs1v15 = RSAEncryptionPadding(kind: .pkcs1v15)

    /// Bytes of a block that the padding takes at least.
    var overheadByteCount: Int {
        switch kind {
        case .oaep(let parameters): 2 * parameters.hash.digestByteCount + 2
        case .pkcs1v15: 11
        }
    }

    /// Libcrypto's operation for encrypting.
    func operation(_ kind: PublicKeyOperation.Kind) -> PublicKeyOperation {
        switch self.kind {
        case .oaep(let parameters): PublicKeyOperation(kind: kind, padding: .oaep(parameters))
        case .pkcs1v15: PublicKeyOperation(kind: kind, padding: .pkcs1(nil))
        }
    }

    /// Refuses hash functions that have no MGF1, and libcrypto's limits.
    func check() throws(CryptoError) {
        guard case .oaep(let parameters) = kind else { return }
        guard !parameters.hash.isExtendable, !parameters.maskHash.isExtendable else {
            throw CryptoError(.unsupported, "OAEP is not defined with SHAKE; take SHA-256")
        }
    }
}

extension RSAEncryptionPadding: CustomStringConvertible {
    /// The padding's name with what it depends on: `OAEP with SHA-256`.
    public var description: String {
        switch kind {
        case .oaep(let parameters):
            "OAEP with \(parameters.hash.name)"
                + (parameters.maskHash == parameters.hash ? "" : " and MGF1 with \(parameters.maskHash.name)")
        case .pkcs1v15: "PKCS#1 v1.5"
        }
    }
}
