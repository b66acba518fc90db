/// Vigenère's cipher: letters move by the places of the key's letters in turn, A by none, B by one.
///
/// Characters that are no letters stay and use up no letter of the key.
///
///     try Vigenere(key: "lemon").encode("attack at dawn")  // lxfopv ef rnhr
public struct Vigenere: LetterCipher, Hashable {
    /// The places that the key's letters stand for, 0 to 25, one or more.
    public let shifts: [Int]

    /// Makes a cipher.
    ///
    /// - Parameter key: One or more letters A to Z of either case.
    /// - Throws: ``CodecError`` `.invalidOption` when the key is empty, `.invalidCharacter` at its first character
    ///   that is no letter A to Z.
    public init(key: String) throws(CodecError) {
        var shifts: [Int] = []
        for (offset, unit) in key.utf8.enumerated() {
            let place = unit | 0x20 &- 0x61
            guard place < 26 else {
                throw CodecError(
                    .invalidCharacter, at: TextPosition(offset: offset, in: key.utf8),
                    "the key has a character that is not a letter A to Z")
            }
            shifts.append(Int(place))
        }
        guard !shifts.isEmpty else { throw CodecError(.invalidOption, "the key has no letters") }
        self.shifts = shifts
    }

    /// Makes a cipher of places, one or more, each 0 to 25.
    init(shifts: [Int]) { self.shifts = shifts }

    /// The key in capital letters.
    public var key: String { String(decoding: shifts.map { 0x41 + UInt8($0) }, as: UTF8.self) }

    /// Makes an encoder at the start of a stream.
    public func makeEncoder() -> LetterTransform { LetterTransform(shifts: shifts.map { UInt8($0) }) }

    /// Makes a decoder at the start of a stream.
    public func makeDecoder() -> LetterTransform { LetterTransform(shifts: shifts.map { UInt8((26 - $0) % 26) }) }
}
