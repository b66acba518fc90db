internal import ArcaCore

/// Wycheproof's JSON: version 1, and 0.8, which is part of many source packages (Debian's boringssl, NSS).
///
/// Source: https://github.com/C2SP/wycheproof, `doc/formats.md` and the vector schemas.
package enum WycheproofFormat: VectorFormat {
    package static let name = "wycheproof"

    private static let members: Set<String> = [
        "algorithm", "schema", "generatorVersion", "numberOfTests", "header", "notes", "testGroups",
    ]
    private static let noteMembers: Set<String> = ["bugType", "description", "effect", "links", "cves"]
    /// Flags without a note in the published files for JSON Web Encryption and ML-DSA.
    private static let flagsWithoutNote: Set<String> = ["Pkcs5Padding", "InvalidSignature"]
    /// Members of groups and tests that the reader uses itself.
    private static let groupLabels: Set<String> = ["type", "source"]
    private static let testLabels: Set<String> = ["tcId", "comment", "flags"]

    /// Whether it is a JSON object with `testGroups` and `numberOfTests`.
    package static func claims(_ source: VectorSource) -> Bool {
        guard let object = source.object else { return false }
        return object["testGroups"] != nil && object["numberOfTests"] != nil
    }

    package static var marks: [FormatMarks] { [FormatMarks("testGroups", "numberOfTests", usual: members)] }

    package static func read(_ source: VectorSource) throws -> VectorFile {
        guard case .success(let value) = source.json else { throw VectorError(.malformed, "not JSON") }
        let root = JSONField(value)
        var problems: [VectorError] = []
        for name in try root.object.names where !members.contains(name) {
            problems.append(VectorError(.unknownField, at: name, "the file has an unknown member \(name)"))
        }
        let algorithm = try root["algorithm"].ifPresent?.string ?? ""
        _ = try root["schema"].ifPresent?.string
        for line in try root["header"].ifPresent?.array ?? [] { _ = try line.string }
        var notes: Set<String> = flagsWithoutNote
        for (name, note) in try root["notes"].ifPresent?.members ?? [] {
            notes.insert(name)
            if note.value?.string != nil { continue }  // version 0.8
            for member in try note.object.names where !noteMembers.contains(member) {
                problems.append(
                    VectorError(.unknownField, at: member, "the note \(name) has an unknown member \(member)"))
            }
        }
        var cases: [VectorCase] = []
        var identifiers: Set<String> = []
        var budget = SharedFieldBudget(fileByteCount: source.bytes.count)
        for group in try root["testGroups"].array {
            let kind = VectorKind(try group["type"].string, algorithm)
            let members = try group.members.filter { $0.name != "tests" }
            let newNames = Self.newNames(kind.type)
            let labels = members.filter { groupLabels.contains($0.name) }.compactMap { field($0, isShared: true) }
            let parameters = members.filter { !groupLabels.contains($0.name) }.compactMap {
                field((newNames[$0.name] ?? $0.name, $0.field), isShared: true)
            }
            let tests = try group["tests"].array
            try CaseLimits.check(shared: parameters)
            try budget.take(labels + parameters, cases: tests.count)
            for test in tests {
                let vector = try vectorCase(test, kind, labels: labels, parameters: parameters, notes: notes)
                if !identifiers.insert(vector.id).inserted {
                    problems.append(VectorError(.malformed, at: vector.id, "tcId \(vector.id) stands twice"))
                }
                cases.append(vector)
            }
        }
        return VectorFile(cases: cases, declaredCount: try root["numberOfTests"].int, problems: problems)
    }

    /// The current names of group members that were renamed after version 0.8.
    private static func newNames(_ type: String) -> [String: String] {
        guard type.hasSuffix("Verify") else { return ["keysize": "keySize"] }
        return [
            "key": "publicKey", "keyAsn": "publicKeyAsn", "keyDer": "publicKeyDer", "keyPem": "publicKeyPem",
            "jwk": type == "EddsaVerify" ? "privateKeyJwk" : "publicKeyJwk", "keysize": "keySize",
        ]
    }

    private static func vectorCase(
        _ test: JSONField, _ kind: VectorKind, labels: [VectorField], parameters: [VectorField],
        notes: Set<String>
    ) throws -> VectorCase {
        let members = try test.members
        let flags = try test["flags"].ifPresent?.array ?? []
        var problem: VectorError?
        for flag in flags {
            let flag = try flag.string
            if !notes.contains(flag) {
                problem = VectorError(.unknownField, at: flag, "the flag \(flag) has no note in the file")
            }
        }
        return VectorCase(
            id: String(try test["tcId"].int), comment: try test["comment"].ifPresent?.string ?? "", kind: kind,
            labels: labels + members.filter { testLabels.contains($0.name) }.compactMap { field($0) },
            fields: parameters + members.filter { !testLabels.contains($0.name) }.compactMap { field($0) },
            problem: problem)
    }

    private static func field(
        _ member: (name: String, field: JSONField), isShared: Bool = false
    ) -> VectorField? {
        member.field.value.map { VectorField(member.name, json: $0, isShared: isShared) }
    }
}

