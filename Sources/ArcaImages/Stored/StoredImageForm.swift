internal import ArcaCodecs
public import ArcaCore

/// A form in which apps store images as text with a salt string; read only, because it protects nothing.
///
/// ```swift
/// let form = StoredImageForm(.base64, salt: "s3cret", place: .before)
/// let image = try form.read(text)
/// image.bytes       // the photo
/// image.mediaType   // image/jpeg
/// ```
public struct StoredImageForm: Sendable, Hashable {
    /// The text encoding of the image.
    public enum Encoding: String, Sendable, Hashable, CaseIterable {
        /// Hexadecimal digits in any case, with or without spaces.
        case base16
        /// Base32, with or without padding.
        case base32
        /// Base64 or Base64url, with or without padding and line breaks.
        case base64
        /// Base85 with the alphabet of RFC 1924.
        case base85
        /// Ascii85, with or without Adobe's delimiters.
        case ascii85
        /// ZeroMQ's Base85.
        case z85
        /// Base64 with lines of 76 characters.
        case mime
        /// A `data:` URI, parsed as in browsers.
        case dataURI = "data-uri"
    }

    /// An image that was stored as text.
    public struct Image: Sendable, Hashable {
        /// The image, byte for byte as it was stored.
        public let bytes: [UInt8]
        /// The media type, detected from the content; `application/octet-stream` for unknown content.
        public let mediaType: String
    }

    /// The position of the salt string.
    public enum SaltPlace: Sendable, Hashable {
        /// Before the text.
        case before
        /// After the text.
        case after
        /// Inside the text: at an offset in UTF-8 bytes, or at its only occurrence if the offset is nil.
        case inside(offset: Int?)
    }

    /// The stage at which the salt string was inserted.
    public enum SaltLevel: String, Sendable, Hashable, CaseIterable {
        /// The encoded text.
        case text
        /// The image bytes, before encoding.
        case bytes
    }

    /// The text encoding of the image.
    public let encoding: Encoding
    /// The salt string, or an empty string for none.
    public let salt: String
    /// The position of the salt string.
    public let place: SaltPlace
    /// The stage at which the salt string was inserted.
    public let level: SaltLevel

    /// Creates a description of a stored form.
    public init(_ encoding: Encoding, salt: String = "", place: SaltPlace = .before, level: SaltLevel = .text) {
        self.encoding = encoding
        self.salt = salt
        self.place = place
        self.level = level
    }

    /// Decodes an image.
    ///
    /// - Returns: The image, not checked: anyone could have made the text.
    /// - Throws: ``ImageError`` with code `.invalidOption` if the salt string is not at the expected position,
    ///   `.malformed` for text that does not decode.
    public func read(_ text: String) throws(ImageError) -> Image {
        let stored = Array(text.utf8)
        let bare = level == .text ? try withoutSalt(stored) : stored
        let bytes: [UInt8]
        do {
            bytes = try decode(String(decoding: bare, as: UTF8.self))
        } catch {
            throw ImageError(
                .malformed, at: error.position?.offset, "the text is no \(encoding.rawValue): \(error.reason)")
        }
        let image = level == .bytes ? try withoutSalt(bytes) : bytes
        return Image(bytes: image, mediaType: ImageKind.mediaType(of: image))
    }

    private func decode(_ text: String) throws(CodecError) -> [UInt8] {
        switch encoding {
        case .base16: try Base16.standard.allowing([.letterCase, .whitespace]).decode(text)
        case .base32:
            try Base32.standard.allowing([.letterCase, .whitespace, .missingPadding]).decode(text)
        case .base64, .mime:
            try Base64.standard.allowing([.whitespace, .missingPadding, .mixedAlphabets]).decode(text)
        case .base85: try Base85.standard.allowing(.whitespace).decode(text)
        case .ascii85:
            try (text.hasPrefix("<~") ? Ascii85.adobe : Ascii85.standard).allowing(.whitespace).decode(text)
        case .z85: try Z85.standard.allowing(.whitespace).decode(text)
        case .dataURI: try DataURI(text, rules: .whatwg).bytes
        }
    }

    private func withoutSalt(_ stored: [UInt8]) throws(ImageError) -> [UInt8] {
        let salt = Array(salt.utf8)
        guard !salt.isEmpty else { return stored }
        switch place {
        case .before:
            guard stored.starts(with: salt) else { throw missing(at: 0, "begin") }
            return Array(stored.dropFirst(salt.count))
        case .after:
            // Editors and databases may append a line ending.
            var end = stored.count
            while level == .text, end > salt.count, [.newline, .carriageReturn].contains(stored[end - 1]) { end -= 1 }
            guard stored[..<end].suffix(salt.count).elementsEqual(salt) else { throw missing(at: nil, "end") }
            return Array(stored[..<(end - salt.count)])
        case .inside(let offset?):
            guard offset >= 0, offset <= stored.count - salt.count,
                stored[offset..<offset + salt.count].elementsEqual(salt)
            else { throw missing(at: offset, "go on") }
            return Array(stored[..<offset] + stored[(offset + salt.count)...])
        case .inside(nil):
            let data = ImageData(stored)
            let places = (0...max(0, stored.count - salt.count)).filter { start in
                data.slice(start, salt.count)?.elementsEqual(salt) ?? false
            }
            guard places.count == 1, let start = places.first else {
                throw ImageError(
                    .invalidOption,
                    places.isEmpty
                        ? "the salt string does not occur in the text"
                        : "the salt string occurs \(places.count) times: its offset is needed")
            }
            return Array(stored[..<start] + stored[(start + salt.count)...])
        }
    }

    private func missing(at offset: Int?, _ verb: String) -> ImageError {
        let subject = level == .text ? "the text does" : "the bytes do"
        return ImageError(.invalidOption, at: offset, "\(subject) not \(verb) with the salt string")
    }
}
