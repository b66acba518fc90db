internal import ArcaCore
internal import ArcaCrypto
internal import ArcaDetect
internal import ArcaSystem

enum KDFName: String, CaseIterable, ArgumentValue {
    case pbkdf2, scrypt, argon2id, argon2i, argon2d, hkdf, bytestokey

    var argon2: Argon2KDF.Variant? { Argon2KDF.Variant.allCases.first { $0.name == rawValue } }
}

/// The parameters of a key derivation; the function itself is an operand or an option.
struct KDFOptions: OptionGroup {
    static let title = "Key derivation"

    var hash: PublicKeyHashName?
    var salt: EncodedBytes?
    var iterations: Int?
    var logN: Int?
    var r: Int?
    var p: Int?
    var memoryKiB: Int?
    var passes: Int?
    var lanes: Int?
    var version: Argon2VersionName?
    var info: EncodedBytes?

    /// Maximum memory of scrypt and Argon2, in bytes.
    private static let memoryLimit = 2 << 30
    private static let argon2 = Argon2KDF.Cost.standard

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--salt", value: "BYTES", set: \.salt, help: "the salt, as hexadecimal digits, Base64 or text:TEXT")
        Parameter.option(
            "--hash", value: "HASH", set: \.hash, help: "hash of pbkdf2, hkdf and bytestokey"
        ).defaulting(to: "sha256; md5 for bytestokey")
        Parameter.option(
            "--iterations", "--iter", value: "N", set: \.iterations, in: 1...Int(Int32.max),
            help: "iterations of pbkdf2 and bytestokey"
        ).defaulting(to: "600000; 1 for bytestokey")
        Parameter.option("--scrypt-n", value: "LOG2", set: \.logN, in: 1...24, help: "cost N of scrypt, as power of 2")
            .defaulting(to: "17")
        Parameter.option("--scrypt-r", value: "N", set: \.r, in: 1...1024, help: "block size r of scrypt").defaulting(
            to: "8")
        Parameter.option("--scrypt-p", value: "N", set: \.p, in: 1...1024, help: "parallelization p of scrypt")
            .defaulting(to: "1")
        Parameter.option(
            "--argon2-m", value: "KIB", set: \.memoryKiB, in: 8...(memoryLimit >> 10), help: "memory of argon2 in KiB"
        ).defaulting(to: "\(argon2.memoryKiB)")
        Parameter.option("--argon2-t", value: "N", set: \.passes, in: 1...(1 << 24), help: "passes of argon2")
            .defaulting(to: "\(argon2.passes)")
        Parameter.option("--argon2-p", value: "N", set: \.lanes, in: 1...1024, help: "lanes of argon2")
            .defaulting(to: "\(argon2.lanes)")
        Parameter.option("--argon2-version", value: "N", set: \.version, help: "version of argon2, for old hashes")
            .defaulting(to: "19")
        Parameter.option(
            "--info", value: "BYTES", set: \.info,
            help: "purpose of the key for hkdf, as hexadecimal digits, Base64 or text:TEXT")
    }

    /// Derives bytes; throws for options that the function does not have.
    func derive(_ name: KDFName, from secret: SymmetricKey, byteCount: Int) throws -> SymmetricKey {
        try check(name)
        let hash = hash(of: name)
        let salt = salt?.bytes ?? []
        switch name {
        case .pbkdf2:
            return try PBKDF2.deriveKey(
                from: secret, salt: salt, using: hash, iterations: iterations(of: name), outputByteCount: byteCount)
        case .scrypt:
            return try Scrypt.deriveKey(
                from: secret, salt: salt, cost: try cost, outputByteCount: byteCount, memoryLimit: Self.memoryLimit)
        case .argon2id, .argon2i, .argon2d:
            guard let variant = name.argon2 else { throw UsageError(.invalidValue, "no variant \(name.rawValue)") }
            let (memoryKiB, lanes) = (memoryKiB ?? Self.argon2.memoryKiB, lanes ?? Self.argon2.lanes)
            guard memoryKiB >= 8 * lanes else {
                throw UsageError(
                    .conflict, "\(name.rawValue) with \(lanes) lanes needs \(8 * lanes) KiB or more",
                    hint: "give more with --argon2-m, or fewer lanes with --argon2-p")
            }
            let cost = try Argon2KDF.Cost(memoryKiB: memoryKiB, passes: passes ?? Self.argon2.passes, lanes: lanes)
            return try Argon2KDF.deriveKey(
                from: secret, salt: salt, variant: variant, version: version?.version ?? .v13, cost: cost,
                outputByteCount: byteCount, memoryLimit: Self.memoryLimit)
        case .hkdf:
            return try HKDFFunction(hash).deriveKey(
                inputKeyMaterial: secret, salt: salt, info: info?.bytes ?? [], outputByteCount: byteCount)
        case .bytestokey:
            return try Insecure.BytesToKey.deriveKey(
                from: secret, salt: self.salt?.bytes, using: hash, count: iterations(of: name), keyByteCount: byteCount,
                ivByteCount: 0
            ).key
        }
    }

    /// The derivation as a step of a scheme, with the salt as a constant.
    func step(_ name: KDFName, byteCount: Int) throws -> CipherScheme.Step {
        try check(name)
        let (hash, iterations) = (hash(of: name), iterations(of: name))
        let salt = salt.map { CipherScheme.Salt.constant($0.bytes) } ?? .none
        switch name {
        case .pbkdf2: return .pbkdf2(hash, iterations: iterations, salt: salt, byteCount: byteCount)
        case .scrypt:
            let cost = try cost
            return .scrypt(logN: cost.logN, r: cost.r, p: cost.p, salt: salt, byteCount: byteCount)
        case .argon2id, .argon2i, .argon2d:
            throw UsageError(
                .conflict, "code for \(name.rawValue) is not available", hint: "remove --show, or use scrypt or pbkdf2")
        case .hkdf: return .hkdf(hash, salt: salt, info: info?.bytes ?? [], byteCount: byteCount)
        case .bytestokey: return .bytesToKey(hash, iterations: iterations, salt: salt, byteCount: byteCount)
        }
    }

    private func hash(of name: KDFName) -> AnyHashFunction {
        hash?.function ?? (name == .bytestokey ? .md5 : .sha256)
    }

    private func iterations(of name: KDFName) -> Int { iterations ?? (name == .bytestokey ? 1 : 600_000) }

    private var cost: Scrypt.Cost {
        get throws(CryptoError) { try Scrypt.Cost(logN: logN ?? 17, r: r ?? 8, p: p ?? 1) }
    }

    private func check(_ name: KDFName) throws(UsageError) {
        let argon2 = KDFName.allCases.filter { $0.argon2 != nil }
        let rows: [(option: String, isGiven: Bool, names: [KDFName])] = [
            ("--hash", hash != nil, [.pbkdf2, .hkdf, .bytestokey]),
            ("--iterations", iterations != nil, [.pbkdf2, .bytestokey]),
            ("--scrypt-n", logN != nil, [.scrypt]), ("--scrypt-r", r != nil, [.scrypt]),
            ("--scrypt-p", p != nil, [.scrypt]), ("--argon2-m", memoryKiB != nil, argon2),
            ("--argon2-t", passes != nil, argon2),
            ("--argon2-p", lanes != nil, argon2), ("--argon2-version", version != nil, argon2),
            ("--info", info != nil, [.hkdf]),
        ]
        for row in rows where row.isGiven && !row.names.contains(name) {
            throw UsageError(
                .conflict, "\(name.rawValue) has no \(row.option)",
                hint: "remove it; it is for \(row.names.map(\.rawValue).joined(separator: ", "))")
        }
        if salt == nil, name != .hkdf, name != .bytestokey {
            throw UsageError(
                .missingArgument, "\(name.rawValue) needs a salt",
                hint: "give the other program's with --salt, or a new one: arca random 16 --hex")
        }
    }
}

