/// Atbash: the alphabet reversed, A for Z and B for Y; encoding twice gives the text back.
public struct Atbash: LetterCipher, Hashable {
    /// Makes the cipher; it has no key.
    public init() {}

    /// Makes an encoder at the start of a stream.
    public func makeEncoder() -> LetterTransform {
        LetterTransform { byte in
            let place = byte | 0x20 &- 0x61
            return place < 26 ? byte &+ 25 &- 2 &* place : byte
        }
    }

    /// Makes a decoder at the start of a stream: the same as an encoder.
    public func makeDecoder() -> LetterTransform { makeEncoder() }
}
