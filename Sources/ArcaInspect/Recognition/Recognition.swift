/// What a piece of data is.
public struct Recognition: Sendable, Hashable {
    /// A short name for programs: `png`, `text`, `json`, `binary`.
    public let identifier: String
    /// The name for people: `PNG image`, `UTF-8 text, English`.
    public let name: String
    /// Whether it is text that can be shown.
    public let isText: Bool
    /// How many bits of the data are as they are because it is of this kind: what a chance hit would have to guess.
    public let evidenceBits: Int

    /// Makes a recognition.
    ///
    /// - Parameters:
    ///   - identifier: A short name for programs.
    ///   - name: The name for people.
    ///   - isText: Whether it is text that can be shown.
    ///   - evidenceBits: Bits of the data that this kind determines.
    public init(_ identifier: String, _ name: String, isText: Bool = false, evidenceBits: Int = 0) {
        self.identifier = identifier
        self.name = name
        self.isText = isText
        self.evidenceBits = evidenceBits
    }

    /// Whether a binary format's data may all the same be nothing but visible characters.
    var mayBeText: Bool { ["pdf", "postscript", "ar", "deb"].contains(identifier) }

    /// Bytes of no known form.
    static let binary = Recognition("binary", "binary data of no known form")
    /// No bytes at all.
    public static let empty = Recognition("empty", "nothing")
}
