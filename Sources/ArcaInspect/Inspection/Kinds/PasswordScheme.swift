internal import ArcaCrypto
internal import ArcaKeys

/// The passphrase encryption of PKCS #8 and PKCS #12.
///
/// Source: RFC 8018, appendix A; RFC 7914, section 7; RFC 7292, appendix C.
enum PasswordScheme {
    static func add(_ scheme: ASN1ObjectIdentifier, _ parameters: ASN1Node?, to inspection: inout Inspection) {
        let values = parameters?.children ?? []
        if let old = ASN1ObjectIdentifier.passwordSchemes.first(where: { $0.identifier == scheme }) {
            inspection.add("cipher", old.cipherName)
            let function = old.hash == nil ? "PKCS #12" : "PBKDF1"
            return inspection.add(.other(function, "\(values.last?.number ?? 1) iterations", .weak))
        }
        guard scheme == .pbes2, values.count == 2 else {
            return inspection.add("cipher", "unknown (\(scheme))")
        }
        let cipher = values[1].children.first?.identifier
        inspection.add(
            "cipher",
            ASN1ObjectIdentifier.ciphers.first { $0.identifier == cipher }?.name
                ?? "unknown (\(cipher?.description ?? ""))")
        let derivation = values[0].children
        guard let function = derivation.first?.identifier, let costs = derivation.dropFirst().first?.children else {
            return
        }
        switch function {
        case .pbkdf2:
            let hash = costs.last?.children.first?.identifier.flatMap { ASN1ObjectIdentifier.hmacs[$0] } ?? .sha1
            if costs.count > 1, let iterations = costs[1].number {
                inspection.add(.pbkdf2(hash.name, iterations: iterations))
            }
        case .scrypt:
            guard costs.count > 3, let n = costs[1].number, let r = costs[2].number, let p = costs[3].number, n > 0
            else {
                return
            }
            inspection.add(.scrypt(logN: n.bitWidth - 1 - n.leadingZeroBitCount, r: r, p: p))
        default: inspection.add(.other("unknown (\(function))", "unknown", .weak))
        }
    }
}
