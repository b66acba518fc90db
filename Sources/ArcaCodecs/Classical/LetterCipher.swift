/// A classical cipher: each letter, digit or sign becomes another one, everything else stays as it is.
///
/// These are puzzles and habits, not protection: see ``ShiftCracker``. Only ASCII characters change, so UTF-8 text
/// stays UTF-8 and keeps its length.
public protocol LetterCipher: Sendable {
    /// Makes an encoder at the start of a stream.
    func makeEncoder() -> LetterTransform

    /// Makes a decoder at the start of a stream.
    func makeDecoder() -> LetterTransform
}

extension LetterCipher {
    /// Encodes bytes.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Returns: As many bytes.
    public func encode(_ bytes: borrowing some Bytes) -> [UInt8] { makeEncoder().transform(bytes) }

    /// Encodes text.
    ///
    /// - Parameter text: Any text.
    /// - Returns: Text of the same length in UTF-8.
    public func encode(_ text: String) -> String { makeEncoder().transform(text) }

    /// Decodes bytes.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Returns: As many bytes.
    public func decode(_ bytes: borrowing some Bytes) -> [UInt8] { makeDecoder().transform(bytes) }

    /// Decodes text.
    ///
    /// - Parameter text: Any text.
    /// - Returns: Text of the same length in UTF-8.
    public func decode(_ text: String) -> String { makeDecoder().transform(text) }
}
