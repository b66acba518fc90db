public import ArcaCore
internal import ArcaCrypto

/// An X.509 certificate, read and taken apart.
///
/// No trust follows from that: no chain is verified, no revocation is looked up. Only whether a certificate is signed with its
/// own key, or that of another certificate, is computed on request.
///
/// ```swift
/// let certificate = try X509Certificate(der: bytes)
/// print(certificate.subject, certificate.notAfter)
/// ```
///
/// Source: RFC 5280, section 4.1.
public struct X509Certificate: Sendable, Hashable {
    /// `Certificate` in DER.
    public let der: [UInt8]
    /// The version, 1 to 3.
    public let version: Int
    /// The serial number, the highest byte first, as the file has it: the first bit says whether it is negative.
    public let serialNumber: [UInt8]
    /// Who issued it, as the certificate says.
    public let issuer: DistinguishedName
    /// Whose it is, as the certificate says.
    public let subject: DistinguishedName
    /// When it becomes valid.
    public let notBefore: X509Time
    /// The last second in which it is valid.
    public let notAfter: X509Time
    /// `SubjectPublicKeyInfo` in DER.
    public let subjectPublicKeyInfo: [UInt8]
    /// What else it says.
    public let extensions: X509Extensions
    private let signature: X509Signature

    /// Reads a certificate.
    ///
    /// - Parameter der: `Certificate`, and nothing behind it.
    /// - Throws: ``KeyError`` `.malformed` with the place. The key in it may still be of a kind that is not supported.
    public init(der: borrowing some Bytes) throws(KeyError) {
        self = try der.withBytes { bytes throws(KeyError) in
            var reader = DERReader(bytes)
            let certificate = try X509Certificate(&reader, in: bytes)
            try reader.finish()
            return certificate
        }
    }

    /// Reads a certificate with what OpenSSL adds to it in a `TRUSTED CERTIFICATE`, which is not interpreted.
    ///
    /// - Parameter der: `Certificate`, and one SEQUENCE behind it or none.
    /// - Throws: ``KeyError`` `.malformed`.
    public init(trustedDER der: borrowing some Bytes) throws(KeyError) {
        self = try der.withBytes { bytes throws(KeyError) in
            var reader = DERReader(bytes)
            let certificate = try X509Certificate(&reader, in: bytes)
            if !reader.isAtEnd { _ = try reader.sequence(in: bytes) }
            try reader.finish()
            return certificate
        }
    }

    private init(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        let start = reader.offset
        signature = try X509Signature(&reader, in: bytes)
        der = [UInt8](bytes: bytes.extracting(start..<reader.offset))
        var whole = DERReader(signature.message)
        var content = try whole.sequence(in: bytes)
        var version = 1
        if let explicit = try content.readIfPresent(.context(0, isConstructed: true), in: bytes) {
            var inner = DERReader(explicit)
            version = try inner.smallInteger(in: bytes) + 1
            try inner.finish()
        }
        guard version <= 3 else {
            throw KeyError(.malformed, at: content.offset, "version \(version) of a certificate; expected 1 to 3")
        }
        self.version = version
        let serial = try content.read(.integer, in: bytes)
        guard !serial.isEmpty else {
            throw KeyError(.malformed, at: serial.lowerBound, "an empty serial number")
        }
        serialNumber = [UInt8](bytes: bytes.extracting(serial))
        let place = content.offset
        // Both name one algorithm, or somebody changed the one outside, which nothing protects.
        guard try AlgorithmIdentifier(&content, in: bytes).identifier == signature.identifier else {
            throw KeyError(.malformed, at: place, "two different signature algorithms")
        }
        issuer = try DistinguishedName(&content, in: bytes)
        var validity = try content.sequence(in: bytes)
        notBefore = try X509Time(&validity, in: bytes)
        notAfter = try X509Time(&validity, in: bytes)
        try validity.finish()
        subject = try DistinguishedName(&content, in: bytes)
        let key = content.offset
        _ = try content.sequence(in: bytes)
        subjectPublicKeyInfo = [UInt8](bytes: bytes.extracting(key..<content.offset))
        for number in [1, 2] as [UInt8] {
            _ = try content.readIfPresent(.context(number, isConstructed: false), in: bytes)
        }
        if let explicit = try content.readIfPresent(.context(3, isConstructed: true), in: bytes) {
            var inner = DERReader(explicit)
            extensions = try X509Extensions(&inner, in: bytes)
            try inner.finish()
        } else {
            extensions = X509Extensions()
        }
        try content.finish()
    }

    /// The key that it certifies; that the certificate is genuine or valid is not said by that.
    ///
    /// - Returns: The key.
    /// - Throws: ``KeyError`` as ``SPKI/publicKey(der:)``.
    public func publicKey() throws(KeyError) -> AnyPublicKey { try SPKI.publicKey(der: subjectPublicKeyInfo) }

