/// Message authentication codes: `MacTest`, and `MacWithIvTest` with a nonce.
struct WycheproofMAC: VectorFamily {
    let name: String
    private let hasNonce: Bool

    init?(_ kind: VectorKind) {
        guard kind.format == WycheproofFormat.name else { return nil }
        switch (kind.type, kind.algorithm.uppercased()) {
        case ("MacTest", "AES-CMAC"): name = "cmac"
        case ("MacTest", "KMAC128"): name = "kmac128"
        case ("MacTest", "KMAC256"): name = "kmac256"
        case ("MacTest", let algorithm):
            guard let hash = WycheproofNames.rest(of: algorithm, after: "HMAC") else { return nil }
            name = "hmac-" + WycheproofNames.hash(hash)
        case ("MacWithIvTest", "AES-GMAC"): name = "gmac"
        default: return nil
        }
        hasNonce = kind.type == "MacWithIvTest"
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let verdict = try fields.verdict()
        fields.passOver("keySize", "ivSize", because: "the lengths of key and iv")
        var inputs: NamedValues = ["key": .bytes(try fields.bytes("key")), "msg": .bytes(try fields.bytes("msg"))]
        if hasNonce { inputs["nonce"] = .bytes(try fields.bytes("iv")) }
        let tag = try fields.bytes("tag")
        let bitCount = try fields.int("tagSize")
        guard bitCount.isMultiple(of: 8) else { return .skip("tags of \(bitCount) bits, which are not whole bytes") }
        var (compute, verify) = (inputs, inputs)
        compute["tagByteCount"] = .int(bitCount / 8)
        verify["tag"] = .bytes(tag)
        return .steps([
            .init(Question("mac", name, compute), verdict.of(["tag": .bytes(tag)])),
            .init(Question("verify-mac", name, verify), verdict.of([:])),
        ])
    }
}
