internal import ArcaCodecs
internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

struct KeyShowCommand: Command {
    static let name = "show"
    static let summary = "describe keys and certificates without their secrets"
    static let details = """
        Prints kind, size, format, encryption, comment and fingerprints of every key in FILE, and what a certificate \
        says. No secret is printed, and a passphrase is not needed where the public half is unencrypted, as in OpenSSH \
        keys. Exits with 5 if a public key is not a point of its curve. Certificates are not verified.

        Several files or a folder become a table with a line for each key: file, subject, names, days left, and the file \
        with the matching private key. Other files of a folder are skipped. Without --passphrase-from, encrypted files \
        are listed as locked.
        """
    static let examples = [
        Example("arca key show key.pem", "as text"),
        Example("arca key show --json key.pem", "as JSON"),
        Example("arca key show *.pem", "certificates and keys as one table", isRun: false),
    ]

    var files: [BytePath] = []
    var input = KeyInputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "keys, certificates, folders; standard input if omitted")
        Parameter.group(\.input)
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        if try files.count > 1 || files.contains(where: { try !$0.isDash && FileInfo.ifPresent($0)?.kind == .folder }) {
            return try KeyTable(files, input, in: context).print(in: context)
        }
        var session = KeyLint.Session()
        var entries: [Entry] = []
        for key in try input.keys(in: files.first, opensOpenSSH: false, in: context) {
            entries.append(Entry(key, &session, verifies: entries.count < Self.verifiedCount))
        }
        if context.wantsJSON {
            try JSONReport.print([("keys", .array(try entries.map { .object(try Self.object($0)) }))])
        } else {
            try Messages.print(try entries.map { try Self.text($0) }.joined(separator: "\n"))
        }
        if entries.contains(where: { $0.warning?.kind == .offCurve }) { throw ExitStatus.malformed }
    }

    static let verifiedCount = 32

    struct Entry {
        let key: FoundKey
        let warning: KeyFinding?
        let certificate: [(name: String, value: JSONValue)]

        init(_ key: FoundKey, _ session: inout KeyLint.Session, verifies: Bool) {
            self.key = key
            warning = KeyShowCommand.warning(key.content, &session)
            certificate = KeyShowCommand.certificate(key, verifies: verifies)
        }
    }

    private static func certificate(_ key: FoundKey, verifies: Bool) -> [(name: String, value: JSONValue)] {
        guard let certificate = key.certificate else { return key.request?.facts(verifies: verifies) ?? [] }
        return certificate.facts(verifies: verifies, at: DateText.now)
    }

    private static func facts(_ entry: Entry) throws -> [(name: String, text: String)] {
        let key = entry.key
        var facts = [("format", key.form)]
        if let encryption = key.encryption { facts.append(("encryption", encryption)) }
        for (name, value) in entry.certificate {
            if case .array(let values) = value {
                facts.append((name, values.map(\.shownText).joined(separator: ", ")))
            } else {
                facts.append((name, value.shownText))
            }
        }
        if let warning = entry.warning { facts.append(("warning", warning.reason)) }
        if let comment = key.comment { facts.append(("comment", comment)) }
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
        if let recipient = recipient(publicKey) { facts.append(("age recipient", recipient)) }
        let fingerprint = try KeyFingerprint(publicKey)
        facts.append(("SPKI SHA-256", fingerprint.spkiText))
        if let openSSH = fingerprint.openSSH { facts.append(("OpenSSH", openSSH)) }
        if let jwk = fingerprint.jwk { facts.append(("JWK thumbprint", jwk)) }
        return facts
    }

    static func publicKey(_ content: AnyKey.Content) throws(KeyError) -> AnyPublicKey? {
        if case .symmetric = content { return nil }
        guard case .publicKey(let key) = try content.publicHalf() else { return nil }
        return key
    }

    /// The age recipient; nil for other kinds of keys, which have an SSH line instead.
    static func recipient(_ key: AnyPublicKey) -> String? {
        switch key {
        case .x25519(let key): Age.X25519Recipient(publicKey: key).description
        case .xWing(let key): Age.HybridRecipient(publicKey: key).description
        default: nil
        }
    }

    /// Reports an invalid point, which must not be computed with; nil for valid points and keys without one.
    private static func warning(_ key: AnyKey.Content, _ session: inout KeyLint.Session) -> KeyFinding? {
        guard case .publicKey(.elliptic) = key else { return nil }
        return session.findings(key).first
    }

    /// A public exponent: decimal up to 64 bits, hexadecimal above.
    private static func number(_ octets: [UInt8]) -> String {
        octets.count <= 8
            ? "\(octets.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })" : "0x\(Base16.standard.encode(octets))"
    }

    private static func text(_ entry: Entry) throws -> String {
        // Names and comments in certificates and requests are chosen by their owner.
        let facts = try facts(entry).map { (name: shown($0.name), text: shown($0.text)) }
        let width = facts.map(\.name.count).max() ?? 0
        return shown(entry.key.title) + "\n"
            + facts.map { name, text in
                "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)\n"
            }.joined()
    }

    private static func shown(_ text: String) -> String { String(printable: text.utf8) }

    static func object(_ entry: Entry, in start: JSONObject = JSONObject()) throws -> JSONObject {
        let key = entry.key
        var object = start
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
            object["modulus"] = .string(Base16.standard.encode(numbers.modulus))
            object["exponent"] = .string(Base16.standard.encode(numbers.exponent))
        }
        if case .elliptic? = publicKey { object["warning"] = text(entry.warning?.reason) }
        if let recipient = publicKey.flatMap(recipient) { object["recipient"] = .string(recipient) }
        if !entry.certificate.isEmpty {
            var members = JSONObject()
            for (name, value) in entry.certificate { members[name] = value }
            object[key.request == nil ? "certificate" : "request"] = .object(members)
        }
        if let publicKey { object["fingerprints"] = try KeyFingerprintCommand.object(publicKey) }
        return object
    }
}

extension JSONValue {
    /// Text for people: strings unquoted with dates in local time, anything else as JSON.
    fileprivate var shownText: String {
        if case .string(let text) = self { return DateText.shown(text) }
        return text()
    }
}
