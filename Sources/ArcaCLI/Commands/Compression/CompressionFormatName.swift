internal import ArcaCompression

/// How `--format` names the formats.
enum CompressionFormatName: String, CaseIterable, ArgumentValue {
    case gzip, zlib, deflate, short

    /// The library's name for it; nil for short strings, which are no stream.
    var format: CompressionFormat? {
        switch self {
        case .gzip: .gzip
        case .zlib: .zlib
        case .deflate: .deflate
        case .short: nil
        }
    }
}

extension ShortStringKind: ArgumentValue {}
