public import ArcaCodecCatalog
public import ArcaCore

extension LayerFinder {
    /// The result of a search.
    public struct Report: Sendable {
        /// The most likely reading, or nil if the input is best left unchanged.
        public var best: Reading?
        /// The output of the best reading's recipe, or empty.
        public let output: [UInt8]
        /// The layers of the best reading, outermost first, or empty.
        public let layers: [Layer]
        /// The kind of the input itself.
        public let input: Recognition
        /// Other readings that lead to text or a known format, most likely first.
        public let alternatives: [Reading]
        /// The steps tried, in order; empty unless ``LayerFinder/recordsTrials`` is set.
        public let trials: [Trial]
        /// Remarks, one sentence each, in lower case without a full stop.
        public let notes: [String]
        /// Bytes read and written by decoding and scoring, plus 4 KiB per step.
        ///
        /// This measures the work independently of the machine.
        public internal(set) var workByteCount = 0

        /// The recipe of the best reading.
        public var recipe: Recipe? { best?.recipe }
        /// The confidence in the best reading, from 0 to 1, or 0 if there is no best reading.
        public var confidence: Double { best?.confidence ?? 0 }
    }

    /// An interpretation of the input: a recipe and its result.
    public struct Reading: Sendable {
        /// The steps, all executed successfully.
        public var recipe: Recipe
        /// The kind of the output.
        public let content: Recognition
        /// The size of the output in bytes.
        public let byteCount: Int
        /// The probability that this reading is correct, from 0 to 1.
        ///
        /// Calibrated on many chains of encodings and on unencoded strings: of readings with 99 % confidence, at least
        /// 98 in 100 are correct.
        public let confidence: Double
        package let certainty: LayerCertainty
    }

    /// A step that was tried.
    public struct Trial: Sendable {
        /// The number of preceding steps.
        public let depth: Int
        /// The step that was tried.
        public let step: Codec.Step
        /// Whether an incomplete unit at the end of the input was dropped.
        public let isCut: Bool
        /// The kind of the output, or nil if the step rejected its input.
        public let content: Recognition?
        /// The size of the output in bytes.
        public let byteCount: Int
        /// The cost of the output alone, in bits; the cheapest reading is the most likely.
        public let bits: Double
    }

    /// A removed layer and its content.
    public struct Layer: Sendable, Hashable {
        /// The decoding step.
        public let step: Codec.Step
        /// The step's codec.
        public var codec: Codec { step.codec }
        /// The size of the input in bytes.
        public let inputByteCount: Int
        /// The size of the output in bytes.
        public let outputByteCount: Int
        /// The kind of the output.
        public let content: Recognition
    }

    /// A reproducible sequence of decoding steps that removes the layers of an input.
    ///
    /// `arca decode` with the ``description`` does the same as ``replay(_:limits:)``, because both use ``Codec``.
    public struct Recipe: Sendable, Hashable, CustomStringConvertible {
        /// The steps with their options, outermost layer first.
        public let layers: [Codec.Step]
        /// Whether the input may be truncated, as partly copied text is.
        ///
        /// Each step then drops an incomplete unit at the end of its input.
        public var isCut = false

        /// The codecs of the steps.
        public var codecs: [Codec] { layers.map { $0.codec } }

        /// Creates a recipe from steps.
        public init(_ layers: [Codec.Step]) { self.layers = layers }

        /// Creates a recipe from codecs.
        ///
        /// - Parameters:
        ///   - codecs: The steps in order.
        ///   - options: The options for all steps; each step uses the ones it accepts.
        public init(_ codecs: [Codec], options: Codec.Options = [:]) {
            layers = codecs.map { Codec.Step($0, options.restricted(to: $0, .decoding)) }
        }

        /// Parses a recipe: `base64,ascii85(adobe),gunzip`.
        ///
        /// - Parameter text: The steps in the format of ``description``, with optional white space between them.
        /// - Throws: The errors of ``Codec/Step/list(_:)``.
        public init(_ text: String) throws(CodecError) {
            layers = try Codec.Step.list(text)
        }

        /// The codec names: `base64,gunzip,base16`.
        public var steps: String { codecs.map { $0.name }.joined(separator: ",") }

        /// The arguments that make `arca decode` do the same.
        public var arguments: [String] { [description] + (isCut ? ["--cut"] : []) }

        /// The steps with their options: `base64,ascii85(adobe)`.
        public var description: String { layers.map { $0.description }.joined(separator: ",") }

        /// Removes all layers.
        ///
        /// - Parameters:
        ///   - bytes: The input.
        ///   - limits: The limits on each step's output.
        /// - Returns: The output of the last step, or nil if a step rejects its input.
        public func replay(_ bytes: borrowing some Bytes, limits: Limits = .standard) -> [UInt8]? {
            var current = [UInt8](bytes: bytes)
            for step in layers {
                guard let next = outcome(of: step, current, limits) else { return nil }
                current = next.bytes
            }
            return current
        }

        func outcome(of step: Codec.Step, _ bytes: [UInt8], _ limits: Limits) -> Codec.Outcome? {
            try? step.codec.outcome(
                .decoding, bytes, step.options, limit: limits.outputByteCount(forInput: bytes.count), allowsCut: isCut)
        }
    }
}
