internal import ArcaCompression

/// How `--format` names the formats.
enum CompressionFormatName: String, CaseIterable, ArgumentValue {
    case gzip, zlib, deflate

    /// The library's name for it.
    var format: CompressionFormat {
        switch self {
        case .gzip: .gzip
        case .zlib: .zlib
        case .deflate: .deflate
        }
    }
}
