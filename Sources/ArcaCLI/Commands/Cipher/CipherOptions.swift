internal import ArcaCore
internal import ArcaCrypto
internal import ArcaDetect
internal import ArcaSystem

struct CipherOptions: OptionGroup {
    var iv: EncodedBytes?
    var ivPlace: IVPlace?
    var allowsShortIV = false
    var aad: EncodedBytes?
    var tag: EncodedBytes?
    var isTagFirst = false
    var padding: Cipher.Padding?
    var tweak: HexBytes?
    var alphabet: String?
    var forms = DataFormOptions()
    var key = CipherKeyOptions()
    var output = OutputOptions()
    var progress = ProgressOptions()

    enum IVPlace: String, CaseIterable, ArgumentValue { case data }

    /// Minimum IV length without a warning, in bytes: shorter random IVs repeat within thousands of messages, and
    /// shorter counters run out.
    private static let usualIVByteCount = 8

    static var parameters: [Parameter<Self>] {
        let ff1 = ["NAME=aes-128-ff1", "NAME=aes-192-ff1", "NAME=aes-256-ff1"]
        Parameter.option(
            "--iv", value: "BYTES", set: \.iv,
            help: "initialization vector, nonce or tweak: hexadecimal digits, Base64 or text:TEXT"
        ).excludes(ff1)
        Parameter.option(
            "--iv-from", value: "PLACE", set: \.ivPlace,
            help: "data: the IV is at the front of the data; to encrypt, a random one is written there"
        ).excludes(ff1 + ["--iv"])
        Parameter.flag(
            "--short-iv", set: \.allowsShortIV,
            help: "encrypt with an IV of fewer than \(Self.usualIVByteCount) bytes, which gcm and eax take"
        ).requires("--iv")
        Parameter.option(
            "--aad", value: "BYTES", set: \.aad,
            help: "associated data, which is authenticated but not encrypted: hexadecimal digits, Base64 or text:TEXT"
        )
        .excludes(ff1)
        Parameter.option(
            "--auth-tag", value: "BYTES", set: \.tag, help: "to decrypt: the tag, if it does not follow the ciphertext"
        ).excludes(ff1)
        Parameter.flag("--tag-first", set: \.isTagFirst, help: "the tag precedes the ciphertext")
            .excludes(ff1 + ["--auth-tag"])
        Parameter.option(
            "--padding", value: "PADDING", set: \.padding,
            help: "how ECB and CBC fill the last block: none, pkcs7, zero, spaces, iso7816, iso10126 or x923"
        ).defaulting(to: "pkcs7").excludes(ff1)
        Parameter.option("--tweak", value: "HEX", set: \.tweak, help: "names the field that a number belongs to")
            .requires(ff1)
        Parameter.option("--alphabet", value: "TEXT", set: \.alphabet, help: "the characters of input and output")
            .defaulting(to: "0123456789").requires(ff1)
        Parameter.group(\.forms)
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
        case .scheme(let scheme): try schemeJob(scheme, on: file, in: context)
        }
    }

    private func schemeJob(_ scheme: CipherScheme, on file: BytePath?, in context: CommandContext) throws -> SchemeJob {
        try checkScheme()
        let text = try (key.source ?? .prompt)
            .passphrase("key", isNew: false, readsStandardInput: file?.isDash ?? true, in: context)
        return SchemeJob(scheme: scheme, keyText: text)
    }

    /// Throws for options that a scheme contains already.
    func checkScheme() throws(UsageError) {
        let given: [(name: String, isGiven: Bool)] = [
            ("--iv", iv != nil), ("--iv-from", ivPlace != nil), ("--aad", aad != nil), ("--auth-tag", tag != nil),
            ("--tag-first", isTagFirst), ("--padding", padding != nil), ("--in", forms.input != nil),
            ("--kdf", key.function != nil),
        ]
        if let option = given.first(where: \.isGiven)?.name {
            throw UsageError(.conflict, "a scheme cannot be combined with \(option)", hint: "change the scheme itself")
        }
    }

    private func job(
        _ cipher: Cipher, on file: BytePath?, isEncrypting: Bool, in context: CommandContext
    ) throws -> CipherJob {
        let takesIVFromData = ivPlace == .data
        guard !takesIVFromData || cipher.ivByteCount > 0 else {
            throw UsageError(.conflict, "\(cipher.name) has no IV", hint: "remove --iv-from")
        }
        guard cipher.isAuthenticated || (tag == nil && !isTagFirst) else {
            throw UsageError(.conflict, "\(cipher.name) has no tag", hint: "remove --auth-tag and --tag-first")
        }
        guard tag == nil || !isEncrypting else {
            throw UsageError(.conflict, "--auth-tag is for decrypting", hint: "the tag follows the ciphertext")
        }
        guard aad == nil || cipher.isAuthenticated else {
            throw UsageError(
                .conflict, "\(cipher.name) does not authenticate associated data",
                hint: "remove --aad, or use a cipher such as aes-256-gcm")
        }
        let needsIV = iv == nil && !takesIVFromData && cipher.ivByteCount > 0
        guard !needsIV || key.derivesIV else {
            let draw =
                "make a new one for each message: arca random \(cipher.ivByteCount) --hex, or give --iv-from data"
            throw UsageError(
                .missingArgument, "\(cipher.name) needs --iv, \(cipher.ivByteCount) bytes",
                hint: isEncrypting ? draw : "give the one that was used to encrypt, or --iv-from data if it is in front"
            )
        }
        let (key, derivedIV) = try self.key.key(
            for: cipher, derivesIV: needsIV, readsStandardInput: file?.isDash ?? true, in: context)
        let job = CipherJob(
            cipher: cipher, key: key, iv: iv?.bytes ?? derivedIV, aad: aad?.bytes ?? [], padding: padding,
            takesIVFromData: takesIVFromData)
        let hasUsualIV: Bool
        do {
            hasUsualIV = try job.check()
        } catch let error as CryptoError where error.code == .invalidKeyLength {
            throw error.withHint(CipherDiagnosis.hint(key: key, of: cipher, from: self.key.source))
        }
        if isEncrypting, cipher.isAuthenticated {
            let count = takesIVFromData ? cipher.ivByteCount : job.iv.count
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

/// A cipher by name: one of the library's, FF1, which works on text instead of bytes, or a scheme of `cipher find`.
enum CipherName: ArgumentValue {
    case cipher(Cipher)
    case scheme(CipherScheme)
    case formatPreserving(keyByteCount: Int)

    /// The names of FF1, with the key lengths in bytes.
    static let formatPreserving = [("aes-256-ff1", 32), ("aes-192-ff1", 24), ("aes-128-ff1", 16)]
    private static var allNames: [String] { Cipher.all.map(\.shortName) + formatPreserving.map(\.0) }

    init(argument: Argument) throws(UsageError) {
        if let text = argument.text, text.contains(";") {
            do throws(CryptoError) {
                self = .scheme(try CipherScheme(text))
            } catch {
                throw UsageError(.invalidValue, error.reason, hint: "'arca cipher find' prints schemes")
            }
            return
        }
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
        case .scheme(let scheme): scheme.description
        }
    }
}
