/// What ``LayerFinder`` found in an input.
public struct LayerReport: Sendable {
    /// A reading of the input: a recipe and what it leads to.
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
