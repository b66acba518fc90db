internal import ArcaCodecCatalog
internal import ArcaCodecs
internal import ArcaOTP

/// One-time password generators, without the key that the URI contains.
enum OTPAuthInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.isWhole, data.bytes.count < 1 << 16, data.starts(with: "otpauth".utf8), let text = data.text else {
            return nil
        }
        var inspection = Inspection("otpauth", "one-time password (otpauth URI)")
        let uri = text.last?.isNewline == true ? text.dropLast() : text[...]
        do throws(OTPError) {
            let password = try OneTimePassword(uri: uri.utf8)
            inspection.add("type", password.kind == .time ? "by time (TOTP)" : "by counter (HOTP)")
            if !password.issuer.isEmpty { inspection.add("issuer", password.issuer) }
            inspection.add("account", password.account)
            inspection.add("hash", "\(password.algorithm)".uppercased())
            inspection.add("digits", password.digits)
            if password.kind == .time { inspection.add("seconds", password.period) }
            inspection.note("not encrypted: who has the text has the codes")
        } catch {
            inspection.note(error.message)
        }
        return inspection
    }
}

/// Mail: sender, recipients, date, subject and parts.
///
/// Source: RFC 5322, section 3.6; RFC 2045.
enum MailInspector: InspectingKind {
    /// Mail must have two of these fields; many texts have a line with a colon.
    private static let tellingNames: Set<String> = [
        "from", "to", "subject", "date", "received", "message-id", "mime-version", "return-path", "delivered-to",
        "sender",
    ]
    private static let shownCount = 20

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard looksLikeMail(data.bytes) else { return nil }
        var reader = MultipartReader(strictness: .lenient)
        reader.append(data.bytes)
        if data.isWhole { reader.finish() }
        var inspection = Inspection("mail", "mail message")
        var parts: [MessagePart] = []
        do throws(CodecError) {
            while let event = try reader.next() {
                if case .begin(let part) = event { parts.append(part) }
            }
        } catch {
            inspection.note("it is malformed: \(error.message)")
        }
        guard let message = parts.first else { return inspection }
        for name in ["From", "To", "Cc", "Date", "Subject"] {
            let context: EncodedWord.Context = name == "Subject" || name == "Date" ? .text : .phrase
            guard let text = try? message.header[name]?.text(context: context, strictness: .lenient) else { continue }
            inspection.add(name.lowercased(), String(text.prefix(500)))
        }
        inspection.add("type", message.mediaType.essence)
        let leaves = parts.filter { $0.kind == .leaf }
        if leaves.count > 1 { inspection.add("parts", leaves.prefix(shownCount).map(\.mediaType.essence)) }
        let attachments = parts.compactMap { $0.isAttachment ? $0.fileName ?? "without a name" : nil }
        if !attachments.isEmpty { inspection.add("attachments", Array(attachments.prefix(shownCount))) }
        switch message.mediaType.essence {
        case "multipart/encrypted": inspection.add("cipher", "OpenPGP, in a part of it")
        case "application/pkcs7-mime", "application/x-pkcs7-mime":
            inspection.add("cipher", "S/MIME: see 'arca mime extract' and openssl cms")
        default: break
        }
        if !data.isWhole { inspection.note("only the beginning was read") }
        return inspection
    }

    private static func looksLikeMail(_ bytes: [UInt8]) -> Bool {
        let nameBytes = ByteSet.alphanumeric + ByteSet("-")
        var found: Set<String> = []
        for line in bytes.prefix(1 << 16).split(separator: .newline, omittingEmptySubsequences: false) {
            guard let first = line.first, line.count > 1 || first != .carriageReturn else { break }
            if first.isBlank, !found.isEmpty || line.startIndex > 0 { continue }
            let name = line.prefix { nameBytes.contains($0) }
            guard !name.isEmpty, line.dropFirst(name.count).first == .colon else { return false }
            let lowered = String(decoding: name, as: UTF8.self).lowercased()
            if tellingNames.contains(lowered) { found.insert(lowered) }
            if found.count == 2 { return true }
        }
        return false
    }
}
