internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem

/// What `arca cipher encrypt` and `arca cipher decrypt` take alike.
struct CipherOptions: OptionGroup {
    var iv: HexBytes?
    var aad: HexBytes?
    var padding: PaddingChoice?
    var tweak: HexBytes?
    var alphabet: String?
    var key = KeyOptions()
    var output = OutputOptions()
    var progress = ProgressOptions()

    /// The paddings.
    enum PaddingChoice: String, CaseIterable, ArgumentValue {
        case none, pkcs7

        var padding: Cipher.Padding { self == .pkcs7 ? .pkcs7 : .none }
    }

    static var parameters: [Parameter<Self>] {
        Parameter.option("--iv", value: "HEX", set: \.iv, help: "initialisation vector, nonce or tweak")
        Parameter.option("--aad", value: "HEX", set: \.aad, help: "associated data, which is authenticated as well")
        Parameter.option("--padding", value: "PADDING", set: \.padding, help: "how ECB and CBC fill the last block")
            .defaulting(to: "pkcs7")
        Parameter.option(
            "--tweak", value: "HEX", set: \.tweak, help: "what a number belongs to (ff1); none unless given")
        Parameter.option(
            "--alphabet", value: "TEXT", set: \.alphabet, help: "the characters that there may be (ff1)"
        ).defaulting(to: "0123456789")
        Parameter.group(\.key)
        Parameter.group(\.output)
        Parameter.group(\.progress)
    }

    /// Makes the job that the options describe, and warns of ciphers that protect no longer.
    func job(_ cipher: Cipher, on file: BytePath?, isEncrypting: Bool) throws -> CipherJob {
        if let option = tweak != nil ? "--tweak" : alphabet != nil ? "--alphabet" : nil {
            throw UsageError(
                .conflict, "\(cipher.name) takes no \(option)",
                hint: "it is for aes-128-ff1, aes-192-ff1 and aes-256-ff1")
        }
        guard iv != nil || cipher.ivByteCount == 0 else {
            let draw = "draw a new one for each message: arca random \(cipher.ivByteCount) --hex"
            throw UsageError(
                .missingArgument, "\(cipher.name) needs --iv, \(cipher.ivByteCount) bytes",
                hint: isEncrypting ? draw : "take the one that was used for encrypting")
        }
        guard aad == nil || cipher.isAuthenticated else {
            throw UsageError(
                .conflict, "\(cipher.name) authenticates no associated data",
                hint: "leave --aad out, or use a cipher such as aes-256-gcm")
        }
        let job = CipherJob(
            cipher: cipher, key: try key.key(readsStandardInput: file?.isDash ?? true), iv: iv?.bytes ?? [],
            aad: aad?.bytes ?? [], padding: padding?.padding)
        try job.check()
        if let warning = Self.warning(cipher) { Messages.warning(warning) }
        return job
    }

    /// Makes the job for FF1, with a key of so many bytes.
    func formatPreservingJob(keyByteCount: Int, on file: BytePath?) throws -> FormatPreservingJob {
        let name = "AES-\(keyByteCount * 8)-FF1"
        if let option = iv != nil ? "--iv" : aad != nil ? "--aad" : padding != nil ? "--padding" : nil {
            throw UsageError(.conflict, "\(name) takes no \(option)", hint: "it takes --tweak and --alphabet")
        }
        let alphabet = try self.alphabet.map { text throws(CryptoError) in try NumeralAlphabet(text) }
        let key = try self.key.key(readsStandardInput: file?.isDash ?? true)
        guard key.byteCount == keyByteCount else {
            throw CryptoError(
                .invalidKeyLength, "\(name) takes a key of \(keyByteCount) bytes, not \(key.byteCount)")
        }
        return FormatPreservingJob(key: key, tweak: tweak?.bytes ?? [], alphabet: alphabet ?? .decimal)
    }

    private static func warning(_ cipher: Cipher) -> String? {
        guard cipher.isInsecure else { return nil }
        if cipher.shortName.hasPrefix("aes") { return "\(cipher.name) shows which blocks are equal" }
        if cipher.keyByteCount == 8 { return "\(cipher.name) has a key that is found by trying" }
        return "\(cipher.name) has blocks of 64 bits, which no longer protect"
    }
}
