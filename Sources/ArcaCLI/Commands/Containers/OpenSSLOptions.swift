internal import ArcaCore
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaInspect

/// The parameters that an `openssl enc` file does not contain.
struct OpenSSLOptions: FormatOptions {
    enum Derivation: String, CaseIterable, ArgumentValue { case pbkdf2, bytestokey }

    static let title = "With --format openssl"

    var cipher: String?
    var derivation: Derivation?
    var iterations: Int?
    var hash: String?
    var isSalted = true

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--cipher", value: "NAME", set: \.cipher,
            help: "a cipher of openssl enc, such as aes-256-ctr, des-ede3-cbc, camellia-128-cbc, sm4-cbc, bf-cbc or rc4"
        ).defaulting(to: "aes-256-cbc").completing(.words(names))
        Parameter.option(
            "--kdf", value: "KDF", set: \.derivation,
            help: "key derivation; bytestokey is what openssl uses without -pbkdf2, and is weak"
        ).defaulting(to: "pbkdf2")
        Parameter.option(
            "--iter", value: "N", set: \.iterations, in: 1...100_000_000,
            help: "iterations of pbkdf2; openssl's own default is 10000"
        ).defaulting(to: "600000").excludes("--kdf=bytestokey")
        Parameter.option(
            "--md", value: "HASH", set: \.hash, help: "hash of the key derivation; md5 for openssl before 1.1"
        ).defaulting(to: "sha256")
        Parameter.flag("--no-salt", clear: \.isSalted, help: "no salt, and no header (openssl -nosalt)")
    }

    private static let names =
        (Cipher.all.filter { $0.isStreamable && !$0.isAuthenticated } + Cipher.foreign).map(\.shortName)

    func sealingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        try format(request.newPassphrase(), isArmored: request.isArmored)
    }

    func openingFormat(_ request: FormatRequest) throws -> any ContainerFormat {
        let recovery = try recovery()
        let file = request.beginning.decodedBase64 ?? request.beginning
        // Without the file's first bytes, as for a table of strings, only the given or default parameters can be used.
        guard file.bytes.count >= (isSalted ? 16 : 1) else {
            return try format(request.knownPassphrase(), isArmored: request.isArmored)
        }
        if isSalted {
            guard OpenSSLEnc.recognizes(file) else {
                var error = OpenSSLEnc.notSalted
                error.hint = "give --no-salt if it was encrypted with -nosalt"
                throw error
            }
        }
        let passphrase = try request.knownPassphrase()
        if recovery.ciphers.count == 1, recovery.derivations.count == 1 {
            // With only one combination, return the result even if it looks implausible.
            return try OpenSSLEnc(
                passphrase: passphrase, cipher: recovery.ciphers[0], derivation: recovery.derivations[0],
                isSalted: isSalted, isArmored: request.isArmored)
        }
        guard let format = try recovery.recover(request.beginning, passphrase: passphrase, isSalted: isSalted) else {
            throw ContainerError(
                .wrongKey,
                "tried \(Self.summary(of: recovery)); none gives recognized content: "
                    + "wrong passphrase, other parameters, or damage")
        }
        Messages.note("decrypted as 'openssl enc -d \(format.opensslOptions)' does")
        return format
    }

    /// The hint if none of the usual parameters decrypts the file.
    static let namingHint =
        "give cipher and key derivation: --cipher NAME with --iter N --md HASH, or with --kdf bytestokey --md HASH"

    /// The combinations that were tried, in words.
    private static func summary(of recovery: OpenSSLRecovery) -> String {
        var (legacyCount, iterations, highest) = (0, Set<Int>(), [AnyHashFunction: Int]())
        for derivation in recovery.derivations {
            switch derivation {
            case .bytesToKey: legacyCount += 1
            case .pbkdf2(let hash, let count):
                iterations.insert(count)
                highest[hash] = max(count, highest[hash] ?? 0)
            }
        }
        var words: [String] = []
        if legacyCount > 0 { words.append("bytestokey (\(Count.text(legacyCount, "hash", "hashes")))") }
        if let least = iterations.min(), let most = iterations.max() {
            var counts =
                least == most
                ? "\(Count.text(least, "iteration"))" : "\(iterations.count) iteration counts from \(least) to \(most)"
            let slow = highest.values.filter { $0 < most }
            if let limit = slow.max() { counts += ", \(slow.count) slow ones up to \(limit)" }
            words.append("pbkdf2 (\(Count.text(highest.count, "hash", "hashes")), \(counts))")
        }
        let ciphers =
            recovery.ciphers.count == 1 ? recovery.ciphers[0].shortName : "\(recovery.ciphers.count) ciphers"
        return "\(ciphers) with \(words.joined(separator: " and "))"
    }

    /// The parameter combinations to try, restricted to the options given.
    func recovery() throws -> OpenSSLRecovery {
        let hash = try hash.map { try AnyHashFunction(named: $0) }
        let usual = OpenSSLRecovery.usualDerivations.filter { way in
            switch way {
            case .bytesToKey(let other): derivation != .pbkdf2 && iterations == nil && (hash ?? other) == other
            case .pbkdf2(let other, let count):
                derivation != .bytestokey && (hash ?? other) == other && (iterations ?? count) == count
            }
        }
        var ways = usual
        if derivation != .bytestokey, iterations == nil, let hash {
            // The parameters that encrypting with that hash would use.
            let own = OpenSSLEnc.Derivation.pbkdf2(hash, iterations: 600_000)
            if !ways.contains(own) { ways.append(own) }
        }
        if ways.isEmpty || iterations != nil {
            // The options match none of the usual combinations: try only them, with the usual hashes.
            let hashes = hash.map { [$0] } ?? OpenSSLRecovery.usualHashes
            ways = hashes.map { hash in
                derivation == .bytestokey
                    ? .bytesToKey(hash) : .pbkdf2(hash, iterations: iterations ?? 600_000)
            }
        }
        return OpenSSLRecovery(ciphers: try cipher.map { [try Cipher(named: $0)] }, derivations: ways)
    }

    func noteAfterSealing(_ format: any ContainerFormat) -> String? {
        (format as? OpenSSLEnc).map {
            "'openssl enc -d \($0.opensslOptions)' decrypts it; the file is not authenticated"
        }
    }

    func hintAtWrongKey(_ format: (any ContainerFormat)?) -> String? {
        (format as? OpenSSLEnc).map { "tried '\($0.opensslOptions)'; give --cipher, --kdf, --iter and --md for others" }
            ?? Self.namingHint
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
                hint: "use a cipher that 'openssl enc -list' prints, such as aes-256-ctr")
        }
    }

    private func keyDerivation() throws -> OpenSSLEnc.Derivation {
        let hash = try hash.map { try AnyHashFunction(named: $0) } ?? .sha256
        guard !hash.isExtendable else {
            throw UsageError(
                .invalidValue, "--md: \(hash.shortName) has no fixed length", hint: "use sha256 or sha512")
        }
        switch derivation ?? .pbkdf2 {
        case .pbkdf2: return .pbkdf2(hash, iterations: iterations ?? 600_000)
        case .bytestokey: return .bytesToKey(hash)
        }
    }
}

extension OpenSSLEnc {
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
