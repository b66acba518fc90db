internal import ArcaCodecs
internal import ArcaCrypto

/// JSON tokens: `JsonWebSignature`, `JsonWebKey`, `JsonWebEncryption` and `JsonWebCrypto`.
struct WycheproofTokens: VectorFamily {
    let name: String

    init?(type: String) {
        let names = [
            "JsonWebSignature": "json-web-signature", "JsonWebKey": "json-web-key",
            "JsonWebEncryption": "json-web-encryption", "JsonWebCrypto": "json-web-crypto",
        ]
        guard let name = names[type] else { return nil }
        self.name = name
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let validity = try fields.validity()
        fields.passOver("comment", because: "it describes the group")
        fields.passOver("enc", because: "the token says it itself")
        // Symmetric and decryption keys are private. A signature is verified with the public key, so a mistake in the
        // private one has no effect on it.
        let isPublic = fields.has("public") && (fields.has("jws") || !fields.has("private"))
        let keys = try fields.field(isPublic ? "public" : "private").text
        fields.passOver("public", "private", because: "the other key has the same numbers")
        if fields.has("jws") {
            let inputs: NamedValues = ["token": .text(try fields.field("jws").text), "keys": .text(keys)]
            return .step("verify-token", "jws", inputs: inputs, expected: validity.expectation([:]))
        }
        let inputs: NamedValues = ["token": .text(try fields.field("jwe").text), "keys": .text(keys)]
        // Without a plaintext in the file, only the success of decryption is checked.
        let expected: TestPlan.Expectation =
            switch (validity, try fields.bytesIfPresent("pt")) {
            case (.valid, nil): .anyOutputs
            case (.invalid, _): .refusal
            case (_, let plaintext): validity.expectation(["msg": .bytes(plaintext ?? [])])
            }
        return .step("decrypt-token", "jwe", inputs: inputs, expected: expected)
    }
}

/// Cases of published files that contradict each other, their key or a standard; they are skipped.
///
/// A case is identified by number and token, so a case of another edition is not confused with it.
package enum DisputedCase {
    package struct Reason: Sendable {
        /// The first bytes of the token's SHA-256 in hexadecimal, or nil if only the number is known.
        package let token: String?
        package let reason: String

        init(_ token: String?, _ reason: String) { (self.token, self.reason) = (token, reason) }
    }

    /// The disputed cases of Wycheproof's `json_web_signature`, by number.
    package static let jsonWebSignature: [String: Reason] = [
        "346": .init("81615bc6d6b115b3", otherHash), "350": .init(nil, otherHash),
        "347": .init("19f065ebd418b272", unknownName), "351": .init(nil, unknownName),
        "367": .init("2f3785868159e2bd", sameBytes), "370": .init("2f3785868159e2bd", sameBytes),
        "372": .init("bcce8c1719097fbd", questionMark), "373": .init("5b6a7c9f120925f0", questionMark),
    ]

    private static let otherHash =
        "valid, with PS384 under a key whose alg is PS256; 338 and 340 refuse the same under PS512"
    private static let unknownName =
        "valid, with a key whose alg is ES521, which no standard defines; case 19 of json_web_key refuses it"
    private static let sameBytes = "invalid, but the same bytes as 357, which is valid"
    private static let questionMark = "valid, with a question mark in the Base64 and a code that is not over that text"

    static func reason(_ vector: VectorCase) -> String? {
        if vector.kind.type == "EcdhTest" { return agreement(vector) }
        guard vector.kind.type == "JsonWebSignature", let known = jsonWebSignature[vector.id],
            let token = vector.fields.last(where: { $0.name == "jws" })?.text,
            known.token.map(Base16.standard.encode(SHA256.hash(token.utf8)).hasPrefix) ?? true
        else { return nil }
        return "disputed, case \(vector.id) of json_web_signature: \(known.reason)"
    }

    /// Version 0.8 encodes a secp224k1 coordinate in the length of the group order, which is one bit longer.
    private static func agreement(_ vector: VectorCase) -> String? {
        func text(_ name: String) -> String? { vector.fields.last { $0.name == name }?.text }
        guard text("curve") == "secp224k1", let shared = text("shared"), shared.utf8.count == 58,
            shared.hasPrefix("00")
        else { return nil }
        return "disputed: a shared secret of secp224k1 with 29 bytes; SEC 1, section 2.3.5, has 28"
    }
}
