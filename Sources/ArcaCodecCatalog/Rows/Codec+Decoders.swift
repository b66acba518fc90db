internal import ArcaCore
internal import ArcaCompression
internal import ArcaJOSE
internal import ArcaSystem

// Charsets, and codecs that only decode: compressed data, tokens.
extension Codec {
    static let compressed: [Codec] = [gunzip, inflate, bunzip2, unxz]
    static let charsets: [Codec] = [charset, utf16, utf16le, utf16be, utf32, utf32le, utf32be]

    package static let gunzip = inflating(
        "gunzip", ["gzip"], "what gzip has compressed, several members too (RFC 1952)", clue: .gunzip, .gzip)
    package static let inflate = inflating(
        "inflate", ["zlib", "deflate"], "zlib, bare deflate or gzip, detected from the first byte", clue: .inflate, nil)

    package static let bunzip2 = loaded(
        "bunzip2", ["bzip2", "bz2"], "what bzip2 has compressed; loads libbz2", clue: .bunzip2, .bzip2)
    package static let unxz = loaded("unxz", ["xz"], "what xz has compressed; loads liblzma", clue: .unxz, .xz)

    private static func inflating(
        _ name: String, _ aliases: [String], _ summary: String, clue: Clue, _ format: CompressionFormat?
    ) -> Codec {
        Codec(
            name, aliases, summary, clue: clue, encode: nil,
            decode: Way([.limit]) { InflateStream(Inflater(format: format, limits: limits($0))) })
    }

    private static func loaded(
        _ name: String, _ aliases: [String], _ summary: String, clue: Clue, _ format: LoadedDecompressor.Format
    ) -> Codec {
        Codec(
            name, aliases, summary, clue: clue, encode: nil,
            decode: Way([.limit]) { (options) throws(StreamFailure) in
                do throws(CompressionError) {
                    return InflateStream(try LoadedDecompressor(format, limits: limits(options)))
                } catch {
                    throw failure(error)
                }
            })
    }

    private static func limits(_ options: Options) -> InflateLimits {
        options[number: .limit].map { InflateLimits(maximumByteCount: $0, maximumRatio: nil) } ?? .standard
    }

    /// The names in hints; the system has many more.
    private static let commonCharsets =
        "gbk, gb18030, big5, shift-jis, euc-jp, euc-kr, iso-8859-1, windows-1250 to windows-1258, koi8-r"

    package static let charset = Codec(
        "charset", ["encoding", "iconv"], "text in a charset, from and to UTF-8 (forms: \(commonCharsets) …)",
        // The search finds the charset and its cost by the frequency of characters.
        clue: Clue(.charset, 6, loss: .nothing, excludesCiphers: true),
        encode: Way([.form, .limit], requires: Requirement(option: .form, example: "gbk")) {
            (options) throws(StreamFailure) in
            let name = try charsetName(options)
            return whole("charset", options) { (bytes, _) throws(StreamFailure) in
                try SystemCharsets().encode(try text(bytes), charset: name)
            }
        },
        decode: Way([.form, .limit], requires: Requirement(option: .form, example: "gbk")) {
            (options) throws(StreamFailure) in
            let name = try charsetName(options)
            return whole("charset", options) { (bytes, _) throws(StreamFailure) in
                Array(try SystemCharsets().decode(bytes, charset: name).utf8)
            }
        })

    private static func charsetName(_ options: Options) throws(CodecError) -> String {
        let name = options[text: .form] ?? ""
        guard SystemCharsets().knows(name) else {
            throw CodecError(
                .invalidOption, "charset \(String(printable: name.utf8)) is not known",
                hint: "choose one such as \(commonCharsets)")
        }
        return name
    }

    package static let utf16 = charset("utf16", "byte order from the mark, else big-endian", clue: .marked(1, width: 2))
    package static let utf16le = charset("utf16le", "little-endian", clue: .utf16(4))
    package static let utf16be = charset("utf16be", "big-endian", clue: .utf16(5))
    package static let utf32 = charset("utf32", "byte order from the mark, else big-endian", clue: .marked(0, width: 4))
    package static let utf32le = charset("utf32le", "little-endian", clue: .utf32(2))
    package static let utf32be = charset("utf32be", "big-endian", clue: .utf32(3))

    private static func charset(_ name: String, _ order: String, clue: Clue) -> Codec {
        Codec(
            name, [], "UTF-\(name.dropFirst(3).prefix(2)) to UTF-8; \(order)", clue: clue, encode: nil,
            decode: Way([.limit]) {
                whole(name, $0) { (bytes, _) throws(StreamFailure) in
                    Array(try BuiltInCharsets().decode(bytes, charset: name).utf8)
                }
            })
    }

    static let tokens: [Codec] = [jwt]

    private static let tokenLimit = 1 << 20

    package static let jwt = Codec(
        "jwt", ["jws", "json-web-token"], "header and claims of a token as JSON; no signature is verified (RFC 7519)",
        clue: .jwt,
        encode: nil,
        decode: Way([.lenient, .limit]) { (options) throws(StreamFailure) in
            whole("jwt", options, limit: tokenLimit) { (bytes, notes) throws(StreamFailure) in
                let token = try token(options[flag: .lenient] ? bytes.filter { $0 > 0x20 } : line(bytes))
                notes.append(
                    token.payload == nil
                        ? "only the header of an encrypted token can be read; anybody may have written it"
                        : "the signature was not verified: anybody may have written this")
                return Array((JSONValue.object(token.report).text(.pretty) + "\n").utf8)
            }
        })

    private static func token(_ text: [UInt8]) throws(CodecError) -> UnverifiedToken {
        do throws(JOSEError) {
            return try UnverifiedToken(text)
        } catch {
            // An error in the JSON of a part has its position relative to that part.
            let offset = if case .offset(let offset) = error.place { offset } else { 0 }
            throw CodecError(.invalidSyntax, at: TextPosition(offset: offset, in: text), error.reason)
        }
    }
}
