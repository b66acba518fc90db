public import ArcaCore
internal import ArcaPlatform

/// Random passphrases of words, which are easy to remember and type.
public enum Passphrase {
    /// The default number of words; 77 bits with ``WordList/english``.
    public static let defaultWordCount = 6

    /// Generates a passphrase.
    ///
    /// ```swift
    /// let passphrase = try Passphrase.generate(wordCount: 6, separator: "-")
    /// ```
    ///
    /// - Parameters:
    ///   - wordCount: The number of words, 1 to 1,000; at least 6 to resist offline attacks.
    ///   - separator: The text between words, possibly empty; adds no entropy.
    ///   - list: The words.
    /// - Returns: The passphrase, in UTF-8.
    /// - Throws: ``CryptoError`` with code `.invalidParameter`, `.backendFailure` if the random generator fails.
    public static func generate(
        wordCount: Int = defaultWordCount, separator: String = "-", from list: WordList = .english
    ) throws(CryptoError) -> SecretBytes {
        guard (1...1000).contains(wordCount) else {
            throw CryptoError(.invalidParameter, "a passphrase has 1 to 1000 words, not \(wordCount)")
        }
        let separator = Array(separator.utf8)
        let most = wordCount * (list.longestByteCount + separator.count)
        return try SecretBytes(byteCount: most) { output throws(CryptoError) in
            for index in 0..<wordCount {
                if index > 0 { output.append(contentsOf: separator.span) }
                let word = list[try SecureRandom.number(in: 0..<list.count)] ?? []
                output.append(contentsOf: word.span)
            }
        }
    }

    /// The entropy of a passphrase of `wordCount` words, in bits.
    public static func entropyBits(wordCount: Int, from list: WordList = .english) -> Double {
        Double(wordCount) * log2(Double(list.count))
    }
}
