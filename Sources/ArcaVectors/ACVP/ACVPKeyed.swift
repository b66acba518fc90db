internal import ArcaCodecs

/// HMAC, CMAC and PBKDF2.
struct ACVPKeyed: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == ACVPFormat.name else { return nil }
        let word = kind.acvpName
        switch word {
        case "CMAC-AES": name = "cmac"
        case "PBKDF": name = "pbkdf2"
        case _ where word.hasPrefix("HMAC-"): name = "hmac-" + ACVPKeyed.hash(word.dropFirst(5))
        default: return nil
        }
    }

    /// `SHA2-256`, `SHA-1` and `SHA2-512/256` as Arca calls them.
    static func hash(_ word: some StringProtocol) -> String {
        let word = word.lowercased()
        return CAVPSubject.hash(word.hasPrefix("sha2-") ? "sha" + word.dropFirst(5) : word)
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        if name == "pbkdf2" { return try derivation(&fields) }
        fields.passOver(
            "keyLen", "msgLen", "direction", because: "lengths of what each test has, and what its answer is")
        let key = VectorValue.bytes(try fields.bytes("key"))
        let message = VectorValue.bytes(try fields.bytes(fields.first(of: "msg", "message")))
        let tag = try fields.bytes("mac")
        guard try fields.int("macLen") == tag.count * 8 else {
            throw VectorError(.invalidField, at: "mac", "the code is not macLen bits long")
        }
        let inputs: NamedValues = ["key": key, "msg": message]
        guard try !fields.acvpMustFail() else {
            var checking = inputs
            checking["tag"] = .bytes(tag)
            return .steps([.init(Question("verify-mac", name, checking), .refusal)])
        }
        guard tag.count >= 4 else { return .skip("codes shorter than 4 bytes, which Arca does not give") }
        return CAVPMAC.trial(name, inputs, tag: tag)
    }

    private func derivation(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("passwordLen", "saltLen", because: "lengths of what each test has")
        let hash = Self.hash(try fields.text("hmacAlg"))
        let key = try fields.bytes("derivedKey")
        guard try fields.int("keyLen") == key.count * 8 else {
            throw VectorError(.invalidField, at: "derivedKey", "the key is not keyLen bits long")
        }
        let inputs: NamedValues = [
            "password": .bytes(Array(try fields.text("password").utf8)), "salt": .bytes(try fields.bytes("salt")),
            "iterations": .int(try fields.int("iterationCount")), "outputByteCount": .int(key.count),
        ]
        return .steps([.init(Question("pbkdf2", hash, inputs), .outputs(["key": .bytes(key)]))])
    }
}
