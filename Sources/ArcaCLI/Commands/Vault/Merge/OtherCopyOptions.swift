internal import ArcaCore
internal import ArcaSystem

/// Credentials for another copy of the vault, if they differ from those of the vault.
struct OtherCopyOptions: OptionGroup {
    static let title = "Other copy"

    var passphrase: SecretSource?
    var keyFile: BytePath?
    var identityFiles: [BytePath] = []

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--other-passphrase-from", value: "SOURCE", set: \.passphrase,
            help: "open the other copy with a passphrase of its own")
        Parameter.option("--other-key-file", value: "FILE", set: \.keyFile, help: "open the other copy with a key file")
        Parameter.repeated(
            "--other-identity", value: "FILE", append: \.identityFiles,
            help: "open the other copy with an age identity or a private key"
        ).excludes("--other-passphrase-from", "--other-key-file")
    }

    var isNamed: Bool { passphrase != nil || keyFile != nil || !identityFiles.isEmpty }
}
