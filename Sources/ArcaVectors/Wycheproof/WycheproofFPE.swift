internal import ArcaCodecs

/// Encryption that keeps the form: `FpeStrTest` of text, `FpeListTest` of digits.
struct WycheproofFPE: VectorFamily {
    let name = "aes-ff1"
    private let isText: Bool

    init?(_ kind: VectorKind) {
        guard kind.format == WycheproofFormat.name, ["FpeStrTest", "FpeListTest"].contains(kind.type),
            kind.algorithm.uppercased() == "AES-FF1"
        else { return nil }
        isText = kind.type == "FpeStrTest"
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let verdict = try fields.verdict()
        fields.passOver("keySize", "msgSize", because: "the lengths of key and msg")
        var inputs: NamedValues = [
            "key": .bytes(try fields.bytes("key")), "tweak": .bytes(try fields.bytes("tweak")),
            "radix": .int(try fields.int("radix")),
        ]
        if isText { inputs["alphabet"] = .text(try fields.text("alphabet")) }
        let (message, ciphertext) = (try value("msg", &fields), try value("ct", &fields))
        var (encrypt, decrypt) = (inputs, inputs)
        encrypt["msg"] = message
        decrypt["ct"] = ciphertext
        return .steps([
            .init(Question("fpe-encrypt", name, encrypt), verdict.of(["ct": ciphertext])),
            .init(Question("fpe-decrypt", name, decrypt), verdict.of(["msg": message])),
        ])
    }

    private func value(_ name: String, _ fields: inout CaseFields) throws(VectorError) -> VectorValue {
        if isText { return .text(try fields.text(name)) }
        let list = try fields.json(name)
        do throws(CodecError) {
            var digits: [Int] = []
            for digit in try list.array { digits.append(try digit.int) }
            return .ints(digits)
        } catch { throw VectorError(.invalidField, at: name, "\(error)") }
    }
}
