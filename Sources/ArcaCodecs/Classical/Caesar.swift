/// Caesar's cipher: the letters A to Z and a to z move around the alphabet by a fixed number of places.
///
///     Caesar(shift: 3).encode("Veni, vidi")  // Yhql, ylgl
public struct Caesar: LetterCipher, Hashable {
    /// How many places letters move when encoding, 0 to 25.
    public let shift: Int

    /// Makes a cipher.
    ///
    /// - Parameter shift: Any number of places, also negative; only its remainder by 26 counts.
    public init(shift: Int) { self.shift = (shift % 26 + 26) % 26 }

    /// Makes an encoder at the start of a stream.
    public func makeEncoder() -> LetterTransform { LetterTransform(shift: UInt8(shift)) }

    /// Makes a decoder at the start of a stream.
    public func makeDecoder() -> LetterTransform { LetterTransform(shift: UInt8((26 - shift) % 26)) }
}
