extension MIMEMessage {
    /// Encodes the mail.
    ///
    /// Text and HTML are alternatives, parts with a ``Attachment/contentID`` belong to the HTML, and attachments are
    /// encoded byte for byte; only in `message` types, which are never encoded, line ends become `lineEnding`.
    ///
    /// - Parameters:
    ///   - lineEnding: The line ending; CRLF for mail transport.
    ///   - boundarySeed: 1 to 50 letters and digits to include in boundaries; nil for 128 random bits.
    /// - Returns: The mail.
    /// - Throws: The errors of ``MultipartBuilder``; `.invalidCharacter` for a malformed address or identifier; `.invalidOption` for a date outside of 1970 to 9999, a field in
    ///   ``fields`` that also has a property, or an attachment of a multipart type.
    public func encoded(
        lineEnding: LineWrapping.Ending = .crlf, boundarySeed: String? = nil
    ) throws(CodecError) -> [UInt8] {
        var builder = try MultipartBuilder(lineEnding: lineEnding, boundarySeed: boundarySeed)
        var own: [Field] = []
        if let date { own.append(Field("Date", try MailDate.text(date))) }
        for (name, list) in [("From", from), ("To", to), ("Cc", cc), ("Reply-To", replyTo)] where !list.isEmpty {
            // Otherwise an address could contain another one.
            if let bad = list.first(where: { !MailAddressParser.isAddress(Array($0.address.utf8)) }) {
                throw CodecError(
                    .invalidCharacter, "\(name) has the malformed address '\(bad.address)'",
                    hint: "an address is name@domain")
            }
            own.append(Field(name, list.map { $0.description }.joined(separator: ", ")))
        }
        if !subject.isEmpty { own.append(Field("Subject", subject)) }
        if let messageID { own.append(Field("Message-ID", try Self.bracketed(messageID))) }
        for field in own { try builder.addField(field.name, field.value) }
        let written = Set(own.map { $0.name.lowercased() })
        for field in fields {
            guard !written.contains(field.name.lowercased()) else {
                throw CodecError(
                    .invalidOption, "field \(field.name) is given twice", hint: "remove it from fields, or its property"
                )
            }
            try builder.addField(field.name, field.value)
        }
        try writeBody(&builder)
        return builder.takeOutput()
    }

    /// An identifier in angle brackets.
    fileprivate static func bracketed(_ identifier: String) throws(CodecError) -> String {
        guard isIdentifier(identifier) else {
            throw CodecError(
                .invalidCharacter, "the identifier '\(identifier)' is malformed",
                hint: "write it without angle brackets and spaces, such as 1a2b@example.org")
        }
        return "<\(identifier)>"
    }

    static func isIdentifier(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != .lessThan && $0 != .greaterThan }
    }

    private func writeBody(_ builder: inout MultipartBuilder) throws(CodecError) {
        let related = html == nil ? [] : attachments.filter { $0.isRelated }
        let files = html == nil ? attachments : attachments.filter { !$0.isRelated }
        if !files.isEmpty { try builder.beginMultipart("mixed") }
        let isAlternative = text != nil && html != nil
        if isAlternative { try builder.beginMultipart("alternative") }
        if let text { try Self.write(text, "plain", to: &builder) }
        if let html {
            if !related.isEmpty { try builder.beginMultipart("related", parameters: ["type": "text/html"]) }
            try Self.write(html, "html", to: &builder)
            for part in related { try part.write(to: &builder) }
            if !related.isEmpty { try builder.end() }
        }
        if isAlternative { try builder.end() }
        if text == nil, html == nil, files.isEmpty { try Self.write("", "plain", to: &builder) }
        for part in files { try part.write(to: &builder) }
        if !files.isEmpty { try builder.end() }
    }

    private static func write(
        _ text: String, _ subtype: String, to builder: inout MultipartBuilder
    ) throws(CodecError) {
        let bytes = Array(text.utf8)
        let charset = bytes.allSatisfy { $0 < 0x80 } ? "us-ascii" : "utf-8"
        let type = try MediaType(type: "text", subtype: subtype, parameters: ["charset": charset])
        try builder.beginPart(type, encoding: TransferEncoding.suitable(for: bytes, isText: true))
        try builder.append(bytes)
        try builder.end()
    }
}

extension MIMEMessage.Attachment {
    fileprivate func write(to builder: inout MultipartBuilder) throws(CodecError) {
        guard type.type != "multipart" else {
            throw CodecError(
                .invalidOption, "an attachment has the type \(type.essence)",
                hint: "attach its parts, or message/rfc822")
        }
        // A message is not encoded (RFC 2046, section 5.2.1).
        let isMessage = type.type == "message"
        let identity: TransferEncoding = content.contains { $0 >= 0x80 } ? .eightBit : .sevenBit
        var fields = fields.map { (name: $0.name, value: $0.value) }
        if let contentID { fields.insert(("Content-ID", try MIMEMessage.bracketed(contentID)), at: 0) }
        try builder.beginPart(
            type, encoding: isMessage ? identity : .base64, disposition: disposition, fields: fields, isText: false)
        try builder.append(content)
        try builder.end()
    }
}
