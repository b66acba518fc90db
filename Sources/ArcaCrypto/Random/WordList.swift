public import ArcaCore

/// A word list for passphrases, drawn from uniformly.
///
/// No word is a prefix of another, so different word sequences give different passphrases with any separator, and no
/// entropy is lost.
public struct WordList: Sendable {
    private let letters: [UInt8]
    /// The start of each word in `letters`, and the end of the last.
    private let starts: [Int]

    /// Creates a custom list.
    ///
    /// - Parameter words: At least 2 distinct, nonempty words, none a prefix of another.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` and the conflicting words.
    public init(_ words: [String]) throws(CryptoError) {
        guard words.count >= 2 else {
            throw CryptoError(.invalidParameter, "a list of \(words.count) words leaves nothing to choose from")
        }
        // In byte order, a prefix directly precedes one of the words that it starts.
        let sorted = words.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        for (word, next) in zip(sorted, sorted.dropFirst()) where next.starts(with: word) {
            let texts = [word, next].map { String(decoding: $0, as: UTF8.self) }
            throw CryptoError(.invalidParameter, "the word \(texts[0]) is a prefix of \(texts[1])")
        }
        self.init(bytes: words.map { Array($0.utf8) })
    }

    init(trusted text: String) {
        self.init(bytes: text.utf8.split { $0 == .space || $0 == .newline })
    }

    private init(bytes words: [some Collection<UInt8>]) {
        letters = Array(words.joined())
        var starts = [0]
        for word in words { starts.append(starts[starts.count - 1] + word.count) }
        self.starts = starts
    }

    /// The number of words.
    public var count: Int { starts.count - 1 }

    /// Length of the longest word in bytes.
    public var longestByteCount: Int { zip(starts, starts.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) } }

    /// A word's UTF-8 bytes.
    ///
    /// - Parameter index: 0 to `count - 1`; nil is returned for any other index.
    public subscript(index: Int) -> ArraySlice<UInt8>? {
        0..<count ~= index ? letters[starts[index]..<starts[index + 1]] : nil
    }
}
