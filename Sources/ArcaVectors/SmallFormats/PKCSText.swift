internal import ArcaCore

/// The text files of PKCS #1, version 2.1: RSA keys and examples, with each number labeled by a comment.
///
/// Labels such as `# Modulus:` precede lines of hexadecimal digits, with or without spaces. The numbers of a key apply
/// to the examples after it. An example begins at its message, because the first one may have no heading.
package enum PKCSTextFormat: VectorFormat {
    package static let name = "pkcs-text"

    /// Whether it is text with a label for a modulus and one for a message.
    package static func claims(_ source: VectorSource) -> Bool {
        guard source.json == nil else { return false }
        let lines = source.lines(within: 1 << 14)
        return lines.contains { $0.hasPrefix("# Modulus:") }
            && lines.contains { line in
                ["# Message:", "# Message to be signed:", "# Message to be encrypted:"].contains { line.hasPrefix($0) }
            }
    }

    /// The family for an algorithm with two hash functions, the second of which is for the mask.
    package static func family(of kind: VectorKind) -> (any VectorFamily)? {
        let hashes = kind.algorithm.split(separator: " ").map(String.init)
        guard hashes.count == 2, ["rsa-oaep", "rsa-pss", "rsa-pkcs1", "rsa-pkcs1-encryption"].contains(kind.type) else {
            return nil
        }
        return PKCSText(name: kind.type, hash: hashes[0], maskHash: hashes[1])
    }

    package static func read(_ source: VectorSource) throws -> VectorFile {
        guard let text = String(validating: source.bytes, as: UTF8.self) else {
            throw VectorError(.malformed, "text that is not UTF-8")
        }
        var reader = PKCSTextReader(fileByteCount: source.bytes.count)
        for (index, line) in text.textLines.enumerated() {
            try reader.take(line, number: index + 1)
        }
        return try reader.finished()
    }
}

private struct PKCSTextReader {
    private static let labels = [
        "Modulus": "n", "Public exponent": "e", "Prime 1": "p", "Prime 2": "q", "Prime exponent 1": "dp",
        "Prime exponent 2": "dq", "Coefficient": "qi", "Message": "msg", "Message to be signed": "msg", "Seed": "seed",
        "Salt": "salt", "Encryption": "ct", "Signature": "sig",
        // In the two examples with intermediate values.
        "Private exponent": "d", "Message to be encrypted": "msg", "seed": "seed", "salt": "salt",
        "Ciphertext, the RSA encryption of EM": "ct", "Signature, the RSA decryption of EM": "sig",
    ]
    private static let exampleNames: Set<String> = ["msg", "seed", "salt", "ct", "sig"]

    private var cases: [VectorCase] = []
    private var key: [VectorField] = []
    private var example: [VectorField] = []
    private var exampleLine = 0
    private var heading = ""
    private var algorithm = ""
    private var hashes = ("sha1", "sha1")
    private var isInPublicKey = false
    private var showsSteps = false
    /// Whether the file has reached the redundant DER encodings of its keys.
    private var isInDER = false
    /// Intermediate values, which cannot be checked from outside.
    private var steps: [VectorField] = []
    private var open: (name: String, digits: String)?
    private var shared: SharedFieldBudget

    init(fileByteCount: Int) { shared = SharedFieldBudget(fileByteCount: fileByteCount) }

    mutating func take(_ line: Substring, number: Int) throws(VectorError) {
        guard !isInDER else { return }
        guard line.hasPrefix("#") else {
            let digits = line.withoutSpace
            guard !digits.isEmpty else { return }
            guard open != nil else {
                // Prose before the first label.
                guard key.isEmpty, example.isEmpty else {
                    throw VectorError(.malformed, at: "line \(number)", "line \(number): digits without a label")
                }
                try note(line)
                return
            }
            open?.digits += digits
            return
        }
        try close(number)
        let content = line.drop { $0 == "#" || $0.isWhitespace }
        let trimmed = content.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard trimmed.hasSuffix(":"), !trimmed.has("Example") else { return try note(content) }
        let label = String(trimmed.dropLast())
        // In a public key, `Exponent` is the public exponent.
        if showsSteps, label.hasPrefix("BER encoding") {
            isInDER = true
            return
        }
        var name = label == "Exponent" ? (isInPublicKey ? "e" : "d") : Self.labels[label]
        if name == nil, showsSteps { name = label }
        guard let name else {
            throw VectorError(.malformed, at: "line \(number)", "line \(number): the label \(label) is not known")
        }
        if name == "msg" {
            try endExample()
            exampleLine = number
        }
        open = (name, "")
    }

