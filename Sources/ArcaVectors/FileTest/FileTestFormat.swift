internal import ArcaCore
internal import ArcaCrypto

/// Stanzas of OpenSSL's `evp_test` and BoringSSL's FileTest: `Key = value` or `KEY: value`, separated by empty lines.
///
/// In OpenSSL's files the first name is the kind (`Cipher`, `Digest`, `MAC`, `KDF`). BoringSSL's files are identified
/// by their names; a bracketed instruction applies to the following stanzas.
package enum FileTestFormat: VectorFormat {
    package static let name = "filetest"

    /// The names that may begin a stanza of `evp_test`; any other is an error in the file.
    static let kinds: Set<String> = [
        "Availablein", "Cipher", "Decrypt", "DecapsulateKEM", "Derive", "DeriveFromKey", "Digest", "DigestSign",
        "DigestVerify", "Encoding", "KDF", "KeyFromData", "KeyGen", "KeypairMismatch", "MAC", "OneShotDigestSign",
        "OneShotDigestVerify", "PBE", "PKEYKDF", "PairwiseCheck", "PrivPubKeyPair", "PrivateKey", "PrivateKeyRaw",
        "PublicKey", "PublicKeyRaw", "RAND", "Sign", "Sign-Message", "Title", "Verify", "Verify-Message",
        "Verify-Message-Public", "VerifyRecover", "FIPSversion",
    ]

    package static func claims(_ source: VectorSource) -> Bool {
        guard source.json.map({ (try? $0.get()) == nil }) ?? true else { return false }
        for line in source.lines(within: 1 << 14) {
            guard let first = line.first, first != "#", let parts = FileTestLine.field(line) else { continue }
            if kinds.contains(parts.name) { return true }
            // BoringSSL uses a colon; CAVP uses only equals signs.
            return ["KEY", "NONCE", "IV", "IN"].contains(parts.name) && parts.hasColon
        }
        return false
    }

    /// The family for the kind of a stanza; other kinds of `evp_test` and FileTest are skipped by name.
    package static func family(of kind: VectorKind) -> (any VectorFamily)? { present(kind) ?? absent(kind) }

    private static func present(_ kind: VectorKind) -> (any VectorFamily)? {
        switch kind.type {
        case "Cipher", "stanza": FileTestCipher(kind)
        case "Digest":
            (try? AnyHashFunction(named: HashName.arca(kind.algorithm))).map { _ in
                FileTestDigest(name: HashName.arca(kind.algorithm))
            }
        case "MAC":
            ["HMAC", "CMAC", "GMAC", "KMAC128", "KMAC256"].contains(kind.algorithm)
                ? FileTestMAC(name: kind.algorithm.lowercased()) : nil
        case "KDF", "PKEYKDF", "PBE":
            FileTestDerivation.algorithms[kind.algorithm.lowercased()].map {
                FileTestDerivation(name: $0, isPBE: kind.type == "PBE")
            }
        case "Encoding":
            ["canonical", "valid", "invalid"].contains(kind.algorithm) ? FileTestEncoding(type: kind.algorithm) : nil
        case "PrivateKey", "PublicKey", "PrivateKeyRaw", "PublicKeyRaw", "PrivPubKeyPair":
            FileTestKeyFile(type: kind.type)
        case "Sign", "Verify", "DigestSign", "DigestVerify", "OneShotDigestSign", "OneShotDigestVerify":
            FileTestSignature(type: kind.type, hash: kind.algorithm)
        case "Decrypt": FileTestDecryption()
        case "Derive": FileTestAgreement()
        default: nil
        }
    }

    /// Kinds unknown to `evp_test` are misspelled; they have no family, so the case fails.
    private static func absent(_ kind: VectorKind) -> AbsentFamily? {
        guard kind.type == "stanza" || kinds.contains(kind.type) else { return nil }
        let isNamed = ["stanza", "Cipher", "Digest", "MAC", "KDF", "PKEYKDF", "PBE"].contains(kind.type)
        let name = isNamed ? kind.algorithm : kind.type
        return AbsentFamily(name, because: "Arca does not run \(name) of OpenSSL's and BoringSSL's files")
    }

    package static func read(_ source: VectorSource) throws -> VectorFile {
        guard let text = String(validating: source.bytes, as: UTF8.self) else {
            throw VectorError(.malformed, "text that is not UTF-8")
        }
        let lines = text.textLines
        var reader = FileTestReader(source, hasKinds: FileTestReader.hasKinds(lines))
        for (index, line) in lines.enumerated() {
            try reader.take(line, number: index + 1)
        }
        try reader.close()
        return VectorFile(cases: reader.cases)
    }
}

private enum FileTestLine {
    static func field(_ line: Substring) -> (name: String, value: String, hasColon: Bool)? {
        guard let sign = line.firstIndex(where: { $0 == "=" || $0 == ":" }) else { return nil }
        let name = line[..<sign].split(separator: " ").joined(separator: " ")
        let value = line[line.index(after: sign)...].drop { $0 == " " || $0 == "\t" }
        guard !name.isEmpty else { return nil }
        return (name, String(value.withoutTrailingSpace), line[sign] == ":")
    }
}

