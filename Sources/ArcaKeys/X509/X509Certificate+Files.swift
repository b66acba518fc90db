internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

extension X509Certificate {
    /// Reads all certificates of a file: PEM, DER, PKCS #7 (`.p7b`) or a PKCS #12 store (`.p12`, `.pfx`).
    ///
    /// Keys and other content are skipped. Unlike ``AnyKey/all(in:passphrase:limits:)``, it also returns certificates
    /// with keys that Arca does not support.
    ///
    /// ```swift
    /// let chain = try X509Certificate.all(in: bytes, passphrase: passphrase)
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The whole file; secret if it contains a private key.
    ///   - passphrase: The passphrase of a store; ignored for others.
    ///   - limits: The maximum cost of a key derivation. The file chooses its parameters.
    /// - Returns: The certificates in file order, at least one, without duplicates.
    /// - Throws: ``KeyError``: `.notAKey` if there is none, `.passphraseNeeded`, `.wrongPassphrase`, `.costTooHigh`,
    ///   `.malformed`, `.unsupported`.
    public static func all(
        in bytes: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys
    ) throws(KeyError) -> [X509Certificate] {
        let found = try bytes.withBytes { bytes throws(KeyError) in
            try certificates(in: bytes, passphrase, limits)
        }
        guard !found.isEmpty else { throw KeyError(.notAKey, "the file contains no certificate") }
        var seen: Set<[UInt8]> = []
        return found.filter { seen.insert($0.der).inserted }
    }

    private static func certificates(
        in bytes: Span<UInt8>, _ passphrase: SecretBytes?, _ limits: CostLimits
    ) throws(KeyError) -> [X509Certificate] {
        if !bytes.isEmpty, bytes[0] == DERTag.sequence.octet, !KeyPEM.isText(bytes) {
            if PKCS12.recognizes(bytes) {
                return try PKCS12(bytes, passphrase: passphrase, limits: limits).certificates.map(\.certificate)
            }
            if CMSMessage.recognizes(bytes) { return try CMSMessage(bytes).certificates }
            do throws(KeyError) {
                return [try X509Certificate(trustedDER: bytes)]
            } catch {
                // A key or a request is DER too, and has no certificate.
                if (try? AnyKey(bytes, passphrase: nil)) != nil { return [] }
                throw error.code == .passphraseNeeded ? KeyError(.notAKey, "not a certificate") : error
            }
        }
        guard KeyPEM.isText(bytes) else {
            throw KeyError(.notAKey, "not a certificate: neither PEM nor DER")
        }
        var found: [X509Certificate] = []
        for section in try KeyPEM.sections(in: bytes) {
            guard KeyFileReader.certificateLabels.contains(section.label) else { continue }
            let der = try KeyPEM.secret(section, in: bytes)
            if KeyFileReader.messageLabels.contains(section.label) {
                found += try CMSMessage(der).certificates
            } else {
                found.append(try X509Certificate(trustedDER: der))
            }
        }
        return found
    }

    /// Sorts certificates as servers send them: the leaf, its issuer and so on, then the others in file order.
    ///
    /// - Parameter certificates: The certificates of a file.
    /// - Returns: The same certificates. The leaf is the first that did not issue another.
    public static func sortedByIssuer(_ certificates: [X509Certificate]) -> [X509Certificate] {
        let issuers = Set(certificates.filter { !$0.isSelfIssued }.map(\.issuer))
        guard var next = certificates.first(where: { !issuers.contains($0.subject) }) ?? certificates.first else {
            return []
        }
        var rest = certificates
        var sorted: [X509Certificate] = []
        while let index = rest.firstIndex(of: next) {
            sorted.append(rest.remove(at: index))
            guard let issuer = rest.first(where: { next.issuer == $0.subject && next.isSigned(by: $0) != false }) else {
                break
            }
            next = issuer
        }
        return sorted + rest
    }

    /// The state at a time: `expired 12 days ago`, `not valid yet, valid in 3 days`, `valid, 89 days left`.
    package func validity(at seconds: Int) -> String {
        func days(_ seconds: Int) -> String {
            let count = seconds / 86_400
            return count == 0 ? "less than a day" : count == 1 ? "1 day" : "\(count) days"
        }
        switch order(ofTime: seconds) {
        case ..<0: return "not valid yet, valid in \(days(notBefore.seconds - seconds))"
        case 1...: return "expired \(days(seconds - notAfter.seconds)) ago"
        default: return "valid, \(days(notAfter.seconds - seconds)) left"
        }
    }
}
