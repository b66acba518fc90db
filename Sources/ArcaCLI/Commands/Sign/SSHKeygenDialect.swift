internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSignatures
internal import ArcaSystem

/// `arca -Y …`, also invoked as `arca-ssh-sign`: the interface of `ssh-keygen -Y` for git and scripts.
///
/// Options, output and exit status match ssh-keygen, so `git config gpg.ssh.program arca-ssh-sign` signs with a key in
/// the vault. Source: OpenSSH, ssh-keygen(1), "-Y".
struct SSHKeygenDialect {
    private var command = ""
    private var namespace: String?
    private var file: BytePath?
    private var signer: String?
    private var signature: BytePath?
    private var revoked: BytePath?
    private var time = DateText.now
    private var hash = HashFunction.sha512
    private var usesAgent = false
    private var isQuiet = false
    private var files: [BytePath] = []

    static func run(_ words: [Argument]) -> ExitStatus {
        let context = CommandContext()
        do {
            return try SSHKeygenDialect(words).run(in: context)
        } catch {
            let status = ExitStatus.reporting(error, in: context)
            return status == .brokenPipe ? status : failed
        }
    }

    /// OpenSSH's status for any failure.
    private static let failed = ExitStatus(code: 255)

    private init(_ words: [Argument]) throws {
        var rest = words[...]
        var isOptions = true
        while let word = rest.popFirst() {
            guard isOptions, word.bytes.count >= 2, word.bytes[0] == .hyphen else {
                files.append(BytePath(word.bytes))
                continue
            }
            if word == "--" {
                isOptions = false
                continue
            }
            // Like getopt: flags may be joined, and the rest of the argument is the value of the first option that
            // takes one.
            var letters = word.bytes.dropFirst()
            while let byte = letters.popFirst() {
                let letter = Character(UnicodeScalar(byte))
                if letter == "U" || letter == "q" || letter == "v" {
                    usesAgent = usesAgent || letter == "U"
                    isQuiet = isQuiet || letter == "q"
                    continue
                }
                guard let bytes = letters.isEmpty ? rest.popFirst()?.bytes : Array(letters) else {
                    throw UsageError(.missingValue, "option -\(letter) lacks its value", hint: "see ssh-keygen(1), -Y")
                }
                letters = []
                try set(letter, bytes)
            }
        }
    }

    private mutating func set(_ letter: Character, _ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        switch letter {
        case "Y": command = text
        case "n": namespace = text
        case "f": file = BytePath(bytes)
        case "I": signer = text
        case "s": signature = BytePath(bytes)
        case "r": revoked = BytePath(bytes)
        case "O": try setOption(text)
        default:
            throw UsageError(
                .unknownOption, "option -\(letter) of ssh-keygen is not supported", hint: "run 'arca help sign'")
        }
    }

