extension MIMEMessage {
    /// Reads a mail.
    ///
    /// - Parameters:
    ///   - message: The mail, with its header.
    ///   - strictness: Whether to reject or repair violations of the standards. Lenient reading keeps fields that it
    ///     cannot parse in ``fields``, replaces invalid bytes in text with U+FFFD, keeps text in unknown charsets as
    ///     attachments, and lists all of this in ``remarks``.
    ///   - limits: The limits on depth, number and size of the parts.
    ///   - charsets: The charset decoder. `SystemCharsets` of ArcaSystem knows more than Unicode and Latin-1.
    /// - Throws: The errors of ``MultipartReader/next()``, ``MIMEPart/text(replacingInvalid:charsets:)`` and
    ///   ``MailAddress/list(_:)``, with their position; `.invalidSyntax` for a malformed date or a repeated field.
    public init(
        _ message: borrowing some Bytes, strictness: Strictness = .strict, limits: MessageLimits = MessageLimits(),
        charsets: any CharsetDecoding = BuiltInCharsets()
    ) throws(CodecError) {
        let tree = try MIMEPart(message, strictness: strictness, limits: limits, charsets: charsets)
        try self.init(tree, strictness: strictness, charsets: charsets)
    }

    /// Takes the values of a mail from its parts.
    ///
    /// - Parameters:
    ///   - tree: The mail.
    ///   - strictness: Whether to reject or repair violations of the standards.
    ///   - charsets: The charset decoder.
    /// - Throws: The same errors as for bytes.
    public init(
        _ tree: MIMEPart, strictness: Strictness = .strict, charsets: any CharsetDecoding = BuiltInCharsets()
    ) throws(CodecError) {
        var reading = Reading(strictness: strictness, charsets: charsets, root: tree.head.path)
        try reading.readFields(tree.head.header)
        try reading.readBody(tree)
        reading.attach(tree, isRoot: true)
        self = reading.message
    }
}

/// The conversion of one mail.
private struct Reading {
    let strictness: Strictness
    let charsets: any CharsetDecoding
    let root: PartPath
    var message = MIMEMessage()
    private var seen: Set<String> = []
    private var chosen: Set<PartPath> = []

    init(strictness: Strictness, charsets: any CharsetDecoding, root: PartPath) {
        (self.strictness, self.charsets, self.root) = (strictness, charsets, root)
    }

    private var isStrict: Bool { strictness == .strict }

    private mutating func remark(_ part: PartPath, _ text: String, isMissing: Bool = false) {
        // A field can name many thousands of groups.
        guard message.remarks.count < 1000 else { return }
        message.remarks.append(MultipartReader.Remark(part: part, text: text, isMissingContent: isMissing))
    }

    // MARK: Fields

    mutating func readFields(_ header: HeaderFields) throws(CodecError) {
        for field in header.all {
            let name = field.name.lowercased()
            guard !MIMEMessage.bodyNames.contains(name) else { continue }
            if MIMEMessage.ownNames.contains(name) {
                if seen.insert(name).inserted {
                    do throws(CodecError) {
                        try readOwn(name, field)
                        continue
                    } catch {
                        if isStrict { throw error }
                        remark(root, "field \(field.name) is malformed: \(error.reason)")
                    }
                } else if isStrict {
                    throw CodecError(.invalidSyntax, at: field.position, "field \(field.name) is given twice")
                } else {
                    remark(root, "field \(field.name) is given twice; the first one counts")
                }
            }
            message.fields.append(MIMEMessage.Field(field.name, try text(field)))
        }
    }

    private mutating func readOwn(_ name: String, _ field: HeaderField) throws(CodecError) {
        switch name {
        case "subject": message.subject = try text(field)
        case "from": message.from = try mailboxes(field)
        case "to": message.to = try mailboxes(field)
        case "cc": message.cc = try mailboxes(field)
        case "reply-to": message.replyTo = try mailboxes(field)
        case "date":
            do {
                message.date = try MailDate.parse(field.rawValue)
            } catch {
                throw error.moved(to: field.position)
            }
        default:
            message.messageID = identifier(try text(field))
            if message.messageID == nil { message.fields.append(MIMEMessage.Field(field.name, try text(field))) }
        }
    }

