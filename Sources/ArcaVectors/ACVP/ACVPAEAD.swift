internal import ArcaCodecs

/// AES-GCM, AES-GCM-SIV and AES-CCM; GMAC is GCM without a message.
struct ACVPAEAD: VectorFamily {
    private static let algorithms = [
        "AES-GCM": "aes-gcm", "AES-GMAC": "aes-gcm", "AES-CCM": "aes-ccm", "AES-GCM-SIV": "aes-gcm-siv",
    ]

    let name: String
    private let hasTagInside: Bool

    init?(_ kind: VectorKind) {
        guard kind.format == ACVPFormat.name, let name = Self.algorithms[kind.acvpName] else { return nil }
        self.name = name
        // CCM and GCM-SIV put the tag behind the ciphertext.
        hasTagInside = kind.acvpName == "AES-CCM" || kind.acvpName == "AES-GCM-SIV"
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let encrypts = try fields.acvpDirection()
        fields.passOver(
            "keyLen", "ivLen", "ivGen", "ivGenMode", "payloadLen", "aadLen", because: "lengths of what each test has")
        let tagByteCount = try fields.int("tagLen") / 8
        let common: NamedValues = [
            "key": .bytes(try fields.bytes("key")), "nonce": .bytes(try fields.bytes("iv")),
            "aad": .bytes(try fields.bytesIfPresent("aad") ?? []),
        ]
        let mustFail = try fields.acvpMustFail()
        let message = mustFail && !encrypts ? nil : try fields.bytesIfPresent("pt") ?? []
        fields.passOver("pt", because: "what a forged ciphertext is no longer of")
        var ciphertext = try fields.bytesIfPresent("ct") ?? []
        var tag = try fields.bytesIfPresent("tag") ?? []
        if hasTagInside {
            tag = Array(ciphertext.suffix(tagByteCount))
            ciphertext.removeLast(tag.count)
        }
        guard tag.count == tagByteCount else {
            throw VectorError(.invalidField, at: "tag", "the tag has \(tag.count) bytes, not \(tagByteCount)")
        }
        return CAVPAEAD.trial(name, common, message: message, ciphertext: ciphertext, tag: tag)
    }
}
