internal import ArcaCore

/// JSON of NIST's Automated Cryptographic Validation Protocol: prompts and answers.
///
/// Answers are in `expectedResults.json` next to `prompt.json`, or in the same tests (`internalProjection.json`). A
/// file is one vector set, or an array of a header and sets. Groups and tests are matched by number.
///
/// Source: https://pages.nist.gov/ACVP, and the files of usnistgov/ACVP-Server.
package enum ACVPFormat: VectorFormat {
    package static let name = "acvp"

    private static let setMembers: Set<String> = [
        "vsId", "algorithm", "mode", "revision", "isSample", "testGroups", "acvVersion", "url", "time",
    ]
    /// Files in a folder without test cases.
    private static let companions: Set<String> = ["registration.json", "validation.json"]

    /// Whether the file is a vector set, or belongs to one in its folder.
    package static func claims(_ source: VectorSource) -> Bool {
        if companions.contains(source.baseName), hasPrompt(source) { return true }
        return sets(of: source.json).contains { $0["testGroups"] != nil && $0["vsId"] != nil }
    }

    package static var marks: [FormatMarks] { [FormatMarks("testGroups", "vsId", usual: setMembers)] }

    package static func read(_ source: VectorSource) throws -> VectorFile {
        let all = sets(of: source.json).filter { $0["testGroups"] != nil }
        guard !companions.contains(source.baseName), !all.isEmpty else { return VectorFile(companionOf: "prompt.json") }
        guard all.contains(where: hasPrompts) else {
            guard hasPrompt(source) else {
                throw VectorError(
                    .malformed,
                    "no group has a testType; a file of answers needs the file prompt.json with them in its folder")
            }
            return VectorFile(companionOf: "prompt.json")
        }
        var answers: [Int?: JSONObject] = [:]
        if source.baseName == "prompt.json", let bytes = try source.beside("expectedResults.json") {
            let sets = sets(of: .success(try JSONReader.read(bytes)))
            answers = Dictionary(sets.map { ($0["vsId"]?.int, $0) }) { first, _ in first }
        }
        var cases: [VectorCase] = []
        var problems: [VectorError] = []
        var budget = SharedFieldBudget(fileByteCount: source.bytes.count)
        for set in all {
            for name in set.names where !setMembers.contains(name) {
                problems.append(VectorError(.unknownField, at: name, "the set has an unknown member \(name)"))
            }
            try ACVPSet(set, answers: answers[set["vsId"]?.int]).append(
                to: &cases, problems: &problems, budget: &budget)
        }
        return VectorFile(cases: cases, problems: problems)
    }

    /// The family for an algorithm, with or without the prefix `ACVP-`, and a test type.
    package static func family(of kind: VectorKind) -> (any VectorFamily)? {
        let word = kind.algorithm.hasPrefix("ACVP-") ? String(kind.algorithm.dropFirst(5)) : kind.algorithm
        if let name = ACVPCipher.algorithms[word] { return ACVPCipher(name: name, type: kind.type) }
        if let name = ACVPAEAD.algorithms[word] { return ACVPAEAD(name: name) }
        switch word {
        case "AES-FF1": return ACVPFPE()
        case "CMAC-AES": return ACVPMAC(name: "cmac")
        case "PBKDF": return ACVPDerivation()
        case "RSA/sigVer", "RSA/sigGen": return ACVPRSA()
        case "EDDSA/sigVer", "EDDSA/sigGen": return ACVPEdwards()
        case "ML-DSA/keyGen", "ML-DSA/sigGen", "ML-DSA/sigVer": return ACVPMLDSA(mode: String(word.dropFirst(7)))
        case "ML-KEM/keyGen", "ML-KEM/encapDecap": return ACVPMLKEM()
        case _ where word.hasPrefix("HMAC-"): return ACVPMAC(name: "hmac-" + HashName.arca(word.dropFirst(5)))
        case _ where word.lowercased().hasPrefix("sha"):
            return ACVPDigest(name: HashName.arca(word), type: kind.type)
        case _ where absentPrefixes.contains(where: word.hasPrefix):
            return AbsentFamily(word, because: "Arca does not run ACVP's \(word)")
        default: return nil
        }
    }

    private static let absentPrefixes = [
        "ANSIX9", "ConditioningComponent", "CMAC-TDES", "DSA", "DetECDSA", "ECDSA", "EDDSA", "HMACDRBG", "KAS", "KDA",
        "KDF", "KMAC", "KTS", "LMS", "ML-DSA", "ParallelHash", "RSA", "SLH-DSA", "TDES-CBCI", "TDES-CFBP",
        "TDES-CTR", "TDES-KW", "TDES-OFBI", "TLS", "TupleHash", "XECDH", "AES-CBC-CS", "AES-FF3", "AES-XPN", "cSHAKE",
        "ctrDRBG", "hashDRBG", "hmacDRBG", "kdf-components", "safePrimes", "Ascon",
    ]

    private static func hasPrompt(_ source: VectorSource) -> Bool {
        source.baseName != "prompt.json" && (try? source.beside("prompt.json")) != nil
    }

    /// Prompts have a test type in each group; answers do not.
    private static func hasPrompts(_ set: JSONObject) -> Bool {
        set["testGroups"]?.array?.contains { $0["testType"] != nil } ?? false
    }

    private static func sets(of json: Result<JSONValue, CodecError>?) -> [JSONObject] {
        guard case .success(let value) = json else { return [] }
        return value.object.map { [$0] } ?? value.array?.compactMap(\.object) ?? []
    }
}

