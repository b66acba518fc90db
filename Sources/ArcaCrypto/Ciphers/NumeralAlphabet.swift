public import ArcaCore
internal import ArcaKernels

/// The characters that numerals are written with, each standing for its place: for ``AES/FF1``.
public struct NumeralAlphabet: Sendable, Hashable {
    /// Characters up to which looking them up takes the same time whatever is looked for.
    private static let constantTimeLimit = 256

    private let characters: [Unicode.Scalar]
    private let values: [UInt32]
    /// Places of the characters of a large alphabet.
    private let places: [Unicode.Scalar: UInt16]

    /// The decimal digits.
    public static let decimal = NumeralAlphabet(Array("0123456789".unicodeScalars))

    /// Makes an alphabet.
    ///
    /// - Parameter text: 2 to 65,536 Unicode scalars, all different; the first stands for 0.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` for too few, too many, or one that occurs twice.
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

    /// How many characters there are.
    public var radix: Int { characters.count }

    /// The numerals that a text writes.
    ///
    /// With more than 256 characters in the alphabet the time of a look-up may tell something of the text.
    ///
    /// - Parameter text: Characters of the alphabet.
    /// - Returns: The place of each.
    /// - Throws: ``CryptoError`` with code `.invalidFormat` and the offset of the first character, counted in Unicode
    ///   scalars, that the alphabet does not have.
    public func numerals(of text: String) throws(CryptoError) -> [UInt16] {
        var numerals: [UInt16] = []
        for (offset, character) in text.unicodeScalars.enumerated() {
            let place =
                places.isEmpty
                ? values.withUnsafeBufferPointer { table in
                    // There are two characters at least.
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

    /// The text that writes numerals, each less than ``radix``.
    func text(of numerals: [UInt16]) -> String {
        var text = ""
        for numeral in numerals {
            let value = values.withUnsafeBufferPointer { table in
                places.isEmpty
                    ? constantTimeValue(
                        at: Int(numeral), in: table.baseAddress.unsafelyUnwrapped, count: table.count)
                    : table[Int(numeral)]
            }
            // The value came from a scalar.
            if let character = Unicode.Scalar(value) { text.unicodeScalars.append(character) }
        }
        return text
    }

    /// A character for a message: itself in quotes, or its number.
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