    /// The name of the signature's algorithm: `RSA with SHA-256`, or its numbers for one that Arca does not know.
    public var signatureAlgorithm: String { signature.name }

    /// SHA-256 of the DER, 32 bytes, by which people compare certificates.
    public var sha256: [UInt8] { SHA256.hash(der) }

    /// SHA-1 of the DER, 20 bytes, as older programs show it; two certificates with one can be made.
    public var sha1: [UInt8] { Insecure.SHA1.hash(der) }

    /// Whether subject and issuer have the same name.
    public var isSelfIssued: Bool { subject == issuer }

    /// Whether it is signed with its own key, which anybody can do; nil for an algorithm that is not verified.
    ///
    /// - Complexity: 0.05 to 10 ms, which depends on the key.
    public var isSelfSigned: Bool? {
        guard isSelfIssued else { return false }
        guard let key = try? publicKey() else { return nil }
        return signature.isValid(in: der, using: key)
    }

    /// Whether it names another certificate's subject as its issuer and is signed with that one's key; whether that one
    /// may issue certificates is not looked at.
    ///
    /// - Parameter issuer: The other certificate.
    /// - Returns: Whether it is; nil for an algorithm that is not verified.
    public func isSigned(by issuer: X509Certificate) -> Bool? {
        guard self.issuer == issuer.subject else { return false }
        guard let key = try? issuer.publicKey() else { return nil }
        return signature.isValid(in: der, using: key)
    }

    /// Where a moment lies: negative before the validity, positive behind it, 0 within it.
    ///
    /// - Parameter seconds: The moment, in seconds since 1970-01-01 00:00 UTC.
    /// - Returns: -1, 0 or 1.
    public func order(ofTime seconds: Int) -> Int {
        seconds < notBefore.seconds ? -1 : seconds > notAfter.seconds ? 1 : 0
    }
}

/// A request for a certificate.
///
/// Source: RFC 2986, section 4.
public struct CertificateRequest: Sendable, Hashable {
    /// `CertificationRequest` in DER.
    public let der: [UInt8]
    /// Who asks.
    public let subject: DistinguishedName
    /// `SubjectPublicKeyInfo` in DER.
    public let subjectPublicKeyInfo: [UInt8]
    /// The extensions that are asked for.
    public let extensions: X509Extensions
    private let signature: X509Signature

    /// Reads a request.
    ///
    /// - Parameter der: `CertificationRequest`, and nothing behind it.
    /// - Throws: ``KeyError`` `.malformed`.
    public init(der: borrowing some Bytes) throws(KeyError) {
        let bytes = [UInt8](bytes: der)
        self.der = bytes
        var reader = DERReader(bytes.span)
        signature = try X509Signature(&reader, in: bytes.span)
        try reader.finish()
        var whole = DERReader(signature.message)
        var content = try whole.sequence(in: bytes.span)
        let place = content.offset
        guard try content.smallInteger(in: bytes.span) == 0 else {
            throw KeyError(.malformed, at: place, "a certificate request of another version than 1")
        }
        subject = try DistinguishedName(&content, in: bytes.span)
        let key = content.offset
        _ = try content.sequence(in: bytes.span)
        subjectPublicKeyInfo = Array(bytes[key..<content.offset])
        var extensions = X509Extensions()
        // The standard has it always; some programs leave an empty one out.
        if let attributes = try content.readIfPresent(.context(0, isConstructed: true), in: bytes.span) {
            var list = DERReader(attributes)
            while !list.isAtEnd {
                var attribute = try list.sequence(in: bytes.span)
                let identifier = try attribute.objectIdentifier(in: bytes.span)
                var values = DERReader(try attribute.read(.set, in: bytes.span))
                try attribute.finish()
                guard identifier == .extensionRequest else { continue }
                extensions = try X509Extensions(&values, in: bytes.span)
                try values.finish()
            }
        }
        try content.finish()
        self.extensions = extensions
    }

    /// The key that is to be certified.
    ///
    /// - Returns: The key.
    /// - Throws: ``KeyError`` as ``SPKI/publicKey(der:)``.
    public func publicKey() throws(KeyError) -> AnyPublicKey { try SPKI.publicKey(der: subjectPublicKeyInfo) }

    /// The name of the signature's algorithm.
    public var signatureAlgorithm: String { signature.name }

    /// Whether it is signed with the key in it; nil for an algorithm that is not verified.
    public var isSelfSigned: Bool? {
        guard let key = try? publicKey() else { return nil }
        return signature.isValid(in: der, using: key)
    }
}
