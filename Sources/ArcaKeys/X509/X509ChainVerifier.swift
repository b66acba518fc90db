internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

/// Verifies a certificate's chain against trusted roots: signatures, validity, usage, names and constraints.
///
/// Path validation is libcrypto's (RFC 5280, section 6). Keys and signatures below 112 bits of security, such as SHA-1,
/// are not accepted. Not checked: revocation (CRL, OCSP), certificate transparency and certificate policies.
///
/// ```swift
/// var verifier = X509ChainVerifier()
/// verifier.name = "example.org"
/// let report = try verifier.verify(chain[0], intermediates: chain, at: now)
/// if report.isValid { … }
/// ```
public struct X509ChainVerifier: Sendable {
    /// A purpose of a certificate, as its extended key usage names it.
    public enum Purpose: String, Sendable, CaseIterable {
        /// A TLS server.
        case server
        /// A TLS client.
        case client
        /// Signed email (S/MIME).
        case email
        /// Signed programs.
        case code
        /// Time stamps (RFC 3161).
        case timestamp
        /// Any purpose; the usage is not checked.
        case any

        fileprivate var backend: CertificateChainCheck.Purpose? {
            switch self {
            case .server: .server
            case .client: .client
            case .email: .email
            case .timestamp: .timestamp
            case .code, .any: nil
            }
        }
    }

    /// The trusted certificates, which need not be self-signed; nil for the system's roots.
    public var roots: [X509Certificate]?
    /// The purpose; a TLS server by default.
    public var purpose = Purpose.server
    /// The host name, IP address or email address that the certificate must be for; nil for any.
    ///
    /// Only alternative names count for hosts, not the common name.
    public var name: String?

    /// Creates a verifier with the system's roots, for servers with any name.
    public init() {}

    /// Files and folders with the system's roots; `SSL_CERT_FILE` and `SSL_CERT_DIR` replace them.
    public static var systemRoots: [String] { CertificateChainCheck.systemRoots }

    /// Verifies a certificate.
    ///
    /// - Parameters:
    ///   - leaf: The certificate.
    ///   - intermediates: Certificates that may be part of the path, in any order.
    ///   - seconds: The time to verify for, in seconds since 1970 (UTC).
    /// - Returns: The path and all problems found.
    /// - Throws: ``KeyError`` `.invalidKey` for a name that is not valid, `.backendFailure`.
    public func verify(
        _ leaf: X509Certificate, intermediates: [X509Certificate], at seconds: Int
    ) throws(KeyError) -> X509ChainReport {
        let check = CertificateChainCheck(
            roots: roots?.map(\.der), purpose: purpose.backend, name: try asciiName(), seconds: seconds)
        let outcome = try KeyError.wrap {
            try check.run(leaf: leaf.der, intermediates: intermediates.map(\.der))
        }
        let path = try outcome.path.map { der throws(KeyError) in try X509Certificate(der: der) }
        var problems: [X509ChainReport.Problem] = []
        let strangers = Set(outcome.findings.filter { $0.problem == .notAnAuthority }.map(\.depth))
        for finding in outcome.findings where finding.depth < path.count {
            // Without authority, an issuer has no purpose either.
            if finding.problem == .wrongUsage, strangers.contains(finding.depth) { continue }
            problems.append(
                X509ChainReport.Problem(
                    kind: finding.problem, index: finding.depth,
                    reason: reason(finding, path, at: seconds)))
        }
        if purpose == .code { problems += codeSigningProblems(path, endsInRoot: outcome.endsInRoot) }
        return X509ChainReport(path: path, problems: problems, endsInRoot: outcome.endsInRoot)
    }

    /// The name with an internationalized domain as `xn--`.
    private func asciiName() throws(KeyError) -> String? {
        guard let name, name.utf8.contains(where: { $0 >= 0x80 }) else { return name }
        let parts = name.split(separator: "@", omittingEmptySubsequences: false)
        let domain = try KeyError.wrap { try IDNA.encode((parts.last ?? "").utf8) }
        return (parts.dropLast() + [Substring(decoding: domain, as: UTF8.self)]).joined(separator: "@")
    }

