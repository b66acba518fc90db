internal import ArcaCore
internal import ArcaCrypto

/// Canonical names for requests to other programs, which skip any name they do not know.
enum ProtocolName {
    static let hashInputs: Set<String> = ["hash", "mgfHash"]

    /// An algorithm name with its hash function in canonical form: `sha1` for `SHA-1`, `hmac-sha512-256`.
    static func algorithm(_ word: String) -> String {
        if word.hasPrefix("hmac-") { return "hmac-" + hash(String(word.dropFirst(5))) }
        if word.hasPrefix("pbes2-"), let end = word.ranges(of: "-aes-").last {
            return "pbes2-" + hash(String(word[..<end.lowerBound].dropFirst(6))) + word[end.lowerBound...]
        }
        return hash(word)
    }

    /// The canonical name of a hash function; returns other words unchanged.
    static func hash(_ word: String) -> String {
        guard let function = try? HashFunction(named: word) else { return word }
        return HashName.arca(function.name)
    }

    static func inputs(_ inputs: NamedValues) -> NamedValues {
        hashInputs.reduce(inputs) { inputs, name in
            guard case .text(let word) = inputs[name] else { return inputs }
            return inputs.with(name, .text(hash(word)))
        }
    }
}
