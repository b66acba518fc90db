internal import ArcaCore

/// Rooterberg's JSON: one algorithm per file, with its parameters in an object and tests without groups.
///
/// Source: https://github.com/bleichenbacher-daniel/Rooterberg; its author calls the format experimental.
package enum RooterbergFormat: VectorFormat {
    package static let name = "rooterberg"

    private static let members: Set<String> = [
        "testType", "algorithm", "version", "description", "numTests", "references", "notes", "tests",
    ]
    private static let noteMembers: Set<String> = ["type", "desc", "effect", "ref", "links", "cves", "references"]
    private static let testLabels: Set<String> = ["tcId", "comment", "flags"]

    /// Test types that need the name of a primitive.
    private static let typesWithPrimitive: Set<String> = [
        "Aead", "Daead", "Mac", "OneTimeMac", "IndCpa", "KeyWrap", "BlockCipher", "StreamCipherWithoutIv", "Fpe",
        "Hash",
        "Xof", "Xdh",
    ]

    /// Whether it is a JSON object with `testType`, `numTests` and an object `algorithm`.
    package static func claims(_ source: VectorSource) -> Bool {
        guard let object = source.object else { return false }
        return object["testType"] != nil && object["numTests"] != nil
            && object["algorithm"]?.object != nil
    }

    package static var marks: [FormatMarks] { [FormatMarks("testType", "numTests", "algorithm", usual: members)] }

    package static func read(_ source: VectorSource) throws -> VectorFile {
        guard case .success(let value) = source.json else { throw VectorError(.malformed, "not JSON") }
        let root = JSONField(value)
        var problems: [VectorError] = []
        for name in try root.object.names where !members.contains(name) {
            problems.append(VectorError(.unknownField, at: name, "the file has an unknown member \(name)"))
        }
        var notes: Set<String> = []
        for (name, note) in try root["notes"].ifPresent?.members ?? [] {
            notes.insert(name)
            for member in try note.object.names where !noteMembers.contains(member) {
                problems.append(
                    VectorError(.unknownField, at: member, "the note \(name) has an unknown member \(member)"))
            }
        }
        let algorithm = root["algorithm"]
        let name = try (algorithm["primitive"].ifPresent ?? algorithm["algorithmType"].ifPresent)?.string ?? ""
        let kind = VectorKind(try root["testType"].string, name)
        if name.isEmpty, typesWithPrimitive.contains(kind.type) { throw algorithm["primitive"].error("is missing") }
        let parameters = try algorithm.members.filter { $0.name != "primitive" && $0.name != "algorithmType" }
            .compactMap { member in
                member.field.value.map { VectorField(member.name, json: $0, isShared: true) }
            }
        let tests = try root["tests"].array
        try CaseLimits.check(shared: parameters)
        var budget = SharedFieldBudget(fileByteCount: source.bytes.count)
        try budget.take(parameters, cases: tests.count)
        var identifiers: Set<String> = []
        let cases = try tests.map { test in
            let vector = try vectorCase(test, kind, parameters, notes: notes)
            if !identifiers.insert(vector.id).inserted {
                problems.append(VectorError(.malformed, at: vector.id, "tcId \(vector.id) stands twice"))
            }
            return vector
        }
        return VectorFile(cases: cases, declaredCount: try root["numTests"].int, problems: problems)
    }

    private static func vectorCase(
        _ test: JSONField, _ kind: VectorKind, _ parameters: [VectorField], notes: Set<String>
    ) throws -> VectorCase {
        let fields = try test.members.compactMap { member in
            member.field.value.map { VectorField(member.name, json: $0) }
        }
        var problem: VectorError?
        for flag in try test["flags"].ifPresent?.array ?? [] {
            let flag = try flag.string
            if !notes.contains(flag) {
                problem = VectorError(.unknownField, at: flag, "the flag \(flag) has no note in the file")
            }
        }
        return VectorCase(
            id: String(try test["tcId"].int), comment: try test["comment"].ifPresent?.string ?? "", kind: kind,
            labels: fields.filter { testLabels.contains($0.name) },
            fields: parameters + fields.filter { !testLabels.contains($0.name) }, problem: problem)
    }

    /// The family for a test type and primitive; primitives that Arca lacks are skipped by name.
    package static func family(of kind: VectorKind) -> (any VectorFamily)? {
        let primitive = kind.algorithm
        let family: (any VectorFamily)? =
            switch kind.type {
            case "Aead", "Daead": RooterbergAEAD(primitive, isDeterministic: kind.type == "Daead")
            case "Mac", "OneTimeMac": RooterbergMAC(primitive)
            case "IndCpa", "KeyWrap", "BlockCipher", "StreamCipherWithoutIv": RooterbergCipher(primitive, kind.type)
            case "Fpe": primitive.lowercased() == "aesff1" ? RooterbergFPE() : nil
            case "Hash", "Xof": RooterbergHash(primitive, isExtendable: kind.type == "Xof")
            case "Hkdf", "Kdf", "Pbkdf", "Scrypt": RooterbergDerivation(kind.type, primitive)
            case "Pbes2": RooterbergPBES2()
            case "Pkcs8Decrypt": RooterbergPKCS8()
            case "Xdh": RooterbergXDH(primitive)
            case "Ecdh": RooterbergECDH()
            case "KeyPair": RooterbergKeyPair()
            case "EcdsaVerify", "EcdsaSign": RooterbergECDSA(isGenerated: kind.type == "EcdsaSign")
            case "EddsaVerify", "EddsaSign": RooterbergEdDSA(isGenerated: kind.type == "EddsaSign")
            case "MlDsaVerify", "MlDsa":
                MLDSANames.known(primitive).map { RooterbergMLDSA(algorithm: $0, isGenerated: kind.type == "MlDsa") }
            case "DsaVerify", "DsaSign": RooterbergDSA(isGenerated: kind.type == "DsaSign")
            case "RsaPkcs1Verify": RooterbergRSA(name: "rsa-pkcs1")
            case "RsaPssVerify": RooterbergRSA(name: "rsa-pss")
            case "RsaEsOaepDecrypt": RooterbergRSADecryption(name: "rsa-oaep")
            case "RsaEsPkcs1Decrypt": RooterbergRSADecryption(name: "rsa-pkcs1-encryption")
            case "JwsVerify", "JwsMacVerify": RooterbergJWS()
            case "JweDecrypt", "JwePkDecrypt": RooterbergJWE()
            default: nil
            }
        return family
            ?? AbsentFamily(
                primitive.isEmpty ? kind.type.lowercased() : primitive.lowercased(),
                because: primitive.isEmpty ? "Arca has no \(kind.type)" : "Arca has no \(primitive) (\(kind.type))")
    }
}

extension CaseFields {
    /// The validity of a case; valid if the file does not specify it.
    mutating func rooterbergValidity() throws -> Validity {
        guard has("valid") else { return .valid }
        return try bool("valid") ? .valid : .invalid
    }
}
