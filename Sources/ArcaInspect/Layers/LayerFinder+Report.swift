public import ArcaCodecCatalog
public import ArcaCodecs

extension LayerFinder {
    /// What a search found in an input.
    public struct Report: Sendable {
        /// The likeliest reading; nil when the input is best left as it is.
        public let best: Reading?
        /// What comes out of the best reading's recipe; empty without one.
        public let output: [UInt8]
        /// The layers of the best reading, outermost first; none without one.
        public let layers: [Layer]
        /// What the input itself is.
        public let input: Recognition
        /// What else fits, likeliest first: readings that lead to text or a known format.
        public let alternatives: [Reading]
        /// What else there is to say, a sentence each, lower case without a full stop.
        public let notes: [String]

        /// The recipe of the best reading.
        public var recipe: Recipe? { best?.recipe }
        /// The confidence in the best reading; 0 without one.
        public var confidence: Double { best?.confidence ?? 0 }
    }

    /// A reading of an input: a recipe and what it leads to.
    public struct Reading: Sendable {
        /// The steps; they were executed, and succeed.
        public let recipe: Recipe
        /// What comes out.
        public let content: Recognition
        /// Bytes that come out.
        public let byteCount: Int
        /// How likely this is the reading meant, 0 to 1, among all that were found and the input as it is.
        public let confidence: Double
    }

    /// A layer that was removed: how, and what was under it.
    public struct Layer: Sendable, Hashable {
        /// The step that removed it.
        public let codec: Codec
        /// Bytes before the step.
        public let inputByteCount: Int
        /// Bytes after it.
        public let outputByteCount: Int
        /// What the bytes after it are.
        public let content: Recognition
    }

    /// Steps that remove the layers of an input, one after the other, and can be repeated exactly.
    ///
    /// `arca decode` with the ``arguments`` does the same as ``replay(_:limits:)``: both use ``Codec``.
    public struct Recipe: Sendable, Hashable, CustomStringConvertible {
        /// The steps in order, outermost layer first.
        public let codecs: [Codec]
        /// The options of all steps; each step uses those that it takes.
        public let options: Codec.Options

        /// Makes a recipe.
        ///
        /// - Parameters:
        ///   - codecs: The steps in order.
        ///   - options: The options of all of them.
        public init(_ codecs: [Codec], options: Codec.Options = [:]) {
            self.codecs = codecs
            self.options = options
        }

        /// The steps as the command line names them: `base64,gunzip,base16`.
        public var steps: String { codecs.map(\.name).joined(separator: ",") }

        /// What follows `arca decode` to do the same: options, then the steps.
        public var arguments: [String] {
            options.given.flatMap { option in
                let value = option.kind == .flag ? [] : [options[option]?.description ?? ""]
                return ["--\(option.rawValue)"] + value
            } + [steps]
        }

        /// The arguments with spaces between them.
        public var description: String { arguments.joined(separator: " ") }

        /// Removes all layers.
        ///
        /// - Parameters:
        ///   - bytes: The input.
        ///   - limits: The maximum size of what a step gives.
        /// - Returns: What the last step gives; nil when a step refuses its input.
        public func replay(_ bytes: borrowing some Bytes, limits: Limits = .standard) -> [UInt8]? {
            var current = [UInt8](bytes: bytes)
            for codec in codecs {
                guard let next = output(of: codec, current, limits) else { return nil }
                current = next
            }
            return current
        }

        /// What a step makes of bytes; nil when it refuses them.
        func output(of codec: Codec, _ bytes: [UInt8], _ limits: Limits) -> [UInt8]? {
            try? codec.run(
                .decoding, bytes, options.restricted(to: codec, .decoding),
                limit: limits.outputByteCount(forInput: bytes.count))
        }
    }
}
