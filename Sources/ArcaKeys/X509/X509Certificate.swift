public import ArcaCore
internal import ArcaCrypto

/// A parsed X.509 certificate.
///
/// Parsing establishes no trust: neither the chain nor revocation is checked. A signature is only verified on request,
/// against the certificate's own key or that of another certificate.
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
    /// The serial number, big endian, as in the file; the first bit is the sign.
    public let serialNumber: [UInt8]
    /// The issuer, as claimed by the certificate.
    public let issuer: DistinguishedName
    /// The subject, as claimed by the certificate.
    public let subject: DistinguishedName
    /// The start of the validity period.
    public let notBefore: X509Time
    /// The last second of the validity period.
    public let notAfter: X509Time
    /// `SubjectPublicKeyInfo` in DER.
    public let subjectPublicKeyInfo: [UInt8]
    /// The certificate's extensions.
    public let extensions: X509Extensions
    private let signature: X509Signature

    /// Reads a certificate.
    ///
    /// - Parameter der: `Certificate`, without trailing bytes.
    /// - Throws: ``KeyError`` `.malformed` with the offset. A key of an unsupported kind is not an error here.
    public init(der: borrowing some Bytes) throws(KeyError) {
        self = try der.withBytes { bytes throws(KeyError) in
            var reader = DERReader(bytes)
            let certificate = try X509Certificate(&reader, in: bytes)
            try reader.finish()
            return certificate
        }
    }

    /// Reads OpenSSL's `TRUSTED CERTIFICATE`; the trust settings are ignored.
    ///
    /// - Parameter der: `Certificate`, optionally followed by one SEQUENCE.
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
        // The outer identifier is not signed, so it must match the signed one.
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

    /// The certified key; the certificate may still be forged or expired.
    ///
    /// - Throws: ``KeyError``, as ``SPKI/publicKey(der:)`` does.
    public func publicKey() throws(KeyError) -> AnyPublicKey { try SPKI.publicKey(der: subjectPublicKeyInfo) }

    /// The signature algorithm: `RSA with SHA-256`, or the object identifier if unknown.
    public var signatureAlgorithm: String { signature.name }

    /// The SHA-256 fingerprint: the hash of the DER, 32 bytes.
    public var sha256: [UInt8] { SHA256.hash(der) }

    /// The SHA-1 fingerprint: the hash of the DER, 20 bytes.
    ///
    /// For comparison with older programs only; collisions are feasible.
    public var sha1: [UInt8] { Insecure.SHA1.hash(der) }

    /// Whether subject and issuer are equal.
    public var isSelfIssued: Bool { subject == issuer }

    /// Whether the certificate is signed with its own key, or nil if the algorithm is not supported.
    ///
    /// Anyone can create such a certificate.
    ///
    /// - Complexity: 0.05 to 10 ms, depending on the key.
    public var isSelfSigned: Bool? {
        guard isSelfIssued else { return false }
        guard let key = try? publicKey() else { return nil }
        return signature.isValid(in: der, using: key)
    }

    /// Whether the certificate names `issuer` as its issuer and is signed with its key.
    ///
    /// Does not check whether `issuer` may issue certificates.
    ///
    /// - Parameter issuer: The issuer's certificate.
    /// - Returns: The result, or nil if the algorithm is not supported.
    public func isSigned(by issuer: X509Certificate) -> Bool? {
        guard self.issuer == issuer.subject else { return false }
        guard let key = try? issuer.publicKey() else { return nil }
        return signature.isValid(in: der, using: key)
    }

    /// Compares a time, in seconds since 1970 (UTC), with the validity period: -1 before it, 0 within it, 1 after it.
    public func order(ofTime seconds: Int) -> Int {
        seconds < notBefore.seconds ? -1 : seconds > notAfter.seconds ? 1 : 0
    }
}

/// A certificate signing request (CSR).
///
/// Source: RFC 2986, section 4.
public struct CertificateRequest: Sendable, Hashable {
    /// `CertificationRequest` in DER.
    public let der: [UInt8]
    /// The subject of the requested certificate.
    public let subject: DistinguishedName
    /// `SubjectPublicKeyInfo` in DER.
    public let subjectPublicKeyInfo: [UInt8]
    /// The requested extensions.
    public let extensions: X509Extensions
    private let signature: X509Signature

    /// Reads a request.
    ///
    /// - Parameter der: `CertificationRequest`, without trailing bytes.
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
        // Required by the standard; some programs omit an empty set.
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

    /// The key to be certified.
    ///
    /// - Throws: ``KeyError``, as ``SPKI/publicKey(der:)`` does.
    public func publicKey() throws(KeyError) -> AnyPublicKey { try SPKI.publicKey(der: subjectPublicKeyInfo) }

    /// The name of the signature's algorithm.
    public var signatureAlgorithm: String { signature.name }

    /// Whether the request is signed with its own key, or nil if the algorithm is not supported.
    public var isSelfSigned: Bool? {
        guard let key = try? publicKey() else { return nil }
        return signature.isValid(in: der, using: key)
    }
}
