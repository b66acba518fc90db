internal import ArcaCore
internal import ArcaCrypto
internal import ArcaOTP
internal import ArcaPatterns
internal import ArcaVault

/// Vault keys: slots, subkeys, recovery codes and key files.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `open-slot` | `vault`, `slot` (identifiers), `body`; `passphrase`, optionally with `contents`, `keyFile`, `x25519`, `mlkem768x25519` (a seed), `rsa`, `recoveryCode`, or `dots`, `grid`, `rules`, `device` | `key`, `kind`, `epoch` |
/// | `derive-subkeys` | `key`, `vault`, `epoch` | `tag`, `attributes`, `secret`, `state`, `set`, `chain`, `nonce` |
/// | `read-recovery-code` | `text` | `code`, `canonical` (text) |
/// | `read-key-file` | `text` | `key` |
enum VaultOperation: VectorOperation {
    static let names = ["open-slot", "derive-subkeys", "read-recovery-code", "read-key-file"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        switch request.operation {
        case "open-slot": return try openSlot(inputs)
        case "derive-subkeys":
            guard let epoch = UInt32(exactly: try inputs.int("epoch")) else {
                throw OperationError.refused("an epoch has 32 bits")
            }
            let key = try VaultKey(
                SecretBytes(copying: try inputs.bytes("key")), vault: try inputs.bytes("vault"), epoch: epoch
            ).subkeys
            return [
                "tag": bytes(key.tag), "attributes": bytes(key.attributes), "secret": bytes(key.secret),
                "state": bytes(key.state), "set": bytes(key.set), "chain": bytes(key.chain), "nonce": bytes(key.nonce),
            ]
        case "read-recovery-code":
            let code = try RecoveryCode(try inputs.bytes("text"))
            let text = code.text.withBytes { String(decoding: [UInt8](bytes: $0), as: UTF8.self) }
            return ["code": bytes(code.code), "canonical": .text(text)]
        default: return ["key": bytes(try VaultKeyFile(try inputs.bytes("text")).key)]
        }
    }

    static func hiddenWork(of request: Request) throws -> Int { try slot(request.inputs).work }

    private static func slot(_ inputs: NamedValues) throws -> SealedSlot {
        try SealedSlot(
            parsing: try inputs.bytes("body"), identifier: try inputs.bytes("slot"), vault: try inputs.bytes("vault"))
    }

    private static func openSlot(_ inputs: NamedValues) throws -> NamedValues {
        let slot = try slot(inputs)
        let device = inputs["device"] == nil ? nil : SecretBytes(copying: try inputs.bytes("device"))
        guard let key = try slot.unwrap(with: try credential(inputs), deviceSecret: device) else {
            throw VaultError(.wrongCredential, "the credential does not open the slot")
        }
        return ["key": bytes(key.bytes), "kind": .int(Int(slot.kind.rawValue)), "epoch": .int(Int(slot.epoch))]
    }

    private static func credential(_ inputs: NamedValues) throws -> VaultCredential {
        if inputs["passphrase"] != nil {
            let passphrase = SecretBytes(copying: try inputs.bytes("passphrase"))
            guard inputs["contents"] != nil else { return .passphrase(passphrase) }
            return .passphraseAndKeyFile(passphrase, contents: SecretBytes(copying: try inputs.bytes("contents")))
        }
        if inputs["recoveryCode"] != nil { return .recoveryCode(try RecoveryCode(try inputs.bytes("recoveryCode"))) }
        if inputs["x25519"] != nil {
            return .x25519(try .init(rawRepresentation: SecretBytes(copying: try inputs.bytes("x25519"))))
        }
        if inputs["mlkem768x25519"] != nil {
            return .hybrid(try .init(seedRepresentation: SecretBytes(copying: try inputs.bytes("mlkem768x25519"))))
        }
        if inputs["dots"] != nil {
            let pattern = try Pattern(
                dots: try inputs.ints("dots"), grid: try Pattern.Grid(try inputs.text("grid")),
                rules: try PatternRules(named: try inputs.text("rules")))
            return .pattern(pattern)
        }
        let file = try inputs.bytes(inputs["rsa"] == nil ? "keyFile" : "rsa")
        let found = try VaultCredential.all(in: file) { throw OperationError.refused("the key file is encrypted") }
        guard found.count == 1 else { throw OperationError.refused("the file holds \(found.count) credentials") }
        return found[0]
    }

