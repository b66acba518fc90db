internal import ArcaCore

/// The ML-KEM vectors of C2SP's CCTV.
///
/// `intermediate`, `strcmp` and `unluckysample` have one `name = value` per line; `modulus` has one public key per
/// line. All except `modulus` are for the FIPS 203 draft, which derives keys from d differently.
///
/// Source: https://github.com/C2SP/CCTV/tree/main/ML-KEM
package enum CCTVFormat: VectorFormat {
    package static let name = "cctv"

    private static let files = [
        ["dk", "c"]: CCTVMLKEM.strcmp, ["d", "z"]: CCTVMLKEM.unlucky, ["d", "ρ"]: CCTVMLKEM.intermediate,
    ]

    /// Whether the first lines have the names of one of the files, or are public keys.
    package static func claims(_ source: VectorSource) -> Bool { source.json == nil && kind(of: source) != nil }

    private static func kind(of source: VectorSource) -> VectorKind? {
        let lines = source.lines(within: 1 << 13).filter { !$0.isEmpty }.prefix(2)
        if let type = files[lines.compactMap { field($0)?.name }] { return VectorKind(type, "ML-KEM") }
        guard let first = lines.first, first.utf8.allSatisfy({ $0.hexDigitValue != nil }) else { return nil }
        return MLKEMNames.name(publicKeyByteCount: first.utf8.count / 2).map { VectorKind(CCTVModulus.type, $0) }
    }

    private static func field(_ line: Substring) -> (name: String, value: String)? {
        TextScanner.first(" = ", in: line) {
            (String(line[..<$0.rest.startIndex].dropLast(3)), String(Substring($0.rest)))
        }
    }

    package static func family(of kind: VectorKind) -> (any VectorFamily)? {
        guard kind.type != CCTVModulus.type else { return CCTVModulus(kem: kind.algorithm) }
        return files.values.contains(kind.type) ? CCTVMLKEM(type: kind.type) : nil
    }

    /// Reads the cases: one per line in `modulus`; in other files a case begins at each occurrence of the first name.
    package static func read(_ source: VectorSource) throws -> VectorFile {
        guard let kind = kind(of: source), let text = String(validating: source.bytes, as: UTF8.self) else {
            throw VectorError(.malformed, "text that is not UTF-8")
        }
        var cases: [VectorCase] = []
        var fields: [VectorField] = []
        var firstLine = 0
        func endCase() {
            guard !fields.isEmpty else { return }
            cases.append(VectorCase(id: "line \(firstLine)", kind: kind, fields: fields))
            fields = []
        }
        var firstName: String?
        for (index, line) in text.textLines.enumerated()
        where !line.isEmpty {
            let isKey = kind.type == CCTVModulus.type
            guard let (name, value) = isKey ? ("ek", String(line)) : field(line) else {
                throw VectorError(.malformed, at: "line \(index + 1)", "line \(index + 1) is not name = value")
            }
            firstName = firstName ?? name
            if name == firstName {
                endCase()
                firstLine = index + 1
            }
            fields.append(VectorField(name, .text(value)))
        }
        endCase()
        return VectorFile(cases: cases)
    }
}

/// Public keys with one coefficient not below the modulus, which must be rejected for that reason.
struct CCTVModulus: VectorFamily {
    static let type = "modulus"

    let kem: String
    let name = "ml-kem"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let key = try fields.bytes("ek")
        // A truncated key would be rejected for its length, which is not what the file tests.
        guard MLKEMNames.name(publicKeyByteCount: key.count) == kem else {
            throw VectorError(.invalidField, at: "ek", "\(kem) has no public keys of \(key.count) bytes")
        }
        return .step(
            "check-public-key", kem, inputs: ["public": .bytes(key)],
            expected: .refusalWith(code: "invalidKey", place: nil))
    }
}

/// Ciphertexts with a common prefix, keys that need many samples, and intermediate values between d and the secret.
struct CCTVMLKEM: VectorFamily {
    static let strcmp = "strcmp", unlucky = "unluckysample", intermediate = "intermediate"

    let type: String
    let name = "ml-kem"

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        let privateKey = try fields.bytes("dk")
        let kem = try MLKEMNames.name(privateKeyByteCount: privateKey.count)
        let (ciphertext, secret) = (try fields.value("c"), try fields.value("K"))
        var steps: [TestPlan.Step] = [
            .decapsulation(kem, ["dk": .bytes(privateKey)], ciphertext: ciphertext, expected: .secret(secret))
        ]
        guard type != Self.strcmp else { return .steps(steps) }
        let publicKey = try fields.value("ek")
        steps += [
            .keyPair(kem, .bytes(privateKey), publicKey),
            .encapsulation(
                kem, to: publicKey, random: try fields.value("m"), .encapsulated(ciphertext, secret)),
        ]
        guard try privateKey.suffix(32) == fields.bytes("z")[...] else {
            throw VectorError(.invalidField, at: "z", "the private key does not end with z")
        }
        if type == Self.unlucky {
            fields.passOver("d", because: "the draft made keys of it in another way")
        } else {
            steps += try hashes(&fields)
        }
        return .steps(steps)
    }

    /// The hashes in ``intermediate``, checked against the adjacent values as in the draft.
    private func hashes(_ fields: inout CaseFields) throws -> [TestPlan.Step] {
        fields.passOver(
            "A[0, 0]", "A", "s[0]", "s", "NTT(s[0])", "e", "NTT(e)", "μ", "A^T", "NTT(r)", "e1", "e2", "u", "u[0]",
            "compress(u[0])", "v", "compress(v)", "uᵈ", "NTT(uᵈ)", "vᵈ", "w",
            because: "vectors on the way, which nothing outside gets to see")
        let publicKey = try fields.bytes("ek")
        // The first dkPKE is the private vector, the second repeats ek; the first r is the seed, the second the vector
        // derived from it.
        let vectors = fields.all("dkPKE").map { String($0.text.drop { $0 != "=" }.drop { "= ".contains($0) }) }
        let seeds = fields.all("r").map(\.text)
        guard try publicKey == fields.bytes("t") + fields.bytes("ρ") else {
            throw VectorError(.invalidField, at: "ek", "the public key is not made of its parts")
        }
        let digest = try fields.bytes("H(ek)")
        guard let first = vectors.first, let seed = seeds.first,
            try CaseFields.bytes(ofHex: first, "dkPKE") + publicKey + digest + fields.bytes("z") == fields.bytes("dk")
        else { throw VectorError(.invalidField, at: "dk", "the private key is not made of its parts") }
        let (ciphertext, secret) = (try fields.bytes("c"), try fields.bytes("K"))
        guard try fields.bytes("c1") + fields.bytes("c2") == ciphertext else {
            throw VectorError(.invalidField, at: "c", "the ciphertext is not made of its parts")
        }
        func hash(_ name: String, _ message: [UInt8], _ digest: [UInt8]) -> TestPlan.Step {
            var inputs: NamedValues = ["msg": .bytes(message)]
            if name == "shake256" { inputs["outputByteCount"] = .int(digest.count) }
            return .init(Request("hash", name, inputs), .outputs(["digest": .bytes(digest)]))
        }
        return [
            hash("sha3-512", try fields.bytes("d"), try fields.bytes("ρ") + fields.bytes("σ")),
            hash("sha3-256", publicKey, digest),
            hash("sha3-512", try fields.bytes("m") + digest, try secret + CaseFields.bytes(ofHex: seed, "r")),
            hash("shake256", try fields.bytes("z") + ciphertext, try fields.bytes("KBar")),
        ]
    }
}
