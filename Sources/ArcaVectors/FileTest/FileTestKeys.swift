/// The keys of an `evp_test` file: a stanza names one, and later stanzas are about it.
struct FileTestKeys {
    /// The kinds of stanzas that name a key.
    private static let definitions = ["PrivateKey", "PublicKey", "PrivateKeyRaw", "PublicKeyRaw"]

    private var contents: [String: VectorField.Content] = [:]

    /// Keeps the key of a stanza that names one, and gives the stanza's kind with the key for a field.
    mutating func take(_ first: VectorField) -> (VectorKind, VectorField)? {
        guard Self.definitions.contains(first.name) else { return nil }
        // A raw key stands on the same line: `name:algorithm:digits`.
        let mark: Character = first.name.hasSuffix("Raw") ? ":" : "\n"
        let parts = first.text.split(separator: mark, maxSplits: 1).map(String.init)
        let content = VectorField.Content.text(parts.count == 2 ? parts[1] : "")
        if let name = parts.first { contents[name] = content }
        return (VectorKind(format: FileTestFormat.name, type: first.name), VectorField("the key", content))
    }

    /// The keys that a stanza is about: its own, the peer's, or the two of a pair.
    func fields(of first: VectorField, beside fields: [VectorField]) -> [VectorField] {
        func named(_ name: String, _ title: String) -> [VectorField] {
            contents[name].map { [VectorField(title, $0, isShared: true)] } ?? []
        }
        let peer = fields.first { $0.name == "PeerKey" }.map { named($0.text, "the peer's key") } ?? []
        switch first.name {
        case "PrivPubKeyPair":
            let names = first.text.split(separator: ":").map(String.init)
            guard names.count == 2 else { return [] }
            return named(names[0], "the private key") + named(names[1], "the public key")
        case "Sign", "Verify", "VerifyRecover", "Decrypt", "Derive": return named(first.text, "the key") + peer
        case "DigestSign", "DigestVerify", "OneShotDigestSign", "OneShotDigestVerify":
            return fields.first { $0.name == "Key" }.map { named($0.text, "the key") } ?? []
        default: return []
        }
    }
}
