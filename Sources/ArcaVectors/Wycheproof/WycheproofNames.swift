/// How Wycheproof's names of algorithms read in Arca.
enum WycheproofNames {
    /// A hash function's name: `sha256` of `SHA-256`, `sha3-256` and `shake128` as they are.
    static func hash(_ name: some StringProtocol) -> String {
        let name = name.lowercased()
        return name.hasPrefix("sha-") ? "sha" + name.dropFirst(4) : name
    }

    /// The part of an algorithm's name behind a beginning; nil when it begins otherwise.
    static func rest(of name: String, after beginning: String) -> String? {
        name.uppercased().hasPrefix(beginning.uppercased()) ? String(name.dropFirst(beginning.count)) : nil
    }
}

extension CaseFields {
    /// Reads a hash function's name, as Arca writes it; empty when the file leaves it empty.
    mutating func hash(_ name: String) throws(VectorError) -> String { WycheproofNames.hash(try text(name)) }
}
