internal import ArcaCore
internal import ArcaJOSE
internal import ArcaKeys
internal import ArcaSystem

struct JWTVerifyCommand: Command {
    static let name = "verify"
    static let summary = "check the signature and the claims of a token"
    static let details = """
        Prints the claims if the token is valid, and nothing otherwise. The token is in compact form, three parts with \
        dots between them.

        An encrypted token is opened with --decryption-key, and must have a signed token inside: that it is encrypted does \
        not show who made it.

        A token without an expiry is refused unless --no-expiry is given, and one for an audience unless --audience \
        names it or --any-audience is given. If there are several keys, the token's kid selects one.

        The exit status is 0, 1 (the signature does not match), 3 (another key, or not for this algorithm), 5 \
        (malformed, or not verified) or 7 (expired, not valid yet, or another issuer, audience or type).
        """
    static let examples = [
        Example(
            "arca jwt verify --key keys.json --issuer https://id.example --audience app token.txt",
            "with a set of keys",
            isRun: false),
        Example(
            "arca jwt verify --key pub.pem --any-audience --alg ES256 --json < token.txt", "claims as JSON",
            isRun: false),
    ]

    var key = JWTKeyOptions()
    var decryptionKey: BytePath?
    var issuer: String?
    var audience: String?
    var anyAudience = false
    var type: String?
    var leeway = 0
    var noExpiry = false
    var algorithms: [JWSAlgorithm] = []
    var time: Int?
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the token; standard input if - or omitted")
        Parameter.group(\.key)
        Parameter.option(
            "--decryption-key", value: "FILE", set: \.decryptionKey,
            help: "opens an encrypted token; the signed token inside is checked")
        Parameter.section("Claims") {
            Parameter.option("--issuer", value: "TEXT", set: \.issuer, help: "what iss must be")
            Parameter.option("--audience", value: "TEXT", set: \.audience, help: "what aud must name")
            Parameter.flag("--any-audience", set: \.anyAudience, help: "accept tokens for other audiences")
                .excludes("--audience")
            Parameter.option("--type", value: "TYPE", set: \.type, help: "what typ must be, such as JWT or at+jwt")
            Parameter.option(
                "--leeway", value: "SECONDS", set: \.leeway, in: 0...86_400,
                help: "allowed difference between clocks in seconds")
            Parameter.flag("--no-expiry", set: \.noExpiry, help: "accept tokens without an expiry")
            Parameter.option(
                "--time", value: "SECONDS", set: \.time, in: 0...Int.max,
                help: "check for this time, in seconds since 1970"
            ).defaulting(to: "now")
        }
        Parameter.list(
            "--alg", value: "ALG", append: \.algorithms,
            help: "allowed algorithms; those of the key if omitted")
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let readsStandardInput = file?.isDash ?? true
        try JWTCommand.refuseTwice(file, key.file, "token")
        try JWTCommand.refuseTwice(file, decryptionKey, "token")
        let (text, name) = try JWTCommand.read(file)
        let token: JWT
        do {
            let keys = try key.keys(readsStandardInput: readsStandardInput, in: context)
            let now = time ?? DateText.now
            if let decryptionKey {
                let decryptionKeys = try JWTKeyOptions(file: decryptionKey, passphrase: key.passphrase)
                    .keys(readsStandardInput: readsStandardInput, in: context)
                token = try naming(name) {
                    try JWT(decrypting: text, with: decryptionKeys, verifying: keys, policy: policy, now: now)
                }
            } else {
                token = try naming(name) { try JWT(verifying: text, keys: keys, policy: policy, now: now) }
            }
        } catch let error as JOSEError {
            try report(error, in: context)
            throw ExitStatus(refusal: error)
        }
        if context.wantsJSON {
            try JSONReport.print([
                ("valid", true), ("verdict", "good"), ("algorithm", .string(token.signed.algorithm.rawValue)),
                ("header", .object(token.signed.header.members)), ("claims", .object(token.claims)),
            ])
        } else {
            try Messages.print(
                "\(name): good token, signed by \(token.signed.algorithm.rawValue)"
                    + (token.signed.key.id.map { " with the key \(String(printable: $0.utf8))" } ?? "") + "\n"
                    + JWTText.lines(token.claims))
        }
    }

    private var policy: JWTPolicy {
        JWTPolicy(
            issuer: issuer, audience: audience, acceptsAnyAudience: anyAudience, type: type,
            algorithms: algorithms.isEmpty ? nil : Set(algorithms), leeway: leeway, acceptsNoExpiry: noExpiry)
    }

    private func report(_ error: JOSEError, in context: CommandContext) throws {
        if context.wantsJSON {
            try JSONReport.print([
                ("valid", false), ("verdict", .string(error.codeName)), ("reason", .string(error.message)),
            ])
        }
        Messages.error(error.message)
        let hint =
            switch error.code {
            case .noExpiry: "give --no-expiry to accept it"
            case .wrongAudience where audience == nil: "give --audience or --any-audience"
            case .passphraseNeeded: "give --passphrase-from"
            default: error.hint
            }
        if let hint { Messages.hint(hint) }
    }
}
