internal import ArcaCodecs

/// AES-XTS, with the tweak as bytes or as a number.
struct CAVPXTS: VectorFamily {
    let name = "aes-xts"

    init?(_ kind: VectorKind) {
        guard kind.format == CAVPFormat.name, kind.type == CAVPSubject.xts else { return nil }
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        _ = try CAVPDirection(&fields)
        let bitCount = try fields.int("DataUnitLen")
        guard bitCount.isMultiple(of: 8) else {
            return .skip("data units of \(bitCount) bits, which are not whole bytes")
        }
        let plaintext = try fields.bytes("PT")
        let ciphertext = try fields.bytes("CT")
        guard plaintext.count * 8 == bitCount else {
            throw VectorError(.invalidField, at: "PT", "the data unit is not DataUnitLen bits long")
        }
        var tweak = try fields.bytesIfPresent("i") ?? []
        if fields.has("DataUnitSeqNumber") {
            let number = try fields.int("DataUnitSeqNumber")
            tweak = (0..<16).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : 0 }
        }
        let common: NamedValues = ["key": .bytes(try fields.bytes("Key")), "iv": .bytes(tweak)]
        var encrypting = common
        encrypting["msg"] = .bytes(plaintext)
        var decrypting = common
        decrypting["ct"] = .bytes(ciphertext)
        return .steps([
            .init(Question("encrypt", name, encrypting), .outputs(["ct": .bytes(ciphertext)])),
            .init(Question("decrypt", name, decrypting), .outputs(["msg": .bytes(plaintext)])),
        ])
    }
}
