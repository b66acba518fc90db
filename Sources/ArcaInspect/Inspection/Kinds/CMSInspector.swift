internal import ArcaCore
internal import ArcaKeys
internal import ArcaVault

/// CMS and PKCS #7 messages: cipher, recipients, signers, certificates and the command that opens them.
enum CMSInspector: InspectingKind {
    static let identifier = "cms"
    /// The media types of S/MIME parts with a message (RFC 8551, section 3.2).
    static let mediaTypes: Set<String> = [
        "application/pkcs7-mime", "application/x-pkcs7-mime", "application/pkcs7-signature",
        "application/x-pkcs7-signature",
    ]
    private static let shownCount = 20

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.bytes.first == DERTag.sequence.octet, CMSMessage.recognizes(data.bytes.span) else { return nil }
        do throws(KeyError) {
            return inspect(try CMSMessage(data.bytes, isPrefix: !data.isWhole), data)
        } catch {
            var inspection = Inspection(identifier, "message (CMS, PKCS #7)")
            inspection.note("malformed: \(error.message)")
            return inspection
        }
    }

    private static func inspect(_ message: CMSMessage, _ data: InspectedData) -> Inspection {
        let isCertificates = message.kind == .signed && message.signers.isEmpty && data.isWhole
        let name = isCertificates ? "certificates" : name(message)
        var inspection = Inspection(identifier, "\(name) (CMS, PKCS #7)")
        if let cipher = message.cipher { inspection.add("cipher", cipher) }
        for recipient in message.recipients { inspection.add(recipient: recipient.description) }
        for signer in message.signers.prefix(shownCount) {
            inspection.add("signer", "\(signer.certificate), \(signer.algorithm)")
        }
        let now = Int(Vault.Timestamp.now().milliseconds / 1000)
        for certificate in message.certificates.prefix(shownCount) {
            inspection.add("certificate", "\(certificate.subject), \(certificate.validity(at: now))")
        }
        if message.certificates.count > shownCount {
            inspection.note("the first \(shownCount) of \(message.certificates.count) certificates are shown")
        }
        if message.kind == .signed { inspection.note("no signature is verified") }
        let isMail = data.messageForm == "SMIME"
        if message.isDetached, !isCertificates, !isMail { inspection.note("the content is in another file") }
        if isCertificates {
            inspection.note("run 'arca key extract FILE' to write them as PEM")
        } else if let command = command(message, isMail: isMail) {
            inspection.note("run 'openssl cms \(command) -inform \(data.messageForm) -in FILE'")
        }
        return inspection
    }

    private static func name(_ message: CMSMessage) -> String {
        switch message.kind {
        case .data: "data"
        case .signed: message.isDetached ? "detached signature" : "signed message"
        case .enveloped: "encrypted message"
        case .digested: "digested message"
        case .encrypted: "encrypted data"
        case .authenticated: "authenticated message"
        case .authenticatedAndEnveloped: "authenticated and encrypted message"
        case .compressed: "compressed message"
        }
    }

    /// The options of `openssl cms` that open a message; nil if it cannot.
    private static func command(_ message: CMSMessage, isMail: Bool) -> String? {
        switch message.kind {
        case .data: return "-data_out"
        case .signed: return "-verify\(message.isDetached && !isMail ? " -content CONTENT" : "") -CAfile ROOTS.pem"
        case .digested: return "-digest_verify"
        case .compressed: return "-uncompress"
        case .encrypted: return "-EncryptedData_decrypt -secretkey HEX"
        case .authenticated: return nil
        case .enveloped, .authenticatedAndEnveloped:
            let methods = message.recipients.map(\.method)
            if methods.contains(.keyTransport) || methods.contains(.keyAgreement) || methods.contains(.other) {
                return "-decrypt -recip CERTIFICATE.pem -inkey KEY.pem"
            }
            return methods.contains(.passphrase)
                ? "-decrypt -pwri_password PASSPHRASE" : "-decrypt -secretkey HEX -secretkeyid ID"
        }
    }
}
