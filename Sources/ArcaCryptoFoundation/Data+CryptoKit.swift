// Exported: the modules of the types that public signatures of this module name, and `Data` as bytes.
@_exported public import ArcaCore
@_exported public import ArcaCrypto
@_exported public import ArcaFoundation
@_exported public import ArcaKeys

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The results that CryptoKit and swift-crypto return as `Data` are `[UInt8]` here, and `Data` where the context asks for
// it: `let data: Data = box.combined`, `try data(AES.GCM.open(box, using: key))`. Swift prefers the member of a type to
// that of a protocol, so without a context they stay `[UInt8]`.

/// The result of a call that returns `[UInt8]`, or `Data` where the context asks for it.
public protocol BytesResult {
    /// Creates a result from its bytes.
    init(_ bytes: [UInt8])
}

extension Data: BytesResult {}

extension Data {
    /// Copies secret bytes into ordinary memory, which is not wiped.
    public init(_ secret: SecretBytes) { self = secret.withBytes { Data($0) } }

    private init(_ span: Span<UInt8>) { self = span.withUnsafeBytes { Data($0) } }
}

/// A value with CryptoKit's raw representation: a public key, a signature.
public protocol RawRepresented {
    /// The raw representation.
    var rawRepresentation: [UInt8] { get }
}

/// A value with a DER representation that is not secret.
public protocol DERRepresented {
    /// The DER representation.
    var derRepresentation: [UInt8] { get }
}

/// A public key with the representations of a point.
public protocol PointRepresented {
    /// The uncompressed point.
    var x963Representation: [UInt8] { get }
    /// The compressed point.
    var compressedRepresentation: [UInt8] { get }
    /// x alone, or nil if y is the larger one of the two possible numbers.
    var compactRepresentation: [UInt8]? { get }
}

/// A sealed message with its parts.
public protocol SealedParts {
    /// Nonce, ciphertext and tag.
    var combined: [UInt8] { get }
    /// The ciphertext.
    var ciphertext: [UInt8] { get }
    /// The tag.
    var tag: [UInt8] { get }
}

/// A sealed message with an optional `combined` form, as in CryptoKit, where AES-GCM takes nonces of any length.
public protocol OptionallyCombined: SealedParts {}

/// A result with an encapsulated key.
public protocol EncapsulatedKey: ~Copyable {
    /// The encapsulated key.
    var encapsulatedKey: [UInt8] { get }
}

/// An encapsulated secret.
public protocol Encapsulated {
    /// The encapsulated secret.
    var encapsulated: [UInt8] { get }
}

extension RawRepresented {
    /// The raw representation.
    public var rawRepresentation: Data { Data(rawRepresentation as [UInt8]) }
}

extension DERRepresented {
    /// The DER representation.
    public var derRepresentation: Data { Data(derRepresentation as [UInt8]) }
}

extension PointRepresented {
    /// The uncompressed point.
    public var x963Representation: Data { Data(x963Representation as [UInt8]) }
    /// The compressed point.
    public var compressedRepresentation: Data { Data(compressedRepresentation as [UInt8]) }
    /// x alone, or nil if y is the larger one of the two possible numbers.
    public var compactRepresentation: Data? { (compactRepresentation as [UInt8]?).map { Data($0) } }
}

extension SealedParts {
    /// Nonce, ciphertext and tag.
    public var combined: Data { Data(combined as [UInt8]) }
    /// The ciphertext.
    public var ciphertext: Data { Data(ciphertext as [UInt8]) }
    /// The tag.
    public var tag: Data { Data(tag as [UInt8]) }
}

extension OptionallyCombined {
    /// Nonce, ciphertext and tag; never nil.
    public var combined: Data? { Data(combined as [UInt8]) }
}

extension EncapsulatedKey where Self: ~Copyable {
    /// The encapsulated key.
    public var encapsulatedKey: Data { Data(encapsulatedKey as [UInt8]) }
}

extension Encapsulated {
    /// The encapsulated secret.
    public var encapsulated: Data { Data(encapsulated as [UInt8]) }
}