    private mutating func setOption(_ text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1)
        let value = parts.count == 2 ? String(parts[1]) : ""
        switch parts.first ?? "" {
        case "verify-time":
            time = try AllowedSigners.seconds(value)
        case "hashalg":
            guard let function = ["sha256": HashFunction.sha256, "sha512": .sha512][value] else {
                throw UsageError(.invalidValue, "unsupported hash function '\(value)'", hint: "give sha256 or sha512")
            }
            hash = function
        default: throw UsageError(.invalidValue, "unsupported option -O \(text)", hint: "see ssh-keygen(1), -Y")
        }
    }

    private func run(in context: CommandContext) throws -> ExitStatus {
        switch command {
        case "sign": return try sign(in: context)
        case "verify": return try verify()
        case "check-novalidate": return try check()
        case "find-principals": return try findPrincipals()
        case "match-principals": return try matchPrincipals()
        default:
            throw UsageError(
                .unknownCommand, "unsupported operation -Y '\(command)'",
                hint: "give sign, verify, check-novalidate, find-principals or match-principals")
        }
    }

    private func required<Value>(_ value: Value?, _ option: String) throws -> Value {
        guard let value else {
            throw UsageError(.missingArgument, "option \(option) is missing", hint: "see ssh-keygen(1), -Y \(command)")
        }
        return value
    }

    // MARK: Signing

    private func sign(in context: CommandContext) throws -> ExitStatus {
        guard let namespace else {
            Messages.error("too few arguments for sign: missing namespace")
            return ExitStatus(code: 1)
        }
        var options = SigningOptions(time: time)
        (options.namespace, options.hash) = (namespace, hash)
        let key = try signingKey(try required(file, "-f"), in: context)
        guard key.format == .ssh else {
            throw UsageError(
                .conflict, "a \(key.format.name) key cannot make SSH signatures", hint: "give an OpenSSH key")
        }
        guard !files.isEmpty else {
            var input = try FileReader.standardInput()
            let made = try key.sign(reading: &input, options: options)
            try Messages.print(made.text)
            return .success
        }
        for path in files {
            Messages.writeBare("Signing file \(path)\n")
            var input = try FileReader(path)
            let made = try key.sign(reading: &input, options: options)
            let target = path.appending(suffix: ".sig")
            var output = try NewOutputOptions(file: target).open(.text, inputs: input.inputIdentities)
            try output.write(made.text.utf8)
            try output.commit()
            Messages.writeBare("Write signature to \(target)\n")
        }
        return .success
    }

    /// The private key that `-f` names: a file, the counterpart of a public key file, or a vault item.
    private func signingKey(_ place: BytePath, in context: CommandContext) throws -> SigningKey {
        let content = try SigningKeyOptions.content(of: place, readsStandardInput: files.isEmpty, in: context)
        let isPublic = content.withBytes { bytes in
            SignerKeyText.begins(Array(bytes: bytes.extracting(first: SignerKeyText.byteCount)))
        }
        guard isPublic else {
            return try SigningKeyOptions(place: place).signingKey(
                from: content, readsStandardInput: files.isEmpty, in: context)
        }
        // The private key's file has the same name without .pub.
        let suffix = Array(".pub".utf8)
        let half = BytePath(Array(place.bytes.dropLast(suffix.count)))
        guard place.bytes.suffix(suffix.count).elementsEqual(suffix), (try? FileInfo(half)) != nil else {
            throw UsageError(
                .invalidValue, "\(place) is a public key, and its private key was not found",
                hint: usesAgent
                    ? "ssh-agent is not supported: set user.signingKey to the private key or arca://service/account"
                    : "give the private key, or arca://service/account")
        }
        return try SigningKeyOptions(place: half).signingKey(readsStandardInput: files.isEmpty, in: context)
    }

    // MARK: Verifying

    private func verifier() throws -> SignatureVerifier {
        var verifier = SignatureVerifier(time: time)
        if let revoked {
            var input = try InputFile.open(revoked)
            verifier.revoked = [try RevokedKeys(try input.readAll(limit: 16 << 20), name: revoked.description)]
        }
        verifier.namespace = namespace ?? ""
        return verifier
    }

    private func readSignature() throws -> SSHSignature {
        let path = try required(signature, "-s")
        let bytes = try VerifyCommand.signatureBytes(path)
        return try naming(path.description) { try SSHSignature(bytes) }
    }

    private func verdict(_ signature: SSHSignature, _ verifier: SignatureVerifier) throws -> SignatureVerdict {
        var message = try SignedMessage(.digest(signature.hash))
        var input = try FileReader.standardInput()
        try message.update(reading: &input)
        return verifier.verify(.ssh(signature), of: message)
    }

    private func verify() throws -> ExitStatus {
        let namespace = try required(namespace, "-n")
        let who = try required(signer, "-I")
        var verifier = try verifier()
        verifier.signers = [try TrustOptions.signers(try required(file, "-f"))]
        verifier.signer = who
        let verdict = try verdict(readSignature(), verifier)
        guard verdict.isGood else { return try refuse(verdict) }
        try tell(
            "Good \"\(Self.shown(namespace))\" signature for \(Self.shown(who)) with \(Self.key(verdict))\n")
        return .success
    }

    /// Whether the signature is valid; this does not establish trust in its key.
    private func check() throws -> ExitStatus {
        let namespace = try required(namespace, "-n")
        let signature = try readSignature()
        var verifier = try verifier()
        // Trust the key in the signature itself: only validity is asked for.
        verifier.keys = [TrustedKey(.ssh(signature.key), name: "the signature")]
        let verdict = try verdict(signature, verifier)
        guard verdict.isGood else { return try refuse(verdict) }
        try tell("Good \"\(Self.shown(namespace))\" signature with \(Self.key(verdict))\n")
        return .success
    }

    private func refuse(_ verdict: SignatureVerdict) throws -> ExitStatus {
        Messages.writeBare("Signature verification failed: \(verdict.reason)\n")
        try tell("Could not verify signature.\n")
        return Self.failed
    }

    private func tell(_ text: String) throws {
        if !isQuiet { try Messages.print(text) }
    }

    private func findPrincipals() throws -> ExitStatus {
        let list = try TrustOptions.signers(try required(file, "-f"))
        let names = list.principals(claimedBy: try readSignature(), time: time)
        guard !names.isEmpty else {
            Messages.writeBare("No principal matched.\n")
            return Self.failed
        }
        for name in names { try Messages.print("\(Self.shown(name))\n") }
        return .success
    }

    private func matchPrincipals() throws -> ExitStatus {
        let list = try TrustOptions.signers(try required(file, "-f"))
        let lines = list.lines(naming: try required(signer, "-I"))
        guard !lines.isEmpty else { return ExitStatus(code: 210) }
        for line in lines { try Messages.print("\(Self.shown(line.principals))\n") }
        return .success
    }

    private static func shown(_ text: String) -> String { String(printable: text.utf8) }

    private static func key(_ verdict: SignatureVerdict) -> String {
        "\(verdict.key?.openSSHWord ?? "") key \(verdict.key?.fingerprint ?? "")"
    }
}
