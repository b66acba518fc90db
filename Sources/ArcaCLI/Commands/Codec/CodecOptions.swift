/// Which way a command goes: `arca encode` or `arca decode`.
protocol CodecDirection {
    /// The command's name.
    static var name: String { get }

    /// What a codec has for this way.
    static func way(of codec: Codec) -> Codec.Way?
}

/// From bytes to text.
enum Encoding: CodecDirection {
    static let name = "encode"
    static func way(of codec: Codec) -> Codec.Way? { codec.encoding }
}

/// From text to bytes.
enum Decoding: CodecDirection {
    static let name = "decode"
    static func way(of codec: Codec) -> Codec.Way? { codec.decoding }
}

extension CodecDirection {
    /// The codecs that go this way.
    static var codecs: [Codec] { Codec.all.filter { way(of: $0) != nil } }

    /// The options that any codec has for this way.
    static var options: CodecOption { codecs.reduce(into: []) { $0.formUnion(way(of: $1)?.options ?? []) } }
}

/// The options for codecs in one direction; those that no codec has are left out.
///
/// What a direction is stands at the extension: a condition here would be looked up at every start of the program.
struct CodecOptions<Direction> {
    var settings = CodecSettings()
}

extension CodecOptions: OptionGroup where Direction: CodecDirection {
    static var title: String { "Options of codecs ('arca \(Direction.name) list' says which has which)" }

    static var parameters: [Parameter<Self>] {
        let options = Direction.options
        Parameter.parts(of: \.settings, all.filter { options.contains($0.0) }.map(\.1))
    }

    // Key paths into a type without parameters take half the time to make.
    private static var all: [(CodecOption, Parameter<CodecSettings>)] {
        let isEncoding = Direction.self == Encoding.self
        let bytes = 1...(1 << 40)
        return [
            (
                .wrap,
                .option(
                    "-w", "--wrap", value: "N", set: \.wrap, in: 0...Int(Int32.max),
                    help: isEncoding
                        ? "lines of N characters, each with its line end; 0 for a single line without"
                        : "lines of N characters; 0 for a single line without line end")
            ),
            (
                .noPadding,
                .flag(
                    "--no-padding", set: \.hasNoPadding,
                    help: isEncoding ? "leave padding out" : "read text whose padding is left out")
            ),
            (
                .upper,
                .flag("--upper", set: \.isUpper, help: isEncoding ? "capital letters" : "only capital letters")
            ),
            (
                .lower,
                .flag("--lower", set: \.isLower, help: isEncoding ? "small letters" : "only small letters")
            ),
            (
                .lenient,
                .flag(
                    "--lenient", set: \.isLenient,
                    help: "take white space, either case, missing padding, sister alphabets: whatever loses no data")
            ),
            (
                .alphabet,
                .option(
                    "--alphabet", value: "TEXT", set: \.alphabet,
                    help: "other symbols, all of them in order of their values; or a known name, such as ripple")
            ),
            (
                .check,
                .flag(
                    "--check", set: \.hasCheck,
                    help: isEncoding ? "end by a check symbol" : "demand and test the check symbol")
            ),
            (
                .hyphens,
                .option(
                    "--hyphens", value: "N", set: \.hyphens, in: 1...Int(Int32.max),
                    help: "a hyphen after every N symbols")
            ),
            (.adobe, .flag("--adobe", set: \.isAdobe, help: "between <~ and ~>, as in PostScript")),
            (.btoa, .flag("--btoa", set: \.isBtoa, help: "y for four spaces, as btoa has it")),
            (
                .prefix,
                .option(
                    "--prefix", "--hrp", value: "TEXT", set: \.prefix,
                    help: isEncoding ? "what stands before the 1" : "what must stand before the 1")
            ),
            (
                .shift,
                .option(
                    "--shift", value: "N", set: \.shift, in: Int(Int32.min)...Int(Int32.max),
                    help: "places that letters move when encoding")
            ),
            (
                .key,
                .option(
                    "--key", value: "TEXT", set: \.key,
                    help: "a word, or for affine two numbers A,B; such a key protects nothing, so it may stand here")
            ),
            (
                .crack,
                .flag("--crack", set: \.isCrack, help: "find the likeliest keys instead of decoding")
            ),
            (.form, .option("--form", value: "NAME", set: \.form, help: "a variant of the codec")),
            (.escapesAll, .flag("--all", set: \.escapesAll, help: "escape ASCII characters too")),
            (.binary, .flag("--binary", set: \.isBinary, help: "encode line ends like other bytes")),
            (.crlf, .flag("--crlf", set: \.hasCRLF, help: "end all lines by CRLF, as mail needs it")),
            (
                .layout,
                .option(
                    "--layout", value: "NAME", set: \.layout,
                    help: "whose form of dump: xxd, hexdump -C or xxd -p")
            ),
            (
                .columns,
                .option(
                    "--columns", value: "N", set: \.columns, in: 1...256, help: "bytes in a line of a dump")
            ),
            (
                .group,
                .option(
                    "--group", value: "N", set: \.group, in: 0...256,
                    help: "bytes between spaces in an xxd dump; 0 for no spaces")
            ),
            (
                .mediaType,
                .option(
                    "--type", value: "TYPE", set: \.mediaType, help: "the media type, such as image/png")
            ),
            (
                .label,
                .option(
                    "--label", value: "TEXT", set: \.label,
                    help: isEncoding ? "what the bytes are called: CERTIFICATE" : "the block to take, by its label")
            ),
            (
                .limit,
                .option(
                    "--limit", value: "N", set: \.limit, in: bytes,
                    help: "bytes that a codec may hold at once, or inflate to")
            ),
        ]
    }
}
