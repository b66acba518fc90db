internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSignatures
internal import ArcaSystem

/// Trusted signers for `arca verify`: only keys and lists the caller names, never files from the folder of the verified
/// file.
struct TrustOptions: OptionGroup {
    static let title = "Trust"

    var keys: [BytePath] = []
    var keySources: [SecretSource] = []
    var lists: [BytePath] = []
    var signer: String?
    var namespace: String?
    var time: SigningTime?
    var revoked: [BytePath] = []
    var refusesLegacy = false
    var allowsVersion1 = false

    /// Maximum number of malformed lines reported; a file that is not a list has thousands.
    private static let maximumFaults = 10
    private static let maximumList = 16 << 20

    static var parameters: [Parameter<Self>] {
        Parameter.repeated(
            "-i", "--identity", "--key", value: "KEY", append: \.keys,
            help: "trust this public key; a file, or the key itself: RWQ…, 'ssh-ed25519 AAAA…'")
        Parameter.repeated(
            "--key-from", value: "SOURCE", append: \.keySources,
            help: "the same from hexfile:PATH, file:PATH, env:NAME, fd:N, stdin or cmd:COMMAND"
        ).completing(SecretSource.keyCompletion)
        Parameter.repeated(
            "--signers", value: "FILE", append: \.lists,
            help: "trust who is listed in FILE; in the form of ssh-keygen's allowed_signers"
        ).defaulting(to: "$ARCA_SIGNERS, else ~/.config/arca/signers; without --key")
        Parameter.option(
            "--signer", value: "NAME", set: \.signer, help: "required signer, as named in the list"
        ).excludes("--key", "--key-from")
        Parameter.option(
            "--namespace", value: "NAME", set: \.namespace, help: "required namespace of an SSH signature"
        ).defaulting(to: SSHSignature.fileNamespace)
        Parameter.option(
            "--time", value: "TIME", set: \.time,
            help:
                "when it was signed; for keys that are listed for a time: YYYYMMDD, YYYYMMDDHHMM or YYYYMMDDHHMMSS, with Z in UTC"
        ).defaulting(to: "now")
        Parameter.repeated(
            "--revoked", value: "FILE", append: \.revoked, help: "revoked public keys, one per line")
        Parameter.flag(
            "--no-legacy", set: \.refusesLegacy, help: "refuse minisign signatures that are not over a hash")
        Parameter.flag("--allow-v1", set: \.allowsVersion1, help: version1Help)
    }

    /// A verifier that trusts the signers named by the options, the environment or the user's own list.
    func verifier(in context: CommandContext) throws -> SignatureVerifier {
        var verifier = SignatureVerifier(time: time?.seconds ?? DateText.now)
        for key in keys { verifier.keys += try Self.keys(key, in: context) }
        for source in keySources {
            verifier.keys += try Self.keys(try source.key(readsStandardInput: false, in: context), "--key-from")
        }
        for list in try signerLists() { verifier.signers.append(try Self.signers(list)) }
        verifier.signer = signer
        if let namespace { verifier.namespace = namespace }
        for list in revoked {
            var input = try InputFile.open(list)
            verifier.revoked.append(
                try RevokedKeys(try input.readAll(limit: Self.maximumList), name: list.description))
        }
        verifier.allowsLegacy = !refusesLegacy
        verifier.allowsVersion1 = allowsVersion1
        return verifier
    }

    static let version1Help = "accept Arca's RSA signatures of version 1, which do not say what they were made for"

    static func warnVersion1(_ name: String) {
        Messages.warning(
            "\(name): a signature of version 1, which may have been made for another purpose, as for a token")
    }

    /// The lists named by the options; otherwise, if no keys are given, those of the environment or the user.
    private func signerLists() throws -> [BytePath] {
        if !lists.isEmpty || !keys.isEmpty || !keySources.isEmpty { return lists }
        if let list = UserFolder.variable("ARCA_SIGNERS") { return [list] }
        guard let own = UserFolder.configuration?.appending("arca").appending("signers"),
            (try? FileInfo(own)) != nil
        else { return [] }
        return [own]
    }

    static func keys(_ word: BytePath, in context: CommandContext) throws -> [TrustedKey] {
        if isKeyText(word.bytes) {
            do throws(SignatureError) {
                return try SignerKey.all(in: word.bytes).map { TrustedKey($0, name: "--key") }
            } catch {
                throw UsageError(.invalidValue, "--key: \(error.reason)", hint: error.hint)
            }
        }
        return try keys(SigningKeyOptions.content(of: word, readsStandardInput: false, in: context), word.description)
    }

    private static func keys(_ content: SymmetricKey, _ name: String) throws -> [TrustedKey] {
        try naming(name) {
            do {
                return try content.withBytes { bytes in
                    try SignerKey.all(in: bytes).map { TrustedKey($0, name: name) }
                }
            } catch let error as SignatureError where error.code == .wrongKind {
                throw error.withHint("'arca key convert --to spki \(name)' prints its public half")
            }
        }
    }

    func onlyKey(readsStandardInput: Bool, in context: CommandContext) throws -> (name: String, content: SymmetricKey)?
    {
        switch (keys.count, keySources.count) {
        case (1, 0):
            (
                keys[0].inputName,
                try SigningKeyOptions.content(of: keys[0], readsStandardInput: readsStandardInput, in: context)
            )
        case (0, 1): ("--key-from", try keySources[0].key(readsStandardInput: readsStandardInput, in: context))
        default: nil
        }
    }

    private static func isKeyText(_ word: [UInt8]) -> Bool {
        if word.contains(.space), SignerKeyText.begins(word) { return true }
        return word.count == 56 && NumberedPublicKey.recognizes(word)
    }

    static func signers(_ path: BytePath) throws -> AllowedSigners {
        var input = try InputFile.open(path)
        let list = AllowedSigners(try input.readAll(limit: maximumList), name: path.description)
        for fault in list.faults.prefix(maximumFaults) {
            Messages.warning("\(list.name):\(fault.line): \(fault.reason)")
        }
        if list.faults.count > maximumFaults {
            Messages.warning("\(list.name): \(Count.text(list.faults.count - maximumFaults, "more invalid line"))")
        }
        return list
    }
}

/// Recognizes lines with public keys of OpenSSH, minisign and signify.
enum SignerKeyText {
    /// Number of bytes that ``begins(_:)`` examines.
    static let byteCount = 16

    static func begins(_ text: [UInt8]) -> Bool {
        ["ssh-", "ecdsa-sha2-", "sk-", "minisign ", "signify "].contains { text.starts(with: $0.utf8) }
    }
}

/// A time in the format of signer lists.
struct SigningTime: ArgumentValue, Hashable {
    /// Seconds since 1970.
    let seconds: Int

    init(argument: Argument) throws(UsageError) {
        do throws(SignatureError) {
            seconds = try AllowedSigners.seconds(argument.text ?? "")
        } catch {
            throw UsageError(.invalidValue, error.reason, hint: "give 20261122, 202611221200 or 20261122120000Z")
        }
    }
}
