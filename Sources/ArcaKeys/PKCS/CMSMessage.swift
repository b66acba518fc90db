public import ArcaCore
internal import ArcaCodecs
internal import ArcaCrypto

/// A CMS or PKCS #7 message, read without any key: S/MIME mail (`.p7m`), certificates (`.p7b`), signatures (`.p7s`).
///
/// Signatures are not verified and nothing is decrypted. Supports DER and BER.
///
/// ```swift
/// let certificates = try CMSMessage(bytes).certificates
/// ```
///
/// Source: RFC 5652; RFC 5083 for authenticated encryption; RFC 3274 for compression.
public struct CMSMessage: Sendable {
    /// The content type; the raw value is its name in CMS.
    public enum Kind: String, Sendable, CaseIterable {
        /// Bare data.
        case data
        /// A signed message, or only certificates.
        case signed = "signedData"
        /// A message encrypted to recipients.
        case enveloped = "envelopedData"
        /// A message with a digest.
        case digested = "digestedData"
        /// A message encrypted with a key that the message does not describe.
        case encrypted = "encryptedData"
        /// A message with a MAC for recipients.
        case authenticated = "authenticatedData"
        /// A message encrypted to recipients with authentication.
        case authenticatedAndEnveloped = "authEnvelopedData"
        /// A compressed message.
        case compressed = "compressedData"
    }

    /// The content type.
    public let kind: Kind
    /// The certificates in a signed or encrypted message, in file order, unverified.
    public private(set) var certificates: [X509Certificate] = []
    /// The recipients that can decrypt the content.
    public private(set) var recipients: [Recipient] = []
    /// The signers.
    public private(set) var signers: [Signer] = []
    /// The name of the content's cipher, or nil if it is not encrypted.
    public private(set) var cipher: String?
    /// Whether the content is missing, as in a detached signature.
    public private(set) var isDetached = false

    /// The signer of a message, as it claims.
    public struct Signer: Sendable, Hashable {
        /// The certificate, given by issuer and serial number or by key identifier.
        public let certificate: String
        /// The names of signature algorithm and hash function.
        public let algorithm: String
    }

    /// A recipient of an encrypted message.
    public struct Recipient: Sendable, Hashable, CustomStringConvertible {
        /// The way the recipient obtains the content's key.
        public enum Method: Sendable, Hashable {
            /// The key is encrypted with the public key of a certificate.
            case keyTransport
            /// The key is wrapped with an agreed key, such as ECDH.
            case keyAgreement
            /// The key is wrapped with a shared key.
            case sharedKey
            /// The key is derived from a passphrase.
            case passphrase
            /// Another way, such as key encapsulation.
            case other
        }

        /// The way the recipient obtains the content's key.
        public let method: Method
        /// The algorithm, such as `RSA-OAEP`.
        public let algorithm: String
        /// The certificate or key in words, or nil for a passphrase.
        public let name: String?

        /// Algorithm and name: `RSA: serial 01, issuer CN=Example`.
        public var description: String { name.map { "\(algorithm): \($0)" } ?? algorithm }
    }

    /// Reads a message.
    ///
    /// - Parameters:
    ///   - bytes: `ContentInfo` in DER or BER.
    ///   - isPrefix: Whether the end of a long message is missing. Certificates and signers follow the content and are
    ///     then missing too.
    /// - Throws: ``KeyError`` `.malformed`; `.notAKey` for other DER.
    public init(_ bytes: borrowing some Bytes, isPrefix: Bool = false) throws(KeyError) {
        self = try bytes.withBytes { bytes throws(KeyError) in
            try BER.withDER(bytes, isPrefix: isPrefix) { bytes throws(KeyError) in
                try CMSMessage(der: bytes, isPrefix: isPrefix)
            }
        }
    }

    /// Whether the bytes begin like a message: SEQUENCE and the identifier of a content type.
    package static func recognizes(_ bytes: Span<UInt8>) -> Bool {
        let found = try? BER.withDER(bytes, isPrefix: true) { bytes throws(KeyError) in
            var reader = DERReader(bytes)
            var info = try reader.sequence(in: bytes)
            let isKnown = kinds[try info.objectIdentifier(in: bytes)] != nil
            return isKnown && info.peek(in: bytes) == .context(0, isConstructed: true)
        }
        return found ?? false
    }

    private static let kinds: [ASN1ObjectIdentifier: Kind] = [
        .data: .data, .signedData: .signed, .envelopedData: .enveloped, .digestedData: .digested,
        .encryptedData: .encrypted, .authenticatedData: .authenticated,
        .authEnvelopedData: .authenticatedAndEnveloped, .compressedData: .compressed,
    ]

    private init(der bytes: Span<UInt8>, isPrefix: Bool) throws(KeyError) {
        var reader = DERReader(bytes)
        var info = try reader.sequence(in: bytes)
        guard let kind = Self.kinds[try info.objectIdentifier(in: bytes)] else {
            throw KeyError(.notAKey, "not a CMS message: unknown content type")
        }
        self.kind = kind
        var explicit = DERReader(try info.read(.context(0, isConstructed: true), in: bytes))
        guard kind != .data else { return }
        var content = try explicit.sequence(in: bytes)
        _ = try content.smallInteger(in: bytes)
        switch kind {
        case .signed: try readSigned(&content, isPrefix, in: bytes)
        case .enveloped, .authenticatedAndEnveloped, .authenticated:
            try readOriginator(&content, in: bytes)
            var infos = DERReader(try content.read(.set, in: bytes))
            while !infos.isAtEnd { recipients.append(try Recipient(&infos, in: bytes)) }
            if kind != .authenticated { try readCipher(&content, in: bytes) }
        case .encrypted: try readCipher(&content, in: bytes)
        case .digested, .compressed, .data: break
        }
    }

