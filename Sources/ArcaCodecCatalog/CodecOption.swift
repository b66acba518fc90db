internal import ArcaCodecs

extension Codec {
    /// An option of a codec; ``Codec/options(for:)`` returns those of each codec.
    public enum Option: String, Sendable, Hashable, CaseIterable {
        /// Characters per line; 0 for a single line without line end.
        case wrap
        /// No padding.
        case noPadding = "no-padding"
        /// Upper-case letters.
        case upper
        /// Lower-case letters.
        case lower
        /// Accepts whitespace, either case, missing padding and variant alphabets: everything that loses no data.
        case lenient
        /// Other symbols, or the name of a known alphabet.
        case alphabet
        /// A check symbol at the end.
        case check
        /// The number of symbols between hyphens.
        case hyphens
        /// Delimits Ascii85 with `<~` and `~>`.
        case adobe
        /// `y` for four spaces in Ascii85.
        case btoa
        /// The prefix before the `1` of Bech32.
        case prefix
        /// The shift of letters in encoding.
        case shift
        /// The key: a word, or two numbers.
        case key
        /// A variant of the codec, by name.
        case form
        /// Also escapes ASCII characters.
        case all
        /// Encodes line ends like other bytes.
        case binary
        /// Ends all lines with CRLF.
        case crlf
        /// The format of a dump: `xxd`, `canonical`, `plain`, or a ``ForeignDump/Layout``.
        case layout
        /// The address format of an `od` dump.
        case addresses
        /// Bytes per line of a dump.
        case columns
        /// Bytes between spaces in an `xxd` dump.
        case group
        /// The size of a part, in bytes, for a file sent in several parts.
        case partSize = "part-size"
        /// The media type.
        case type
        /// The label of a PEM block, or the name of an array.
        case label
        /// The maximum size of a codec's buffer, or of decompressed data, in bytes.
        case limit

        /// The type of an option's value.
        public enum Kind: Sendable, Hashable {
            /// No value: the option is present or not.
            case flag
            /// An integer in a range.
            case number(ClosedRange<Int>)
            /// One of several words.
            case choice([String])
            /// Any text.
            case text
        }

        private struct Row {
            let kind: Kind
            let placeholder: String
            let encoding: String?
            let decoding: String?
            var excludes: [Option] = []

            init(
                _ kind: Kind, _ placeholder: String = "", encoding: String? = nil, decoding: String? = nil,
                both: String? = nil, excludes: [Option] = []
            ) {
                self.kind = kind
                self.placeholder = placeholder
                self.encoding = encoding ?? both
                self.decoding = decoding ?? both
                self.excludes = excludes
            }
        }

        private var row: Row {
            switch self {
            case .wrap:
                Row(
                    .number(0...Int(Int32.max)), "N",
                    encoding: "write lines of N characters, each with its line end; 0 for a single line without",
                    decoding: "read lines of N characters; 0 for a single line without line end")
            case .noPadding: Row(.flag, encoding: "leave padding out", decoding: "read text without padding")
            case .upper:
                Row(
                    .flag, encoding: "write capital letters", decoding: "accept only capital letters",
                    excludes: [.lower])
            case .lower: Row(.flag, encoding: "write small letters", decoding: "accept only small letters")
            case .lenient:
                Row(
                    .flag,
                    decoding:
                        "accept white space, either case, missing padding, variant alphabets: all that loses no data")
            case .alphabet:
                Row(
                    .text, "TEXT",
                    both: "use other symbols, all of them in order of their values; or a name such as ripple",
                    excludes: [.upper, .lower])
            case .check: Row(.flag, encoding: "append a check symbol", decoding: "require and test the check symbol")
            case .hyphens: Row(.number(1...Int(Int32.max)), "N", encoding: "put a hyphen after every N symbols")
            case .adobe: Row(.flag, both: "expect or write <~ and ~> around the text, as in PostScript")
            case .btoa: Row(.flag, both: "use y for four spaces, as btoa does")
            case .prefix:
                Row(.text, "TEXT", encoding: "put TEXT before the 1", decoding: "require TEXT before the 1")
            case .shift:
                Row(
                    .number(Int(Int32.min)...Int(Int32.max)), "N",
                    both: "number of places that letters move when encoding")
            case .key:
                Row(
                    .text, "TEXT",
                    both:
                        "a word, for affine two numbers A,B, for rail-fence one; such a key protects nothing, so it may stand "
                        + "here")
            case .form: Row(.text, "NAME", both: "use a variant of the codec")
            case .all: Row(.flag, encoding: "escape ASCII characters too")
            case .binary: Row(.flag, encoding: "encode line ends like other bytes")
            case .crlf: Row(.flag, encoding: "end all lines with CRLF, as mail needs it")
            case .layout:
                Row(
                    .choice(["xxd", "canonical", "plain"] + ForeignDump.Layout.allCases.map { $0.rawValue }), "NAME",
                    both:
                        "form of the dump: xxd; canonical, as hexdump -C; plain, as xxd -p; bits, as xxd -b; hexdump; od, "
                        + "od-b, od-c, od-x, od-x1, od-x4, od-x8, od-u1; tshark, wireshark, 010-editor")
            case .addresses:
                Row(
                    .choice(ForeignDump.Addresses.allCases.map { $0.rawValue }), "NAME",
                    encoding: "form of the addresses of od: octal, decimal, hex, none")
            case .columns: Row(.number(1...256), "N", both: "bytes in a line of a dump")
            case .group: Row(.number(0...256), "N", both: "bytes between spaces in an xxd dump; 0 for no spaces")
            case .partSize: Row(.number(1...Int(Int32.max)), "N", encoding: "split into parts of N bytes")
            case .type: Row(.text, "TYPE", encoding: "the media type, such as image/png")
            case .label:
                Row(
                    .text, "TEXT", encoding: "the label of the bytes, such as CERTIFICATE",
                    decoding: "read the block with this label")
            case .limit:
                Row(
                    .number(1...Int(clamping: Int64(1) << 40)), "N",
                    both: "maximum number of bytes that a codec may hold at once, or decompress to")
            }
        }

