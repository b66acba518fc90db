internal import ArcaCore
internal import ArcaCrypto
internal import ArcaDetect
internal import ArcaSystem

struct MACFindCommand: Command {
    static let name = "find"
    static let summary = "find how another program signed a request"
    static let details = """
        Finds the text that was signed, the place of the secret, the function and the encoding, and prints them with a \
        command that computes the same signature. The secret is never printed: ‹secret› marks its place.

        The message is a query string, a URL, a form, a JSON object, lines of parameters, any text, or an HTTP request: \
        'POST /path HTTP/1.1', headers, an empty line and the body. --with gives other values of the request, such as \
        url, method, or a header with timestamp or nonce.

        MD5, SHA-1, SHA-2, SM3 and HMAC with each are tried on parameters in many forms, on JSON as Python and PHP write \
        it, and on lines of method, path, timestamp, nonce and body. So it finds the signatures of WeChat Pay, Taobao, \
        AWS (Signature 4), OAuth 1, Stripe, Slack, GitHub and others. --key checks RSA signatures with a public key: \
        Alipay, and version 3 of WeChat Pay.

        A match of 8 bytes or more is proof. The status is 7 if nothing matches; the notes then give likely causes.
        """
    static let examples = [
        Example(
            "arca mac find --secret-from env:SECRET --signature 8D5C32F0BF70BDEC09A35D29F9C4B4F9 params.txt",
            "the rule behind a signature", isRun: false),
        Example(
            "arca mac find --secret-from env:SECRET --message 'a=1&b=2&sign=…'", "with the signature in the message",
            isRun: false),
        Example(
            "arca mac find --key alipay.pub --signature \"$(cat sign.txt)\" notification.txt", "an RSA signature",
            isRun: false),
    ]

    var signature: String?
    var secret: SecretSource?
    var key: BytePath?
    var message: String?
    var fields: [RequestField] = []
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the message; standard input if - or omitted")
        Parameter.option("--message", value: "TEXT", set: \.message, help: "the message, instead of FILE")
            .excludes("FILE")
        Parameter.option(
            "--signature", value: "TEXT", set: \.signature,
            help: "the signature, in hexadecimal digits or Base64, or a header with it"
        ).defaulting(to: "found in the message")
        Parameter.section("Secrets") {
            Parameter.exactlyOne {
                Parameter.option(
                    "--secret-from", value: "SOURCE", set: \.secret,
                    help: "the shared secret: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND")
                Parameter.option(
                    "-i", "--identity", "--key", value: "FILE", set: \.key,
                    help: "the RSA public key of the signer: PEM, DER, JWK, OpenSSH or Base64")
            }
        }
        Parameter.repeated(
            "--with", value: "NAME=VALUE", append: \.fields,
            help: "another value of the request: method, url, or a header such as timestamp or nonce")
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let readsStandardInput = message == nil && (file?.isDash ?? true)
        let message = try readMessage()
        let fields = fields.map(\.field)
        let report: MACFinder.Report
        if let key {
            try JWTCommand.refuseTwice(readsStandardInput ? nil : BytePath("FILE".utf8), key, "message")
            let publicKey = try RSAKeyOptions(file: key)
                .publicKey(readsStandardInput: readsStandardInput, in: context)
            report = try MACFinder().find(message, signature: signature, publicKey: publicKey, fields: fields)
        } else {
            let secret = try (secret ?? .prompt)
                .passphrase("secret", isNew: false, readsStandardInput: readsStandardInput, in: context)
            report = try MACFinder().find(message, signature: signature, secret: secret, fields: fields)
        }
        let script = report.best.flatMap { reading in
            let isFile = reading.text.secretOffsets.isEmpty && reading.text.bytes == message
            return MACScript(secret: secret, key: key, file: isFile ? file : nil).command(for: reading)
        }
        if context.wantsJSON {
            try JSONReport.print(Self.members(report, script))
        } else if let best = report.best {
            try Messages.print(Self.text(best, script))
        }
        for note in report.notes where !context.wantsJSON { Messages.note(note) }
        guard report.best == nil else { return }
        for reading in report.alternatives where !context.wantsJSON {
            Messages.note("possible, or by chance: \(Self.shown(reading.rule.joined(separator: "; ")))")
        }
        Messages.error("no combination gives this signature")
        throw ExitStatus.notFound
    }

    private func readMessage() throws -> [UInt8] {
        if let message { return Array(message.utf8) }
        var input = try InputFile.open(file)
        return try input.readAll(limit: MACFinder.Limits.standard.inputByteCount)
    }

    // MARK: Report

    /// Longer texts are cut, in bytes.
    private static let shownByteCount = 4096

    private static func text(_ reading: MACFinder.Reading, _ script: String?) -> String {
        var lines = ["Rule:"] + reading.rule.map { "  \(shown($0))" }
        let text = reading.text.description
        let shownText = text.utf8.count > shownByteCount ? "\(text.prefix(shownByteCount))…" : text
        lines += ["", "Text:"]
        lines += shownText.split(separator: "\n", omittingEmptySubsequences: false).map { "  \(shown(String($0)))" }
        if let script {
            lines += ["", "Command:"]
            lines += script.split(separator: "\n").map { "  \(shown(String($0)))" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func shown(_ text: String) -> String { String(printable: text.utf8) }

    private static func members(_ report: MACFinder.Report, _ script: String?) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [("found", .bool(report.best != nil))]
        if let best = report.best {
            members += [
                ("confidence", JSONNumber(best.confidence).map(JSONValue.number) ?? .null),
                ("algorithm", .string(best.function.description)),
                ("rule", .array(best.rule.map { .string($0) })), ("text", .string(best.text.description)),
                ("encoding", .string(best.encoding.rawValue)),
                ("command", script.map { .string($0) } ?? .null),
            ]
        }
        return members + [
            ("trialCount", .integer(report.trialCount)), ("notes", .array(report.notes.map { .string($0) })),
        ]
    }
}

/// `--with NAME=VALUE`.
struct RequestField: ArgumentValue {
    let field: MACFinder.Field

    init(argument: Argument) throws(UsageError) {
        let words = argument.bytes.split(separator: .equals, maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, !words[0].isEmpty, let name = String(validating: words[0], as: UTF8.self) else {
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is not a name and a value",
                hint: "give NAME=VALUE, such as timestamp=1700000000")
        }
        field = MACFinder.Field(name, words[1])
    }
}