    private mutating func readOriginator(_ content: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        guard let originator = try content.readIfPresent(.context(0, isConstructed: true), in: bytes) else { return }
        var inner = DERReader(originator)
        try readCertificates(&inner, in: bytes)
    }

    private mutating func readCipher(_ content: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        var encrypted = try content.sequence(in: bytes)
        _ = try encrypted.objectIdentifier(in: bytes)
        cipher = try AlgorithmIdentifier(&encrypted, in: bytes).identifier.name
        isDetached = encrypted.isAtEnd
    }

    private mutating func readSigned(
        _ content: inout DERReader, _ isPrefix: Bool, in bytes: Span<UInt8>
    ) throws(KeyError) {
        _ = try content.read(.set, in: bytes)
        var inner = try content.sequence(in: bytes)
        _ = try inner.objectIdentifier(in: bytes)
        isDetached = inner.isAtEnd
        // In a prefix, the content usually reaches the end.
        if isPrefix, content.isAtEnd { return }
        try readCertificates(&content, in: bytes)
        _ = try content.readIfPresent(.context(1, isConstructed: true), in: bytes)
        var infos = DERReader(try content.read(.set, in: bytes))
        while !infos.isAtEnd {
            var info = try infos.sequence(in: bytes)
            _ = try info.smallInteger(in: bytes)
            let certificate = try Recipient.identifier(&info, in: bytes)
            let hash = try AlgorithmIdentifier(&info, in: bytes).identifier
            _ = try info.readIfPresent(.context(0, isConstructed: true), in: bytes)
            let algorithm = try AlgorithmIdentifier(&info, in: bytes).identifier.name
            signers.append(Signer(certificate: certificate, algorithm: "\(algorithm), \(hash.name)"))
        }
    }

    /// Reads X.509 certificates; obsolete kinds and attribute certificates are skipped.
    private mutating func readCertificates(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        guard let set = try reader.readIfPresent(.context(0, isConstructed: true), in: bytes) else { return }
        var choices = DERReader(set)
        while !choices.isAtEnd {
            let isCertificate = choices.peek(in: bytes) == .sequence
            let range = try choices.skip(in: bytes)
            if isCertificate { certificates.append(try X509Certificate(der: bytes.extracting(range))) }
        }
    }
}

extension CMSMessage.Recipient {
    /// Reads a `RecipientInfo`.
    fileprivate init(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        guard let tag = reader.peek(in: bytes) else { throw KeyError(.malformed, "a recipient is missing") }
        var info = DERReader(try reader.read(tag, in: bytes))
        func algorithm() throws(KeyError) -> String { try AlgorithmIdentifier(&info, in: bytes).identifier.name }
        if tag != .context(4, isConstructed: true) { _ = try info.smallInteger(in: bytes) }
        switch tag {
        case .sequence:
            let name = try Self.identifier(&info, in: bytes)
            self.init(method: .keyTransport, algorithm: try algorithm(), name: name)
        case .context(1, isConstructed: true):
            _ = try info.read(.context(0, isConstructed: true), in: bytes)
            _ = try info.readIfPresent(.context(1, isConstructed: true), in: bytes)
            let name = try algorithm()
            var keys = try info.sequence(in: bytes)
            var names: [String] = []
            while !keys.isAtEnd {
                var key = try keys.sequence(in: bytes)
                names.append(try Self.identifier(&key, in: bytes))
            }
            self.init(method: .keyAgreement, algorithm: name, name: names.joined(separator: "; "))
        case .context(2, isConstructed: true):
            var identifier = try info.sequence(in: bytes)
            let octets = [UInt8](bytes: bytes.extracting(try identifier.read(.octetString, in: bytes)))
            let name = "shared key \(Base16.standard.encode(octets))"
            self.init(method: .sharedKey, algorithm: try algorithm(), name: name)
        case .context(3, isConstructed: true):
            self.init(method: .passphrase, algorithm: try Self.derivation(&info, in: bytes), name: nil)
        default:
            let identifier = try info.objectIdentifier(in: bytes)
            self.init(method: .other, algorithm: identifier.name, name: nil)
        }
    }

    /// Reads `PasswordRecipientInfo`: the name and cost of its derivation.
    private static func derivation(_ info: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) -> String {
        guard let range = try info.readIfPresent(.context(0, isConstructed: true), in: bytes) else {
            return "passphrase"
        }
        var inner = DERReader(range)
        let function = try inner.objectIdentifier(in: bytes)
        guard function == .pbkdf2, var parameters = try? inner.sequence(in: bytes),
            (try? parameters.read(.octetString, in: bytes)) != nil,
            let iterations = try? parameters.smallInteger(in: bytes)
        else { return "passphrase, \(function.name)" }
        return "passphrase, \(function.name), \(iterations) iterations"
    }

    /// Reads `IssuerAndSerialNumber` or a key identifier, with or without its SEQUENCE.
    fileprivate static func identifier(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) -> String {
        func text(_ range: Range<Int>) -> String {
            Base16.standard.encode([UInt8](bytes: bytes.extracting(range)))
        }
        if let range = try reader.readIfPresent(.context(0, isConstructed: false), in: bytes) {
            return "key identifier \(text(range))"
        }
        if let range = try reader.readIfPresent(.context(0, isConstructed: true), in: bytes) {
            var inner = DERReader(range)
            return "key identifier \(text(try inner.read(.octetString, in: bytes)))"
        }
        var sequence = try reader.sequence(in: bytes)
        let issuer = try DistinguishedName(&sequence, in: bytes)
        return "serial \(text(try sequence.read(.integer, in: bytes))), issuer \(issuer)"
    }
}
