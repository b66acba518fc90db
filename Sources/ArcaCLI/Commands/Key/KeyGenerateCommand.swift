internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaKeys
internal import ArcaSystem

/// `arca key generate`: a new key in a file.
struct KeyGenerateCommand: Command {
    static let name = "generate"
    static let summary = "make a new key"
    static let details = """
        x25519 makes an age identity, which files are encrypted to; like those of age-keygen it is not encrypted. \
        ed25519 and rsa are for signatures, rsa also for encryption: PKCS #8, encrypted with a passphrase unless \
        --plain says otherwise. aes makes a key for 'arca cipher' and 'arca mac' as hexadecimal digits.

        The file can be read by you alone. One that is there already is not replaced unless --force says so: the key in \
        it would be lost.
        """
    static let examples = [
        Example("arca key generate x25519 -o age.key", "an age identity; its recipient is printed"),
        Example(
            "arca key generate ed25519 -o signing.pem --passphrase-from env:ARCA_PASSPHRASE",
            "encrypted with the passphrase in a variable"),
        Example("arca key generate rsa --bits 4096 -o rsa.pem", "asks for a passphrase", isRun: false),
        Example("arca key generate ed25519 --to openssh --plain -o id_ed25519", "for ssh, without a passphrase"),
        Example("arca key generate aes -o key.txt", "256 bits, for --key-from hexfile:key.txt"),
    ]

    /// What is made.
    enum Kind: String, CaseIterable, ArgumentValue { case x25519, ed25519, rsa, aes }

    var kind = Kind.x25519
    var bitCount: Int?
    var primeCount: Int?
    var target: KeyTarget?
    var isForced = false
    var protection = KeyOutputOptions()
    var passphrase = PassphraseOptions()
    var output = OutputOptions()
    var progress = ProgressOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("KIND", set: \.kind, help: "what to make: x25519, ed25519, rsa or aes")
        Parameter.option(
            "--bits", value: "N", set: \.bitCount,
            help: "size: of rsa 2048 to 8192, 3072 unless given; of aes 128, 192 or 256")
        Parameter.option(
            "--primes", value: "N", set: \.primeCount, in: 2...5,
            help: "primes of rsa, 2 unless given; more are faster and rarely read by others")
        Parameter.option(
            "--to", value: "FORMAT", set: \.target,
            help: "form of the file; age for x25519, pkcs8 for ed25519 and rsa, digits for aes unless given")
        Parameter.flag("--force", set: \.isForced, help: "replace FILE, and the key in it")
        Parameter.group(\.protection)
        Parameter.group(\.passphrase)
        Parameter.group(\.output)
        Parameter.group(\.progress)
    }

    consuming func run() throws {
        try check()
        let target = target ?? Self.usualTarget(kind)
        // Everything that can be refused comes before the making, which may take minutes.
        var secret: SecretBytes?
        let isEncrypted = try kind != .aes && protection.needsPassphrase(for: target)
        let format = kind == .aes && self.target == nil ? nil : target.format(isPrivate: true)
        try protection.check(
            format, isEncrypted: isEncrypted, passphraseOption: passphrase.source.map { _ in "--passphrase-from" })
        if isEncrypted { secret = try passphrase.passphrase(isNew: true, readsStandardInput: false) }
        let isFile = output.file.map { !$0.isDash } ?? false
        let isBinary = protection.isDER || target == .der
        var file = try protection.open(output, isBinary && !isFile ? .binary : .secret, isForced: isForced)
        let content = try make()
        if case .symmetric(let key) = content, self.target == nil {
            try file.write(Self.digits(key))
        } else {
            try file.write(protection.encoded(content, as: target, passphrase: secret))
        }
        try file.commit()
        try report(content)
    }

    private static func usualTarget(_ kind: Kind) -> KeyTarget {
        switch kind {
        case .x25519: .age
        case .ed25519, .rsa: .pkcs8
        case .aes: .jwk
        }
    }

    /// Refuses what does not go together before a key is made, which may take long.
    private func check() throws(UsageError) {
        guard primeCount == nil || kind == .rsa else {
            throw UsageError(.conflict, "--primes is for rsa", hint: "leave it out")
        }
        guard bitCount == nil || kind == .rsa || kind == .aes else {
            throw UsageError(.conflict, "\(kind.rawValue) has one size only", hint: "leave --bits out")
        }
        if kind == .aes, let bitCount, ![128, 192, 256].contains(bitCount) {
            throw UsageError(.outOfRange, "AES has no keys of \(bitCount) bits", hint: "take 128, 192 or 256")
        }
        let sizes = RSAPublicKey.generatedBitCounts
        if kind == .rsa, let bitCount, !sizes.contains(bitCount) {
            throw UsageError(
                .outOfRange,
                "an RSA key of \(bitCount) bits is \(bitCount < sizes.lowerBound ? "too weak" : "too long")",
                hint: "take \(sizes.lowerBound) to \(sizes.upperBound); 3072 is usual")
        }
        if kind == .rsa, let primeCount {
            let most = RSAPrivateKey.maximumPrimeCount(bitCount: bitCount ?? 3072)
            guard primeCount <= most else {
                throw UsageError(
                    .outOfRange, "an RSA key of \(bitCount ?? 3072) bits has 2 to \(most) primes, not \(primeCount)",
                    hint: "take fewer, or more --bits")
            }
            guard primeCount == 2 || target != .openssh else {
                throw UsageError(
                    .conflict, "OpenSSH has no RSA keys with more than two primes", hint: "leave --primes out")
            }
        }
        guard target != .spki else {
            throw UsageError(
                .conflict, "spki holds public keys, and the private one would be lost",
                hint: "make the key, then take 'arca key convert --to spki'")
        }
        let fits: Bool =
            switch (kind, target) {
            case (_, nil): true
            case (.x25519, .age?), (.x25519, .pkcs8?), (.x25519, .der?), (.x25519, .jwk?): true
            case (.ed25519, .pkcs8?), (.ed25519, .der?), (.ed25519, .jwk?), (.ed25519, .openssh?): true
            case (.rsa, let target?): target != .age
            case (.aes, let target?): target == .jwk
            default: false
            }
        guard fits else {
            throw UsageError(
                .conflict, "\(kind.rawValue) keys have no form \(target?.rawValue ?? "")",
                hint: "leave --to out for the usual one")
        }
    }

    private func make() throws -> AnyKey.Content {
        switch kind {
        case .x25519: return .privateKey(.x25519(try Curve25519.KeyAgreement.PrivateKey()))
        case .ed25519: return .privateKey(.ed25519(try Curve25519.Signing.PrivateKey()))
        case .aes: return .symmetric(try SymmetricKey(bitCount: bitCount ?? 256))
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

    /// Says on standard error what the key is known by, when it went to a file.
    private func report(_ content: AnyKey.Content) throws {
        guard let file = output.file, !file.isDash else { return }
        switch content {
        case .privateKey(.x25519(let key)):
            Messages.note("public key: \(Age.X25519Recipient(publicKey: try key.publicKey))")
        case .privateKey(let key):
            Messages.note("fingerprint: \(try KeyFingerprint(try key.publicKey).openSSH ?? "")")
        default: break
        }
    }

    private static func digits(_ key: SymmetricKey) -> SecretBytes {
        SecretBytes(byteCount: 2 * key.byteCount + 1) { output in
            key.withBytes { Base16.standard.encode($0, into: &output) }
            output.append(0x0a)
        }
    }
}
