internal import ArcaCore
internal import ArcaJOSE
internal import ArcaSystem

struct JWTSignCommand: Command {
    static let name = "sign"
    static let summary = "sign claims as a token"
    static let details = """
        Reads claims, a JSON object, and writes them as a signed token. Anyone who has the token can read them, and \
        use it.

        The algorithm is the key's own (alg), else the usual one of its kind: HS256, HS384 or HS512 by its length, RS256, \
        ES256, ES384, ES512 or ES256K by its curve, EdDSA. --issuer and --audience set iss and aud; --lifetime sets iat to \
        the time now, and exp.
        """
    static let examples = [
        Example(
            "arca jwt sign --key key.jwk --lifetime 15m claims.json", "valid for a quarter of an hour", isRun: false),
        Example(
            "arca jwt sign --key key.pem --alg PS256 --no-expiry -o token.txt claims.json", "never expires",
            isRun: false
        ),
    ]

    var key = JWTKeyOptions()
    var issuer: String?
    var audience: String?
    var type = "JWT"
    var lifetime: TimeSpan?
    var noExpiry = false
    var algorithm: JWSAlgorithm?
    var output = OutputOptions()
    var file: BytePath?

    static var parameters: [Parameter<Self>] {
        Parameter.operand("FILE", set: \.file, help: "the claims as a JSON object; standard input if - or omitted")
        Parameter.group(\.key)
        Parameter.section("Claims") {
            Parameter.option("--issuer", value: "TEXT", set: \.issuer, help: "the claim iss")
            Parameter.option("--audience", value: "TEXT", set: \.audience, help: "the claim aud")
            Parameter.option("--type", value: "TYPE", set: \.type, help: "the token's type (typ)")
            Parameter.option(
                "--lifetime", value: "TIME", set: \.lifetime, help: "how long the token is valid: 45s, 15m, 8h or 2d")
            Parameter.flag("--no-expiry", set: \.noExpiry, help: "sign claims without an expiry")
                .excludes("--lifetime")
        }
        Parameter.option("--alg", value: "ALG", set: \.algorithm, help: "the algorithm, one that the key supports")
            .defaulting(to: "the key's")
        Parameter.group(\.output)
        Parameter.json.requires("--output").excludes("--output=-")
    }

    consuming func run(in context: CommandContext) throws {
        let readsStandardInput = file?.isDash ?? true
        try JWTCommand.refuseTwice(file, key.file, "claims")
        var input = try InputFile.open(file)
        let name = input.name
        let bytes = try input.readAll(limit: JWTCommand.maximumByteCount)
        let claims = try self.claims(bytes, name)
        let keys = try key.keys(readsStandardInput: readsStandardInput, in: context)
        guard let signer = keys.keys.first, keys.keys.count == 1 else {
            throw UsageError(
                .conflict, "--key has \(keys.keys.count) keys; a token is signed with one",
                hint: "give a file with one key")
        }
        var target = try output.open(.secret, inputs: input.inputIdentities)
        let token: String
        do throws(JOSEError) {
            token = try JWT.sign(claims, using: signer, algorithm: algorithm, type: type)
        } catch {
            Messages.error(error.message)
            throw ExitStatus(refusal: error)
        }
        try target.write(Array((token + "\n").utf8))
        try target.commit()
        if context.wantsJSON { try JWTCommand.report(token, output.file) }
    }

    private func claims(_ bytes: [UInt8], _ name: String) throws -> JSONObject {
        let value = try naming(name) { try JSONReader.read(bytes) }
        guard var claims = value.object else {
            throw JOSEError(.malformed, "\(name): the claims are \(value.kindName), not an object")
        }
        func set(_ claim: String, _ value: JSONValue, _ option: String) throws {
            guard claims.append(claim, value) else {
                throw UsageError(.conflict, "\(name) has the claim \(claim) already", hint: "remove \(option)")
            }
        }
        if let issuer { try set("iss", .string(issuer), "--issuer") }
        if let audience { try set("aud", .string(audience), "--audience") }
        if let lifetime {
            let now = DateText.now
            if claims["iat"] == nil { try set("iat", .integer(now), "--lifetime") }
            try set("exp", .integer(now + lifetime.seconds), "--lifetime")
        }
        guard noExpiry || claims["exp"] != nil else {
            throw UsageError(
                .missingArgument, "the claims have no expiry (exp): the token would never expire",
                hint: "give --lifetime, or --no-expiry")
        }
        return claims
    }
}