    /// Checks the usage that libcrypto checks only from version 3.2.
    private func codeSigningProblems(_ path: [X509Certificate], endsInRoot: Bool) -> [X509ChainReport.Problem] {
        let allowed: Set<ASN1ObjectIdentifier> = [.codeSigning, .anyExtendedKeyUsage]
        return path.enumerated().compactMap { index, certificate in
            let extensions = certificate.extensions
            let isAnchor = endsInRoot && index == path.count - 1 && index > 0
            let isAllowed = extensions.extendedKeyUsage?.contains(where: allowed.contains) ?? (index > 0)
            let signs = index > 0 || extensions.keyUsage?.contains(.digitalSignature) ?? true
            guard !isAnchor, !isAllowed || !signs else { return nil }
            return X509ChainReport.Problem(kind: .wrongUsage, index: index, reason: usage(certificate))
        }
    }

    // MARK: Reasons

    private func reason(
        _ finding: CertificateChainCheck.Finding, _ path: [X509Certificate], at seconds: Int
    ) -> String {
        let certificate = path[finding.depth]
        let issuer = finding.depth + 1 < path.count ? path[finding.depth + 1] : nil
        switch finding.problem {
        case .expired: return "\(certificate.validity(at: seconds)), on \(certificate.notAfter)"
        case .notYetValid: return "not valid before \(certificate.notBefore)"
        case .wrongName:
            let names = certificate.extensions.alternativeNames.map(\.description)
            let known = names.isEmpty ? "none: the common name does not count" : names.joined(separator: ", ")
            return "not for \(name ?? ""); its alternative names: \(known)"
        case .wrongUsage: return usage(certificate)
        case .issuerMissing: return "the certificate of its issuer is missing: \(certificate.issuer)"
        case .untrustedRoot:
            return certificate.isSelfIssued
                ? "self-signed, and not one of the trusted roots" : "not one of the trusted roots"
        case .badSignature: return "the signature is not by the key of \(certificate.issuer)"
        case .weakKey:
            let key = (try? certificate.publicKey()).map { "\($0.algorithmName), \($0.bitCount) bits" }
            return "the key is too weak\(key.map { ": \($0)" } ?? "")"
        case .weakSignature: return "the signature is too weak: \(certificate.signatureAlgorithm)"
        case .notAnAuthority:
            return finding.depth == 0 ? finding.reason : "not an authority: it may not issue certificates"
        case .pathTooLong:
            let limit = certificate.extensions.basicConstraints?.pathLength
            return limit.map { "more than \($0) authorities below it" } ?? finding.reason
        case .nameConstraint:
            return "an authority above it may not certify these names"
                + (issuer.map { " (issuer \($0.subject))" } ?? "") + ": \(finding.reason)"
        case .unknownCritical:
            let names = certificate.extensions.unknownCritical.map(\.extensionName).joined(separator: ", ")
            return "a critical extension is not supported: \(names)"
        case .other: return finding.reason
        }
    }

    private func usage(_ certificate: X509Certificate) -> String {
        let extensions = certificate.extensions
        let usage = extensions.keyUsage?.map(\.rawValue).joined(separator: ", ")
        let extended = extensions.extendedKeyUsage?.map(\.extensionName).joined(separator: ", ")
        let facts = [usage.map { "key usage \($0)" }, extended.map { "extended key usage \($0)" }].compactMap(\.self)
        return "not for purpose \(purpose.rawValue)\(facts.isEmpty ? "" : ": ")\(facts.joined(separator: "; "))"
    }
}

/// The result of verifying a certificate's chain.
public struct X509ChainReport: Sendable {
    /// A problem of one certificate.
    public struct Problem: Sendable, Hashable {
        /// The kind of problem.
        public let kind: CertificateProblem
        /// The index of the certificate in the path.
        public let index: Int
        /// The reason, in lower case without a full stop; it may contain text from the certificate.
        public let reason: String
    }

    /// The path, leaf first; incomplete if an issuer is missing.
    public let path: [X509Certificate]
    /// The problems by certificate, leaf first; empty if the chain is valid.
    public let problems: [Problem]
    /// Whether the path ends in a trusted root, in spite of other problems.
    public let endsInRoot: Bool

    /// Whether the chain is valid.
    public var isValid: Bool { endsInRoot && problems.isEmpty }
}
