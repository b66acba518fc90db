public import ArcaCore
internal import ArcaPlatform

/// Random passwords of single characters, for places that nobody types them into.
public enum Password {
    /// A set of characters that passwords are drawn from.
    public struct CharacterClass: Sendable, Hashable {
        /// The characters, printable ASCII, each one once.
        public let characters: String

        /// The letters a to z.
        public static let lowercase = CharacterClass(trusted: "abcdefghijklmnopqrstuvwxyz")
        /// The letters A to Z.
        public static let uppercase = CharacterClass(trusted: "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        /// The digits 0 to 9.
        public static let digits = CharacterClass(trusted: "0123456789")
        /// All other printable characters of ASCII but the space.
        public static let symbols = CharacterClass(trusted: "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

        /// Makes a class of one's own, such as the symbols that a site takes.
        ///
        /// - Parameter characters: 1 or more characters of printable ASCII, each one once.
        /// - Throws: ``CryptoError`` with code `.invalidParameter`.
        public init(_ characters: String) throws(CryptoError) {
            let bytes = Array(characters.utf8)
            guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7e).contains($0) }), Set(bytes).count == bytes.count
            else {
                throw CryptoError(
                    .invalidParameter, "a class has one or more characters of printable ASCII, each one once")
            }
            self.characters = characters
        }

        private init(trusted characters: String) { self.characters = characters }
    }

    /// Characters that are taken for one another in many fonts.
    public static let lookAlikes = "0O1Il|"

    /// What passwords are drawn from: their length, and classes of which each is there at least once.
    public struct Rules: Sendable, Hashable {
        /// Characters of a password.
        public let length: Int
        /// The bytes of each class.
        let classes: [[UInt8]]

        /// Makes rules.
        ///
        /// - Parameters:
        ///   - length: 1 to 1,000, and at least one for each class.
        ///   - classes: 1 to 8 classes with no character in common.
        ///   - avoidingLookAlikes: Whether ``Password/lookAlikes`` are left out.
        /// - Throws: ``CryptoError`` with code `.invalidParameter`, also when a class has nothing but look-alikes, or when
        ///   fewer than one in 10,000 strings would do.
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

        /// The share of all strings of these characters that have each class in them.
        ///
        /// By inclusion and exclusion: all strings, less those without one class, plus those without two, and so on.
        var share: Double {
            let total = Double(classes.joined().count)
            return (0..<1 << classes.count).reduce(0) { sum, subset in
                let left = classes.indices.reduce(0) { subset >> $1 & 1 == 1 ? $0 : $0 + classes[$1].count }
                return sum + (subset.nonzeroBitCount.isMultiple(of: 2) ? 1 : -1)
                    * pow(Double(left) / total, Double(length))
            }
        }

        /// The strength of a password by these rules: how many bits of chance go into it.
        public var entropyBits: Double { Double(length) * log2(Double(classes.joined().count)) + log2(share) }
    }

    /// Draws a password; each one that follows the rules is as likely as any other.
    ///
    /// - Parameter rules: Length and classes.
    /// - Returns: The password in ASCII.
    /// - Throws: ``CryptoError`` with code `.backendFailure` without randomness.
    public static func generate(_ rules: Rules) throws(CryptoError) -> SecretBytes {
        let all = Array(rules.classes.joined())
        // Draws again until each class is there. Putting one of each class in first, as is often done, would make
        // passwords with just one of a small class too likely.
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
