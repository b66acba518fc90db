internal import ArcaCodecs
internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSignatures
internal import ArcaSystem

struct KeyGenerateCommand: Command {
    static let name = "generate"
    static let summary = "generate a new key"
    static let details = """
        x25519 makes an age identity, which files are encrypted to; like those of age-keygen it is not encrypted. With \
        --pq it combines X25519 with ML-KEM-768, as age-keygen -pq does: files stored today stay protected even if \
        quantum computers break X25519 later, and are as safe as X25519 if ML-KEM is broken. Its recipient has 1,959 \
        characters, and age 1.3 or newer reads such files. ed25519, rsa and the curves p256, p384, p521 and secp256k1 \
        are for signatures, rsa also for encryption, the curves also for key agreement (ECDH): PKCS #8, encrypted with \
        a passphrase unless --plain is given; sm2 the same for 'arca sm2'. ml-dsa-44, ml-dsa-65 and ml-dsa-87 are for \
        signatures that withstand quantum computers: PKCS #8 as a seed, or a JSON Web Key. aes and sm4 make a key for 'arca cipher' and \
        'arca mac', as hexadecimal digits. \
        minisign makes a signing key of that program, encrypted unless --plain is given, and prints the public key, of \
        56 characters.

        The file can be read only by you. A file that exists is not replaced without --force.
        """
    static let examples = [
        Example("arca key generate x25519 -o age.key", "an age identity; its recipient is printed"),
        Example("arca key generate x25519 --pq -o pq.key", "one that withstands quantum computers"),
        Example(
            "arca key generate ed25519 -o signing.pem --passphrase-from env:ARCA_PASSPHRASE",
            "encrypted with the passphrase in a variable"),
        Example("arca key generate rsa --bits 4096 -o rsa.pem", "asks for a passphrase", isRun: false),
        Example("arca key generate ed25519 --to openssh --plain -o id_ed25519", "for ssh, without a passphrase"),
        Example("arca key generate minisign --plain -o release.key", "for 'arca sign'; prints the line for a web page"),
        Example("arca key generate p256 --plain -o ec.pem", "for ECDSA, as many services require"),
        Example("arca key generate ml-dsa-65 --plain -o pq.pem", "signatures that withstand quantum computers"),
        Example("arca key generate aes -o key.txt", "256 bits, for --key-from hexfile:key.txt"),
    ]

    enum Kind: String, CaseIterable, ArgumentValue {
        case x25519, ed25519, p256, p384, p521, secp256k1, sm2, rsa, aes, sm4, minisign
        case mldsa44 = "ml-dsa-44"
        case mldsa65 = "ml-dsa-65"
        case mldsa87 = "ml-dsa-87"
    }

