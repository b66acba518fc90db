/// `arca key`: keys and their formats.
struct KeyCommand: Command {
    static let name = "key"
    static let summary = "make, read, convert and check keys"
    static let section = "Keys"
    static let details = """
        Keys are read in every usual form, told by the content: PKCS #1, PKCS #8 plain and encrypted, public keys and \
        certificates, each as PEM or DER; JSON Web Keys; OpenSSH's public and private keys; age identities.
        """
    static let examples = [
        Example("arca key generate x25519 -o me.key", "an identity that files can be encrypted to"),
        Example("arca key fingerprint key.pem", "what people compare keys by"),
    ]
    static var subcommands: [any Command.Type] {
        [
            KeyGenerateCommand.self, KeyShowCommand.self, KeyConvertCommand.self, KeyFingerprintCommand.self,
            KeyLintCommand.self,
        ]
    }
}
