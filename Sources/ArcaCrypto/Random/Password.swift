public import ArcaCore
internal import ArcaPlatform

/// Random character passwords, for a password manager rather than for typing.
public enum Password {
    /// A set of characters for passwords.
    public struct CharacterClass: Sendable, Hashable {
        /// The characters: distinct printable ASCII.
        public let characters: String

        /// The letters a to z.
        public static let lowercase = CharacterClass(trusted: "abcdefghijklmnopqrstuvwxyz")
        /// The letters A to Z.
        public static let uppercase = CharacterClass(trusted: "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        /// The digits 0 to 9.
        public static let digits = CharacterClass(trusted: "0123456789")
        /// All printable ASCII characters except letters, digits and space.
        public static let symbols = CharacterClass(trusted: "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

        /// Creates a custom class, such as the symbols that a site accepts.
        ///
        /// - Parameter characters: At least 1 distinct printable ASCII character.
        /// - Throws: ``CryptoError`` with code `.invalidParameter`.
        public init(_ characters: String) throws(CryptoError) {
            let bytes = Array(characters.utf8)
            guard !bytes.isEmpty, bytes.allSatisfy({ $0.isVisible }), Set(bytes).count == bytes.count
            else {
                throw CryptoError(
                    .invalidParameter, "a class has one or more characters of printable ASCII, each one once")
            }
            self.characters = characters
        }

        private init(trusted characters: String) { self.characters = characters }
    }

    /// Characters that look alike in many fonts.
    public static let lookAlikes = "0O1Il|"

    /// The rules for a password: its length and the classes that each occur at least once.
    public struct Rules: Sendable, Hashable {
        /// The length in characters.
        public let length: Int
        let classes: [[UInt8]]

        /// Creates password rules.
        ///
        /// - Parameters:
        ///   - length: 1 to 1,000, and at least the number of classes.
        ///   - classes: 1 to 8 disjoint classes.
        ///   - avoidingLookAlikes: Whether to exclude ``Password/lookAlikes``.
        /// - Throws: ``CryptoError`` with code `.invalidParameter`, including for a class of only look-alikes or rules
        ///   that fewer than 1 in 10,000 strings meet.
        public init(
            length: Int = 20, classes: [CharacterClass] = [.lowercase, .uppercase, .digits, .symbols],
            avoidingLookAlikes: Bool = false
        ) throws(CryptoError) {
            let leftOut = Set(avoidingLookAlikes ? Array(lookAlikes.utf8) : [])
            let bytes = classes.map { $0.characters.utf8.filter { !leftOut.contains($0) } }
            guard (1...8).contains(classes.count), bytes.allSatisfy({ !$0.isEmpty }) else {
                throw CryptoError(.invalidParameter, "a password needs 1 to 8 classes that are not empty")
            }
            guard Set(bytes.joined()).count == bytes.joined().count else {
                throw CryptoError(.invalidParameter, "no character may be in two classes")
            }
            guard (classes.count...1000).contains(length) else {
                throw CryptoError(
                    .invalidParameter,
                    "a password of \(classes.count) classes has \(classes.count) to 1000 characters, not \(length)")
            }
            self.length = length
            self.classes = bytes
            guard share > 1e-4 else {
                throw CryptoError(
                    .invalidParameter, "a password of \(length) characters leaves too little choice with these classes")
            }
        }

        /// The fraction of strings of these characters that contain every class.
        ///
        /// Computed by inclusion-exclusion: all strings, minus those without one class, plus those without two, and so
        /// on.
        var share: Double {
            let total = Double(classes.joined().count)
            return (0..<1 << classes.count).reduce(0) { sum, subset in
                let left = classes.indices.reduce(0) { subset >> $1 & 1 == 1 ? $0 : $0 + classes[$1].count }
                return sum + (subset.nonzeroBitCount.isMultiple(of: 2) ? 1 : -1)
                    * pow(Double(left) / total, Double(length))
            }
        }

        /// The entropy of a password in bits.
        public var entropyBits: Double { Double(length) * log2(Double(classes.joined().count)) + log2(share) }
    }

    /// Generates a password in ASCII, uniformly among those that meet the rules.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure` if the random generator fails.
    public static func generate(_ rules: Rules) throws(CryptoError) -> SecretBytes {
        let all = Array(rules.classes.joined())
        // Rejection sampling keeps the distribution uniform. The common approach of placing one character of each class
        // first would favor passwords with only one character of a small class.
        while true {
            let password = try SecretBytes(byteCount: rules.length) { output throws(CryptoError) in
                for _ in 0..<rules.length { output.append(all[try SecureRandom.number(in: 0..<all.count)]) }
            }
            let isFit = password.withBytes { bytes in
                rules.classes.allSatisfy { characters in bytes.indices.contains { characters.contains(bytes[$0]) } }
            }
            if isFit { return password }
        }
    }
}
