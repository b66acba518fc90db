/// A step that takes a layer off: the codecs of `arca decode` that can be found without a key, by their names there.
public enum LayerCodec: String, Sendable, Hashable, CaseIterable {
    /// Hexadecimal digits.
    case base16
    /// Base32 of RFC 4648.
    case base32
    /// Base32 with the extended hex alphabet.
    case base32hex
    /// Crockford's Base32.
    case crockford
    /// z-base-32.
    case zbase32
    /// Base45 of RFC 9285.
    case base45
    /// Base58 with Bitcoin's symbols.
    case base58
    /// Base62, digits first.
    case base62
    /// Base64, padded.
    case base64
    /// Base64 with `-` and `_`, padded.
    case base64url
    /// Ascii85, with or without `<~` and `~>`.
    case ascii85
    /// Base85 of RFC 1924.
    case base85
    /// Base85 of ZeroMQ.
    case z85
    /// Base64 in lines with CRLF, as in mail.
    case mime
    /// Quoted-printable.
    case quotedPrintable = "qp"
    /// Encoded words of header fields.
    case encodedWord = "mime-word"
    /// Percent-encoding.
    case percent
    /// Unicode escapes and numeric character references.
    case unicode
    /// Character references of HTML, by name too.
    case html
    /// A string of JSON.
    case json
    /// A hex dump.
    case hexdump
    /// A `data:` URI.
    case dataURI = "data-uri"
    /// One block of PEM.
    case pem
    /// An array of bytes in C.
    case cArray = "c-array"
    /// gzip.
    case gunzip
    /// zlib or bare deflate.
    case inflate
    /// UTF-16 with a byte order mark.
    case utf16
    /// UTF-16, little-endian.
    case utf16le
    /// UTF-16, big-endian.
    case utf16be
    /// UTF-32 with a byte order mark.
    case utf32
    /// UTF-32, little-endian.
    case utf32le
    /// UTF-32, big-endian.
    case utf32be
    /// Letters moved by 13 places.
    case rot13
    /// Visible characters moved by 47 places.
    case rot47
    /// Letters moved by any number of places.
    case caesar
    /// The alphabet reversed.
    case atbash

    /// The step's name on the command line.
    public var name: String { rawValue }

    /// Whether it only exchanges letters, so that everything else about the text stays as it was.
    var isLetterCipher: Bool {
        switch self {
        case .rot13, .rot47, .caesar, .atbash: true
        default: false
        }
    }

    /// Whether it undoes compression.
    var isCompression: Bool { self == .gunzip || self == .inflate }
}
