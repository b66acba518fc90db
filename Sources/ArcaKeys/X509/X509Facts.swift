internal import ArcaCodecs
package import ArcaCore

extension X509Certificate {
    /// The content for display, most important first: a name and a text or list each.
    ///
    /// `verifies` selects whether the signature of a self-issued certificate is computed; `seconds` is the time of the
    /// verdict on the validity.
    package func facts(verifies: Bool, at seconds: Int) -> [(name: String, value: JSONValue)] {
        var facts: [(name: String, value: JSONValue)] = [
            ("subject", .string(subject.description)), ("issuer", .string(issuer.description)),
            ("serial", .string(Base16.standard.encode(serialNumber))),
            ("not before", .string(notBefore.rfc3339)), ("not after", .string(notAfter.rfc3339)),
            ("validity", .string(validity(at: seconds))),
        ]
        if isSelfIssued { facts.append(("self-signed", .string(verifies ? verdict(isSelfSigned) : "not checked"))) }
        facts += extensions.facts
        facts.append(("signature", .string(signatureAlgorithm)))
        facts.append(("certificate SHA-256", .string(Base16.standard.encode(sha256))))
        facts.append(("certificate SHA-1", .string(Base16.standard.encode(sha1))))
        return facts
    }
}

extension CertificateRequest {
    package func facts(verifies: Bool) -> [(name: String, value: JSONValue)] {
        [("subject", .string(subject.description))] + extensions.facts
            + [
                ("signature", .string(signatureAlgorithm)),
                ("self-signed", .string(verifies ? verdict(isSelfSigned) : "not checked")),
            ]
    }
}

private func verdict(_ isValid: Bool?) -> String {
    isValid.map { $0 ? "yes" : "no: the signature is not by this key" } ?? "not checked: the algorithm is not supported"
}

extension X509Extensions {
    fileprivate var facts: [(name: String, value: JSONValue)] {
        func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
        var facts: [(name: String, value: JSONValue)] = []
        if !alternativeNames.isEmpty { facts.append(("names", list(alternativeNames.map(\.description)))) }
        if let constraints = basicConstraints {
            let limit = constraints.pathLength.map { ", path length \($0)" } ?? ""
            facts.append(("authority", .string((constraints.isAuthority ? "yes" : "no") + limit)))
        }
        if let usage = keyUsage { facts.append(("key usage", list(usage.map(\.rawValue)))) }
        if let usage = extendedKeyUsage { facts.append(("extended key usage", list(usage.map(\.extensionName)))) }
        if let identifier = subjectKeyIdentifier {
            facts.append(("subject key identifier", .string(Base16.standard.encode(identifier))))
        }
        if !others.isEmpty { facts.append(("other extensions", list(others.map(\.extensionName)))) }
        if !unknownCritical.isEmpty {
            facts.append(("critical, not interpreted", list(unknownCritical.map(\.description))))
        }
        return facts
    }
}
