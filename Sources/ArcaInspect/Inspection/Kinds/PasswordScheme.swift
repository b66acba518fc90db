/// How PKCS #8 and its kin encrypt under a passphrase.
///
/// Source: RFC 8018, appendix A; RFC 7914, section 7; RFC 7292, appendix C.
enum PasswordScheme {
    private static let ciphers = [
        "2.16.840.1.101.3.4.1.2": "AES-128-CBC", "2.16.840.1.101.3.4.1.22": "AES-192-CBC",
        "2.16.840.1.101.3.4.1.42": "AES-256-CBC", "2.16.840.1.101.3.4.1.6": "AES-128-GCM",
        "2.16.840.1.101.3.4.1.46": "AES-256-GCM", "1.2.840.113549.3.7": "3DES-CBC", "1.3.14.3.2.7": "DES-CBC",
        "1.2.840.113549.3.2": "RC2-CBC",
    ]

    private static let old = [
        "1.2.840.113549.1.5.3": "DES-CBC", "1.2.840.113549.1.5.10": "DES-CBC", "1.2.840.113549.1.5.4": "RC2-CBC",
        "1.2.840.113549.1.5.11": "RC2-CBC", "1.2.840.113549.1.12.1.3": "3DES-CBC",
        "1.2.840.113549.1.12.1.4": "3DES-CBC with two keys", "1.2.840.113549.1.12.1.1": "RC4",
        "1.2.840.113549.1.12.1.6": "RC2-40-CBC",
    ]

    private static let hashes = [
        "1.2.840.113549.2.7": "SHA-1", "1.2.840.113549.2.8": "SHA-224", "1.2.840.113549.2.9": "SHA-256",
        "1.2.840.113549.2.10": "SHA-384", "1.2.840.113549.2.11": "SHA-512",
    ]

    static func add(_ scheme: String, _ parameters: ASN1Node?, to inspection: inout Inspection) {
        let values = parameters?.children ?? []
        if let cipher = old[scheme] {
            inspection.add("cipher", cipher)
            let function = scheme.hasPrefix("1.2.840.113549.1.12") ? "PKCS #12" : "PBKDF1"
            return inspection.add(.other(function, "\(values.last?.number ?? 1) iterations", .weak))
        }
        guard scheme == "1.2.840.113549.1.5.13", values.count == 2 else {
            return inspection.add("cipher", "unknown (\(scheme))")
        }
        let cipher = values[1].children.first?.identifier ?? ""
        inspection.add("cipher", ciphers[cipher] ?? "unknown (\(cipher))")
        let derivation = values[0].children
        guard let function = derivation.first?.identifier, let costs = derivation.dropFirst().first?.children else {
            return
        }
        switch function {
        case "1.2.840.113549.1.5.12":
            let hash = costs.last?.children.first?.identifier.flatMap { hashes[$0] } ?? "SHA-1"
            if costs.count > 1, let iterations = costs[1].number {
                inspection.add(.pbkdf2(hash, iterations: iterations))
            }
        case "1.3.6.1.4.1.11591.4.11":
            guard costs.count > 3, let n = costs[1].number, let r = costs[2].number, let p = costs[3].number, n > 0
            else {
                return
            }
            inspection.add(.scrypt(logN: n.bitWidth - 1 - n.leadingZeroBitCount, r: r, p: p))
        default: inspection.add(.other("unknown (\(function))", "unknown", .weak))
        }
    }
}
