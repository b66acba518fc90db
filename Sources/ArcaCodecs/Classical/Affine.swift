/// The affine cipher: the letter in place x of the alphabet becomes the one in place a·x + b, modulo 26.
///
///     try Affine(multiplier: 5, offset: 8).encode("affine")  // ihhwvc
public struct Affine: LetterCipher, Hashable {
    /// The multipliers that can be undone: those with no factor in common with 26.
    public static let multipliers = [1, 3, 5, 7, 9, 11, 15, 17, 19, 21, 23, 25]

    /// The factor a, one of ``multipliers``.
    public let multiplier: Int
    /// The summand b, 0 to 25.
    public let offset: Int

    /// Makes a cipher.
    ///
    /// - Parameters:
    ///   - multiplier: The factor a; its remainder by 26 counts and must be one of ``multipliers``.
    ///   - offset: The summand b; its remainder by 26 counts.
    /// - Throws: ``CodecError`` `.invalidOption` when two letters would become the same one.
    public init(multiplier: Int, offset: Int) throws(CodecError) {
        self.multiplier = (multiplier % 26 + 26) % 26
        self.offset = (offset % 26 + 26) % 26
        guard Self.multipliers.contains(self.multiplier) else {
            throw CodecError(
                .invalidOption, "the multiplier \(multiplier) shares a factor with 26, so it cannot be undone",
                hint: "it is one of 1, 3, 5, 7, 9, 11, 15, 17, 19, 21, 23 and 25")
        }
    }

    /// The factor that undoes the multiplier.
    var inverse: Int { Self.multipliers.first { $0 * multiplier % 26 == 1 } ?? 1 }

    /// Makes an encoder at the start of a stream.
    public func makeEncoder() -> LetterTransform {
        Self.transform { place in (multiplier * place + offset) % 26 }
    }

    /// Makes a decoder at the start of a stream.
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
