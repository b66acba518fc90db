public import ArcaCodecCatalog
public import ArcaCodecs

extension LayerFinder {
    /// What a search found in an input.
    public struct Report: Sendable {
        /// The likeliest reading; nil when the input is best left as it is.
        public var best: Reading?
        /// What comes out of the best reading's recipe; empty without one.
        public let output: [UInt8]
        /// The layers of the best reading, outermost first; none without one.
        public let layers: [Layer]
        /// What the input itself is.
        public let input: Recognition
        /// What else fits, likeliest first: readings that lead to text or a known format.
        public let alternatives: [Reading]
        /// What was tried, in order; empty unless ``LayerFinder/recordsTrials`` is set.
        public let trials: [Trial]
        /// What else there is to say, a sentence each, lower case without a full stop.
        public let notes: [String]
        /// Bytes that decoding and weighing read and wrote, with 4 KiB for each step: a measure of the time that does not
        /// depend on the machine.
        public internal(set) var workByteCount = 0

        /// The recipe of the best reading.
        public var recipe: Recipe? { best?.recipe }
        /// The confidence in the best reading; 0 without one.
        public var confidence: Double { best?.confidence ?? 0 }
    }

    /// A reading of an input: a recipe and what it leads to.
    public struct Reading: Sendable {
        /// The steps; they were executed, and succeed.
        public var recipe: Recipe
        /// What comes out.
        public let content: Recognition
        /// Bytes that come out.
        public let byteCount: Int
        /// How likely this is the reading meant, 0 to 1: calibrated on many chains of encodings and strings without any, so
        /// that of the readings given at 99 % at least 98 in 100 are right.
        public let confidence: Double
        /// What the confidence was made of.
        package let certainty: LayerCertainty
    }

    /// A step that was tried.
    public struct Trial: Sendable {
        /// Steps before it.
        public let depth: Int
        /// The step.
        public let step: Codec.Step
        /// Whether what is incomplete at the end of its input was left out.
        public let isCut: Bool
        /// What it gave; nil when it refused its input.
        public let content: Recognition?
        /// Bytes that it gave.
        public let byteCount: Int
        /// What they cost by themselves, in bits: the cheapest reading is the likeliest.
        public let bits: Double
    }

    /// A layer that was removed: how, and what was under it.
    public struct Layer: Sendable, Hashable {
        /// The step that removed it.
        public let step: Codec.Step
        /// The codec that removed it.
        public var codec: Codec { step.codec }
        /// Bytes before the step.
        public let inputByteCount: Int
        /// Bytes after it.
        public let outputByteCount: Int
        /// What the bytes after it are.
        public let content: Recognition
    }

    /// Steps that remove the layers of an input, one after the other, and can be repeated exactly.
    ///
    /// `arca decode` with the ``description`` does the same as ``replay(_:limits:)``: both use ``Codec``.
    public struct Recipe: Sendable, Hashable, CustomStringConvertible {
        /// The steps in order, outermost layer first, each with its options.
        public let layers: [Codec.Step]
        /// Whether the input may end in the middle, as what was copied in part does: each step then leaves out what is
        /// incomplete at the end of what it gets.
        public var isCut = false

        /// The codecs of the steps.
        public var codecs: [Codec] { layers.map(\.codec) }

        /// Makes a recipe.
        ///
        /// - Parameter layers: The steps in order.
        public init(_ layers: [Codec.Step]) { self.layers = layers }

        /// Makes a recipe.
        ///
        /// - Parameters:
        ///   - codecs: The steps in order.
        ///   - options: The options of all of them; each step uses those that it takes.
        public init(_ codecs: [Codec], options: Codec.Options = [:]) {
            layers = codecs.map { Codec.Step($0, options.restricted(to: $0, .decoding)) }
        }

        /// Reads a recipe: `base64,ascii85(adobe),gunzip`.
        ///
        /// - Parameter text: The steps as ``description`` has them; white space may stand between them.
        /// - Throws: As ``Codec/Step/list(_:)``.
        public init(_ text: String) throws(CodecError) {
            layers = try Codec.Step.list(text)
        }

        /// The names of the codecs: `base64,gunzip,base16`.
        public var steps: String { codecs.map(\.name).joined(separator: ",") }

        /// What follows `arca decode` to do the same, as words: the steps with their options.
        public var arguments: [String] { [description] + (isCut ? ["--cut"] : []) }

        /// The steps with their options: `base64,ascii85(adobe)`.
        public var description: String { layers.map(\.description).joined(separator: ",") }

        /// Removes all layers.
        ///
        /// - Parameters:
        ///   - bytes: The input.
        ///   - limits: The maximum size of what a step gives.
        /// - Returns: What the last step gives; nil when a step refuses its input.
        public func replay(_ bytes: borrowing some Bytes, limits: Limits = .standard) -> [UInt8]? {
            var current = [UInt8](bytes: bytes)
            for step in layers {
                guard let next = outcome(of: step, current, limits) else { return nil }
                current = next.bytes
            }
            return current
        }

        /// What a step makes of bytes; nil when it refuses them.
        func outcome(of step: Codec.Step, _ bytes: [UInt8], _ limits: Limits) -> Codec.Outcome? {
            try? step.codec.outcome(
                .decoding, bytes, step.options, limit: limits.outputByteCount(forInput: bytes.count), allowsCut: isCut)
        }
    }
}
