internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

/// `arca key show`: describes a key without its secret.
struct KeyShowCommand: Command {
    static let name = "show"
    static let summary = "describe a key without its secret"
    static let details = """
        Prints kind, size, format, encryption, comment and fingerprints of every key in FILE. No secret is printed.
        """
    static let examples = [
        Example("arca key show key.pem", "as text"),
        Example("arca key show --json key.pem", "as JSON"),
    ]

    var file: BytePath?
    var input = KeyInputOptions()
    var json = JSONOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the key; standard input when none")
        Parameter.group(\.input)
        Parameter.group(\.json)
    }

    consuming func run() throws {
        var session = KeyLint.Session()
        let keys = try input.keys(in: file).map { ($0, Self.warning($0.content, &session)) }
        if json.isWanted {
            try JSONOptions.print(schema: 1, [("keys", .array(try keys.map { try Self.object($0, $1) }))])
        } else {
            try Messages.print(try keys.map { try Self.text($0, $1) }.joined(separator: "\n"))
        }
    }

    /// The facts of a key in the order in which they are shown.
    private static func facts(_ key: FoundKey, _ warning: String?) throws -> [(name: String, text: String)] {
        var facts = [("format", key.form)]
        if let encryption = key.encryption { facts.append(("encryption", encryption)) }
        if let warning { facts.append(("warning", warning)) }
        if let comment = key.comment { facts.append(("comment", String(printable: comment.utf8))) }
        if case .privateKey(.rsa(let numbers, _)) = key.content, !numbers.otherPrimes.isEmpty {
            facts.append(("primes", "\(2 + numbers.otherPrimes.count)"))
        }
        guard let publicKey = try publicKey(key.content) else { return facts }
        if case .rsa(let numbers, let restriction) = publicKey {
            facts.append(("exponent", number(numbers.exponent)))
            if let parameters = restriction?.parameters {
                facts.append(
                    (
                        "for",
                        "PSS with \(parameters.hash.name), MGF1 \(parameters.maskHash.name), salt "
                            + "\(parameters.saltByteCount) bytes or more"
                    ))
            }
        }
        let fingerprint = try KeyFingerprint(publicKey)
        facts.append(("SPKI SHA-256", fingerprint.spkiText))
        if let openSSH = fingerprint.openSSH { facts.append(("OpenSSH", openSSH)) }
        if let jwk = fingerprint.jwk { facts.append(("JWK thumbprint", jwk)) }
        return facts
    }

    private static func publicKey(_ content: AnyKey.Content) throws(KeyError) -> AnyPublicKey? {
        if case .symmetric = content { return nil }
        guard case .publicKey(let key) = try content.publicHalf() else { return nil }
        return key
    }

    /// Why nothing must be computed with the point of a key; nil for a good one, and for keys that are no point.
    private static func warning(_ key: AnyKey.Content, _ session: inout KeyLint.Session) -> String? {
        guard case .publicKey(.elliptic) = key else { return nil }
        return session.findings(key).first?.reason
    }

    /// A public exponent in decimal digits where it fits a word, else in hexadecimal ones.
    private static func number(_ octets: [UInt8]) -> String {
        octets.count <= 8
            ? "\(octets.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })" : "0x\(Base16.encode(octets))"
    }

    private static func text(_ key: FoundKey, _ warning: String?) throws -> String {
        let facts = try facts(key, warning)
        let width = facts.map(\.name.count).max() ?? 0
        return key.title + "\n"
            + facts.map { name, text in
                "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)\n"
            }.joined()
    }

    private static func object(_ key: FoundKey, _ warning: String?) throws -> JSONValue {
        var object = JSONObject()
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
        let publicKey = try publicKey(key.content)
        switch key.content {
        case .publicKey: object["kind"] = key.isLocked ? "locked private key" : "public key"
        case .privateKey: object["kind"] = "private key"
        case .symmetric: object["kind"] = "symmetric key"
        }
        if case .symmetric(let symmetric) = key.content {
            object["bits"] = .integer(symmetric.bitCount)
        } else {
            object["algorithm"] = text(publicKey?.algorithmName)
            object["bits"] = publicKey.map { .integer($0.bitCount) } ?? .null
        }
        object["form"] = .string(key.form)
        object["encryption"] = text(key.encryption)
        object["comment"] = text(key.comment)
        if case .rsa(let numbers, _)? = publicKey {
            object["modulus"] = .string(Base16.encode(numbers.modulus))
            object["exponent"] = .string(Base16.encode(numbers.exponent))
        }
        if case .elliptic? = publicKey { object["warning"] = text(warning) }
        if let publicKey { object["fingerprints"] = try KeyFingerprintCommand.object(publicKey) }
        return .object(object)
    }
}
