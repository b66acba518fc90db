/// HKDF, PBKDF2 and scrypt, in texts of CAVP's layout.
struct CAVPDerivation: VectorFamily {
    let name: String
    private let hash: String

    init?(_ kind: VectorKind) {
        guard kind.format == CAVPFormat.name, kind.type == CAVPSubject.derivation else { return nil }
        let words = kind.algorithm.split(separator: "-", maxSplits: 1)
        name = String(words[0])
        hash = words.count > 1 ? String(words[1]) : ""
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        switch name {
        case "hkdf": return try hkdf(&fields)
        case "scrypt":
            let inputs: NamedValues = [
                "password": .bytes(try text(&fields, "PASSWORD")), "salt": .bytes(try text(&fields, "SALT")),
                "n": .int(try fields.int("N")), "r": .int(try fields.int("r")), "p": .int(try fields.int("p")),
                "outputByteCount": .int(try fields.int("LENGTH")),
            ]
            let key = VectorValue.bytes(try fields.bytes("DERIVED_KEY"))
            return .steps([.init(Question("scrypt", "scrypt", inputs), .outputs(["key": key]))])
        default:
            let inputs: NamedValues = [
                "password": .bytes(try text(&fields, "PASSWORD")), "salt": .bytes(try text(&fields, "SALT")),
                "iterations": .int(try fields.int("ITERATIONS")),
                "outputByteCount": .int(try fields.int("LENGTH")),
            ]
            let key = VectorValue.bytes(try fields.bytes("DERIVED_KEY"))
            return .steps([.init(Question("pbkdf2", hash, inputs), .outputs(["key": key]))])
        }
    }

    private func hkdf(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let hash = CAVPSubject.hash(try fields.text("Hash"))
        let (material, salt) = (VectorValue.bytes(try fields.bytes("IKM")), VectorValue.bytes(try fields.bytes("salt")))
        let info = VectorValue.bytes(try fields.bytes("info"))
        let byteCount = VectorValue.int(try fields.int("L"))
        let key = VectorValue.bytes(try fields.bytes("OKM"))
        let whole: NamedValues = ["ikm": material, "salt": salt, "info": info, "outputByteCount": byteCount]
        var steps: [Trial.Step] = [.init(Question("hkdf", hash, whole), .outputs(["key": key]))]
        if let extracted = try fields.bytesIfPresent("PRK").map(VectorValue.bytes) {
            let expanding: NamedValues = ["prk": extracted, "info": info, "outputByteCount": byteCount]
            steps += [
                .init(Question("hkdf-extract", hash, ["ikm": material, "salt": salt]), .outputs(["prk": extracted])),
                .init(Question("hkdf-expand", hash, expanding), .outputs(["key": key])),
            ]
        }
        return .steps(steps)
    }

    /// A text, in which `\0` stands for a zero byte, or the bytes of its hexadecimal form.
    private func text(_ fields: inout CaseFields, _ name: String) throws(VectorError) -> [UInt8] {
        if fields.has("HEX_" + name) { return try fields.bytes("HEX_" + name) }
        var bytes: [UInt8] = []
        for byte in try fields.text(name).utf8 {
            if byte == UInt8(ascii: "0"), bytes.last == UInt8(ascii: "\\") {
                bytes[bytes.count - 1] = 0
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