    var kind = Kind.x25519
    var isPostQuantum = false
    var bitCount: Int?
    var primeCount: Int?
    var target: KeyTarget?
    var protection = KeyOutputOptions()
    var passphrase = PassphraseOptions()
    var output = NewOutputOptions()
    var progress = ProgressOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand(
            "KIND", set: \.kind,
            help:
                "kind of key: x25519, ed25519, p256, p384, p521, secp256k1, sm2, rsa, ml-dsa-44, ml-dsa-65, ml-dsa-87, "
                + "aes, sm4 or minisign")
        Parameter.flag(
            "--pq", set: \.isPostQuantum,
            help: "protect against quantum computers: ML-KEM-768 together with X25519, age1pq1…"
        ).requires("KIND=x25519")
        Parameter.option(
            "--bits", value: "N", set: \.bitCount,
            help: "size: of rsa 2048 to 8192, default 3072; of aes 128, 192 or 256, default 256"
        ).requires("KIND=rsa", "KIND=aes")
        Parameter.option(
            "--primes", value: "N", set: \.primeCount, in: 2...5,
            help: "number of primes of rsa; with more than 2 it is faster, but few programs read it"
        ).defaulting(to: "2").requires("KIND=rsa")
        Parameter.option(
            "--to", value: "FORMAT", set: \.target,
            help: "format of the file; default age for x25519, digits for aes and sm4, else pkcs8")
        Parameter.group(\.protection)
        Parameter.group(\.passphrase)
        Parameter.group(\.output)
        Parameter.json
        Parameter.group(\.progress)
    }

    private var given: GivenOptions?

    mutating func note(_ given: GivenOptions) { self.given = given }

    consuming func run(in context: CommandContext) throws {
        try check()
        guard !context.wantsJSON || output.isFile else {
            throw UsageError(
                .conflict, "the key and the report cannot both go to standard output", hint: "give -o FILE for the key")
        }
        guard kind != .minisign else { return try makeMinisign(in: context) }
        let target = target ?? Self.usualTarget(kind)
        try given?.check("--to", is: target.rawValue)
        // Checks everything before generating, which may take minutes.
        var secret: SecretBytes?
        let isEncrypted = try !isSymmetric && protection.needsPassphrase(for: target)
        try protection.check(
            isSymmetric ? self.target : target, isPrivate: true, isEncrypted: isEncrypted,
            passphraseOption: passphrase.source.map { _ in "--passphrase-from" })
        if isEncrypted { secret = try passphrase.passphrase(isNew: true, readsStandardInput: false, in: context) }
        let isBinary = protection.isDER || target == .der
        var file = try output.open(
            isBinary && !output.isFile ? .binary : .secret, hint: target == .der ? "--to pkcs8" : "no --der")
        let content = try make()
        if case .symmetric(let key) = content, self.target == nil {
            try file.write(Self.digits(key))
        } else {
            try file.write(protection.encoded(content, as: target, passphrase: secret))
        }
        try file.commit()
        try report(content, in: context)
    }

    private func makeMinisign(in context: CommandContext) throws {
        if passphrase.source != nil, protection.isPlain {
            throw UsageError(
                .conflict, "--passphrase-from has no effect: the key is written unencrypted",
                hint: "remove --plain or --passphrase-from")
        }
        let secret =
            protection.isPlain ? nil : try passphrase.passphrase(isNew: true, readsStandardInput: false, in: context)
        var file = try output.open(.secret)
        let key = try MinisignSecretKey()
        try file.write(key.fileText(passphrase: secret))
        try file.commit()
        guard context.wantsJSON else { return Messages.note("public key: \(key.publicKey.text)") }
        try report([("publicKey", .string(key.publicKey.text))])
    }

    private func report(_ members: [(String, JSONValue)]) throws {
        let path: JSONValue = output.file.map { .string($0.description) } ?? .null
        try JSONReport.print([("kind", .string(kind.rawValue)), ("output", path)] + members)
    }

    private var isSymmetric: Bool { kind == .aes || kind == .sm4 }

    private static func usualTarget(_ kind: Kind) -> KeyTarget {
        switch kind {
        case .x25519: .age
        case .ed25519, .p256, .p384, .p521, .secp256k1, .sm2, .rsa, .mldsa44, .mldsa65, .mldsa87: .pkcs8
        case .aes, .sm4, .minisign: .jwk
        }
    }

    /// Rejects invalid combinations before generating a key, which may take long.
    private func check() throws(UsageError) {
        if kind == .aes, let bitCount, ![128, 192, 256].contains(bitCount) {
            throw UsageError(.outOfRange, "AES has no keys of \(bitCount) bits", hint: "give 128, 192 or 256")
        }
        let sizes = RSAPublicKey.generatedBitCounts
        if kind == .rsa, let bitCount, !sizes.contains(bitCount) {
            throw UsageError(
                .outOfRange,
                "an RSA key of \(bitCount) bits is \(bitCount < sizes.lowerBound ? "too weak" : "too long")",
                hint: "give \(sizes.lowerBound) to \(sizes.upperBound); 3072 is usual")
        }
        if kind == .rsa, let primeCount {
            let maximum = RSAPrivateKey.maximumPrimeCount(bitCount: bitCount ?? 3072)
            guard primeCount <= maximum else {
                throw UsageError(
                    .outOfRange,
                    "expected 2 to \(maximum) primes for an RSA key of \(bitCount ?? 3072) bits, found \(primeCount)",
                    hint: "give fewer primes or more --bits")
            }
            guard primeCount == 2 || target != .openssh else {
                throw UsageError(
                    .conflict, "OpenSSH does not support RSA keys with more than two primes", hint: "remove --primes")
            }
        }
        guard target != .spki else {
            throw UsageError(
                .conflict, "spki is for public keys: the private key would be lost",
                hint: "generate the key, then run 'arca key convert --to spki'")
        }
        let fits: Bool =
            switch (kind, target) {
            case (_, nil): true
            case (.x25519, .jwk?): !isPostQuantum
            case (.x25519, .age?), (.x25519, .pkcs8?), (.x25519, .der?): true
            case (.ed25519, .pkcs8?), (.ed25519, .der?), (.ed25519, .jwk?), (.ed25519, .openssh?): true
            case (.p256, let target?), (.p384, let target?), (.p521, let target?), (.secp256k1, let target?):
                [.pkcs8, .der, .jwk].contains(target) || (target == .openssh && kind != .secp256k1)
            case (.sm2, let target?): [.pkcs8, .der].contains(target)
            case (.rsa, let target?): target != .age
            case (.mldsa44, let target?), (.mldsa65, let target?), (.mldsa87, let target?):
                [.pkcs8, .der, .jwk].contains(target)
            case (.aes, let target?), (.sm4, let target?): target == .jwk
            case (.minisign, _?): false
            default: false
            }
        guard fits else {
            throw UsageError(
                .conflict,
                "\(isPostQuantum ? "post-quantum" : kind.rawValue) keys cannot be written as \(target?.rawValue ?? "")",
                hint: "remove --to for the default format")
        }
    }

    private func make() throws -> AnyKey.Content {
        switch kind {
        case .x25519 where isPostQuantum: return .privateKey(.xWing(try XWingMLKEM768X25519.PrivateKey()))
        case .x25519: return .privateKey(.x25519(Curve25519.KeyAgreement.PrivateKey()))
        // A minisign key is an Ed25519 key with a key number.
        case .ed25519, .minisign: return .privateKey(.ed25519(Curve25519.Signing.PrivateKey()))
        case .p256: return .privateKey(.elliptic(try EllipticPrivateKey(.p256)))
        case .p384: return .privateKey(.elliptic(try EllipticPrivateKey(.p384)))
        case .p521: return .privateKey(.elliptic(try EllipticPrivateKey(.p521)))
        case .secp256k1: return .privateKey(.elliptic(try EllipticPrivateKey(.secp256k1)))
        case .sm2: return .privateKey(.elliptic(try EllipticPrivateKey(.sm2)))
        case .mldsa44: return .privateKey(.mldsa(try AnyMLDSAPrivateKey(.mldsa44)))
        case .mldsa65: return .privateKey(.mldsa(try AnyMLDSAPrivateKey(.mldsa65)))
        case .mldsa87: return .privateKey(.mldsa(try AnyMLDSAPrivateKey(.mldsa87)))
        case .aes: return .symmetric(try SymmetricKey(bitCount: bitCount ?? 256))
        case .sm4: return .symmetric(try SymmetricKey(bitCount: 128))
        case .rsa:
            let line = progress.start(nil)
            defer { line.finish() }
            let size = bitCount ?? 3072
            let primeCount = primeCount ?? 2
            let key = try RSAPrivateKey(bitCount: size, primeCount: primeCount) { progress in
                line.show(
                    "RSA key of \(size) bits: \(progress.primeCount) of \(primeCount) primes, "
                        + "\(progress.candidateCount) candidates")
            }
            return .privateKey(AnyPrivateKey(key))
        }
    }

    /// Prints the public key or the fingerprint on standard error if the key went to a file.
    private func report(_ content: AnyKey.Content, in context: CommandContext) throws {
        guard let file = output.file, !file.isDash else { return }
        if context.wantsJSON {
            guard case .privateKey(let key) = content else { return try report([]) }
            let publicKey = try key.publicKey
            let recipient = KeyShowCommand.recipient(publicKey).map { [("recipient", JSONValue.string($0))] } ?? []
            return try report(recipient + [("fingerprints", try KeyFingerprintCommand.object(publicKey))])
        }
        switch content {
        case .privateKey(.x25519(let key)):
            Messages.note("public key: \(Age.X25519Recipient(publicKey: key.publicKey))")
        case .privateKey(.xWing(let key)):
            Messages.note("public key: \(Age.HybridRecipient(publicKey: key.publicKey))")
        case .privateKey(let key):
            // The output of `key fingerprint` and `ssh-keygen -l`.
            let fingerprint = try KeyFingerprint(try key.publicKey)
            let openSSH = fingerprint.openSSH.map { " (OpenSSH \($0))" } ?? ""
            Messages.note("fingerprint: \(fingerprint.spkiText)\(openSSH)")
        default: break
        }
    }

    private static func digits(_ key: SymmetricKey) -> SecretBytes {
        SecretBytes(byteCount: 2 * key.byteCount + 1) { output in
            key.withBytes { Base16.standard.encode($0, into: &output) }
            output.append(.newline)
        }
    }
}
