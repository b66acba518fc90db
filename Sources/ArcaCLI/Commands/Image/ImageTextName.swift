internal import ArcaImages

/// The forms of text, as `--text` takes them.
enum ImageTextName: String, CaseIterable, ArgumentValue {
    case base16, base32, base64, base64url, base85, z85, mime
    case dataURI = "data-uri"

    /// The library's form.
    var text: ImageText {
        switch self {
        case .base16: .base16
        case .base32: .base32
        case .base64: .base64
        case .base64url: .base64url
        case .base85: .base85
        case .z85: .z85
        case .mime: .mime
        case .dataURI: .dataURI
        }
    }
}
