internal import ArcaContainers
internal import ArcaCrypto

/// What an `openssl enc` file does not say about itself.
struct OpenSSLOptions: FormatOptions {
    /// How the key is derived.
    enum Derivation: String, CaseIterable, ArgumentValue { case pbkdf2, bytestokey }

    static let title = "With --format openssl"

    var cipher: String?
    var derivation = Derivation.pbkdf2
    var iterations: Int?
    var hash: String?
    var isSalted = true

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--cipher", value: "NAME", set: \.cipher,
            help: "aes-128|192|256 or des, des-ede3 with cbc, ctr, cfb, ofb, ecb"
        ).defaulting(to: "aes-256-cbc").completing(.words(names))
        Parameter.option(
            "--kdf", value: "KDF", set: \.derivation,
            help: "key derivation; bytestokey is openssl's without -pbkdf2 and protects no passphrase")
        Parameter.option(
            "--iter", value: "N", set: \.iterations, in: 1...100_000_000,
            help: "rounds of pbkdf2; openssl's own default is 10000"
        ).defaulting(to: "600000")
        Parameter.option(
            "--md", value: "HASH", set: \.hash, help: "hash of the key derivation; md5 for openssl before 1.1"
        ).defaulting(to: "sha256")
        Parameter.flag("--no-salt", clear: \.isSalted, help: "no salt, and no header (openssl -nosalt)")
    }

    var givenOption: String? {
        if cipher != nil { return "--cipher" }
        if iterations != nil { return "--iter" }
        if hash != nil { return "--md" }
        if derivation != .pbkdf2 { return "--kdf" }
        return isSalted ? nil : "--no-salt"
    }

    /// The ciphers that such a file can have.
    private static let names = Cipher.all.filter { $0.isStreamable && !$0.isAuthenticated }.map(\.shortName)

    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        try format(request.newPassphrase(), isArmored: request.isArmored)
    }

    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        try format(request.knownPassphrase(), isArmored: request.isArmored)
    }

    func noteAfterSealing(_ format: any ContainerFormat) -> String? {
        (format as? OpenSSLEnc).map { "'openssl enc -d \($0.opensslOptions)' reads it; nothing authenticates it" }
    }

    func hintAtWrongKey(_ format: any ContainerFormat) -> String? {
        (format as? OpenSSLEnc).map { "tried '\($0.opensslOptions)'; for others see --cipher, --kdf, --iter and --md" }
    }

    private func format(_ passphrase: SecretBytes, isArmored: Bool) throws -> OpenSSLEnc {
        try OpenSSLEnc(
            passphrase: passphrase, cipher: try cipher.map { try Cipher(named: $0) }, derivation: try keyDerivation(),
            isSalted: isSalted, isArmored: isArmored)
    }

    func validate() throws {
        _ = try keyDerivation()
        guard let cipher = try cipher.map({ try Cipher(named: $0) }) else { return }
        guard Self.names.contains(cipher.shortName) else {
            throw UsageError(
                .invalidValue, "--cipher: openssl enc does not have \(cipher.shortName)",
                hint: "take aes or des with cbc, ctr, cfb, ofb or ecb")
        }
    }

    private func keyDerivation() throws -> OpenSSLEnc.Derivation {
        let hash = try hash.map { try HashFunction(named: $0) } ?? .sha256
        guard !hash.isExtendable else {
            throw UsageError(
                .invalidValue, "--md: \(hash.shortName) has no fixed length", hint: "use sha256 or sha512")
        }
        switch derivation {
        case .pbkdf2: return .pbkdf2(hash, iterations: iterations ?? 600_000)
        case .bytestokey:
            guard iterations == nil else {
                throw UsageError(.conflict, "--iter goes with --kdf pbkdf2", hint: "bytestokey always has one round")
            }
            return .bytesToKey(hash)
        }
    }
}

extension OpenSSLEnc {
    /// The options that `openssl enc` needs for the same file.
    var opensslOptions: String {
        var words = ["-\(cipher.shortName)"]
        switch derivation {
        case .pbkdf2(let hash, let iterations): words += ["-pbkdf2", "-iter", "\(iterations)", "-md", hash.shortName]
        case .bytesToKey(let hash): words += ["-md", hash.shortName]
        }
        if !isSalted { words.append("-nosalt") }
        if isArmored { words.append("-a") }
        return words.joined(separator: " ")
    }
}
