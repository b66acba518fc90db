/// A `data:` URI: bytes and what they are, in the text of a link (RFC 2397).
///
/// ```swift
/// let uri = try DataURI("data:text/plain;charset=utf-8;base64,aGk=")
/// uri.bytes                                                 // [104, 105]
/// DataURI(bytes: [104, 105], mediaType: .plainText).text()  // data:,hi
/// ```
public struct DataURI: Sendable, Hashable {
    /// Whose rules a text is read by.
    public enum Rules: Sendable, Hashable {
        /// RFC 2397 and RFC 3986, strictly: no character that must be escaped, strict Base64, a proper media type.
        case rfc2397
        /// What browsers read (WHATWG Fetch, section 6): white space around and line ends inside are dropped, unescaped
        /// characters taken, Base64 read with or without padding, a media type that is none replaced by the default.
        case whatwg
    }

    /// What the bytes are; `text/plain;charset=US-ASCII` when the text does not say it.
    public var mediaType: MediaType
    /// The bytes.
    public var bytes: [UInt8]
    /// What stands after `#`, not decoded; it is not part of the data.
    public var fragment: String?

    /// Makes a URI of its parts.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - mediaType: What they are.
    ///   - fragment: What stands after `#`, already escaped.
    public init(bytes: [UInt8], mediaType: MediaType, fragment: String? = nil) {
        self.bytes = bytes
        self.mediaType = mediaType
        self.fragment = fragment
    }

    /// Reads a URI.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - rules: Whose rules it is read by.
    /// - Throws: ``CodecError`` `.invalidSyntax` when it is no `data:` URI or its media type is none, `.truncated` when
    ///   the comma is missing, and what percent-decoding and Base64 throw, at their place in the text.
    public init(_ text: String, rules: Rules = .rfc2397) throws(CodecError) {
        switch rules {
        case .rfc2397: self = try DataURIReader.strict(Array(text.utf8))
        case .whatwg: self = try DataURIReader.browser(Array(text.utf8))
        }
    }

    /// Writes the URI.
    ///
    /// - Parameter usesBase64: Whether the bytes are written in Base64 or percent-encoded; nil takes the shorter form.
    /// - Returns: A text that both rules read as these bytes, and ``Rules/rfc2397`` as this very URI, when the fragment
    ///   is escaped as it should be. Browsers' rules may tell the media type otherwise: in lower case, and as the
    ///   default where a parameter is more than they take.
    public func text(usesBase64: Bool? = nil) -> String {
        let escaped = PercentEncoding.path.encode(bytes)
        let encoded = Base64.encode(bytes)
        let isBase64 = usesBase64 ?? (encoded.utf8.count + 7 < escaped.utf8.count)
        var type = PercentEncoding.path.encode(mediaType.description.utf8)
        if mediaType == .plainText { type = "" }
        return "data:\(type)\(isBase64 ? ";base64" : ""),\(isBase64 ? encoded : escaped)"
            + (fragment.map { "#" + $0 } ?? "")
    }
}
