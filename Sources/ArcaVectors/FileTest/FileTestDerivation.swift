internal import ArcaCore

/// HKDF, PBKDF2, scrypt and Argon2 of `evp_test`, in its three kinds of stanzas.
struct FileTestDerivation: VectorFamily {
    static let algorithms = [
        "hkdf": "hkdf", "pbkdf2": "pbkdf2", "scrypt": "scrypt", "id-scrypt": "scrypt", "argon2id": "argon2id",
        "argon2i": "argon2i", "argon2d": "argon2d",
    ]

    let name: String
    let isPBE: Bool

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        fields.passOver("Reason", because: "how OpenSSL words its error")
        if let result = fields.ifPresent("Result")?.text {
            return .skip("\(result): an error of OpenSSL's interface, or a limit that it sets itself")
        }
        guard !isPBE else { return try passwordBased(&fields) }
        var controls = try FileTestControls(&fields)
        let key = try fields.bytes("Output")
        let plan = name == "hkdf" ? try hkdf(&controls, key) : try password(&controls, key)
        guard controls.left.isEmpty else {
            let names = controls.left.joined(separator: ", ")
            throw VectorError(.unknownField, at: "Ctrl", "the family \(name) does not know the control \(names)")
        }
        return plan
    }

    private func hkdf(_ controls: inout FileTestControls, _ key: [UInt8]) throws -> TestPlan {
        guard let hash = controls.take("digest", "md"), let secret = try controls.takeBytes("key") else {
            throw VectorError(.missingField, at: "Ctrl", "HKDF needs a digest and a key")
        }
        let function = HashName.arca(hash)
        let salt = VectorValue.bytes(try controls.takeBytes("salt") ?? [])
        let info = VectorValue.bytes(try controls.takeBytes("info") ?? [])
        let output = VectorValue.bytes(key)
        let mode = controls.take("mode") ?? "EXTRACT_AND_EXPAND"
        switch mode {
        case "EXTRACT_AND_EXPAND", "0":
            return .hkdf(
                function, material: .bytes(secret), salt: salt, info: info, outputByteCount: key.count,
                extracted: nil, key: output)
        case "EXTRACT_ONLY", "1":
            let inputs: NamedValues = ["ikm": .bytes(secret), "salt": salt]
            return .step("hkdf-extract", function, inputs: inputs, expected: .outputs(["prk": output]))
        case "EXPAND_ONLY", "2":
            let inputs: NamedValues = ["prk": .bytes(secret), "info": info, "outputByteCount": .int(key.count)]
            return .derivation("hkdf-expand", function, inputs, key: output)
        default: throw VectorError(.invalidField, at: "Ctrl.mode", "HKDF has no mode \(mode)")
        }
    }

    private func password(_ controls: inout FileTestControls, _ key: [UInt8]) throws -> TestPlan {
        guard let password = try controls.takeBytes("pass"), let salt = try controls.takeBytes("salt") else {
            throw VectorError(.missingField, at: "Ctrl", "\(name) needs pass and salt")
        }
        var inputs: NamedValues = ["password": .bytes(password), "salt": .bytes(salt)]
        if name == "scrypt" {
            // OpenSSL's memory limit.
            _ = controls.take("maxmem_bytes")
            inputs["n"] = (try controls.takeInt("n", "N")).map { .int($0) }
            inputs["r"] = (try controls.takeInt("r")).map { .int($0) }
            inputs["p"] = (try controls.takeInt("p")).map { .int($0) }
            return derivation("scrypt", inputs, key)
        }
        if name.hasPrefix("argon2") {
            // How OpenSSL computes it.
            (_, _) = (controls.take("threads"), controls.take("early_clean"))
            inputs["memoryKiB"] = (try controls.takeInt("memcost")).map { .int($0) }
            inputs["passes"] = (try controls.takeInt("iter")).map { .int($0) }
            inputs["lanes"] = .int(try controls.takeInt("lanes") ?? 1)
            inputs["secret"] = (try controls.takeBytes("secret")).map { .bytes($0) }
            inputs["ad"] = (try controls.takeBytes("ad")).map { .bytes($0) }
            inputs["version"] = (try controls.takeInt("version")).map { .int($0) }
            return .derivation(
                "argon2", name, inputs.with("outputByteCount", .int(key.count)), key: .bytes(key))
        }
        // OpenSSL's lower bounds for lengths and iterations.
        _ = controls.take("pkcs5")
        inputs["iterations"] = (try controls.takeInt("iter")).map { .int($0) }
        return derivation(HashName.arca(controls.take("digest") ?? "sha1"), inputs, key)
    }

    private func passwordBased(_ fields: inout CaseFields) throws -> TestPlan {
        var inputs: NamedValues = [
            "password": .bytes(try Self.passwordText(&fields)), "salt": .bytes(try fields.quotedOrHex("Salt")),
        ]
        let key = try fields.bytes("Key")
        guard name == "scrypt" else {
            inputs["iterations"] = .int(try fields.int("iter"))
            return derivation(try fields.hash("MD"), inputs, key)
        }
        fields.passOver("maxmem", because: "how much memory OpenSSL may take")
        for (input, name) in [("n", "N"), ("r", "r"), ("p", "p")] { inputs[input] = .int(try fields.int(name)) }
        return derivation("scrypt", inputs, key)
    }

    /// The password; `NULL` means empty.
    private static func passwordText(_ fields: inout CaseFields) throws(VectorError) -> [UInt8] {
        fields.ifPresent("Password")?.text == "NULL" ? [] : try fields.quotedOrHex("Password")
    }

    private func derivation(_ algorithm: String, _ inputs: NamedValues, _ key: [UInt8]) -> TestPlan {
        .derivation(name, algorithm, inputs.with("outputByteCount", .int(key.count)), key: .bytes(key))
    }
}

/// The controls of a stanza: `Ctrl = name:value` and `Ctrl.anything = name:value`.
struct FileTestControls {
    private var values: [String: [String]] = [:]

    init(_ fields: inout CaseFields) throws(VectorError) {
        for name in fields.unread where name == "Ctrl" || name.hasPrefix("Ctrl ") || name.hasPrefix("Ctrl.") {
            let text = try fields.text(name)
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw VectorError(.invalidField, at: name, "\(name) is \(text), which has no colon")
            }
            values[parts[0], default: []].append(parts[1])
        }
    }

    mutating func take(_ names: String...) -> String? {
        for name in names {
            if let found = values.removeValue(forKey: name) { return found.last }
        }
        return nil
    }

    /// Removes and returns bytes, as text under `name` or in hexadecimal under `hexname`; repeated values are
    /// concatenated.
    mutating func takeBytes(_ name: String) throws(VectorError) -> [UInt8]? {
        let texts = values.removeValue(forKey: name)
        let digits = values.removeValue(forKey: "hex" + name)
        guard texts != nil || digits != nil else { return nil }
        var bytes = (texts ?? []).flatMap { Array($0.utf8) }
        for text in digits ?? [] {
            bytes += try CaseFields.bytes(ofHex: text, name)
        }
        return bytes
    }

    mutating func takeInt(_ names: String...) throws(VectorError) -> Int? {
        for name in names {
            guard let text = take(name) else { continue }
            guard let value = Int(text) else { throw VectorError(.invalidField, at: name, "\(name) is not an integer") }
            return value
        }
        return nil
    }

    var left: [String] { values.keys.sorted() }
}