    mutating func finished() throws(VectorError) -> VectorFile {
        var problems: [VectorError] = []
        do throws(VectorError) { try close(0) } catch { problems.append(error) }
        try endExample()
        return VectorFile(cases: cases, problems: problems)
    }

    private mutating func note(_ line: Substring) throws(VectorError) {
        if line.has("with intermediate values") { showsSteps = true }
        if line.has("Public key") || line.has("Private key") || line.has("RSA key pair") {
            try endExample()
        }
        if line.hasPrefix("Public key") { (isInPublicKey, key) = (true, []) }
        if line.hasPrefix("Private key") { isInPublicKey = false }
        let isExample = ["OAEP", "PSS", "Encryption", "Signature"].contains { line.has($0 + " Example") }
        if isExample {
            try endExample()
            heading = String(line)
        }
        let named = TextScanner.first("alg=", in: line) { scanner -> (String, String)? in
            guard let hash = scanner.takeSome(while: \.isWord), scanner.take(" mgf1="),
                let maskHash = scanner.takeSome(while: \.isWord)
            else { return nil }
            return (String(hash), String(maskHash))
        }
        if let named { hashes = named }
        for (word, name) in [
            ("OAEP", "rsa-oaep"), ("PSS", "rsa-pss"), ("v1.5 Encryption", "rsa-pkcs1-encryption"),
            ("v1.5 encryption", "rsa-pkcs1-encryption"), ("v1.5 Signature", "rsa-pkcs1"), ("v1.5 signing", "rsa-pkcs1"),
        ] where line.has(word) { algorithm = name }
    }

    private mutating func close(_ number: Int) throws(VectorError) {
        guard let (name, digits) = open else { return }
        open = nil
        let text = digits.utf8.count % 2 == 0 ? digits : "0" + digits
        let isStep = showsSteps && !Self.labels.values.contains(name)
        let field = VectorField(name, .text(text), isShared: !isStep && !Self.exampleNames.contains(name))
        if isStep {
            steps.append(field)
        } else if field.isShared {
            // The private key repeats modulus and exponent.
            key.removeAll { $0.name == name }
            key.append(field)
        } else if example.contains(where: { $0.name == name }) {
            throw VectorError(
                .malformed, at: "line \(number)", "line \(number): \(name) stands twice in one example")
        } else {
            example.append(field)
        }
    }

    private mutating func endExample() throws(VectorError) {
        guard !example.isEmpty else { return }
        try shared.take(key)
        let kind = VectorKind(algorithm, "\(hashes.0) \(hashes.1)")
        cases.append(
            VectorCase(id: "line \(exampleLine)", comment: heading, kind: kind, labels: steps, fields: key + example))
        (example, steps) = ([], [])
        heading = ""
    }
}

/// RSA encryption and signatures of the PKCS #1 text files.
struct PKCSText: VectorFamily {
    let name: String
    let hash: String
    let maskHash: String

    func plan(_ fields: inout CaseFields) throws -> TestPlan {
        var inputs: NamedValues = [:]
        for name in ["n", "e", "d", "p", "q", "dp", "dq", "qi"] { inputs[name] = try fields.value(name) }
        let message = try fields.value("msg")
        fields.passOver("seed", because: "randomness that an encryption does not take from outside")
        if name == "rsa-oaep" || name == "rsa-pss" {
            inputs["mgf"] = .text("mgf1")
            inputs["mgfHash"] = .text(maskHash)
        }
        if name != "rsa-pkcs1-encryption" { inputs["hash"] = .text(hash) }
        if name == "rsa-oaep" { inputs["label"] = .bytes([]) }
        if name == "rsa-oaep" || name == "rsa-pkcs1-encryption" {
            inputs["ct"] = try fields.value("ct")
            return .step("decrypt-with-key", name, inputs: inputs, expected: .outputs(["msg": message]))
        }
        inputs["msg"] = message
        if name == "rsa-pss" { inputs["saltByteCount"] = .int(try fields.bytes("salt").count) }
        return .signature(
            name, verifying: inputs, signing: name == "rsa-pkcs1" ? inputs : nil, try fields.value("sig"))
    }
}