    private mutating func mailboxes(_ field: HeaderField) throws(CodecError) -> [MailAddress] {
        do {
            let list = try MailAddressParser.list(field.rawValue, strictness, charsets)
            for group in list.groups { remark(root, "the name of the group '\(group)' in \(field.name) is not kept") }
            return list.mailboxes
        } catch {
            throw error.moved(to: field.position)
        }
    }

    private func text(_ field: HeaderField) throws(CodecError) -> String {
        let context: EncodedWord.Context = HeaderWriter.isAddressField(field.name) ? .phrase : .text
        return try field.text(context: context, strictness: strictness, charsets: charsets)
    }

    /// An identifier without its angle brackets; nil for other text.
    private func identifier(_ text: String) -> String? {
        guard text.first == "<", text.last == ">" else { return nil }
        let identifier = String(text.dropFirst().dropLast())
        return MIMEMessage.isIdentifier(identifier) ? identifier : nil
    }

    // MARK: Body

    /// Finds the text and the HTML: the alternatives of a multipart/alternative, else the first part of a multipart.
    @discardableResult mutating func readBody(_ part: MIMEPart) throws(CodecError) -> Bool {
        guard part.head.kind == .multipart else { return try readText(part) }
        var isFound = false
        for inner in part.parts {
            // Further text of a multipart/mixed, such as a footer, is not an alternative of the first.
            if isFound, part.head.mediaType.subtype != "alternative" { break }
            isFound = try readBody(inner) || isFound
        }
        return isFound
    }

    private mutating func readText(_ part: MIMEPart) throws(CodecError) -> Bool {
        let head = part.head
        guard !head.isAttachment, head.kind == .leaf, head.mediaType.type == "text" else { return false }
        switch head.mediaType.subtype {
        case "plain" where message.text == nil:
            guard let text = try decoded(part) else { return false }
            message.text = text
        case "html" where message.html == nil:
            guard let text = try decoded(part) else { return false }
            message.html = text
        default: return false
        }
        chosen.insert(head.path)
        return true
    }

    private mutating func decoded(_ part: MIMEPart) throws(CodecError) -> String? {
        do {
            return try part.text(charsets: charsets)
        } catch {
            guard !isStrict else { throw error }
            guard error.code != .unsupported,
                let text = try? part.text(replacingInvalid: true, charsets: charsets)
            else {
                remark(part.head.path, "\(error.reason), so the text is an attachment")
                return nil
            }
            remark(part.head.path, "invalid bytes of the text were replaced with U+FFFD", isMissing: true)
            return text
        }
    }

    /// Adds the remarks of all parts, and every leaf that is not the text or the HTML as an attachment.
    mutating func attach(_ part: MIMEPart, isRoot: Bool = false) {
        message.remarks += part.remarks
        for inner in part.parts { attach(inner) }
        guard part.head.kind != .multipart, !chosen.contains(part.head.path) else { return }
        var fields: [MIMEMessage.Field] = []
        var contentID: String?
        // The fields of the message itself are among its own.
        for field in isRoot ? [] : part.head.header.all {
            let name = field.name.lowercased()
            guard !MIMEMessage.bodyNames.contains(name) else { continue }
            let value =
                (try? field.text(strictness: .lenient, charsets: charsets))
                ?? String(decoding: field.rawValue, as: UTF8.self)
            if name == "content-id", contentID == nil, let identifier = identifier(value) {
                contentID = identifier
            } else {
                fields.append(MIMEMessage.Field(field.name, value))
            }
        }
        message.attachments.append(
            MIMEMessage.Attachment(
                type: part.head.mediaType, disposition: part.head.disposition, contentID: contentID, fields: fields,
                content: part.body))
    }
}