/// The number that PHC strings have; the option takes text, which completions list.
enum Argon2VersionName: String, CaseIterable, ArgumentValue {
    case first = "16"
    case current = "19"

    var version: Argon2KDF.Version { self == .first ? .v10 : .v13 }
}

struct KDFCommand: Command {
    static let name = "kdf"
    static let summary = "derive a key from a passphrase or another key"
    static let section = "Bytes"
    static let details = """
        pbkdf2, scrypt and argon2id derive keys from passphrases; hkdf derives keys from keys. bytestokey is EVP_BytesToKey of \
        OpenSSL, which CryptoJS and 'openssl enc' without -pbkdf2 use; it hardly protects a passphrase. 'arca cipher' \
        takes the same options with --kdf.

        The passphrase is taken without a final line end, a key as it is.
        """
    static let examples = [
        Example(
            "arca kdf pbkdf2 --passphrase-from env:ARCA_PASSPHRASE --salt text:pepper --iterations 1000 --length 16",
            "as Java's PBKDF2WithHmacSHA256"),
        Example(
            "arca kdf argon2id --passphrase-from env:ARCA_PASSPHRASE --salt text:somesalt --argon2-m 4096 --argon2-p 1",
            "as argon2 -id -k 4096 -t 3 -p 1"),
        Example(
            "arca kdf hkdf --key-from hexfile:key.hex --info text:session --length 32 --out base64", "a key from a key"),
    ]

    var function: KDFName?
    var options = KDFOptions()
    var length = 32
    var form: DataForm?
    var key: SecretSource?
    var passphrase: SecretSource?
    var output = OutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand(
            "KDF", set: \.function, help: "pbkdf2, scrypt, argon2id, argon2i, argon2d, hkdf or bytestokey"
        ).required()
        Parameter.exactlyOne {
            Parameter.option(
                "--passphrase-from", value: "SOURCE", set: \.passphrase,
                help: "the passphrase: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND")
            Parameter.option(
                "--key-from", value: "SOURCE", set: \.key,
                help: "the key: hexfile:PATH, base64file:PATH, hexenv:NAME, base64env:NAME, file:PATH, env:NAME, fd:N, "
                    + "cmd:COMMAND or stdin"
            ).completing(SecretSource.keyCompletion)
        }
        Parameter.option(
            "--length", value: "N", set: \.length, in: 1...(1 << 20), help: "length of the result in bytes")
        Parameter.option("--out", value: "FORM", set: \.form, help: "form of the result")
            .defaulting(to: "hex")
        Parameter.group(\.options)
        Parameter.group(\.output)
    }

    consuming func run(in context: CommandContext) throws {
        guard let function else { throw UsageError(.missingArgument, "KDF is missing") }
        let secret: SymmetricKey
        if let passphrase {
            secret = SymmetricKey(try passphrase.passphrase(isNew: false, readsStandardInput: false, in: context))
        } else {
            secret = try (key ?? .prompt).key(isTypable: true, readsStandardInput: false, in: context)
        }
        let form = form ?? .hex
        var target = try output.open(form.isText ? .secret : .binary, inputs: [], hint: "--out hex")
        let derived = try options.derive(function, from: secret, byteCount: length)
        try target.write(derived.withBytes { form.encode([UInt8](bytes: $0)) })
        try target.commit()
    }
}
