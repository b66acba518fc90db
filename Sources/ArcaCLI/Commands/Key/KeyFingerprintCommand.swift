internal import ArcaCore
internal import ArcaKeys
internal import ArcaSystem

struct KeyFingerprintCommand: Command {
    static let name = "fingerprint"
    static let summary = "print the fingerprints of keys"
    static let details = """
        Prints one line for each key: the fingerprint, two spaces and the file. A private key has the fingerprint of its \
        public key; the passphrase of an OpenSSH key is not needed for it.
        """
    static let examples = [
        Example("arca key fingerprint key.pem", "SHA-256 of the public key in DER"),
        Example("arca key fingerprint --style ssh key.pem", "as ssh-keygen -l prints it"),
        Example("arca key fingerprint --json key.pem", "all kinds of fingerprints, as JSON"),
    ]

    enum Style: String, CaseIterable, ArgumentValue { case spki, ssh, jwk }

    var files: [BytePath] = []
    var style = Style.spki
    var input = KeyInputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operands("FILE", append: \.files, help: "keys; standard input if omitted")
        Parameter.option(
            "--style", value: "STYLE", set: \.style,
            help: "spki: SHA-256 of the key in DER; ssh: as OpenSSH; jwk: the thumbprint of RFC 7638")
        Parameter.group(\.input)
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let failures = FirstFailure()
        var entries: [JSONValue] = []
        for file in files.isEmpty ? ["-"] : files {
            do {
                for key in try input.keys(in: file, opensOpenSSH: false, in: context) {
                    guard case .publicKey(let publicKey) = try key.content.publicHalf() else { continue }
                    if context.wantsJSON {
                        var object = JSONObject()
                        object["path"] = .string(file.description)
                        object["algorithm"] = .string(publicKey.algorithmName)
                        object["fingerprints"] = try Self.object(publicKey)
                        entries.append(.object(object))
                    } else {
                        try Messages.print("\(try text(publicKey))  \(file)\n")
                    }
                }
            } catch let error as SystemError where error.code == .brokenPipe {
                throw error
            } catch {
                failures.note(ExitStatus.reporting(error, in: context))
            }
        }
        if context.wantsJSON { try JSONReport.print([("keys", .array(entries))]) }
        if let status = failures.status { throw status }
    }

    private func text(_ key: AnyPublicKey) throws(KeyError) -> String {
        let fingerprint = try KeyFingerprint(key)
        let text: String? =
            switch style {
            case .spki: fingerprint.spkiText
            case .ssh: fingerprint.openSSH
            case .jwk: fingerprint.jwk
            }
        guard let text else {
            throw KeyError(.wrongKind, "\(key.algorithmName) keys have no \(style.rawValue) fingerprint")
        }
        return text
    }

    static func object(_ key: AnyPublicKey) throws(KeyError) -> JSONValue {
        let fingerprint = try KeyFingerprint(key)
        var object = JSONObject()
        object["spki"] = .string(fingerprint.spkiText)
        object["ssh"] = fingerprint.openSSH.map(JSONValue.string) ?? .null
        object["jwk"] = fingerprint.jwk.map(JSONValue.string) ?? .null
        return .object(object)
    }
}
