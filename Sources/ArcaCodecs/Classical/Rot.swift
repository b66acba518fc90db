/// The ROT family: fixed rotations by half of an alphabet, so that encoding twice gives the text back.
public enum Rot: String, LetterCipher, CaseIterable {
    /// Digits move by 5 places.
    case rot5
    /// Letters move by 13 places.
    case rot13
    /// Letters move by 13 places and digits by 5.
    case rot18
    /// All visible ASCII characters, `!` to `~`, move by 47 places; space stays.
    case rot47

    /// Makes an encoder at the start of a stream.
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
            LetterTransform { byte in (0x21...0x7e).contains(byte) ? (byte - 0x21 + 47) % 94 + 0x21 : byte }
        }
    }

    /// Makes a decoder at the start of a stream: the same as an encoder.
    public func makeDecoder() -> LetterTransform { makeEncoder() }

    private static func rotateDigit(_ byte: UInt8) -> UInt8 {
        (0x30...0x39).contains(byte) ? (byte - 0x30 + 5) % 10 + 0x30 : byte
    }
}
