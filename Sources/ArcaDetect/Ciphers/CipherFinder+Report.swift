internal import ArcaCore

extension CipherFinder {
    /// The result of a search.
    public struct Report: Sendable {
        /// The most likely way in which the data was encrypted, or nil if none was found.
        public internal(set) var best: Reading?
        /// Less likely readings, most likely first.
        public internal(set) var alternatives: [Reading] = []
        /// The number of combinations of cipher, mode, key and IV that were tried.
        public internal(set) var trialCount = 0
        /// The attempts, and likely causes if nothing fits; each is a sentence in lower case.
        public internal(set) var notes: [String] = []
        /// Bytes encrypted, hashed and evaluated, plus a fixed amount for each trial.
        ///
        /// This measures the work independently of the machine.
        public internal(set) var workByteCount = 0
    }

    /// A way in which the data can be decrypted.
    public struct Reading: Sendable {
        /// The scheme, which decrypts the data after ``recipe``.
        public let scheme: CipherScheme
        /// Encodings around the data that the scheme does not have, such as Base32 or gzip; usually empty.
        public let recipe: LayerFinder.Recipe
        /// Whether spaces in the data were turned back into `+` first.
        public let isPlusLost: Bool
        /// The plaintext.
        public let plaintext: [UInt8]
        /// The kind of the plaintext.
        public let content: Recognition
        /// The probability that the scheme is right, from 0 to 1.
        ///
        /// A tag, a MAC and known plaintext are proof.
        public let confidence: Double
        /// Whether a tag, a MAC or known plaintext proves the scheme.
        public let isProven: Bool
        /// Bits by which the plaintext is cheaper than chance.
        let margin: Double
    }
}
