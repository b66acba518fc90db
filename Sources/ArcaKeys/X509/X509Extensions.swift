internal import ArcaCore

/// What a certificate says besides names, validity and key, or a request asks for.
///
/// Source: RFC 5280, section 4.2.
public struct X509Extensions: Sendable, Hashable {
    /// Whether the key signs certificates.
    public struct BasicConstraints: Sendable, Hashable {
        /// Whether the subject is a certification authority.
        public let isAuthority: Bool
        /// How many authorities may stand below it; nil for any number.
        public let pathLength: Int?
    }

    /// What a key is for, in the order of the bits.
    public enum KeyUsage: String, Sendable, CaseIterable {
        /// Signatures except those on certificates and lists of revoked ones.
        case digitalSignature
        /// Signatures that the signer is held to.
        case contentCommitment
        /// Encryption of keys.
        case keyEncipherment
        /// Encryption of data without a key between.
        case dataEncipherment
        /// Key agreement.
        case keyAgreement
        /// Signatures on certificates.
        case certificateSign
        /// Signatures on lists of revoked certificates.
        case crlSign
        /// With key agreement: encryption only.
        case encipherOnly
        /// With key agreement: decryption only.
        case decipherOnly
    }

    /// Other names of the subject.
    public private(set) var alternativeNames: [GeneralName] = []
    /// Whether the key signs certificates; nil when nothing is said.
    public private(set) var basicConstraints: BasicConstraints?
    /// What the key is for; nil for anything.
    public private(set) var keyUsage: [KeyUsage]?
    /// What the certificate is for; nil for anything.
    public private(set) var extendedKeyUsage: [ASN1ObjectIdentifier]?
    /// What names the key; nil when nothing does.
    public private(set) var subjectKeyIdentifier: [UInt8]?
    /// Extensions that Arca does not interpret.
    public private(set) var others: [ASN1ObjectIdentifier] = []
    /// Those of ``others`` that a verifier must understand or else refuse the certificate.
    public private(set) var unknownCritical: [ASN1ObjectIdentifier] = []

    init() {}

    /// Reads `Extensions`.
    init(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        let start = reader.offset
        var sequence = try reader.sequence(in: bytes)
        guard !sequence.isAtEnd else { throw KeyError(.malformed, at: start, "an empty list of extensions") }
        var seen: Set<ASN1ObjectIdentifier> = []
        while !sequence.isAtEnd {
            let place = sequence.offset
            var single = try sequence.sequence(in: bytes)
            let identifier = try single.objectIdentifier(in: bytes)
            guard seen.insert(identifier).inserted else {
                throw KeyError(.malformed, at: place, "the extension \(identifier.extensionName) twice")
            }
            var isCritical = false
            if let content = try single.readIfPresent(.boolean, in: bytes) {
                // FALSE is the default, which DER leaves out; programs write it anyway.
                isCritical = try Self.boolean(content, in: bytes)
            }
            var value = DERReader(try single.read(.octetString, in: bytes))
            try single.finish()
            try interpret(identifier, &value, isCritical, in: bytes)
        }
    }

    private mutating func interpret(
        _ identifier: ASN1ObjectIdentifier, _ value: inout DERReader, _ isCritical: Bool, in bytes: Span<UInt8>
    ) throws(KeyError) {
        switch identifier {
        case .subjectAlternativeName: alternativeNames = try GeneralName.all(&value, in: bytes)
        case .basicConstraints: basicConstraints = try Self.constraints(&value, in: bytes)
        case .keyUsage: keyUsage = try Self.usage(&value, in: bytes)
        case .extendedKeyUsage:
            var sequence = try value.sequence(in: bytes)
            var purposes: [ASN1ObjectIdentifier] = []
            while !sequence.isAtEnd { purposes.append(try sequence.objectIdentifier(in: bytes)) }
            extendedKeyUsage = purposes
        case .subjectKeyIdentifier:
            subjectKeyIdentifier = [UInt8](bytes: bytes.extracting(try value.read(.octetString, in: bytes)))
        default:
            others.append(identifier)
            if isCritical { unknownCritical.append(identifier) }
            return
        }
        try value.finish()
    }

    private static func constraints(
        _ value: inout DERReader, in bytes: Span<UInt8>
    ) throws(KeyError) -> BasicConstraints {
        var sequence = try value.sequence(in: bytes)
        var isAuthority = false
        if let content = try sequence.readIfPresent(.boolean, in: bytes) {
            isAuthority = try boolean(content, in: bytes)
        }
        let length = sequence.isAtEnd ? nil : try sequence.smallInteger(in: bytes)
        try sequence.finish()
        return BasicConstraints(isAuthority: isAuthority, pathLength: length)
    }

    private static func usage(_ value: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) -> [KeyUsage] {
        let place = value.offset
        let content = try value.read(.bitString, in: bytes)
        guard let first = content.first, bytes[first] < 8, content.count <= 3, content.count > 1 || bytes[first] == 0
        else { throw KeyError(.malformed, at: place, "a key usage of other bits than 0 to 8") }
        return KeyUsage.allCases.enumerated().filter { number, _ in
            let index = first + 1 + number / 8
            return index < content.upperBound && bytes[index] & 0x80 >> UInt8(number % 8) != 0
        }.map(\.element)
    }

    private static func boolean(_ content: Range<Int>, in bytes: Span<UInt8>) throws(KeyError) -> Bool {
        guard content.count == 1, bytes[content.lowerBound] == 0 || bytes[content.lowerBound] == 0xff else {
            throw KeyError(.malformed, at: content.lowerBound, "a BOOLEAN that is not 00 or FF")
        }
        return bytes[content.lowerBound] == 0xff
    }
}
