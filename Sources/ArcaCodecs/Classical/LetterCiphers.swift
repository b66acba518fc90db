/// A classical cipher that replaces single characters and keeps all others.
///
/// These ciphers give no protection: see `ShiftCracker` of `ArcaDetect`. Only ASCII characters change, so UTF-8 text stays valid and
/// keeps its length.
public protocol LetterCipher: Sendable {
    /// Creates an encoder at the start of a stream.
    func makeEncoder() -> LetterTransform

    /// Creates a decoder at the start of a stream.
    func makeDecoder() -> LetterTransform
}

extension LetterCipher {
    /// Encodes bytes; the result has the same length.
    public func encode(_ bytes: borrowing some Bytes) -> [UInt8] { makeEncoder().transform(bytes) }

    /// Encodes text; the result has the same length in UTF-8.
    public func encode(_ text: String) -> String { makeEncoder().transform(text) }

    /// Decodes bytes; the result has the same length.
    public func decode(_ bytes: borrowing some Bytes) -> [UInt8] { makeDecoder().transform(bytes) }

    /// Decodes text; the result has the same length in UTF-8.
    public func decode(_ text: String) -> String { makeDecoder().transform(text) }
}

/// Caesar's cipher, which shifts the letters A to Z and a to z in the alphabet by a fixed number of positions.
///
///     Caesar(shift: 3).encode("Veni, vidi")  // Yhql, ylgl
public struct Caesar: LetterCipher, Hashable {
    /// The shift for encoding, 0 to 25.
    public let shift: Int

    /// Creates a cipher.
    ///
    /// - Parameter shift: Any number of positions, including negative ones, taken modulo 26.
    public init(shift: Int) { self.shift = (shift % 26 + 26) % 26 }

    /// Creates an encoder at the start of a stream.
    public func makeEncoder() -> LetterTransform { LetterTransform(shift: UInt8(shift)) }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> LetterTransform { LetterTransform(shift: UInt8((26 - shift) % 26)) }
}

/// The ROT family: rotations by half an alphabet, so encoding twice restores the text.
public enum Rot: String, LetterCipher, CaseIterable {
    /// Shifts digits by 5.
    case rot5
    /// Shifts letters by 13.
    case rot13
    /// Shifts letters by 13 and digits by 5.
    case rot18
    /// Shifts all visible ASCII characters, `!` to `~`, by 47; the space is kept.
    case rot47

    /// Creates an encoder at the start of a stream.
    public func makeEncoder() -> LetterTransform {
        switch self {
        case .rot5: LetterTransform(replacing: Self.rotateDigit)
        case .rot13: LetterTransform(shift: 13)
        case .rot18:
            LetterTransform { byte in
                let place = byte | 0x20 &- 0x61
                return place < 26 ? (place < 13 ? byte + 13 : byte - 13) : Self.rotateDigit(byte)
            }
        case .rot47:
            LetterTransform { byte in byte.isVisible ? (byte - 0x21 + 47) % 94 + 0x21 : byte }
        }
    }

    /// Creates a decoder at the start of a stream: the same as an encoder.
    public func makeDecoder() -> LetterTransform { makeEncoder() }

    private static func rotateDigit(_ byte: UInt8) -> UInt8 {
        byte.isDigit ? (byte - 0x30 + 5) % 10 + 0x30 : byte
    }
}

/// Atbash, the reversed alphabet: A for Z and B for Y; encoding twice restores the text.
public struct Atbash: LetterCipher, Hashable {
    /// Creates a cipher; it has no key.
    public init() {}

    /// Creates an encoder at the start of a stream.
    public func makeEncoder() -> LetterTransform {
        LetterTransform { byte in
            let place = byte | 0x20 &- 0x61
            return place < 26 ? byte &+ 25 &- 2 &* place : byte
        }
    }

    /// Creates a decoder at the start of a stream: the same as an encoder.
    public func makeDecoder() -> LetterTransform { makeEncoder() }
}

/// The affine cipher, which maps the letter at position x of the alphabet to position a·x + b, modulo 26.
///
///     try Affine(multiplier: 5, offset: 8).encode("affine")  // ihhwvc
public struct Affine: LetterCipher, Hashable {
    /// The invertible multipliers: those coprime to 26.
    public static let multipliers = [1, 3, 5, 7, 9, 11, 15, 17, 19, 21, 23, 25]

    /// The factor a, one of ``multipliers``.
    public let multiplier: Int
    /// The addend b, 0 to 25.
    public let offset: Int

    /// Creates a cipher.
    ///
    /// - Parameters:
    ///   - multiplier: The factor a, taken modulo 26; must be one of ``multipliers``.
    ///   - offset: The addend b, taken modulo 26.
    /// - Throws: ``CodecError`` `.invalidOption` for a multiplier that is not invertible.
    public init(multiplier: Int, offset: Int) throws(CodecError) {
        self.multiplier = (multiplier % 26 + 26) % 26
        self.offset = (offset % 26 + 26) % 26
        guard Self.multipliers.contains(self.multiplier) else {
            throw CodecError(
                .invalidOption, "the multiplier \(multiplier) shares a factor with 26, so it cannot be undone",
                hint: "it is one of 1, 3, 5, 7, 9, 11, 15, 17, 19, 21, 23 and 25")
        }
    }

    package var inverse: Int { Self.multipliers.first { $0 * multiplier % 26 == 1 } ?? 1 }

    /// Creates an encoder at the start of a stream.
    public func makeEncoder() -> LetterTransform {
        Self.transform { place in (multiplier * place + offset) % 26 }
    }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> LetterTransform {
        Self.transform { place in inverse * (place + 26 - offset) % 26 }
    }

    private static func transform(_ map: (Int) -> Int) -> LetterTransform {
        LetterTransform { byte in
            let place = byte | 0x20 &- 0x61
            return place < 26 ? byte - place + UInt8(map(Int(place))) : byte
        }
    }
}

/// Vigenère's cipher, which shifts letters by the letters of a repeated key: A by 0, B by 1.
///
/// Characters that are not letters are kept and do not advance the key.
///
///     try Vigenere(key: "lemon").encode("attack at dawn")  // lxfopv ef rnhr
public struct Vigenere: LetterCipher, Hashable {
    /// The shifts of the key's letters, 0 to 25, one or more.
    public let shifts: [Int]

    /// Creates a cipher.
    ///
    /// - Parameter key: One or more letters A to Z, in either case.
    /// - Throws: ``CodecError`` `.invalidOption` if the key is empty, `.invalidCharacter` at its first character that
    ///   is not a letter A to Z.
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

    /// Creates a cipher from one or more shifts, each 0 to 25.
    package init(shifts: [Int]) { self.shifts = shifts }

    package func moving(_ place: Int, by shift: Int) -> Vigenere {
        var shifts = shifts
        shifts[place] = (shifts[place] + shift) % 26
        return Vigenere(shifts: shifts)
    }

    /// The key in upper case.
    public var key: String { String(decoding: shifts.map { 0x41 + UInt8($0) }, as: UTF8.self) }

    /// Creates an encoder at the start of a stream.
    public func makeEncoder() -> LetterTransform { LetterTransform(shifts: shifts.map { UInt8($0) }) }

    /// Creates a decoder at the start of a stream.
    public func makeDecoder() -> LetterTransform { LetterTransform(shifts: shifts.map { UInt8((26 - $0) % 26) }) }
}
