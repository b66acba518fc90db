internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

struct CipherOptions: OptionGroup {
    var iv: HexBytes?
    var allowsShortIV = false
    var aad: HexBytes?
    var padding: PaddingChoice?
    var tweak: HexBytes?
    var alphabet: String?
    var key = KeyOptions()
    var output = OutputOptions()
    var progress = ProgressOptions()

    enum PaddingChoice: String, CaseIterable, ArgumentValue {
        case none, pkcs7

        var padding: Cipher.Padding { self == .pkcs7 ? .pkcs7 : .none }
    }

    /// Minimum IV length without a warning, in bytes: shorter random IVs repeat within thousands of messages, and
    /// shorter counters run out.
    private static let usualIVByteCount = 8

    static var parameters: [Parameter<Self>] {
        let ff1 = ["NAME=aes-128-ff1", "NAME=aes-192-ff1", "NAME=aes-256-ff1"]
        Parameter.option("--iv", value: "HEX", set: \.iv, help: "initialization vector, nonce or tweak").excludes(ff1)
        Parameter.flag(
            "--short-iv", set: \.allowsShortIV,
            help: "encrypt with an IV of fewer than \(Self.usualIVByteCount) bytes, which gcm and eax take"
        ).requires("--iv")
        Parameter.option(
            "--aad", value: "HEX", set: \.aad, help: "associated data, which is authenticated but not encrypted"
        )
        .excludes(ff1)
        Parameter.option("--padding", value: "PADDING", set: \.padding, help: "how ECB and CBC fill the last block")
            .defaulting(to: "pkcs7").excludes(ff1)
        Parameter.option("--tweak", value: "HEX", set: \.tweak, help: "names the field that a number belongs to")
            .requires(ff1)
        Parameter.option("--alphabet", value: "TEXT", set: \.alphabet, help: "the characters of input and output")
            .defaulting(to: "0123456789").requires(ff1)
        Parameter.group(\.key)
        Parameter.group(\.output)
        Parameter.group(\.progress)
    }

    /// Creates the job described by the options, and warns about insecure ciphers.
    func job(
        _ name: CipherName, on file: BytePath?, isEncrypting: Bool, in context: CommandContext
    ) throws -> any CipherWork {
        switch name {
        case .cipher(let cipher): try job(cipher, on: file, isEncrypting: isEncrypting, in: context)
        case .formatPreserving(let keyByteCount):
            try formatPreservingJob(keyByteCount: keyByteCount, on: file, in: context)
        }
    }

    private func job(
        _ cipher: Cipher, on file: BytePath?, isEncrypting: Bool, in context: CommandContext
    ) throws -> CipherJob {
        guard iv != nil || cipher.ivByteCount == 0 else {
            let draw = "make a new one for each message: arca random \(cipher.ivByteCount) --hex"
            throw UsageError(
                .missingArgument, "\(cipher.name) needs --iv, \(cipher.ivByteCount) bytes",
                hint: isEncrypting ? draw : "give the one that was used to encrypt")
        }
        guard aad == nil || cipher.isAuthenticated else {
            throw UsageError(
                .conflict, "\(cipher.name) does not authenticate associated data",
                hint: "remove --aad, or use a cipher such as aes-256-gcm")
        }
        let job = CipherJob(
            cipher: cipher, key: try key.key(readsStandardInput: file?.isDash ?? true, in: context),
            iv: iv?.bytes ?? [],
            aad: aad?.bytes ?? [], padding: padding?.padding)
        let hasUsualIV = try job.check()
        if isEncrypting, cipher.isAuthenticated {
            let count = job.iv.count
            guard allowsShortIV || cipher.ivByteCount == 0 || count >= Self.usualIVByteCount else {
                throw UsageError(
                    .invalidValue,
                    "an IV of \(count) \(count == 1 ? "byte" : "bytes") soon repeats, which reveals messages and lets "
                        + "others forge",
                    hint: "give \(cipher.ivByteCount) bytes, or --short-iv if it must be this one")
            }
            if !hasUsualIV {
                Messages.warning(
                    "\(cipher.name) hashes an IV of other than \(cipher.ivByteCount) bytes: random ones collide sooner")
                Messages.hint("give an IV of \(cipher.ivByteCount) bytes")
            }
        }
        if let warning = Self.warning(cipher) { Messages.warning(warning) }
        return job
    }

    private func formatPreservingJob(
        keyByteCount: Int, on file: BytePath?, in context: CommandContext
    ) throws -> FormatPreservingJob {
        let name = "AES-\(keyByteCount * 8)-FF1"
        let alphabet = try self.alphabet.map { text throws(CryptoError) in try NumeralAlphabet(text) }
        let key = try self.key.key(readsStandardInput: file?.isDash ?? true, in: context)
        guard key.byteCount == keyByteCount else {
            throw CryptoError(
                .invalidKeyLength, "\(name) takes a key of \(keyByteCount) bytes, not \(key.byteCount)")
        }
        return FormatPreservingJob(key: key, tweak: tweak?.bytes ?? [], alphabet: alphabet ?? .decimal)
    }

    private static func warning(_ cipher: Cipher) -> String? {
        guard cipher.isInsecure else { return nil }
        if cipher.blockByteCount == 16 { return "\(cipher.name) reveals which blocks are equal" }
        if cipher.keyByteCount == 8 { return "\(cipher.name) has a key short enough to be found by brute force" }
        return "\(cipher.name) has 64-bit blocks, which no longer protect"
    }
}

/// A cipher by name: one of the library's, or FF1, which works on text instead of bytes.
enum CipherName: ArgumentValue {
    case cipher(Cipher)
    case formatPreserving(keyByteCount: Int)

    /// The names of FF1, with the key lengths in bytes.
    static let formatPreserving = [("aes-256-ff1", 32), ("aes-192-ff1", 24), ("aes-128-ff1", 16)]
    private static var allNames: [String] { Cipher.all.map(\.shortName) + formatPreserving.map(\.0) }

    init(argument: Argument) throws(UsageError) {
        let folded = (argument.text ?? "").lowercased()
        if let (_, count) = Self.formatPreserving.first(where: { $0.0 == folded }) {
            self = .formatPreserving(keyByteCount: count)
            return
        }
        do throws(CryptoError) {
            self = .cipher(try Cipher(named: argument.text ?? ""))
        } catch {
            let near = Suggestions.nearest(to: argument.shown, among: Self.allNames)
            throw UsageError(
                .invalidValue, "unknown cipher '\(argument.shown)'",
                hint: near.isEmpty ? "'arca cipher list' lists all" : Suggestions.question(near))
        }
    }

    static var completion: Completion { .words(allNames) }
    var argumentText: String? {
        switch self {
        case .cipher(let cipher): cipher.shortName
        case .formatPreserving(let count): "aes-\(count * 8)-ff1"
        }
    }
}
