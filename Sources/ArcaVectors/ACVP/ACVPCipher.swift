internal import ArcaCodecs

/// AES and 3DES in the modes that authenticate nothing, and key wrap: single messages and Monte Carlo chains.
struct ACVPCipher: VectorFamily {
    private static let algorithms = [
        "AES-ECB": "aes-ecb", "AES-CBC": "aes-cbc", "AES-CFB1": "aes-cfb1", "AES-CFB8": "aes-cfb8",
        "AES-CFB128": "aes-cfb", "AES-OFB": "aes-ofb", "AES-CTR": "aes-ctr", "AES-XTS": "aes-xts", "AES-KW": "aes-kw",
        "AES-KWP": "aes-kwp", "TDES-ECB": "tdes-ecb", "TDES-CBC": "tdes-cbc", "TDES-CFB1": "tdes-cfb1",
        "TDES-CFB8": "tdes-cfb8", "TDES-CFB64": "tdes-cfb", "TDES-OFB": "tdes-ofb",
    ]

    let name: String
    private let type: String

    init?(_ kind: VectorKind) {
        guard kind.format == ACVPFormat.name, let name = Self.algorithms[kind.acvpName] else { return nil }
        self.name = name
        type = kind.type
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        if type == "CTR" { return .skip("counters that the program under test chooses") }
        let encrypts = try fields.acvpDirection()
        if type == "MCT" { return try chain(&fields, encrypts: encrypts) }
        fields.passOver(
            "keyLen", "keyingOption", "ivLen", "dataUnitLen", "tweakMode", "incremental", "overflow", "ivGenMode",
            because: "lengths, and ways of writing what each test has")
        if fields.has("kwCipher"), try fields.text("kwCipher") != "cipher" {
            return .skip("Arca has no key wrap with the inverse cipher")
        }
        var inputs: NamedValues = ["key": .bytes(try fields.acvpKey())]
        if name.hasSuffix("ecb") || name.hasSuffix("cbc") { inputs["padding"] = .text("none") }
        if let iv = try fields.bytesIfPresent("iv") { inputs["iv"] = .bytes(iv) }
        if let tweak = try fields.bytesIfPresent("tweakValue") { inputs["iv"] = .bytes(tweak) }
        if fields.has("sequenceNumber") {
            let number = try fields.int("sequenceNumber")
            inputs["iv"] = .bytes((0..<16).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : 0 })
        }
        if fields.has("payloadLen") {
            let bitCount = try fields.int("payloadLen")
            if !bitCount.isMultiple(of: 8) {
                guard name.hasSuffix("cfb1") else { return .skip("texts of \(bitCount % 8) bits beyond whole bytes") }
                inputs["bitCount"] = .int(bitCount)
            }
        }
        let (from, to) = encrypts ? ("pt", "ct") : ("ct", "pt")
        let input = VectorValue.bytes(try fields.bytes(from))
        inputs[encrypts ? "msg" : "ct"] = input
        let question = Question(encrypts ? "encrypt" : "decrypt", name, inputs)
        guard try !fields.acvpMustFail() else { return .steps([.init(question, .refusal)]) }
        let output = VectorValue.bytes(try fields.bytes(to))
        var back = inputs
        back[encrypts ? "msg" : "ct"] = nil
        back[encrypts ? "ct" : "msg"] = output
        return .steps([
            .init(question, .outputs([encrypts ? "ct" : "msg": output])),
            .init(
                Question(encrypts ? "decrypt" : "encrypt", name, back), .outputs([encrypts ? "msg" : "ct": input])),
        ])
    }

    /// A chain of many steps in one case: each starts as the one before says.
    private func chain(_ fields: inout CaseFields, encrypts: Bool) throws(VectorError) -> Trial {
        fields.passOver(
            "keyLen", "keyingOption", "key", "key1", "key2", "key3", "iv", encrypts ? "pt" : "ct", "payloadLen",
            because: "the first step says it again")
        let list = try fields.json("resultsArray")
        var links: [CaseFields] = []
        do throws(CodecError) {
            for entry in try list.array {
                links.append(
                    CaseFields(
                        try entry.members.compactMap { name, field in
                            field.value.map { VectorField(name, json: $0) }
                        }))
            }
        } catch { throw VectorError(.invalidField, at: "resultsArray", "\(error)") }
        var steps: [Trial.Step] = []
        for index in links.indices {
            var inputs: NamedValues = ["key": .bytes(try links[index].acvpKey())]
            if let iv = try links[index].bytesIfPresent("iv") { inputs["iv"] = .bytes(iv) }
            inputs["text"] = .bytes(try links[index].bytes(encrypts ? "pt" : "ct"))
            var outputs: NamedValues = ["text": .bytes(try links[index].bytes(encrypts ? "ct" : "pt"))]
            if name.hasSuffix("cfb1") { inputs["bitCount"] = .int(1) }
            let goesOn = index + 1 < links.count
            inputs["goesOn"] = .int(goesOn ? 1 : 0)
            if goesOn {
                outputs["nextKey"] = .bytes(try links[index + 1].acvpKey())
                if let iv = try links[index + 1].bytesIfPresent("iv") { outputs["nextIV"] = .bytes(iv) }
                outputs["nextText"] = .bytes(try links[index + 1].bytes(encrypts ? "pt" : "ct"))
            }
            steps.append(.init(Question(encrypts ? "chain-encrypt" : "chain-decrypt", name, inputs), .outputs(outputs)))
        }
        return .steps(steps)
    }
}

extension VectorKind {
    /// The algorithm's name without the `ACVP-` that some have.
    var acvpName: String { algorithm.hasPrefix("ACVP-") ? String(algorithm.dropFirst(5)) : algorithm }
}

extension CaseFields {
    /// Whether the group encrypts.
    mutating func acvpDirection() throws(VectorError) -> Bool {
        let word = try text("direction")
        guard ["encrypt", "decrypt"].contains(word) else {
            throw VectorError(.invalidField, at: "direction", "the direction is \(word), not encrypt or decrypt")
        }
        return word == "encrypt"
    }

    /// The key in one, or in three for 3DES.
    mutating func acvpKey() throws(VectorError) -> [UInt8] {
        guard has("key1") else { return try bytes("key") }
        return try bytes("key1") + bytes("key2") + bytes("key3")
    }

    /// Whether the answer is that the test fails.
    mutating func acvpMustFail() throws(VectorError) -> Bool {
        passOver("reason", "deferred", because: "how the generator came to the test")
        guard has("testPassed") else { return false }
        guard let passed = try json("testPassed").value?.bool else {
            throw VectorError(.invalidField, at: "testPassed", "testPassed is neither true nor false")
        }
        return !passed
    }
}
