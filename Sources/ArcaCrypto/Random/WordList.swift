public import ArcaCodecs

/// Words for passphrases, each as likely as any other.
///
/// No word is a prefix of another one, so different sequences of words make different passphrases, whatever stands
/// between the words, and none of the entropy is lost.
public struct WordList: Sendable {
    /// The words one after the other, without anything between them.
    private let letters: [UInt8]
    /// Where each word starts in `letters`, and at the end their number.
    private let starts: [Int]

    /// Makes a list of one's own.
    ///
    /// - Parameter words: 2 or more, none of which is empty, the same as another or a prefix of another.
    /// - Throws: ``CryptoError`` with code `.invalidParameter`, which names the words.
    public init(_ words: [String]) throws(CryptoError) {
        guard words.count >= 2 else {
            throw CryptoError(.invalidParameter, "a list of \(words.count) words leaves nothing to choose from")
        }
        // In the order of their bytes, a word comes directly before one of those that it is the beginning of.
        let sorted = words.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        for (word, next) in zip(sorted, sorted.dropFirst()) where next.starts(with: word) {
            let texts = [word, next].map { String(decoding: $0, as: UTF8.self) }
            throw CryptoError(.invalidParameter, "the word \(texts[0]) is a prefix of \(texts[1])")
        }
        self.init(bytes: words.map { Array($0.utf8) })
    }

    /// Makes a list of words that are known to be fit, divided by single spaces or line ends.
    init(trusted text: String) {
        self.init(bytes: text.utf8.split { $0 == 0x20 || $0 == 0x0a })
    }

    private init(bytes words: [some Collection<UInt8>]) {
        letters = Array(words.joined())
        var starts = [0]
        for word in words { starts.append(starts[starts.count - 1] + word.count) }
        self.starts = starts
    }

    /// How many words there are.
    public var count: Int { starts.count - 1 }

    /// The longest word's length in bytes.
    public var longestByteCount: Int { zip(starts, starts.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) } }

    /// A word's UTF-8 bytes.
    ///
    /// - Parameter index: 0 to `count - 1`; there is no word at another one.
    public subscript(index: Int) -> ArraySlice<UInt8>? {
        0..<count ~= index ? letters[starts[index]..<starts[index + 1]] : nil
    }
}
