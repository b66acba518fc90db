/// Object identifiers of certificates, with their names.
extension ASN1ObjectIdentifier {
    static let commonName = ASN1ObjectIdentifier(2, 5, 4, 3)

    // Extensions (RFC 5280, section 4.2.1).
    static let subjectKeyIdentifier = ASN1ObjectIdentifier(2, 5, 29, 14)
    static let keyUsage = ASN1ObjectIdentifier(2, 5, 29, 15)
    static let subjectAlternativeName = ASN1ObjectIdentifier(2, 5, 29, 17)
    static let basicConstraints = ASN1ObjectIdentifier(2, 5, 29, 19)
    static let extendedKeyUsage = ASN1ObjectIdentifier(2, 5, 29, 37)
    static let anyExtendedKeyUsage = ASN1ObjectIdentifier(2, 5, 29, 37, 0)
    static let codeSigning = ASN1ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 3)
    /// The requested extensions (RFC 2985, section 5.4.2).
    static let extensionRequest = ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 9, 14)

    /// Attributes of distinguished names (RFC 4514, section 3; RFC 4519; RFC 5280, appendix A.1).
    static let attributeNames: [ASN1ObjectIdentifier: String] = {
        var names: [ASN1ObjectIdentifier: String] = [
            ASN1ObjectIdentifier(1, 2, 840, 113549, 1, 9, 1): "emailAddress",
            ASN1ObjectIdentifier(0, 9, 2342, 19_200_300, 100, 1, 25): "DC",
            ASN1ObjectIdentifier(0, 9, 2342, 19_200_300, 100, 1, 1): "UID",
        ]
        for (number, name) in [
            (3, "CN"), (4, "SN"), (5, "serialNumber"), (6, "C"), (7, "L"), (8, "ST"), (9, "STREET"), (10, "O"),
            (11, "OU"), (12, "title"), (15, "businessCategory"), (17, "postalCode"), (42, "GN"), (43, "initials"),
            (44, "generationQualifier"), (46, "dnQualifier"), (65, "pseudonym"), (97, "organizationIdentifier"),
        ] {
            names[ASN1ObjectIdentifier(2, 5, 4, number)] = name
        }
        return names
    }()

    package var extensionName: String { Self.extensionNames[self] ?? description }

    /// Extensions and certificate purposes (RFC 5280, section 4.2).
    private static let extensionNames: [ASN1ObjectIdentifier: String] = {
        var names: [ASN1ObjectIdentifier: String] = [
            ASN1ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 1, 1): "authorityInfoAccess",
            ASN1ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 1, 24): "tlsFeature",
            ASN1ObjectIdentifier(1, 3, 6, 1, 4, 1, 11129, 2, 4, 2): "signedCertificateTimestamps",
            anyExtendedKeyUsage: "anyExtendedKeyUsage",
        ]
        for (number, name) in [
            (14, "subjectKeyIdentifier"), (15, "keyUsage"), (17, "subjectAltName"), (18, "issuerAltName"),
            (19, "basicConstraints"), (30, "nameConstraints"), (31, "cRLDistributionPoints"),
            (32, "certificatePolicies"), (33, "policyMappings"), (35, "authorityKeyIdentifier"),
            (36, "policyConstraints"), (37, "extKeyUsage"), (46, "freshestCRL"), (54, "inhibitAnyPolicy"),
        ] {
            names[ASN1ObjectIdentifier(2, 5, 29, number)] = name
        }
        for (number, name) in [
            (1, "serverAuth"), (2, "clientAuth"), (3, "codeSigning"), (4, "emailProtection"), (8, "timeStamping"),
            (9, "OCSPSigning"),
        ] {
            names[ASN1ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, number)] = name
        }
        return names
    }()
}
