internal import ArcaCrypto

/// Finds ciphers by algorithm without key length, `aes-gcm`, and the key that comes with a question.
enum CipherChoice {
    /// The ciphers of an algorithm, one a key length.
    private static let byAlgorithm: [String: [Cipher]] = Dictionary(grouping: Cipher.all, by: algorithm)

    /// The algorithm of each cipher.
    static let algorithms: [Cipher: String] = Dictionary(
        uniqueKeysWithValues: Cipher.all.map { ($0, algorithm(of: $0)) })

    /// The name without key length: `aes-gcm` of `aes-256-gcm`, `tdes-cbc` of `des-ede3-cbc`.
    private static func algorithm(of cipher: Cipher) -> String {
        var words = cipher.shortName.split(separator: "-").filter { !["128", "192", "256"].contains($0) }
        if words.first == "des" {
            words.removeAll { $0.hasPrefix("ede") }
            words[0] = "tdes"
        }
        return words.joined(separator: "-")
    }

    /// The cipher for a key; a key length that the algorithm does not have is a refusal.
    static func cipher(_ algorithm: String, keyByteCount: Int) throws(OperationError) -> Cipher {
        guard let ciphers = byAlgorithm[algorithm] else { throw .unsupported("Arca has no \(algorithm)") }
        guard let cipher = ciphers.first(where: { $0.keyByteCount == keyByteCount }) else {
            throw .refused("\(algorithm) takes no key of \(keyByteCount) bytes")
        }
        return cipher
    }
}
