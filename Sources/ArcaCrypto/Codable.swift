internal import ArcaCodecs
public import ArcaCore

// Public values that have a text form are encoded as that text. Secret keys, shared secrets and other types that hold
// SecretBytes are not Codable, so a model cannot serialize them by accident.

/// Encoded as the short name, such as `sha256`; decoding accepts any name that ``init(named:)`` accepts.
extension AnyHashFunction: Codable, TextCodable {
    package init(codedText text: String) throws { try self.init(named: text) }
    package var codedText: String { shortName }
}

extension PHCString: Codable, TextCodable {
    package init(codedText text: String) throws { try self.init(text) }
    package var codedText: String { text }
}

/// Encoded as the text to store; decoding validates it, with the default cost limits.
extension PasswordHash: Hashable, Codable, TextCodable {
    /// Compares the texts; do not use it to verify passwords.
    public static func == (left: PasswordHash, right: PasswordHash) -> Bool { left.text == right.text }

    /// Hashes the text.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(text) }

    package init(codedText text: String) throws { try self.init(text) }
    package var codedText: String { text }
}

/// Encoded in hexadecimal.
extension HashDigest: Codable, TextCodable {
    package init(codedText text: String) throws {
        let bytes = try Base16.standard.decode(text)
        guard bytes.count == Self.byteCount else {
            throw CryptoError(
                .invalidInputLength, "expected a digest of \(Self.byteCount) bytes, found \(bytes.count)")
        }
        self.init(bytes)
    }
    package var codedText: String { Base16.standard.encode(bytes) }
}

/// A public key that is compared by its raw representation and encoded as Base64 of it.
package protocol RawPublicKey: Hashable, TextCodable {
    init(rawRepresentation: borrowing some Bytes) throws(CryptoError)
    var rawRepresentation: [UInt8] { get }
}

extension RawPublicKey {
    /// Compares the bytes.
    public static func == (left: Self, right: Self) -> Bool { left.rawRepresentation == right.rawRepresentation }

    /// Hashes the bytes.
    public func hash(into hasher: inout Swift.Hasher) { hasher.combine(rawRepresentation) }

    package init(codedText text: String) throws { try self.init(rawRepresentation: Base64.standard.decode(text)) }
    package var codedText: String { Base64.standard.encode(rawRepresentation) }
}

extension SigningPublicKey: Hashable, Codable, RawPublicKey {}
extension KeyAgreementPublicKey: Hashable, Codable, RawPublicKey {}
extension MLKEMPublicKey: Codable, RawPublicKey {}
extension XWingMLKEM768X25519.PublicKey: Codable, RawPublicKey {}
extension MLDSAPublicKey: Hashable, Codable, RawPublicKey {}

/// Encoded as Base64 of the uncompressed point, which decoding validates.
extension NamedCurvePublicKey: Codable, TextCodable {
    package init(codedText text: String) throws { try self.init(x963Representation: Base64.standard.decode(text)) }
    package var codedText: String { Base64.standard.encode(x963Representation) }
}
