internal import ArcaCodecs

// Helpers for the rows of the table.
extension Codec.Way {
    init(
        _ options: [Codec.Option] = [], requires requirement: Codec.Requirement? = nil,
        _ make: @escaping @Sendable (Codec.Options) throws(StreamFailure) -> any CodecStream
    ) {
        self.init(options: options, requirement: requirement, make: make)
    }
}

extension Codec {
    /// The line structure of a text.
    enum Layout {
        /// Lines with the length of coreutils or of `wrap`.
        case lines
        /// One line with an optional LF; lenient decoders skip line ends.
        case line
        /// One line with an optional LF, also for lenient decoders.
        case singleLine
        /// No processing: the codec handles line ends.
        case free
    }

    /// A codec with a streaming text; `lenient` creates another decoder for lenient decoding.
    static func text<Value: StreamingTextCodec>(
        _ name: String, _ aliases: [String], _ summary: String, _ layout: Layout, clue: Clue,
        encode: [Option] = [], decode: [Option]? = nil, lenient: (@Sendable () -> any CodecStream)? = nil,
        _ value: @escaping @Sendable (Options) throws(StreamFailure) -> Value
    ) -> Codec {
        Codec(
            name, aliases, summary, clue: clue,
            encode: Way(encode) { (options) throws(StreamFailure) in
                let encoder = TransformStream(try value(options).makeEncoder())
                guard let columns = options[number: .wrap], columns > 0 else { return encoder }
                return LineWrapper(encoder, columns: columns)
            },
            decode: Way(decode ?? encode + [.lenient]) { (options) throws(StreamFailure) in
                if options[flag: .lenient], let lenient { return lenient() }
                let decoder = TransformStream(try value(options).allowing(options.accepted).makeDecoder())
                switch layout {
                case .lines where !options[flag: .lenient] && options[number: .wrap] != 0:
                    return LineUnwrapper(decoder, columns: options[number: .wrap])
                case .line where !options[flag: .lenient], .singleLine: return LineUnwrapper(singleLine: decoder)
                default: return decoder
                }
            }, value: erased(value))
    }

    /// A codec that buffers its input and decodes one line with an optional LF.
    static func whole<Value: TextCodec>(
        _ name: String, _ aliases: [String], _ summary: String, clue: Clue, limit: Int,
        encode: [Option] = [.limit], decode: [Option] = [.limit],
        _ value: @escaping @Sendable (Options) throws(StreamFailure) -> Value
    ) -> Codec {
        Codec(
            name, aliases, summary, clue: clue,
            encode: Way(encode) { (options) throws(StreamFailure) in
                let codec = try value(options)
                return whole(name, options, limit: limit) { (bytes, _) throws(StreamFailure) in
                    do throws(Value.EncodingFailure) { return try codec.encodeToBytes(bytes) } catch {
                        throw encodingFailure(error)
                    }
                }
            },
            decode: Way(decode) { (options) throws(StreamFailure) in
                let codec = try value(options).allowing(options.accepted)
                return whole(name, options, limit: limit) { (bytes, _) throws(StreamFailure) in
                    try codec.decode(line(bytes))
                }
            }, value: erased(value))
    }

    #if hasFeature(Embedded)
    static func erased<Value: TextCodec>(
        _ value: @Sendable (Options) throws(StreamFailure) -> Value?
    ) -> (@Sendable (Options) throws(StreamFailure) -> CodecValue?)? { nil }
    #else
    /// The codec of options as a value of any type.
    static func erased<Value: TextCodec>(
        _ value: @escaping @Sendable (Options) throws(StreamFailure) -> Value?
    ) -> (@Sendable (Options) throws(StreamFailure) -> CodecValue?)? {
        { (options) throws(StreamFailure) in try value(options) }
    }
    #endif

    static func letters(
        _ name: String, _ summary: String, clue: Clue, _ options: [Option] = [],
        requires requirement: Requirement? = nil,
        _ cipher: @escaping @Sendable (Options) throws(StreamFailure) -> some LetterCipher
    ) -> Codec {
        Codec(
            name, [], summary, clue: clue,
            encode: Way(options, requires: requirement) { (options) throws(StreamFailure) in
                TransformStream(try cipher(options).makeEncoder())
            },
            decode: Way(options, requires: requirement) { (options) throws(StreamFailure) in
                TransformStream(try cipher(options).makeDecoder())
            })
    }

    /// A conversion of the whole input; `limit` applies unless an option overrides it.
    static func whole(
        _ name: String, _ options: Options, limit: Int = 64 << 20, cut endings: CutText.Endings? = nil,
        _ convert: @escaping WholeStream.Conversion
    ) -> any CodecStream { WholeStream(name, limit: options[number: .limit] ?? limit, cut: endings, convert) }

    static func line(_ bytes: [UInt8]) -> [UInt8] { bytes.last == .newline ? bytes.dropLast() : bytes }

    /// Decodes UTF-8 and keeps a byte order mark.
    static func text(_ bytes: [UInt8]) throws(CodecError) -> String {
        let text = try BuiltInCharsets().decode(bytes, charset: "utf-8")
        return bytes.starts(with: [0xef, 0xbb, 0xbf]) ? "\u{feff}" + text : text
    }
}
