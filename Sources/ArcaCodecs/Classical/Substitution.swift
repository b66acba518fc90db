/// The simple substitution cipher, which replaces each letter according to a mixed alphabet.
///
/// ```swift
/// try Substitution(key: "zebra").alphabet                    // ZEBRACDFGHIJKLMNOPQSTUVWXY
/// try Substitution(key: "zebra").encode("flee at once")      // ciaa zs lkba
/// ```
public struct Substitution: LetterCipher, Hashable {
    /// The substitutes for A to Z, a permutation of 0 to 25.
    let places: [UInt8]

    /// Creates a cipher.
    ///
    /// - Parameter key: A word of letters A to Z, in either case. The mixed alphabet starts with its distinct letters,
    ///   followed by the others in order. All 26 letters give the alphabet itself.
    /// - Throws: ``CodecError`` `.invalidOption` if the key is empty, `.invalidCharacter` at its first character that
    ///   is not a letter A to Z.
    public init(key: String) throws(CodecError) {
        var places: [UInt8] = []
        for shift in try Vigenere(key: key).shifts where !places.contains(UInt8(shift)) { places.append(UInt8(shift)) }
        self.init(places: places + (0..<26).filter { !places.contains($0) })
    }

    package init(places: [UInt8]) { self.places = places }

    package func exchanging(_ left: Int, _ right: Int) -> Substitution {
        var places = places
        places.swapAt(left, right)
        return Substitution(places: places)
    }

    /// The mixed alphabet in upper case; as a key it gives the same cipher.
    public var alphabet: String { String(decoding: places.map { 0x41 + $0 }, as: UTF8.self) }

    /// Creates an encoder at the start of a stream.
    public func makeEncoder() -> LetterTransform { LetterTransform(places: places) }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> LetterTransform {
        var inverse = [UInt8](repeating: 0, count: 26)
        for (place, target) in places.enumerated() { inverse[Int(target)] = UInt8(place) }
        return LetterTransform(places: inverse)
    }
}

extension LetterTransform {
    fileprivate init(places: [UInt8]) {
        self.init { byte in
            let place = byte | 0x20 &- 0x61
            return place < 26 ? byte - place + places[Int(place)] : byte
        }
    }
}
