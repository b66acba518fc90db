internal import ArcaCore
internal import ArcaPlatform
internal import CArcaLibcrypto

/// A reason why a certificate of a chain is not valid.
public enum CertificateProblem: String, Sendable, Hashable, CaseIterable {
    /// The validity period is over.
    case expired
    /// The validity period has not begun.
    case notYetValid
    /// The certificate is not for the expected name.
    case wrongName
    /// The certificate or an authority is not for the expected purpose.
    case wrongUsage
    /// The issuer's certificate was not found.
    case issuerMissing
    /// The chain ends in a self-signed certificate that is not a trusted root.
    case untrustedRoot
    /// The signature is not by the issuer's key.
    case badSignature
    /// The key is too short.
    case weakKey
    /// The signature uses a weak hash function.
    case weakSignature
    /// The issuer is not a certification authority, or may not sign certificates.
    case notAnAuthority
    /// More authorities than an authority allows.
    case pathTooLong
    /// A name that an authority may not certify.
    case nameConstraint
    /// A critical extension that libcrypto does not support.
    case unknownCritical
    /// Another reason.
    case other
}

/// Builds and verifies a certificate chain with libcrypto (RFC 5280, section 6).
///
/// Path validation is too intricate for a second implementation. Callers parse every certificate with the strict parser
/// of `ArcaKeys` first, so libcrypto's parser only reads certificates that it accepted.
package struct CertificateChainCheck {
    package enum Purpose: Sendable { case server, client, email, timestamp }

    /// A problem of the certificate at `depth`; 0 is the leaf.
    package struct Finding: Hashable {
        package let problem: CertificateProblem
        package let depth: Int
        /// The reason in libcrypto's words.
        package let reason: String
    }

    package struct Outcome {
        /// The path in DER, leaf first; incomplete if an issuer is missing.
        package let path: [[UInt8]]
        package let findings: [Finding]
        /// Whether an invalid path ends in a trusted root anyway.
        package let endsInRoot: Bool
    }

    /// The trusted certificates in DER, which need not be self-signed; nil for the system's roots.
    package var roots: [[UInt8]]?
    package var purpose: Purpose?
    /// A host name in ASCII, an IP address or an email address.
    package var name: String?
    /// Seconds since 1970 (UTC).
    package var seconds: Int

    package init(roots: [[UInt8]]?, purpose: Purpose?, name: String?, seconds: Int) {
        (self.roots, self.purpose, self.name, self.seconds) = (roots, purpose, name, seconds)
    }

    /// Files and folders with the system's roots, as libcrypto looks for them.
    package static var systemRoots: [String] {
        [
            (X509_get_default_cert_file_env(), X509_get_default_cert_file()),
            (X509_get_default_cert_dir_env(), X509_get_default_cert_dir()),
        ].compactMap { variable, standard in
            (variable.flatMap { getenv($0) }.map { UnsafePointer($0) } ?? standard).map { String(cString: $0) }
        }
    }

    /// - Throws: ``CryptoError`` for a certificate that libcrypto does not accept, or for an invalid name.
    package func run(leaf: [UInt8], intermediates: [[UInt8]]) throws(CryptoError) -> Outcome {
        Libcrypto.prepare()
        ERR_clear_error()
        defer { ERR_clear_error() }
        var owned: [OpaquePointer] = []
        defer { for certificate in owned { X509_free(certificate) } }
        let leaf = try Self.certificate(leaf, &owned)
        guard let store = X509_STORE_new(), let others = OPENSSL_sk_new_null(), let context = X509_STORE_CTX_new()
        else {
            throw backendError("cannot set up the verification of certificates")
        }
        defer {
            X509_STORE_CTX_free(context)
            OPENSSL_sk_free(others)
            X509_STORE_free(store)
        }
        for der in intermediates { OPENSSL_sk_push(others, UnsafeRawPointer(try Self.certificate(der, &owned))) }
        if let roots {
            for der in roots { X509_STORE_add_cert(store, try Self.certificate(der, &owned)) }
        } else if X509_STORE_set_default_paths(store) != 1 {
            throw backendError("cannot read the system's root certificates")
        }
        guard X509_STORE_CTX_init(context, store, leaf, others) == 1, let rules = X509_STORE_CTX_get0_param(context)
        else { throw backendError("cannot set up the verification of certificates") }
        try apply(rules, context)
        return Self.verify(context)
    }

    private func apply(_ rules: OpaquePointer, _ context: OpaquePointer) throws(CryptoError) {
        X509_VERIFY_PARAM_set_time(rules, seconds)
        // 112 bits: RSA of 2048 bits, no SHA-1.
        X509_VERIFY_PARAM_set_auth_level(rules, 2)
        if roots != nil { X509_VERIFY_PARAM_set_flags(rules, UInt(X509_V_FLAG_PARTIAL_CHAIN)) }
        if let purpose {
            let number =
                switch purpose {
                case .server: X509_PURPOSE_SSL_SERVER
                case .client: X509_PURPOSE_SSL_CLIENT
                case .email: X509_PURPOSE_SMIME_SIGN
                case .timestamp: X509_PURPOSE_TIMESTAMP_SIGN
                }
            guard X509_STORE_CTX_set_purpose(context, number) == 1 else { throw backendError("unknown purpose") }
        }
        guard let name else { return }
        if name.contains("@") {
            guard X509_VERIFY_PARAM_set1_email(rules, name, 0) == 1 else { throw Self.notAName(name) }
        } else if X509_VERIFY_PARAM_set1_ip_asc(rules, name) != 1 {
            // The common name does not count (RFC 9525, section 2), and a leading dot would match every subdomain.
            X509_VERIFY_PARAM_set_hostflags(
                rules, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
            guard !name.isEmpty, !name.hasPrefix("."), X509_VERIFY_PARAM_set1_host(rules, name, 0) == 1 else {
                throw Self.notAName(name)
            }
        }
    }

    private static func notAName(_ name: String) -> CryptoError {
        CryptoError(.invalidParameter, "'\(name)' is not a host name, IP address or email address")
    }

    private static func certificate(_ der: [UInt8], _ owned: inout [OpaquePointer]) throws(CryptoError) -> OpaquePointer
    {
        let found = der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_X509(nil, &start, bytes.count)
        }
        guard let found else { throw backendError("libcrypto does not accept the certificate") }
        owned.append(found)
        return found
    }

    // MARK: Verification

    /// Collects all problems: libcrypto continues after each.
    private final class Recorder {
        var findings: [Finding] = []

        func add(_ context: OpaquePointer) {
            let code = X509_STORE_CTX_get_error(context)
            let reason = X509_verify_cert_error_string(Int(code)).map { String(cString: $0) } ?? "error \(code)"
            let finding = Finding(
                problem: CertificateChainCheck.problem(code), depth: Int(X509_STORE_CTX_get_error_depth(context)),
                reason: reason)
            if !findings.contains(where: { $0.problem == finding.problem && $0.depth == finding.depth }) {
                findings.append(finding)
            }
        }
    }

    private static func verify(_ context: OpaquePointer) -> Outcome {
        let recorder = Recorder()
        let isDone = withExtendedLifetime(recorder) {
            X509_STORE_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(recorder).toOpaque())
            X509_STORE_CTX_set_verify_cb(context) { isValid, context in
                guard isValid != 1, let context, let data = X509_STORE_CTX_get_ex_data(context, 0) else { return 1 }
                Unmanaged<Recorder>.fromOpaque(data).takeUnretainedValue().add(context)
                return 1
            }
            let isDone = X509_verify_cert(context) == 1
            if !isDone, recorder.findings.isEmpty { recorder.add(context) }
            return isDone
        }
        let chain = X509_STORE_CTX_get0_chain(context)
        let path = (0..<max(OPENSSL_sk_num(chain), 0)).map { encoded(OPENSSL_sk_value(chain, $0)) }
        let unanchored: Set<CertificateProblem> = [.issuerMissing, .untrustedRoot]
        return Outcome(
            path: path, findings: recorder.findings.sorted { $0.depth < $1.depth },
            endsInRoot: isDone && !recorder.findings.contains { unanchored.contains($0.problem) })
    }

    private static func encoded(_ certificate: UnsafeMutableRawPointer?) -> [UInt8] {
        let certificate = certificate.map { OpaquePointer($0) }
        return [UInt8](unsafeUninitializedCapacity: max(Int(i2d_X509(certificate, nil)), 0)) { space, count in
            var start = space.baseAddress
            count = max(Int(i2d_X509(certificate, &start)), 0)
        }
    }

    private static func problem(_ code: Int32) -> CertificateProblem {
        switch code {
        case X509_V_ERR_CERT_HAS_EXPIRED: .expired
        case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH, X509_V_ERR_EMAIL_MISMATCH: .wrongName
        case X509_V_ERR_INVALID_PURPOSE: .wrongUsage
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            .issuerMissing
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_UNTRUSTED,
            X509_V_ERR_CERT_REJECTED:
            .untrustedRoot
        case X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE: .badSignature
        case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL: .weakKey
        case X509_V_ERR_CA_MD_TOO_WEAK: .weakSignature
        case X509_V_ERR_INVALID_CA, X509_V_ERR_INVALID_NON_CA, X509_V_ERR_KEYUSAGE_NO_CERTSIGN: .notAnAuthority
        case X509_V_ERR_PATH_LENGTH_EXCEEDED, X509_V_ERR_CERT_CHAIN_TOO_LONG: .pathTooLong
        case X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION, X509_V_ERR_SUBTREE_MINMAX,
            X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE, X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX,
            X509_V_ERR_UNSUPPORTED_NAME_SYNTAX:
            .nameConstraint
        case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION: .unknownCritical
        default: .other
        }
    }
}