// MARK: - Families

extension WycheproofFormat {
    package static func family(of kind: VectorKind) -> (any VectorFamily)? { present(kind) ?? absent(kind) }

    private static func present(_ kind: VectorKind) -> (any VectorFamily)? {
        let algorithm = kind.algorithm.uppercased()
        return switch kind.type {
        case "AeadTest", "DaeadTest":
            WycheproofAEAD.algorithms[algorithm].map {
                WycheproofAEAD(name: $0, isDeterministic: kind.type == "DaeadTest")
            }
        case "IndCpaTest", "KeywrapTest":
            WycheproofCipher.algorithms[algorithm].map {
                WycheproofCipher(name: $0, isKeyWrap: kind.type == "KeywrapTest")
            }
        case "FpeStrTest", "FpeListTest":
            algorithm == "AES-FF1" ? WycheproofFPE(isText: kind.type == "FpeStrTest") : nil
        case "MacTest", "MacWithIvTest": WycheproofMAC(kind)
        case "HkdfTest", "PbkdfTest": WycheproofDerivation(kind)
        case "PbeTest": WycheproofPBE(kind)
        case "ChunkedEncryption": WycheproofChunked()
        case "PrimalityTest": WycheproofPrimality()
        case "RsaesOaepDecrypt": WycheproofRSAEncryption(name: "rsa-oaep")
        case "RsaesPkcs1Decrypt": WycheproofRSAEncryption(name: "rsa-pkcs1-encryption")
        case "RsassaPkcs1Generate": WycheproofRSASignature(name: "rsa-pkcs1", isGenerated: true)
        case "RsassaPkcs1Verify": WycheproofRSASignature(name: "rsa-pkcs1", isGenerated: false)
        case "RsassaPssVerify", "RsassaPssWithParametersVerify":
            WycheproofRSASignature(name: "rsa-pss", isGenerated: false)
        case "EddsaVerify": WycheproofEdDSA()
        case "EcdsaVerify": WycheproofECDSA(form: "der")
        case "EcdsaP1363Verify": WycheproofECDSA(form: "p1363")
        case "EcdsaBitcoinVerify": WycheproofECDSA(form: "low-s")
        case "EcdhTest": WycheproofECDH(encoding: "der")
        case "EcdhEcpointTest": WycheproofECDH(encoding: "point")
        case "EcdhPemTest": WycheproofECDH(encoding: "pem")
        case "EcdhWebcryptoTest": WycheproofECDH(encoding: "jwk")
        case _ where WycheproofMLKEM.types.contains(kind.type):
            algorithm == "ML-KEM" ? WycheproofMLKEM(type: kind.type) : nil
        case _ where WycheproofMLDSA.types.contains(kind.type):
            MLDSANames.known(algorithm).map {
                WycheproofMLDSA(algorithm: $0, isGenerated: kind.type == "MlDsaSign")
            }
        case _ where WycheproofTokens(type: kind.type) != nil: WycheproofTokens(type: kind.type)
        case "XdhComp": WycheproofXDH(encoding: "raw")
        case "XdhAsnComp": WycheproofXDH(encoding: "der")
        case "XdhPemComp": WycheproofXDH(encoding: "pem")
        case "XdhJwkComp": WycheproofXDH(encoding: "jwk")
        default: nil
        }
    }

    /// Prefixes of algorithms Arca lacks; a misspelled type of a supported algorithm remains an error.
    private static let absentAlgorithms = [
        "AEGIS", "ARIA", "ASCON", "BLS", "CAMELLIA", "DSA", "ECCURVE", "MORUS", "SEED", "SIPHASH", "SLH", "SM4", "VMAC",
        "HALFSIPHASH",
    ]

    private static func absent(_ kind: VectorKind) -> AbsentFamily? {
        let name = kind.algorithm.lowercased()
        switch kind.type {
        case "StreamCipherTest": return AbsentFamily(name, because: "Arca has no \(kind.algorithm) alone")
        default:
            guard absentAlgorithms.contains(where: { kind.algorithm.uppercased().hasPrefix($0) }) else { return nil }
            return AbsentFamily(name, because: "Arca has no \(kind.algorithm)")
        }
    }
}
