internal import ArcaCodecs
internal import ArcaCompression

// Steps of decoding that are no text: what lies under an encoding.
extension Codec {
    static let compressed: [Codec] = [
        Codec(
            "gunzip", ["gzip"], "what gzip has compressed, several members too (RFC 1952)", encode: [], nil,
            decode: [.limit], { settings in [InflateStage(.gzip, limits: limits(settings))] }),
        Codec(
            "inflate", ["zlib", "deflate"], "zlib, bare deflate or gzip, told by the first byte",
            encode: [], nil, decode: [.limit], { settings in [InflateStage(nil, limits: limits(settings))] }),
        utf16("utf16", "a byte order mark says which, else big-endian"),
        utf16("utf16le", "little-endian"),
        utf16("utf16be", "big-endian"),
    ]

    private static func limits(_ settings: CodecSettings) -> InflateLimits {
        settings.limit.map { InflateLimits(maximumByteCount: $0, maximumRatio: nil) } ?? .standard
    }

    private static func utf16(_ name: String, _ order: String) -> Codec {
        Codec(
            name, [], "UTF-16, printed in UTF-8; \(order)", encode: [], nil, decode: [.limit],
            { settings in
                whole(name, settings) { Array(try BuiltInCharsets().decode($0, charset: name).utf8) }
            })
    }
}