private struct FileTestReader {
    private(set) var cases: [VectorCase] = []
    private let fileName: String
    private var fields: [VectorField] = []
    private var nameCounts: [String: Int] = [:]
    private var instructions: [VectorField] = []
    private var firstLine = 0
    private var title = ""
    /// The lines of an incomplete PEM key.
    private var openKey: String?
    private var shared: SharedFieldBudget
    /// The keys named in earlier stanzas: PEM, or an algorithm and hexadecimal digits.
    private var keys = FileTestKeys()

    /// Whether stanzas begin with a kind, as in `evp_test`.
    private let hasKinds: Bool

    init(_ source: VectorSource, hasKinds: Bool) {
        self.hasKinds = hasKinds
        fileName = source.baseName
        shared = SharedFieldBudget(fileByteCount: source.bytes.count)
    }

    static func hasKinds(_ lines: [Substring]) -> Bool {
        var isFirst = true
        for line in lines where !line.hasPrefix("#") {
            defer { isFirst = line.allSatisfy(\.isWhitespace) }
            guard isFirst, let name = FileTestLine.field(line)?.name, name != "Title" else { continue }
            if FileTestFormat.kinds.contains(name) { return true }
        }
        return false
    }

    mutating func take(_ line: Substring, number: Int) throws(VectorError) {
        if openKey != nil || line.hasPrefix("-----BEGIN ") {
            guard let last = fields.last else {
                throw VectorError(.malformed, at: "line \(number)", "line \(number): a key outside of a stanza")
            }
            if openKey == nil { openKey = last.text }
            openKey?.append("\n")
            openKey?.append(contentsOf: line)
            if line.hasPrefix("-----END ") { endKey() }
            return
        }
        let content = line.drop { $0 == " " || $0 == "\t" }
        if content.isEmpty { return try close() }
        if content.hasPrefix("#") { return }
        if content.hasPrefix("["), content.hasSuffix("]") {
            try close()
            let inside = content.dropFirst().dropLast()
            let parts = FileTestLine.field(inside) ?? (String(inside), "", false)
            instructions.removeAll { $0.name == parts.name }
            instructions.append(VectorField(parts.name, .text(parts.value), isShared: true))
            try CaseLimits.check(shared: instructions)
            return
        }
        guard let parts = FileTestLine.field(content) else {
            throw VectorError(.malformed, at: "line \(number)", "line \(number): neither name nor comment")
        }
        if fields.isEmpty { firstLine = number }
        // A repeated name gets a number: the second associated string is `AAD 2`. A repeat count has the number of its
        // message piece.
        let isOfPiece = ["Ncopy", "Count"].contains(parts.name)
        let repeats = isOfPiece ? nameCounts["Input", default: 0] - 1 : nameCounts[parts.name, default: 0]
        nameCounts[parts.name, default: 0] += 1
        fields.append(VectorField(repeats <= 0 ? parts.name : "\(parts.name) \(repeats + 1)", .text(parts.value)))
    }

    private mutating func endKey() {
        guard let text = openKey, let last = fields.popLast() else { return }
        fields.append(VectorField(last.name, .text(text)))
        openKey = nil
    }

    mutating func close() throws(VectorError) {
        endKey()
        defer { (fields, nameCounts) = ([], [:]) }
        guard let first = fields.first else { return }
        // A title is a separate stanza, or directly above another one.
        if first.name == "Title" {
            title = first.text
            fields.removeFirst()
        }
        // Restrictions to certain builds of OpenSSL, which may be repeated.
        fields.removeAll { $0.name == "FIPSversion" || $0.name.hasPrefix("Availablein") }
        guard let first = fields.first else { return }
        let isBoring = ["KEY", "NONCE", "IV", "IN", "Key", "Tag", "TAG"].contains(first.name)
        let kind = VectorKind(
            isBoring ? "stanza" : first.name, isBoring ? String(fileName.prefix { $0 != "." }) : first.text)
        if isBoring, hasKinds {
            let problem = VectorError(
                .missingField, at: "line \(firstLine)",
                "the case begins with \(first.name), not with its kind, such as Cipher or Digest")
            return cases.append(VectorCase(id: "line \(firstLine)", kind: kind, fields: fields, problem: problem))
        }
        let own = instructions + fields.filter { isBoring || $0 != first }
        try shared.take(instructions)
        try shared.take(byteCount: title.utf8.count, fieldCount: 0)
        if let (kind, key) = keys.take(first) {
            cases.append(VectorCase(id: "line \(firstLine)", comment: title, kind: kind, fields: own + [key]))
            return
        }
        let named = keys.fields(of: first, beside: own)
        try shared.take(named)
        cases.append(VectorCase(id: "line \(firstLine)", comment: title, kind: kind, fields: own + named))
    }
}
