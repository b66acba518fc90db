/// What a reader should do with a message part: the value of Content-Disposition (RFC 2183).
public struct ContentDisposition: Sendable, Hashable {
    /// The kind in lower case: `inline`, `attachment`, `form-data`.
    public let kind: String
    /// The parameters, such as `filename`.
    public var parameters: HeaderParameters

    /// To be shown with the message.
    public static let inline = ContentDisposition(validKind: "inline", parameters: HeaderParameters())

    /// To be saved under a name.
    ///
    /// - Parameter fileName: The name as text; RFC 2231 is applied when the field is written.
    /// - Returns: The disposition.
    public static func attachment(fileName: String) -> ContentDisposition {
        ContentDisposition(validKind: "attachment", parameters: ["filename": fileName])
    }

    private init(validKind kind: String, parameters: HeaderParameters) {
        self.kind = kind
        self.parameters = parameters
    }

    /// Reads the value of a Content-Disposition field.
    ///
    /// - Parameters:
    ///   - bytes: The value as it stands in the message.
    ///   - strictness: What to do with what the standards forbid.
    ///   - charsets: Who decodes RFC 2231 values.
    /// - Throws: `.invalidSyntax` without a kind, and what reading the parameters throws, with the place in `bytes`.
    public init(
        _ bytes: borrowing some Bytes, strictness: Strictness = .strict,
        charsets: any CharsetDecoding = BuiltInCharsets()
    ) throws(CodecError) {
        var scanner = HeaderScanner(bytes)
        try scanner.skipCommentsAndWhitespace()
        let kind = scanner.run(while: HeaderBytes.isToken)
        guard !kind.isEmpty || strictness == .lenient else {
            throw scanner.error(
                .invalidSyntax, "disposition has no kind", hint: "usual kinds are inline and attachment")
        }
        // An unknown kind counts as an attachment (RFC 2183, section 2.8).
        self.kind = kind.isEmpty ? "attachment" : HeaderBytes.lowercasedText(kind)
        parameters = try HeaderParameters(reading: &scanner, strictness: strictness, charsets: charsets)
    }
}
