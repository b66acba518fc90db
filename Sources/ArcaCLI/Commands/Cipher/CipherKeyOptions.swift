internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

extension Cipher.Padding: ArgumentValue {}

/// `--key-from`, or `--kdf` with a passphrase.
struct CipherKeyOptions: OptionGroup {
    static let title = "Secrets"

    var source: SecretSource?
    var passphrase: SecretSource?
    var function: KDFName?
    var derivesIVToo = false
    var derivation = KDFOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.exactlyOne {
            Parameter.option(
                "--key-from", value: "SOURCE", set: \.source,
                help: "hexfile:PATH, base64file:PATH, hexenv:NAME, base64env:NAME, file:PATH, env:NAME, fd:N, "
                    + "cmd:COMMAND, stdin or prompt (see 'arca help secrets')"
            ).completing(SecretSource.keyCompletion)
            Parameter.option(
                "--passphrase-from", value: "SOURCE", set: \.passphrase,
                help: "passphrase for --kdf: prompt, stdin, env:NAME, file:PATH, fd:N or cmd:COMMAND"
            ).requires("--kdf")
        }
        Parameter.option(
            "--kdf", value: "KDF", set: \.function,
            help: "derive the key from a passphrase: pbkdf2, scrypt, argon2id, argon2i, argon2d, hkdf or bytestokey"
        ).requires("--passphrase-from")
        Parameter.flag(
            "--derive-iv", set: \.derivesIVToo,
            help: "take the IV from the derivation too, after the key, as bytestokey always does"
        ).requires("--kdf").excludes("--iv", "--iv-from")
        Parameter.parts(of: \.derivation, KDFOptions.parameters).requires("--kdf")
    }

    /// Whether the derivation gives the IV.
    var derivesIV: Bool { derivesIVToo || function == .bytestokey }

    /// Reads a key as it is.
    func key(readsStandardInput: Bool, in context: CommandContext) throws -> SymmetricKey {
        guard let source else {
            throw UsageError(.missingArgument, "--key-from is missing", hint: "give --key-from SOURCE")
        }
        return try KeyOptions(source: source).key(readsStandardInput: readsStandardInput, in: context)
    }

    /// Reads or derives the key of a cipher, and the IV if it is derived.
    func key(
        for cipher: Cipher, derivesIV: Bool, readsStandardInput: Bool, in context: CommandContext
    ) throws -> (key: SymmetricKey, iv: [UInt8]) {
        guard let function else { return (try key(readsStandardInput: readsStandardInput, in: context), []) }
        let secret = try (passphrase ?? .prompt).passphrase(
            isNew: false, readsStandardInput: readsStandardInput, in: context)
        let count = cipher.keyByteCount + (derivesIV ? cipher.ivByteCount : 0)
        let material = try derivation.derive(function, from: SymmetricKey(secret), byteCount: count)
        return material.withBytes { bytes in
            (
                SymmetricKey(copying: bytes.extracting(..<cipher.keyByteCount)),
                [UInt8](bytes: bytes.extracting(cipher.keyByteCount...))
            )
        }
    }
}
