extension Codec {
    /// The knowledge about a codec that the search for layers needs: when to try it, how unlikely it is, what it loses.
    ///
    /// Costs are in bits: a step that costs one bit more is half as likely. 4 bits stand for a mark that ordinary text
    /// does not have, such as a magic number; 10 for Base64, the most common base; 18 for the rarest one. They started as
    /// estimates and were tuned with `scripts/decode-report` on other seeds than the one in DETECTION.md. Measure a new
    /// codec and each change of a cost the same way.
    package struct Clue: Sendable {
        /// The inputs that a codec is tried on.
        package enum Stage: Sendable, CaseIterable {
            /// Any input. If a codec recognizes its frame, no later codec of this stage is tried.
            case frame
            /// Input in no known binary format.
            case charset
            /// Text.
            case text
            /// Text or bytes that a cracker finds a key for.
            case cipher
            /// None.
            case unsearched
        }

        /// A way to decode: options, and its cost.
        package struct Attempt: Sendable {
            package var options: Options = [:]
            /// Prior cost, in bits.
            package let bits: Double
            /// For compression: the number of bits that a header and a checksum determine.
            package var evidenceBits: Double?
            /// Whether it only removes a wrapper: line breaks, or quotes around text without escapes.
            package var isWrapping = false
            /// Whether addresses, lengths or a frame are checked, so success proves the encoding.
            package var isFramed = false

            /// Cost of leniency in bits: one encoded text in eight has white space or lacks padding.
            static let leniencyBits = 3.0

            /// The same attempt with lenient decoding, which proves nothing.
            func lenient(_ extra: Double = leniencyBits) -> Attempt {
                var attempt = Attempt(options: options, bits: bits + extra, isWrapping: isWrapping)
                attempt.options[flag: .lenient] = true
                return attempt
            }

            func with(_ option: Option, _ value: Value) -> Attempt {
                var attempt = self
                attempt.options[option] = value
                return attempt
            }

            /// The strict attempt, then the lenient one.
            var orLenient: [Attempt] { [self, lenient()] }
        }

        /// Groups of attempts for an input; the first attempt of a group that succeeds is used.
        package typealias Detector = @Sendable (Span<UInt8>, Input) -> [[Attempt]]

        /// The information that decoding discards.
        package enum Loss: Sendable {
            /// None: separators and quotes say nothing.
            case nothing
            /// Characters that lenient decoding skips, and bits of the last symbol that no encoder sets.
            case skipped(hasUnusedBits: Bool)
            /// A media type and a fragment.
            case mediaType
            /// Text around a block.
            case surroundings
            /// The part after the last dot; the token `empty` has no content but its frame.
            case signature(empty: String)
            /// Line breaks other than folds.
            case lineBreaks
        }

        /// Costs of a cipher, which turns any text into other text.
        package struct Cipher: Sendable {
            /// Prior cost, with the key if its length is fixed, in bits.
            package let bits: Double
            /// Cost of each letter or byte of the key, in bits.
            package var bitsPerKeyUnit = 0.0
            /// Whether a few words confirm a result, instead of text in a known language.
            package var acceptsWords = false
        }

        package let stage: Stage
        /// The position in the stage, common codecs first: the work of a search is limited.
        package let rank: Int
        package let loss: Loss
        /// Nil for a codec that is not a cipher.
        package let cipher: Cipher?
        /// Whether it and ciphers exclude each other in a reading: ciphers do, and 8-bit charsets, because ciphers leave
        /// their letters alone.
        package let excludesCiphers: Bool
        /// The kind of file that it decompresses, as the recognition of data names it: `gzip`.
        let fileKind: String?
        /// Whether it leaves most characters unchanged.
        package let isEscape: Bool
        /// Whether a label around the content confirms the encoding, like a checksum.
        package let isFramed: Bool
        /// Whether its time grows with the square of the input.
        package let isQuadratic: Bool
        /// Work per byte of input and output, relative to the other codecs.
        package let effort: Int
        package let attempts: Detector

        init(
            _ stage: Stage, _ rank: Int, loss: Loss = .skipped(hasUnusedBits: false), cipher: Cipher? = nil,
            excludesCiphers: Bool = false, fileKind: String? = nil, isEscape: Bool = false, isFramed: Bool = false,
            isQuadratic: Bool = false, effort: Int = 1,
            attempts: @escaping Detector = { _, _ in [] }
        ) {
            self.stage = stage
            self.rank = rank
            self.loss = loss
            self.cipher = cipher
            self.excludesCiphers = excludesCiphers || cipher != nil
            self.fileKind = fileKind
            self.isEscape = isEscape
            self.isFramed = isFramed
            self.isQuadratic = isQuadratic
            self.effort = effort
            self.attempts = attempts
        }

        /// For a codec that the search does not try; the row says why.
        static let unsearched = Clue(.unsearched, 0)

        static func cipher(_ bits: Double, bitsPerKeyUnit: Double = 0, acceptsWords: Bool = false) -> Clue {
            Clue(
                .cipher, 0, cipher: Cipher(bits: bits, bitsPerKeyUnit: bitsPerKeyUnit, acceptsWords: acceptsWords))
        }

        /// Minimum size of input that may be truncated, in bytes: the end of less input is too large a part of it.
        package static let minimumCutByteCount = 24
        /// Maximum number of bytes in which marks are counted.
        static let countedByteCount = 64 << 10
        /// Cost of a step that the content forbids, such as escapes that belong to a document.
        package static let forbidden = 1e6
    }

    /// The codecs of a stage, in order of rank.
    package static func searched(in stage: Clue.Stage) -> [Codec] { byStage[stage, default: []] }

    /// The codec that decompresses a kind of file, such as `gzip`; nil if none does.
    package static func decompressing(_ fileKind: String) -> Codec? {
        searched(in: .frame).first { $0.clue.fileKind == fileKind }
    }

    private static let byStage = Dictionary(grouping: all, by: { $0.clue.stage })
        .mapValues { $0.sorted { $0.clue.rank < $1.clue.rank } }
}
