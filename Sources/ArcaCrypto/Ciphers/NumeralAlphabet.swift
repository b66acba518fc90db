public import ArcaCore
internal import ArcaKernels

/// The characters of numerals for ``AES/FF1``; a character's position is its value.
public struct NumeralAlphabet: Sendable, Hashable {
    /// Maximum alphabet size with constant-time lookup.
    private static let constantTimeLimit = 256

    private let characters: [Unicode.Scalar]
    private let values: [UInt32]
    private let places: [Unicode.Scalar: UInt16]

    /// The decimal digits.
    public static let decimal = NumeralAlphabet(Array("0123456789".unicodeScalars))

    /// Creates an alphabet.
    ///
    /// - Parameter text: 2 to 65,536 distinct Unicode scalars in order of their values from 0.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for a wrong number of characters or a duplicate.
    public init(_ text: String) throws(CryptoError) {
        let characters = Array(text.unicodeScalars)
        guard 2...(1 << 16) ~= characters.count else {
            throw CryptoError(
                .invalidParameter, "an alphabet has 2 to 65536 characters, not \(characters.count)")
        }
        var seen: Set<Unicode.Scalar> = []
        for character in characters where !seen.insert(character).inserted {
            throw CryptoError(.invalidParameter, "the alphabet has \(NumeralAlphabet.shown(character)) twice")
        }
        self.init(characters)
    }

    private init(_ characters: [Unicode.Scalar]) {
        self.characters = characters
        values = characters.map(\.value)
        var places: [Unicode.Scalar: UInt16] = [:]
        if characters.count > NumeralAlphabet.constantTimeLimit {
            for (place, character) in characters.enumerated() { places[character] = UInt16(place) }
        }
        self.places = places
    }

    /// The number of characters.
    public var radix: Int { characters.count }

    /// Converts text in the alphabet to the values of its characters.
    ///
    /// For alphabets of more than 256 characters, lookup is not constant time and can leak information about the text.
    ///
    /// - Throws: ``CryptoError`` with code `.invalidFormat` and the offset, in Unicode scalars, of the first character
    ///   that is not in the alphabet.
    public func numerals(of text: String) throws(CryptoError) -> [UInt16] {
        var numerals: [UInt16] = []
        for (offset, character) in text.unicodeScalars.enumerated() {
            let place =
                places.isEmpty
                ? values.withUnsafeBufferPointer { table in
                    // The alphabet has at least two characters.
                    constantTimePlace(of: character.value, in: table.baseAddress.unsafelyUnwrapped, count: table.count)
                } : places[character].map(Int.init) ?? -1
            guard let numeral = UInt16(exactly: place) else {
                throw CryptoError(
                    .invalidFormat, at: offset, "\(NumeralAlphabet.shown(character)) is not in the alphabet")
            }
            numerals.append(numeral)
        }
        return numerals
    }

    /// Converts numerals to text; each must be less than ``radix``.
    package func text(of numerals: [UInt16]) -> String {
        var text = ""
        for numeral in numerals {
            let value = values.withUnsafeBufferPointer { table in
                places.isEmpty
                    ? constantTimeValue(
                        at: Int(numeral), in: table.baseAddress.unsafelyUnwrapped, count: table.count)
                    : table[Int(numeral)]
            }
            // Always succeeds: the value came from a scalar.
            if let character = Unicode.Scalar(value) { text.unicodeScalars.append(character) }
        }
        return text
    }

    private static func shown(_ character: Unicode.Scalar) -> String {
        switch character.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark, .unassigned,
            .privateUse:
            "U+" + String(repeating: "0", count: max(0, 4 - String(character.value, radix: 16).count))
                + String(character.value, radix: 16, uppercase: true)
        default: "'\(character)'"
        }
    }
}
