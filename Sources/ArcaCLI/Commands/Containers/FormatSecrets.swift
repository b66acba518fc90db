internal import ArcaCrypto

/// Where the secret of an encrypted file comes from: a passphrase, or for some formats a key.
struct FormatSecrets: OptionGroup {
    static let title = "Secrets"

    var passphrase = PassphraseOptions()
    var key: SecretSource?

    static var parameters: [Parameter<Self>] {
        Parameter.group(\.passphrase)
        Parameter.option(
            "--key-from", value: "SOURCE", set: \.key,
            help:
                "the key of c2sp-chunked, both of rncryptor, or the RSA key of rsautil: hexfile:PATH, file:PATH, env:NAME, fd:N, cmd:COMMAND"
        ).completing(SecretSource.keyCompletion)
    }
}
