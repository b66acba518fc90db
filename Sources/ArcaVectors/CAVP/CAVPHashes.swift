internal import ArcaCore

struct CAVPDigest: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver(
            "L", "Minimum Output Length (bits)", "Maximum Output Length (bits)", "mode",
            because: "the digest's length, and what the lengths below range over")
        if fields.has("MDi") {
            fields.passOver("i", because: "the place in the chain")
            return .digest(name, ["msg": try fields.value("M")], try fields.bytes("MDi"))
        }
        var message = try fields.bytes("Msg")
        for name in ["Len", "Input Length"] where fields.has(name) {
            let bitCount = try fields.int(name)
            guard bitCount.isMultiple(of: 8) else {
                return .skip("messages of \(bitCount % 8) bits beyond whole bytes")
            }
            // An empty message is written as one zero byte.
            if bitCount == 0 { message = [] }
            guard message.count * 8 == bitCount else {
                throw VectorError(.invalidField, at: "Msg", "the message is not \(name) bits long")
            }
        }
        guard fields.has("Output") else {
            return .digest(name, ["msg": .bytes(message)], try fields.bytes("MD"))
        }
        let output = try fields.bytes("Output")
        let bitCount = try fields.int("Outputlen")
        guard bitCount.isMultiple(of: 8) else { return .skip("output of \(bitCount % 8) bits beyond whole bytes") }
        guard output.count * 8 == bitCount else {
            throw VectorError(.invalidField, at: "Output", "the output is not Outputlen bits long")
        }
        return .digest(name, ["msg": .bytes(message), "outputByteCount": .int(output.count)], output)
    }
}

struct CAVPMAC: VectorFamily {
    let name: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        if name == "kmac" { return try kmac(&fields) }
        if name == "cmac", fields.has("Mac") { return try response(&fields) }
        if name == "cmac" {
            return .authenticating(
                name, ["key": try fields.value("KEY"), "msg": try fields.value("MESSAGE")],
                tag: try fields.bytes("OUTPUT"))
        }
        let inputs: NamedValues = ["key": try fields.value("Key"), "msg": try fields.value("Msg")]
        guard name == "hmac" else {
            fields.passOver("Len", because: "the message's length in bits")
            return .authenticating(name, inputs, tag: try fields.bytes("MD"))
        }
        fields.passOver("Klen", because: "the key's length")
        let tag = try fields.bytes("Mac")
        guard try fields.int("Tlen") == tag.count else {
            throw VectorError(.invalidField, at: "Mac", "the code is not Tlen bytes long")
        }
        let byteCount = try fields.int("L")
        guard let hash = [20: "sha1", 28: "sha224", 32: "sha256", 48: "sha384", 64: "sha512"][byteCount] else {
            throw VectorError(.invalidField, at: "L", "L is \(byteCount), not 20, 28, 32, 48 or 64")
        }
        return .authenticating("hmac-" + hash, inputs, tag: tag)
    }

    /// CMAC by NIST's tool: MACs to compute or, if there is a result, MACs that may be forged.
    private func response(_ fields: inout CaseFields) throws -> TestPlan {
        let key = try fields.bytes("Key")
        let tag = try fields.bytes("Mac")
        // An empty message is written as one zero byte.
        let message = try fields.int("Mlen") == 0 ? [] : try fields.bytes("Msg")
        fields.passOver("Msg", because: "a message of no bytes")
        for (name, count) in [("Klen", key.count), ("Mlen", message.count), ("Tlen", tag.count)]
        where try fields.int(name) != count {
            throw VectorError(.invalidField, at: name, "\(name) is not the length in bytes of what it is about")
        }
        let inputs: NamedValues = ["key": .bytes(key), "msg": .bytes(message)]
        let isGenuine = fields.has("Result") ? try fields.cavpPasses() : true
        guard tag.count >= 4 else { return .skip("codes shorter than 4 bytes, which Arca does not give") }
        guard isGenuine else {
            return .step("verify-mac", name, inputs: inputs.with("tag", .bytes(tag)), expected: .refusal)
        }
        return .authenticating(name, inputs, tag: tag)
    }

    private func kmac(_ fields: inout CaseFields) throws -> TestPlan {
        let strength = try fields.int("Strength")
        let tag = try fields.bytes("OUTPUT")
        guard try fields.int("L") == tag.count * 8 else {
            throw VectorError(.invalidField, at: "OUTPUT", "the code is not L bits long")
        }
        let inputs: NamedValues = [
            "key": try fields.value("K"), "msg": try fields.value("X"), "customization": try fields.utf8("S"),
        ]
        return .authenticating("kmac\(strength)", inputs, tag: tag)
    }
}

struct CAVPDerivation: VectorFamily {
    let name: String
    private let hash: String

    init(_ algorithm: String) {
        let words = algorithm.split(separator: "-", maxSplits: 1).map(String.init)
        name = words[0]
        hash = words.count > 1 ? words[1] : ""
    }

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        if name == "hkdf" { return try hkdf(&fields) }
        if name.hasPrefix("argon2") { return try argon2(&fields) }
        var inputs: NamedValues = [
            "password": .bytes(try text(&fields, "PASSWORD")), "salt": .bytes(try text(&fields, "SALT")),
            "outputByteCount": .int(try fields.int("LENGTH")),
        ]
        if name == "scrypt" {
            for (input, name) in [("n", "N"), ("r", "r"), ("p", "p")] { inputs[input] = .int(try fields.int(name)) }
        } else {
            inputs["iterations"] = .int(try fields.int("ITERATIONS"))
        }
        return .derivation(name, name == "scrypt" ? name : hash, inputs, key: try fields.value("DERIVED_KEY"))
    }

    private func hkdf(_ fields: inout CaseFields) throws -> TestPlan {
        let hash = try fields.hash("Hash")
        let (material, salt, info) = (
            try fields.value("IKM"), try fields.value("salt"), try fields.value("info")
        )
        return .hkdf(
            hash, material: material, salt: salt, info: info, outputByteCount: try fields.int("L"),
            extracted: try fields.bytesIfPresent("PRK").map(VectorValue.bytes), key: try fields.value("OKM"))
    }

    /// The layout of pyca, with an optional `version` of 16 or 19.
    private func argon2(_ fields: inout CaseFields) throws -> TestPlan {
        var inputs: NamedValues = [
            "password": try fields.value("pass"), "salt": try fields.value("salt"),
            "memoryKiB": .int(try fields.int("memcost")), "passes": .int(try fields.int("iter")),
            "lanes": .int(try fields.int("lanes")), "outputByteCount": .int(try fields.int("length")),
        ]
        if let secret = try fields.bytesIfPresent("secret") { inputs["secret"] = .bytes(secret) }
        if let data = try fields.bytesIfPresent("ad") { inputs["ad"] = .bytes(data) }
        if fields.has("version") { inputs["version"] = .int(try fields.int("version")) }
        return .derivation("argon2", name, inputs, key: try fields.value("output"))
    }

    /// A text in which `\0` means NUL, or bytes in hexadecimal.
    private func text(_ fields: inout CaseFields, _ name: String) throws -> [UInt8] {
        if fields.has("HEX_" + name) { return try fields.bytes("HEX_" + name) }
        return Array(try fields.text(name).replacingText("\\0", with: "\0").utf8)
    }
}
