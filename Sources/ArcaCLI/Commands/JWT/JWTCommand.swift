internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaJOSE
internal import ArcaKeys
internal import ArcaSystem

struct JWTCommand: Command {
    static let name = "jwt"
    static let summary = "verify, sign, encrypt, decrypt and show JSON Web Tokens"
    static let section = "Keys"
    static let details = """
        A token is read from a file or from standard input, never from the command line, where every user of the machine \
        could read it.

        Keys are a JSON Web Key, a set of them, PEM, DER or OpenSSH. The key decides which algorithms count, the token only \
        names one: 'none' is never accepted, nor HMAC with a public key. A key or an address in the token is never used.

        The exit status is 0 if the token is valid, 1 if its signature does not match, 3 if it is for another key or \
        algorithm, 5 if it is malformed or of a kind that is not verified, and 7 if it has expired, is not valid yet, \
        or is by another issuer, for another audience or of another type.
        """
    static let examples = [
        Example(
            "arca jwt verify --key keys.json --issuer https://id.example --audience app token.txt",
            "check signature, times, issuer and audience", isRun: false),
        Example(
            "arca jwt sign --key key.jwk --lifetime 15m claims.json", "sign claims for a quarter of an hour",
            isRun: false),
        Example("arca jwt decode token.txt", "show what it says, without verifying it", isRun: false),
    ]
    static var subcommands: [any Command.Type] {
        [
            JWTVerifyCommand.self, JWTSignCommand.self, JWTDecryptCommand.self, JWTEncryptCommand.self,
            JWTDecodeCommand.self,
        ]
    }

    /// Maximum size in bytes, longer than any token or claims.
    static let maximumByteCount = 1 << 20

    static func read(_ file: BytePath?) throws -> (bytes: [UInt8], name: String) {
        var input = try InputFile.open(file)
        return (withoutLineEnd(try input.readAll(limit: maximumByteCount).unmarkedText), input.name)
    }

    static func withoutLineEnd(_ text: [UInt8]) -> [UInt8] {
        Array(
            text[..<(text.lastIndex { ![.newline, .carriageReturn, .space, .tab].contains($0) }.map { $0 + 1 } ?? 0)])
    }

    /// Prints the contents of a new token, in the format of `decode --json`.
    static func report(_ token: String, _ file: BytePath?) throws {
        let made = try UnverifiedToken(token.utf8)
        try JSONReport.print(
            written: file,
            [
                ("encrypted", .bool(made.payload == nil)), ("header", .object(made.header.members)),
                ("claims", made.claims.map(JSONValue.object) ?? .null),
            ])
    }

    static func refuseTwice(_ file: BytePath?, _ key: BytePath?, _ what: String) throws {
        guard !(file?.isDash ?? true && key?.isDash ?? false) else {
            throw UsageError(
                .conflict, "\(what) and key cannot both come from standard input",
                hint: "give a file for one of them")
        }
    }
}

extension JWSAlgorithm: ArgumentValue {}

struct JWTKeyOptions: OptionGroup {
    static let title = "Key"

    var file: BytePath?
    var source: SecretSource?
    var passphrase: SecretSource?
    var costs = CostOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.exactlyOne { keyParameters }
        Parameter.option(
            "--passphrase-from", value: "SOURCE", set: \.passphrase,
            help: "passphrase of the key: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND"
        ).defaulting(to: "prompt")
        Parameter.parts(of: \.costs, CostOptions.parameters)
    }

    @ParameterBuilder<Self> static var keyParameters: [Parameter<Self>] {
        Parameter.option(
            "-i", "--identity", "--key", value: "FILE", set: \.file,
            help: "a JSON Web Key, a set of them, PEM, DER or OpenSSH; or arca://service/account in the vault")
        Parameter.option(
            "--key-from", value: "SOURCE", set: \.source,
            help: "the same from hexfile:PATH, file:PATH, env:NAME, fd:N, stdin or cmd:COMMAND"
        ).completing(SecretSource.keyCompletion)
    }

    /// Reads the keys; asks for a passphrase if they are encrypted.
    func keys(readsStandardInput: Bool, in context: CommandContext) throws -> JWKSet {
        guard let source = try source ?? file.map(SecretSource.keyFile) else {
            throw UsageError(.missingArgument, "--key is missing", hint: "give --key FILE")
        }
        let name = file?.inputName ?? "--key-from"
        let bytes = try source.key(readsStandardInput: readsStandardInput, in: context)
        return try naming(name) {
            do throws(JOSEError) {
                return try JWKSet(bytes)
            } catch {
                guard error.code == .passphraseNeeded else { throw error }
                return try JWKSet(
                    bytes,
                    passphrase: (passphrase ?? .prompt).passphrase(
                        "passphrase of \(name)", isNew: false,
                        readsStandardInput: readsStandardInput || source == .standardInput, in: context),
                    limits: costs.limits)
            }
        }
    }
}

extension ExitStatus {
    init(refusal error: JOSEError) {
        switch error.code {
        case .badSignature: self = .mismatch
        case .wrongKeyType, .weakKey, .unknownKey, .passphraseNeeded, .wrongPassphrase, .notDecrypted: self = .wrongKey
        // The claims do not match what was required.
        case .expired, .notYetValid, .noExpiry, .wrongIssuer, .wrongAudience, .wrongType: self = .notFound
        case .malformed, .unsupported, .algorithmNotAllowed, .invalidKeySet, .costTooHigh: self = .malformed
        case .invalidOption, .backendFailure: self.init(of: error)
        }
    }
}

enum JWTText {
    private static let times: Set<String> = ["exp", "nbf", "iat", "auth_time", "updated_at"]
    /// The last second of the year 9999.
    private static let lastTime = 253_402_300_799

    /// One line per member; times are also shown as dates.
    static func lines(_ object: JSONObject) -> String {
        let rows = object.members.map { (name: String(printable: $0.name.utf8), text: text($0.name, $0.value)) }
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { name, text in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)\n"
        }.joined()
    }

    private static func text(_ name: String, _ value: JSONValue) -> String {
        if let text = value.string { return String(printable: text.utf8) }
        let text = String(printable: value.text().utf8)
        guard times.contains(name), let seconds = seconds(value) else { return text }
        return "\(text) (\(DateText.shown(DateText.rfc3339(seconds))))"
    }

    private static func seconds(_ value: JSONValue) -> Int? {
        guard let time = value.double, time >= 0, time <= Double(lastTime) else { return nil }
        return Int(time)
    }
}