        /// The type of the value.
        public var kind: Kind { row.kind }

        /// The placeholder for the value in help: `N`, `TEXT`; empty for flags.
        public var placeholder: String { row.placeholder }

        /// Returns a description for a direction, in one line, lower case, without a full stop; nil if no codec
        /// supports it.
        public func summary(for direction: Direction) -> String? {
            direction == .encoding ? row.encoding : row.decoding
        }

        /// Options that this one cannot be combined with; each pair is listed once.
        public var excludes: [Option] { row.excludes }
    }

    /// The value of an option.
    public enum Value: Sendable, Hashable, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
        ExpressibleByStringLiteral, CustomStringConvertible
    {
        /// Whether a flag is present.
        case flag(Bool)
        /// A number.
        case number(Int)
        /// A text.
        case text(String)

        /// Creates a flag.
        public init(booleanLiteral value: Bool) { self = .flag(value) }

        /// Creates a number.
        public init(integerLiteral value: Int) { self = .number(value) }

        /// Creates a text.
        public init(stringLiteral value: String) { self = .text(value) }

        /// The value as a user would type it.
        public var description: String {
            switch self {
            case .flag(let isGiven): isGiven.description
            case .number(let number): number.description
            case .text(let text): text
            }
        }
    }

    /// Options and their values: `[.wrap: 76, .upper: true, .label: "CERTIFICATE"]`.
    public struct Options: Sendable, Hashable, ExpressibleByDictionaryLiteral {
        private var values: [Option: Value] = [:]

        /// Creates options from a literal; the last value of a repeated option wins.
        public init(dictionaryLiteral elements: (Option, Value)...) {
            for (option, value) in elements { self[option] = value }
        }

        /// The value of an option, or nil if it is not set.
        public subscript(option: Option) -> Value? {
            get { values[option] }
            set { values[option] = newValue == .flag(false) ? nil : newValue }
        }

        /// Whether a flag is set.
        public subscript(flag option: Option) -> Bool {
            get { self[option] == .flag(true) }
            set { self[option] = .flag(newValue) }
        }

        /// The value of a number option, or nil if it is not set.
        public subscript(number option: Option) -> Int? {
            get { if case .number(let number) = self[option] { number } else { nil } }
            set { self[option] = newValue.map(Value.number) }
        }

        /// The value of a text option, or nil if it is not set.
        public subscript(text option: Option) -> String? {
            get { if case .text(let text) = self[option] { text } else { nil } }
            set { self[option] = newValue.map(Value.text) }
        }

        /// The options that are set, in the order of ``Option``.
        public var given: [Option] { Option.allCases.filter { values[$0] != nil } }

        /// Returns only the options that a codec supports for a direction, so several codecs can share options.
        public func restricted(to codec: Codec, _ direction: Direction) -> Options {
            var copy = self
            for option in given where !codec.options(for: direction).contains(option) { copy[option] = nil }
            return copy
        }

        var accepted: DecodingOptions { self[flag: .lenient] ? .lenient : [] }

        /// The choice named by an option; the first one by default.
        func choice<Choice>(
            _ option: Option, _ choices: KeyValuePairs<String, Choice>, of codec: String
        ) throws(CodecError) -> Choice {
            let name = self[text: option] ?? choices.first?.key
            guard let choice = choices.first(where: { $0.key == name }) else {
                throw CodecError(
                    .invalidOption, "\(codec) has no \(option.rawValue) '\(name ?? "")'",
                    hint: "choose from \(choices.map { $0.key }.joined(separator: ", "))")
            }
            return choice.value
        }

        /// Throws unless the codec supports all options, with valid values.
        func check(for codec: Codec, _ way: Way) throws(CodecError) {
            for option in given {
                guard way.options.contains(option) else {
                    let names = way.options.map { $0.rawValue }.joined(separator: ", ")
                    throw CodecError(
                        .invalidOption, "\(codec.name) has no option '\(option.rawValue)'",
                        hint: names.isEmpty ? "it has no options" : "it has \(names)")
                }
                switch (option.kind, self[option]) {
                case (.flag, .flag), (.text, .text): break
                case (.choice(let words), .text(let word)) where words.contains(word): break
                case (.number(let range), .number(let number)) where range.contains(number): break
                case (.flag, _): throw CodecError(.invalidOption, "option '\(option.rawValue)' takes no value")
                case (.text, _): throw CodecError(.invalidOption, "option '\(option.rawValue)' takes text")
                case (.choice(let words), _):
                    throw CodecError(
                        .invalidOption, "option '\(option.rawValue)' takes one of \(words.joined(separator: ", "))")
                case (.number(let range), _):
                    throw CodecError(
                        .invalidOption,
                        "option '\(option.rawValue)' takes a number, \(range.lowerBound) to \(range.upperBound)")
                }
                if let other = option.excludes.first(where: { self[$0] != nil }) {
                    throw CodecError(
                        .invalidOption, "'\(option.rawValue)' cannot be combined with '\(other.rawValue)'")
                }
            }
            if let requirement = way.requirement, self[requirement.option] == nil {
                throw CodecError(
                    .invalidOption, "\(codec.name) needs option '\(requirement.option.rawValue)'",
                    hint: "such as \(requirement.example)")
            }
        }
    }
}
