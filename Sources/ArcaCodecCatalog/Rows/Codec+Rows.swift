internal import ArcaCodecs

// What the table is written with.
extension Codec.Way {
    /// Creates a way of options, the one that is required, and what makes the stream.
    init(
        _ options: [Codec.Option] = [], requires requirement: Codec.Requirement? = nil,
        _ make: @escaping @Sendable (Codec.Options) throws -> any CodecStream
    ) {
        self.init(options: options, requirement: requirement, make: make)
    }
}

extension Codec {
    /// What stands around a text besides its symbols.
    enum Layout {
        /// Lines as coreutils break them, or as `wrap` says.
        case lines
        /// One line, which may end in LF; lenient decoders skip line ends by themselves.
        case line
        /// One line, which may end in LF, for lenient decoders too.
        case singleLine
        /// Nothing: line ends belong to the codec.
        case free
    }

    /// A codec whose text can be a stream; `lenient` makes another decoder for all that people have.
    static func text<Value: StreamingTextCodec>(
        _ name: String, _ aliases: [String], _ summary: String, _ layout: Layout, encode: [Option] = [],
        decode: [Option]? = nil, lenient: (@Sendable () -> any CodecStream)? = nil,
        _ value: @escaping @Sendable (Options) throws -> Value
    ) -> Codec {
        Codec(
            name, aliases, summary,
            encode: Way(encode) { options in
                let encoder = TransformStream(try value(options).makeEncoder())
                guard let columns = options[number: .wrap], columns > 0 else { return encoder }
                return LineWrapper(encoder, columns: columns)
            },
            decode: Way(decode ?? encode + [.lenient]) { options in
                if options[flag: .lenient], let lenient { return lenient() }
                let decoder = TransformStream(try value(options).allowing(options.accepted).makeDecoder())
                switch layout {
                case .lines where !options[flag: .lenient] && options[number: .wrap] != 0:
                    return LineUnwrapper(decoder, columns: options[number: .wrap])
                case .line where !options[flag: .lenient], .singleLine: return LineUnwrapper(singleLine: decoder)
                default: return decoder
                }
            }, value: value)
    }

    /// A codec that takes its input as a whole, and decodes one line, which may end in LF.
    static func whole<Value: TextCodec>(
        _ name: String, _ aliases: [String], _ summary: String, limit: Int, encode: [Option] = [.limit],
        decode: [Option] = [.limit], _ value: @escaping @Sendable (Options) throws -> Value
    ) -> Codec {
        Codec(
            name, aliases, summary,
            encode: Way(encode) { options in
                let codec = try value(options)
                return whole(name, options, limit: limit) { bytes, _ in try codec.encodeToBytes(bytes) }
            },
            decode: Way(decode) { options in
                let codec = try value(options).allowing(options.accepted)
                return whole(name, options, limit: limit) { bytes, _ in try codec.decode(line(bytes)) }
            }, value: value)
    }

    /// A cipher of the alphabet.
    static func letters(
        _ name: String, _ summary: String, _ options: [Option] = [], requires requirement: Requirement? = nil,
        _ cipher: @escaping @Sendable (Options) throws -> some LetterCipher
    ) -> Codec {
        Codec(
            name, [], summary,
            encode: Way(options, requires: requirement) { TransformStream(try cipher($0).makeEncoder()) },
            decode: Way(options, requires: requirement) { TransformStream(try cipher($0).makeDecoder()) })
    }

    /// A conversion of the whole input; `limit` counts unless an option says another one.
    static func whole(
        _ name: String, _ options: Options, limit: Int = 64 << 20, cut endings: CutText.Endings? = nil,
        _ convert: @escaping WholeStream.Conversion
    ) -> any CodecStream { WholeStream(name, limit: options[number: .limit] ?? limit, cut: endings, convert) }

    /// The bytes without an LF at the end.
    static func line(_ bytes: [UInt8]) -> [UInt8] { bytes.last == 0x0a ? bytes.dropLast() : bytes }

    /// Bytes as text, all of them: a byte order mark stays.
    static func text(_ bytes: [UInt8]) throws(CodecError) -> String {
        let text = try BuiltInCharsets().decode(bytes, charset: "utf-8")
        return bytes.starts(with: [0xef, 0xbb, 0xbf]) ? "\u{feff}" + text : text
    }
}