extension NamedCurvePublicKey: RawRepresented, DERRepresented, PointRepresented {}
extension NamedCurveSignature: RawRepresented, DERRepresented {}
extension SigningPublicKey: RawRepresented {}
extension KeyAgreementPublicKey: RawRepresented {}
extension MLKEMPublicKey: RawRepresented {}
extension MLDSAPublicKey: RawRepresented {}
extension XWingMLKEM768X25519.PublicKey: RawRepresented {}
extension SealedMessage: OptionallyCombined {}
extension HPKE.Sender: EncapsulatedKey {}
extension KEM.EncapsulationResult: Encapsulated {}

extension AuthenticatedCipher {
    /// Verifies and decrypts a message into `Data`.
    public static func open<Plaintext: BytesResult>(
        _ box: SealedBox, using key: SymmetricKey, authenticating aad: borrowing some Bytes = [] as [UInt8]
    ) throws(CryptoError) -> Plaintext { Plaintext(try open(box, using: key, authenticating: aad) as [UInt8]) }
}

extension AES.KeyWrap {
    /// Wraps a key; the result is `Data`.
    public static func wrap<Wrapped: BytesResult>(
        _ key: borrowing some Bytes, using wrappingKey: SymmetricKey, padded: Bool = false
    ) throws(CryptoError) -> Wrapped { Wrapped(try wrap(key, using: wrappingKey, padded: padded) as [UInt8]) }
}

extension SigningPrivateKey {
    /// Signs a message; the signature is `Data`.
    public func signature<Signature: BytesResult>(
        for message: borrowing some Bytes
    ) throws(CryptoError) -> Signature { Signature(try signature(for: message) as [UInt8]) }
}

extension MLDSAPrivateKey {
    /// Signs a message; the signature is `Data`.
    public func signature<Signature: BytesResult>(
        for message: borrowing some Bytes
    ) throws(CryptoError) -> Signature { Signature(try signature(for: message) as [UInt8]) }

    /// Signs a message in a context; the signature is `Data`.
    public func signature<Signature: BytesResult>(
        for message: borrowing some Bytes, context: borrowing some Bytes
    ) throws(CryptoError) -> Signature { Signature(try signature(for: message, context: context) as [UInt8]) }
}

extension RSAPrivateKey {
    /// Signs a message; the signature is `Data`.
    public func signature<Signature: BytesResult>(
        for message: borrowing some Bytes, padding: RSASignaturePadding? = nil
    ) throws(CryptoError) -> Signature { Signature(try signature(for: message, padding: padding) as [UInt8]) }

    /// Signs a digest without hashing it again; the signature is `Data`.
    public func signature<Signature: BytesResult>(
        for digest: some Digest, padding: RSASignaturePadding? = nil
    ) throws(CryptoError) -> Signature { Signature(try signature(for: digest, padding: padding) as [UInt8]) }
}

extension RSAPublicKey {
    /// Encrypts a short message; the ciphertext is `Data`.
    public func encrypt<Ciphertext: BytesResult>(
        _ message: borrowing some Bytes, padding: RSAEncryptionPadding = .oaep
    ) throws(CryptoError) -> Ciphertext { Ciphertext(try encrypt(message, padding: padding) as [UInt8]) }
}

extension HPKE.Sender {
    /// Encrypts the next message; the ciphertext is `Data`.
    public mutating func seal<Ciphertext: BytesResult>(
        _ message: borrowing some Bytes, authenticating aad: borrowing some Bytes = [] as [UInt8]
    ) throws(CryptoError) -> Ciphertext { Ciphertext(try seal(message, authenticating: aad) as [UInt8]) }
}

extension HPKE.Recipient {
    /// Decrypts the next message into `Data`.
    public mutating func open<Plaintext: BytesResult>(
        _ ciphertext: borrowing some Bytes, authenticating aad: borrowing some Bytes = [] as [UInt8]
    ) throws(CryptoError) -> Plaintext { Plaintext(try open(ciphertext, authenticating: aad) as [UInt8]) }
}

// Lets APIs of Foundation and swift-crypto use these types as bytes.
extension SymmetricKey: ContiguousBytes {}
extension SharedSecret: ContiguousBytes {}
extension HashDigest: ContiguousBytes {}
extension HashedAuthenticationCode: ContiguousBytes {}
extension CipherNonce: ContiguousBytes {}
