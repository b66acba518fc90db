/// Encryption by password, `PbeTest`: PBKDF2 and AES-CBC, as PBES2 puts them together.
struct WycheproofPBE: VectorFamily {
    let name: String

    init?(_ kind: VectorKind) {
        // PbeWithHmacSha256AndAes_256
        guard kind.format == WycheproofFormat.name, kind.type == "PbeTest",
            let rest = WycheproofNames.rest(of: kind.algorithm, after: "PbeWithHmac")
        else { return nil }
        let words = rest.lowercased().split(separator: "_")
        guard words.count == 2, words[0].hasSuffix("andaes"), ["128", "192", "256"].contains(words[1]) else {
            return nil
        }
        name = "pbes2-\(words[0].dropLast(6))-aes-\(words[1])-cbc"
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let verdict = try fields.verdict()
        let inputs: NamedValues = [
            "password": .bytes(try fields.bytes("password")), "salt": .bytes(try fields.bytes("salt")),
            "iterations": .int(try fields.int("iterationCount")), "iv": .bytes(try fields.bytes("iv")),
        ]
        let (message, ciphertext) = (
            VectorValue.bytes(try fields.bytes("msg")), VectorValue.bytes(try fields.bytes("ct"))
        )
        var (encrypt, decrypt) = (inputs, inputs)
        encrypt["msg"] = message
        decrypt["ct"] = ciphertext
        return .steps([
            .init(Question("pbe-encrypt", name, encrypt), verdict.of(["ct": ciphertext])),
            .init(Question("pbe-decrypt", name, decrypt), verdict.of(["msg": message])),
        ])
    }
}