private struct ACVPSet {
    private let set: JSONObject
    private let algorithm: String
    private var groupAnswers: [Int: JSONObject] = [:]
    private var testAnswers: [Int: JSONObject] = [:]

    init(_ set: JSONObject, answers: JSONObject?) throws {
        guard let name = set["algorithm"]?.string else {
            throw VectorError(.malformed, at: "algorithm", "the set names no algorithm")
        }
        self.set = set
        algorithm = [name, set["mode"]?.string].compactMap { $0 }.joined(separator: "/")
        for group in answers?["testGroups"]?.array?.compactMap(\.object) ?? [] {
            if let number = group["tgId"]?.int { groupAnswers[number] = group }
            for test in group["tests"]?.array?.compactMap(\.object) ?? [] {
                if let number = test["tcId"]?.int { testAnswers[number] = test }
            }
        }
    }

    func append(
        to cases: inout [VectorCase], problems: inout [VectorError], budget: inout SharedFieldBudget
    ) throws {
        var used: Set<Int> = []
        for (index, value) in (set["testGroups"]?.array ?? []).enumerated() {
            let field = JSONField(value, name: "testGroups[\(index)]")
            let (groupNumber, type) = (try field["tgId"].int, try field["testType"].string)
            let (group, tests) = (value.object, try field["tests"].array.compactMap(\.value))
            let kind = VectorKind(type, algorithm)
            let shared =
                Self.fields(of: group, except: ["tgId", "testType", "tests"], isShared: true)
                + Self.fields(of: groupAnswers[groupNumber], except: ["tgId", "tests"], isShared: true)
            try CaseLimits.check(shared: shared)
            try budget.take(shared, cases: tests.count)
            for test in tests {
                guard let test = test.object, let number = test["tcId"]?.int else {
                    throw VectorError(.malformed, at: "tests", "a test of group \(groupNumber) has no tcId")
                }
                if !used.insert(number).inserted {
                    problems.append(VectorError(.malformed, at: "\(number)", "tcId \(number) stands twice"))
                }
                cases.append(
                    VectorCase(
                        id: "\(number)", kind: kind,
                        labels: [
                            VectorField("tgId", json: .integer(groupNumber)),
                            VectorField("tcId", json: .integer(number)),
                        ],
                        fields: shared + Self.fields(of: test, except: ["tcId"])
                            + Self.fields(of: testAnswers[number], except: ["tcId"])))
            }
        }
        for number in testAnswers.keys.sorted() where !used.contains(number) {
            problems.append(
                VectorError(.miscounted, at: "\(number)", "there is an answer to test \(number) and no test"))
        }
    }

    private static func fields(
        of object: JSONObject?, except names: Set<String>, isShared: Bool = false
    ) -> [VectorField] {
        guard let object else { return [] }
        return object.names.filter { !names.contains($0) }.compactMap { name in
            object[name].map { VectorField(name, json: $0, isShared: isShared) }
        }
    }
}