    private static func bytes(_ secret: borrowing some Bytes) -> VectorValue { .bytes([UInt8](bytes: secret)) }
}

/// One-time passwords: `one-time-password` and `read-otpauth`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `one-time-password` | `key`, `digits`, and `counter`, or `time` (seconds since 1970) and `period`; these as text | `code` |
/// | `read-otpauth` | `uri` | `kind` (`time`, `counter`), `key`, `algorithm`, `digits`, `period`, `counter`, `issuer`, `account` |
///
/// Algorithms are `sha1`, `sha256` and `sha512`.
enum OneTimePasswordOperation: VectorOperation {
    static let names = ["one-time-password", "read-otpauth"]

    private static let algorithms: [(name: String, algorithm: OTPGenerator.Algorithm)] = [
        ("sha1", .sha1), ("sha256", .sha256), ("sha512", .sha512),
    ]

    static func respond(to request: Request) throws -> NamedValues {
        request.operation == "read-otpauth" ? try read(request.inputs) : try code(request)
    }

    private static func code(_ request: Request) throws -> NamedValues {
        guard let algorithm = algorithms.first(where: { $0.name == request.algorithm })?.algorithm else {
            throw OperationError.unsupported("Arca makes no one-time passwords with \(request.algorithm)")
        }
        let inputs = request.inputs
        let isByCounter = inputs["counter"] != nil
        let password = try OTPGenerator(
            isByCounter ? .counter : .time, key: SecretBytes(copying: try inputs.bytes("key")), algorithm: algorithm,
            digits: try inputs.int("digits"), period: isByCounter ? 30 : try number(inputs, "period"))
        let code =
            isByCounter
            ? try password.code(counter: try number(inputs, "counter"))
            : try password.code(at: try number(inputs, "time"))
        return ["code": .text(String(decoding: Array(bytes: code.digits), as: UTF8.self))]
    }

    private static func read(_ inputs: NamedValues) throws -> NamedValues {
        let password = try OTPGenerator(uri: try inputs.text("uri").utf8)
        return [
            "kind": .text(password.kind == .time ? "time" : "counter"), "key": .bytes(Array(bytes: password.key)),
            "algorithm": .text(algorithms.first { $0.algorithm == password.algorithm }?.name ?? ""),
            "digits": .int(password.digits), "period": .int(password.period),
            "counter": .text(String(password.counter)), "issuer": .text(password.issuer),
            "account": .text(password.account),
        ]
    }

    private static func number<Number: FixedWidthInteger>(
        _ inputs: NamedValues, _ name: String
    ) throws(VectorError) -> Number {
        guard let value = Number(try inputs.text(name)) else {
            throw VectorError(.invalidField, at: name, "\(name) is not an integer in range")
        }
        return value
    }
}

/// Pattern hashes: `verify-pattern`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `verify-pattern` | `text` (the hash); `dots` and `pepper` (may be empty); without these the hash is only parsed | empty, or a refusal |
enum PatternOperation: VectorOperation {
    static let names = ["verify-pattern"]

    static func respond(to request: Request) throws -> NamedValues {
        let inputs = request.inputs
        let hash = try hash(inputs)
        guard inputs["dots"] != nil else { return [:] }
        let pattern = try Pattern(dots: try inputs.ints("dots"), grid: hash.grid, rules: hash.rules)
        let pepper = try inputs.bytes("pepper")
        guard try hash.verify(pattern, pepper: pepper.isEmpty ? nil : SymmetricKey(copying: pepper)) else {
            throw OperationError.refused("the pattern does not match")
        }
        return [:]
    }

    static func hiddenWork(of request: Request) throws -> Int { try hash(request.inputs).cost.work }

    private static func hash(_ inputs: NamedValues) throws -> PatternHash {
        try PatternHash(try inputs.text("text"), limits: CaseLimits.derivation)
    }
}
