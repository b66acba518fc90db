internal import ArcaCore

/// AES and 3DES in the unauthenticated modes, and key wrap: single messages and Monte Carlo chains.
struct ACVPCipher: VectorFamily {
    static let algorithms = [
        "AES-ECB": "aes-ecb", "AES-CBC": "aes-cbc", "AES-CFB1": "aes-cfb1", "AES-CFB8": "aes-cfb8",
        "AES-CFB128": "aes-cfb", "AES-OFB": "aes-ofb", "AES-CTR": "aes-ctr", "AES-XTS": "aes-xts", "AES-KW": "aes-kw",
        "AES-KWP": "aes-kwp", "TDES-ECB": "tdes-ecb", "TDES-CBC": "tdes-cbc", "TDES-CFB1": "tdes-cfb1",
        "TDES-CFB8": "tdes-cfb8", "TDES-CFB64": "tdes-cfb", "TDES-OFB": "tdes-ofb",
    ]

    let name: String
    let type: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        if type == "CTR" { return .skip("counters that the program under test chooses") }
        let encrypts = try fields.acvpEncrypts()
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
        if fields.has("sequenceNumber") { inputs["iv"] = .bytes(try fields.xtsTweak("sequenceNumber")) }
        if fields.has("payloadLen") {
            let bitCount = try fields.int("payloadLen")
            if !bitCount.isMultiple(of: 8) {
                guard name.hasSuffix("cfb1") else { return .skip("texts of \(bitCount % 8) bits beyond whole bytes") }
                inputs["bitCount"] = .int(bitCount)
            }
        }
        let given = try fields.value(encrypts ? "pt" : "ct")
        guard try !fields.acvpMustFail() else {
            return .step(
                encrypts ? "encrypt" : "decrypt", name, inputs: inputs.with(encrypts ? "msg" : "ct", given),
                expected: .refusal)
        }
        let result = try fields.value(encrypts ? "ct" : "pt")
        return .roundTrip(
            name, inputs, message: encrypts ? given : result, ciphertext: encrypts ? result : given)
    }

    /// A Monte Carlo chain; the output of each step determines the next.
    private func chain(_ fields: inout CaseFields, encrypts: Bool) throws -> TestPlan {
        let (from, to) = encrypts ? ("pt", "ct") : ("ct", "pt")
        fields.passOver(
            "keyLen", "keyingOption", "key", "key1", "key2", "key3", "iv", from, "payloadLen",
            because: "the first step repeats it")
        var links = try fields.json("resultsArray").array.map { CaseFields(try $0.caseFields) }
        var steps: [TestPlan.Step] = []
        for index in links.indices {
            var inputs: NamedValues = ["key": .bytes(try links[index].acvpKey())]
            if let iv = try links[index].bytesIfPresent("iv") { inputs["iv"] = .bytes(iv) }
            inputs["text"] = try links[index].value(from)
            var outputs: NamedValues = ["text": try links[index].value(to)]
            if name.hasSuffix("cfb1") { inputs["bitCount"] = .int(1) }
            let goesOn = index + 1 < links.count
            inputs["goesOn"] = .int(goesOn ? 1 : 0)
            if goesOn {
                outputs["nextKey"] = .bytes(try links[index + 1].acvpKey())
                if let iv = try links[index + 1].bytesIfPresent("iv") { outputs["nextIV"] = .bytes(iv) }
                outputs["nextText"] = try links[index + 1].value(from)
            }
            steps.append(.init(Request(encrypts ? "chain-encrypt" : "chain-decrypt", name, inputs), .outputs(outputs)))
        }
        return .steps(steps)
    }
}

/// AES-GCM, AES-GCM-SIV and AES-CCM; GMAC is GCM without a message.
struct ACVPAEAD: VectorFamily {
    static let algorithms = [
        "AES-GCM": "aes-gcm", "AES-GMAC": "aes-gcm", "AES-CCM": "aes-ccm", "AES-GCM-SIV": "aes-gcm-siv",
    ]

    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let encrypts = try fields.acvpEncrypts()
        fields.passOver(
            "keyLen", "ivLen", "ivGen", "ivGenMode", "payloadLen", "aadLen", because: "lengths of what each test has")
        let tagByteCount = try fields.int("tagLen") / 8
        let inputs: NamedValues = [
            "key": try fields.value("key"), "nonce": try fields.value("iv"),
            "aad": .bytes(try fields.bytesIfPresent("aad", declaredBy: "aadLen") ?? []),
        ]
        let mustFail = try fields.acvpMustFail()
        let message =
            mustFail && !encrypts ? nil : try fields.bytesIfPresent("pt", declaredBy: "payloadLen") ?? []
        fields.passOver("pt", because: "what a forged ciphertext is no longer of")
        var ciphertext = try fields.bytesIfPresent("ct", declaredBy: "payloadLen") ?? []
        var tag = name == "aes-gcm" ? try fields.bytes("tag") : []
        // CCM and GCM-SIV append the tag to the ciphertext.
        if name != "aes-gcm" {
            tag = Array(ciphertext.suffix(max(0, tagByteCount)))
            ciphertext.removeLast(tag.count)
        }
        guard tag.count == tagByteCount else {
            throw VectorError(.invalidField, at: "tag", "the tag has \(tag.count) bytes, not \(tagByteCount)")
        }
        return .sealing(name, inputs, message: message, ciphertext: ciphertext, tag: tag)
    }
}

/// FF1, which preserves the alphabet and length of the text.
struct ACVPFPE: VectorFamily {
    let name = "aes-ff1"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver(
            "keyLen", "tweakLen", "ptLen", "ctLen", "payloadLen", because: "lengths of what each test has")
        let encrypts = try fields.acvpEncrypts()
        let alphabet = try fields.text("alphabet")
        let radix = fields.has("radix") ? try fields.int("radix") : alphabet.count
        let inputs: NamedValues = [
            "key": try fields.value("key"), "tweak": .bytes(try fields.bytesIfPresent("tweak") ?? []),
            "alphabet": .text(alphabet), "radix": .int(radix),
        ]
        guard try !fields.acvpMustFail() else {
            let given = VectorValue.text(try fields.text(encrypts ? "pt" : "ct"))
            return .step(
                encrypts ? "fpe-encrypt" : "fpe-decrypt", name, inputs: inputs.with(encrypts ? "msg" : "ct", given),
                expected: .refusal)
        }
        return .roundTrip(
            name, inputs, message: .text(try fields.text("pt")), ciphertext: .text(try fields.text("ct")),
            operations: ("fpe-encrypt", "fpe-decrypt"))
    }
}

extension JSONField {
    var caseFields: [VectorField] {
        get throws { try object.members.map { VectorField($0.name, json: $0.value) } }
    }
}

extension CaseFields {
    mutating func acvpEncrypts() throws(VectorError) -> Bool {
        let word = try text("direction")
        guard ["encrypt", "decrypt"].contains(word) else {
            throw VectorError(.invalidField, at: "direction", "the direction is \(word), not encrypt or decrypt")
        }
        return word == "encrypt"
    }

    /// The key from one field, or from three for 3DES.
    mutating func acvpKey() throws(VectorError) -> [UInt8] {
        guard has("key1") else { return try bytes("key") }
        return try bytes("key1") + bytes("key2") + bytes("key3")
    }

    mutating func acvpMustFail() throws -> Bool {
        passOver("reason", "deferred", because: "how the generator came to the test")
        return has("testPassed") ? try !bool("testPassed") : false
    }
}
