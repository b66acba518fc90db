/// Authenticated encryption: `AeadTest` with a nonce, `DaeadTest` without.
struct WycheproofAEAD: VectorFamily {
    /// Wycheproof's names of what Arca has, or may have.
    private static let algorithms = [
        "AES-GCM": "aes-gcm", "AES-CCM": "aes-ccm", "AES-EAX": "aes-eax", "AES-GCM-SIV": "aes-gcm-siv",
        "AEAD-AES-SIV-CMAC": "aes-siv", "AES-SIV-CMAC": "aes-siv", "CHACHA20-POLY1305": "chacha20-poly1305",
        "XCHACHA20-POLY1305": "xchacha20-poly1305", "A128CBC-HS256": "a128cbc-hs256",
        "A192CBC-HS384": "a192cbc-hs384", "A256CBC-HS512": "a256cbc-hs512",
    ]

    let name: String
    private let isDeterministic: Bool

    init?(_ kind: VectorKind) {
        guard kind.format == WycheproofFormat.name, ["AeadTest", "DaeadTest"].contains(kind.type),
            let name = Self.algorithms[kind.algorithm.uppercased()]
        else { return nil }
        self.name = name
        isDeterministic = kind.type == "DaeadTest"
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let verdict = try fields.verdict()
        fields.passOver("keySize", "ivSize", because: "the lengths of key and iv")
        let key = VectorValue.bytes(try fields.bytes("key"))
        let aad = VectorValue.bytes(try fields.bytes("aad"))
        let message = VectorValue.bytes(try fields.bytes("msg"))
        var ciphertext = try fields.bytes("ct")
        var seal: NamedValues = ["key": key, "aad": aad]
        let tag: [UInt8]
        if isDeterministic {
            tag = Array(ciphertext.prefix(16))
            ciphertext.removeFirst(tag.count)
            seal["tagByteCount"] = .int(16)
        } else {
            seal["nonce"] = .bytes(try fields.bytes("iv"))
            tag = try fields.bytes("tag")
            // The tag is empty in cases that are about something else, so the group says how long it would be.
            let bitCount = try fields.int("tagSize")
            guard bitCount.isMultiple(of: 8) else {
                return .skip("tags of \(bitCount) bits, which are not whole bytes")
            }
            seal["tagByteCount"] = .int(bitCount / 8)
        }
        var open = seal
        open["tagByteCount"] = nil
        open["ct"] = .bytes(ciphertext)
        open["tag"] = .bytes(tag)
        seal["msg"] = message
        return .steps([
            .init(Question("seal", name, seal), verdict.of(["ct": .bytes(ciphertext), "tag": .bytes(tag)])),
            .init(Question("open", name, open), verdict.of(["msg": message])),
        ])
    }
}
