/// Something that turns the bytes of a named charset into text.
///
/// ``BuiltInCharsets`` knows the Unicode encodings, ASCII and ISO-8859-1; `SystemCharsets` of ArcaSystem knows what the
/// operating system's `iconv` knows as well.
public protocol CharsetDecoding: Sendable {
    /// Decodes all of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: Text in the charset, from its beginning to its end.
    ///   - charset: The charset's name as a message gives it (IANA names, any case).
    ///   - replacingInvalid: Whether bytes without meaning become U+FFFD instead of an error.
    /// - Returns: The text.
    /// - Throws: `.unsupported` without a position when the charset is not known; `.invalidUTF8` (in UTF-8),
    ///   `.invalidCharacter` or `.truncated` at the first byte without meaning.
    func decode(_ bytes: Span<UInt8>, charset: String, replacingInvalid: Bool) throws(CodecError) -> String
}

extension CharsetDecoding {
    /// Decodes all of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: Text in the charset, from its beginning to its end.
    ///   - charset: The charset's name, any case.
    /// - Returns: The text.
    /// - Throws: As the method with `replacingInvalid`, for bytes without meaning too.
    public func decode(_ bytes: borrowing some Bytes, charset: String) throws(CodecError) -> String {
        try bytes.withBytes { (span) throws(CodecError) in
            try decode(span, charset: charset, replacingInvalid: false)
        }
    }
}
