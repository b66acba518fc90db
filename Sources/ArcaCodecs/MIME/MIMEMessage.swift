internal import ArcaPlatform

/// A mail as values: sender, recipients, subject, text and attachments.
///
/// ```swift
/// var mail = try MIMEMessage(from: "Ann <ann@example.org>", to: "bob@example.org", subject: "Grüße", text: "Hallo\n")
/// mail.attachments.append(.init(name: "größe.pdf", content: pdf))
/// let bytes = try mail.encoded()
///
/// let received = try MIMEMessage(bytes)
/// print(received.subject, received.text ?? "", received.attachments.map(\.safeName))
/// ```
///
/// Reading drops no content: a part that is not the text or the HTML becomes an attachment, and a field without a
/// property is in ``fields``. The layout of the parts, parameters of text parts and comments in header fields are not
/// kept; ``MIMEPart`` has them. A signature (S/MIME, OpenPGP) must be verified over the received bytes.
public struct MIMEMessage: Sendable, Hashable {
    /// A header field, with its value as decoded text.
    public struct Field: Sendable, Hashable {
        /// The name, such as `In-Reply-To`.
        public var name: String
        /// The value, unfolded.
        public var value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The subject, or empty.
    public var subject = ""
    /// The authors.
    public var from: [MailAddress] = []
    /// The recipients.
    public var to: [MailAddress] = []
    /// The recipients of a copy.
    ///
    /// To send hidden copies, leave them out of the mail and give them to the mail server.
    public var cc: [MailAddress] = []
    /// The addresses for replies, if they differ from ``from``.
    public var replyTo: [MailAddress] = []
    /// The date in seconds since 1970 (UTC), or nil if the mail has none.
    public var date: Int?
    /// The identifier without angle brackets, such as `1a2b@example.org`; nil if there is none, because the mail server
    /// adds one.
    public var messageID: String?
    /// All other header fields in order, without those that describe the body.
    public var fields: [Field] = []
    /// The text, with LF as line ends, or nil.
    public var text: String?
    /// The HTML form of the text, with LF as line ends; untrusted, with scripts and addresses of images as sent.
    public var html: String?
    /// All other parts, in order.
    public var attachments: [Attachment] = []
    /// Violations of the standards that reading repaired, and names of groups, which have no property.
    public internal(set) var remarks: [MultipartReader.Remark] = []

    /// Creates an empty mail without a date.
    public init() {}

    /// Creates a mail.
    ///
    /// - Parameters:
    ///   - from: The author: `address` or `name <address>`.
    ///   - to: The recipients, separated by commas.
    ///   - subject: The subject.
    ///   - text: The text.
    ///   - html: The HTML form of the text.
    ///   - date: The date in seconds since 1970, or nil for now.
    /// - Throws: The errors of ``MailAddress/list(_:)``.
    public init(
        from: String, to: String, subject: String, text: String?, html: String? = nil, date: Int? = nil
    ) throws(CodecError) {
        self.from = try MailAddress.list(from)
        self.to = try MailAddress.list(to)
        self.subject = subject
        self.text = text
        self.html = html
        self.date = date ?? SystemClock.wall.seconds
    }

    /// The fields that have a property.
    static let ownNames: Set<String> = ["subject", "from", "to", "cc", "reply-to", "date", "message-id"]
    /// The fields that describe the body.
    static let bodyNames: Set<String> = [
        "mime-version", "content-type", "content-transfer-encoding", "content-disposition",
    ]
}

extension MIMEMessage {
    /// A part of a mail that is neither its text nor its HTML: a file, an image in the HTML, or further text.
    public struct Attachment: Sendable, Hashable {
        /// The media type.
        public var type: MediaType
        /// Whether the part is displayed or saved, with its file name; nil if the mail does not say it.
        public var disposition: ContentDisposition?
        /// The identifier for `cid:` addresses in the HTML, without angle brackets.
        public var contentID: String?
        /// Other fields of the part, such as Content-Description.
        public var fields: [Field] = []
        /// The decoded content.
        ///
        /// A `message/rfc822` attachment is a complete mail, which `MIMEMessage` reads.
        public var content: [UInt8]

        /// Creates a file to save.
        ///
        /// - Parameters:
        ///   - name: The file name, any text without line ends.
        ///   - type: The media type; nil to choose it by the end of the name.
        ///   - content: The content.
        public init(name: String, type: MediaType? = nil, content: borrowing some Bytes) {
            self.type = type ?? .ofAttachment(named: name)
            disposition = .attachment(fileName: name)
            self.content = [UInt8](bytes: content)
        }

        /// Creates an image or another part that the HTML displays by `cid:` and its identifier.
        ///
        /// - Parameters:
        ///   - contentID: The identifier, such as `logo@example.org`, ASCII.
        ///   - type: The media type.
        ///   - content: The content.
        public init(contentID: String, type: MediaType, content: borrowing some Bytes) {
            self.type = type
            disposition = .inline
            self.contentID = contentID
            self.content = [UInt8](bytes: content)
        }

        init(
            type: MediaType, disposition: ContentDisposition?, contentID: String?, fields: [Field], content: [UInt8]
        ) {
            (self.type, self.disposition, self.contentID) = (type, disposition, contentID)
            (self.fields, self.content) = (fields, content)
        }

        /// The sender's file name, decoded and unchecked, or nil.
        ///
        /// Never use it as a path: ``safeName``.
        public var name: String? { disposition?.parameters["filename"] ?? type["name"] }

        /// A file name without paths, control characters and other traps; see ``AttachmentName``.
        ///
        /// Two attachments may have the same.
        public var safeName: String { AttachmentName.safe(name ?? "") }

        /// Whether the HTML displays the part, so it is not a file to save.
        var isRelated: Bool { contentID != nil && disposition?.kind != "attachment" }
    }
}
