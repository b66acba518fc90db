internal import ArcaCodecs

/// HKDF, PBKDF2 and scrypt of `evp_test`, in the three ways in which its files ask for them.
struct FileTestDerivation: VectorFamily {
    let name: String
    private let isPBE: Bool

    init?(_ kind: VectorKind) {
        guard kind.format == FileTestFormat.name, ["KDF", "PKEYKDF", "PBE"].contains(kind.type) else { return nil }
        let word = kind.algorithm.lowercased()
        guard let name = ["hkdf": "hkdf", "pbkdf2": "pbkdf2", "scrypt": "scrypt", "id-scrypt": "scrypt"][word] else {
            return nil
        }
        self.name = name
        isPBE = kind.type == "PBE"
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        fields.passOver("Reason", because: "how OpenSSL words its error")
        if let result = fields.ifPresent("Result")?.text {
            return .skip("\(result): an error of OpenSSL's interface, or a limit that it sets itself")
        }
        guard !isPBE else { return try passwordBased(&fields) }
        var controls = try FileTestControls(&fields)
        let key = try fields.bytes("Output")
        let trial =
            name == "hkdf" ? try hkdf(&controls, key) : try password(&controls, key)
        guard controls.left.isEmpty else {
            let names = controls.left.joined(separator: ", ")
            throw VectorError(.unknownField, at: "Ctrl", "the family \(name) does not know the control \(names)")
        }
        return trial
    }

    private func hkdf(_ controls: inout FileTestControls, _ key: [UInt8]) throws(VectorError) -> Trial {
        guard let hash = controls.take("digest", "md"), let secret = try controls.takeBytes("key") else {
            throw VectorError(.missingField, at: "Ctrl", "HKDF needs a digest and a key")
        }
        let function = CAVPSubject.hash(hash)
        let salt = VectorValue.bytes(try controls.takeBytes("salt") ?? [])
        let info = VectorValue.bytes(try controls.takeBytes("info") ?? [])
        let output = VectorValue.bytes(key)
        let mode = controls.take("mode") ?? "EXTRACT_AND_EXPAND"
        switch mode {
        case "EXTRACT_AND_EXPAND", "0":
            let inputs: NamedValues = [
                "ikm": .bytes(secret), "salt": salt, "info": info, "outputByteCount": .int(key.count),
            ]
            return .steps([.init(Question("hkdf", function, inputs), .outputs(["key": output]))])
        case "EXTRACT_ONLY", "1":
            let inputs: NamedValues = ["ikm": .bytes(secret), "salt": salt]
            return .steps([.init(Question("hkdf-extract", function, inputs), .outputs(["prk": output]))])
        case "EXPAND_ONLY", "2":
            let inputs: NamedValues = ["prk": .bytes(secret), "info": info, "outputByteCount": .int(key.count)]
            return .steps([.init(Question("hkdf-expand", function, inputs), .outputs(["key": output]))])
        default: throw VectorError(.invalidField, at: "Ctrl.mode", "HKDF has no mode \(mode)")
        }
    }

    private func password(_ controls: inout FileTestControls, _ key: [UInt8]) throws(VectorError) -> Trial {
        guard let password = try controls.takeBytes("pass"), let salt = try controls.takeBytes("salt") else {
            throw VectorError(.missingField, at: "Ctrl", "\(name) needs pass and salt")
        }
        var inputs: NamedValues = ["password": .bytes(password), "salt": .bytes(salt)]
        if name == "scrypt" {
            // How much memory OpenSSL may take.
            _ = controls.take("maxmem_bytes")
            inputs["n"] = (try controls.takeInt("n", "N")).map { .int($0) }
            inputs["r"] = (try controls.takeInt("r")).map { .int($0) }
            inputs["p"] = (try controls.takeInt("p")).map { .int($0) }
            return derivation("scrypt", inputs, key)
        }
        // Whether OpenSSL sets lower bounds for lengths and iterations.
        _ = controls.take("pkcs5")
        inputs["iterations"] = (try controls.takeInt("iter")).map { .int($0) }
        return derivation(CAVPSubject.hash(controls.take("digest") ?? "sha1"), inputs, key)
    }

    private func passwordBased(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        var inputs: NamedValues = [
            "password": .bytes(try Self.passwordText(&fields)), "salt": .bytes(try fields.quotedOrHex("Salt")),
        ]
        let key = try fields.bytes("Key")
        guard name == "scrypt" else {
            inputs["iterations"] = .int(try fields.int("iter"))
            return derivation(CAVPSubject.hash(try fields.text("MD")), inputs, key)
        }
        fields.passOver("maxmem", because: "how much memory OpenSSL may take")
        for (input, name) in [("n", "N"), ("r", "r"), ("p", "p")] { inputs[input] = .int(try fields.int(name)) }
        return derivation("scrypt", inputs, key)
    }

    /// The password; `NULL` is none.
    private static func passwordText(_ fields: inout CaseFields) throws(VectorError) -> [UInt8] {
        fields.ifPresent("Password")?.text == "NULL" ? [] : try fields.quotedOrHex("Password")
    }

    private func derivation(_ algorithm: String, _ inputs: NamedValues, _ key: [UInt8]) -> Trial {
        var inputs = inputs
        inputs["outputByteCount"] = .int(key.count)
        return .steps([.init(Question(name, algorithm, inputs), .outputs(["key": .bytes(key)]))])
    }
}
