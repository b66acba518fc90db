internal import ArcaCodecs
internal import ArcaCompression

// Steps of decoding that are no text: what lies under an encoding.
extension Codec {
    static let compressed: [Codec] =
        [
            Codec(
                "gunzip", ["gzip"], "what gzip has compressed, several members too (RFC 1952)", encode: [], nil,
                decode: [.limit], { settings in [InflateStage(.gzip, limits: limits(settings))] }),
            Codec(
                "inflate", ["zlib", "deflate"], "zlib, bare deflate or gzip, told by the first byte",
                encode: [], nil, decode: [.limit], { settings in [InflateStage(nil, limits: limits(settings))] }),
        ]
        + ["16", "32"].flatMap { width in
            [("", "a byte order mark says which, else big-endian"), ("le", "little-endian"), ("be", "big-endian")].map {
                unicode("utf\(width)\($0)", "UTF-\(width), printed in UTF-8; \($1)")
            }
        }

    private static func limits(_ settings: CodecSettings) -> InflateLimits {
        settings.limit.map { InflateLimits(maximumByteCount: $0, maximumRatio: nil) } ?? .standard
    }

    private static func unicode(_ name: String, _ summary: String) -> Codec {
        Codec(
            name, [], summary, encode: [], nil, decode: [.limit],
            { settings in
                whole(name, settings) { Array(try BuiltInCharsets().decode($0, charset: name).utf8) }
            })
    }
}
