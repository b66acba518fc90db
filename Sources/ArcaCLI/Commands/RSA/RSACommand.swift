/// `arca rsa`: encryption and signatures with RSA keys.
struct RSACommand: Command {
    static let name = "rsa"
    static let summary = "encrypt, decrypt, sign and verify with RSA keys"
    static let section = "Keys"
    static let details = """
        Keys are read in every form that 'arca key' knows: PEM, DER, JWK, OpenSSH; public keys also out of private ones and \
        certificates. An encrypted private key's passphrase is asked for.
        """
    static let examples = [
        Example("arca rsa sign --key key.pem -o notes.txt.sig notes.txt", "a signature in a file of its own"),
        Example("arca rsa verify --key pub.pem notes.txt", "check it; exit 1 when it does not fit", isRun: false),
        Example("arca rsa encrypt --key pub.pem -o notes.rsa notes.txt", "for the owner of the private key"),
        Example("arca rsa decrypt --key key.pem -o notes.txt notes.rsa", "read it", isRun: false),
    ]
    static var subcommands: [any Command.Type] {
        [RSAEncryptCommand.self, RSADecryptCommand.self, RSASignCommand.self, RSAVerifyCommand.self]
    }
}
