internal import ArcaCore
internal import ArcaCrypto

/// The one spelling of a name that other programs are sent: they look it up, and skip what they do not find.
enum ProtocolName {
    /// The inputs that name a hash function.
    static let hashInputs: Set<String> = ["hash", "mgfHash"]

    /// An algorithm's name with its hash function in one spelling: `sha1` for `SHA-1`, `hmac-sha512-256`.
    static func algorithm(_ word: String) -> String {
        if word.hasPrefix("hmac-") { return "hmac-" + hash(String(word.dropFirst(5))) }
        if word.hasPrefix("pbes2-"), let end = word.ranges(of: "-aes-").last {
            return "pbes2-" + hash(String(word[..<end.lowerBound].dropFirst(6))) + word[end.lowerBound...]
        }
        return hash(word)
    }

    /// A hash function's name in one spelling; any other word as it is.
    static func hash(_ word: String) -> String {
        guard let function = try? HashFunction(named: word) else { return word }
        return HashName.arca(function.name)
    }

    /// The inputs of a request with their names of hash functions in one spelling.
    static func inputs(_ inputs: NamedValues) -> NamedValues {
        hashInputs.reduce(inputs) { inputs, name in
            guard case .text(let word) = inputs[name] else { return inputs }
            return inputs.with(name, .text(hash(word)))
        }
    }
}
