internal import ArcaCodecs

/// AES and 3DES in ECB, CBC, CFB, OFB and CTR, without padding: known answers and messages of several blocks.
struct CAVPBlockCipher: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        guard kind.format == CAVPFormat.name, kind.type == CAVPSubject.block else { return nil }
        name = kind.algorithm
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        if let reason = Self.reasonToSkip(name) { return .skip(reason) }
        _ = try CAVPDirection(&fields)
        var inputs: NamedValues = ["key": .bytes(try fields.cavpKey())]
        if name.hasSuffix("ecb") || name.hasSuffix("cbc") { inputs["padding"] = .text("none") }
        if let iv = try fields.bytesIfPresent("IV") { inputs["iv"] = .bytes(iv) }
        let plaintext = try text(&fields, "PLAINTEXT", &inputs)
        let ciphertext = try text(&fields, "CIPHERTEXT", &inputs)
        var encrypting = inputs
        encrypting["msg"] = plaintext
        var decrypting = inputs
        decrypting["ct"] = ciphertext
        // What the file has for one direction holds for the other as well.
        return .steps([
            .init(Question("encrypt", name, encrypting), .outputs(["ct": ciphertext])),
            .init(Question("decrypt", name, decrypting), .outputs(["msg": plaintext])),
        ])
    }

    /// Why a mode is not run: three streams in turns are nothing that anybody uses.
    static func reasonToSkip(_ name: String) -> String? {
        let mode = name.split(separator: "-").last ?? ""
        if ["cbci", "ofbi"].contains(mode) { return "Arca has no interleaved modes of 3DES" }
        if mode.hasPrefix("cfbp") { return "Arca has no pipelined modes of 3DES" }
        return nil
    }

    /// A text in hexadecimal digits, or in bits for the mode that feeds back one of them.
    private func text(
        _ fields: inout CaseFields, _ field: String, _ inputs: inout NamedValues
    ) throws(VectorError) -> VectorValue {
        guard name.hasSuffix("cfb1") else { return .bytes(try fields.bytes(field)) }
        let (bytes, bitCount) = try fields.cavpBits(field)
        inputs["bitCount"] = .int(bitCount)
        return .bytes(bytes)
    }
}

/// The word in brackets above the cases.
enum CAVPDirection: String {
    case encrypt = "ENCRYPT"
    case decrypt = "DECRYPT"

    init(_ fields: inout CaseFields) throws(VectorError) {
        let word = try fields.text("mode")
        guard let direction = CAVPDirection(rawValue: word) else {
            throw VectorError(.invalidField, at: "mode", "the bracket says \(word), not ENCRYPT or DECRYPT")
        }
        self = direction
    }
}

extension CaseFields {
    /// The key: `KEY`, or `KEYs` three times, or three of them; `prefix` stands before the names.
    mutating func cavpKey(_ prefix: String = "") throws(VectorError) -> [UInt8] {
        if has(prefix + "KEY") { return try bytes(prefix + "KEY") }
        if has(prefix + "KEYs") {
            let key = try bytes(prefix + "KEYs")
            return key + key + key
        }
        return try bytes(prefix + "KEY1") + bytes(prefix + "KEY2") + bytes(prefix + "KEY3")
    }

    /// Bits `0` and `1`, filled up with zeros to whole bytes, and how many they are.
    mutating func cavpBits(_ name: String) throws(VectorError) -> ([UInt8], Int) {
        let digits = try text(name)
        var bytes = [UInt8](repeating: 0, count: (digits.utf8.count + 7) / 8)
        for (index, digit) in digits.utf8.enumerated() {
            guard digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1") else {
                throw VectorError(.invalidField, at: name, "\(name) is not of binary digits")
            }
            if digit == UInt8(ascii: "1") { bytes[index / 8] |= 0x80 >> (index % 8) }
        }
        return (bytes, digits.utf8.count)
    }
}
