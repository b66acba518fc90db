internal import ArcaCodecs
internal import ArcaContainers
internal import ArcaCrypto

/// Encrypted files that iOS apps have stored: `open-file` with `rncryptor` and `aescrypt-objc`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `open-file` | `password`, or for `rncryptor` `encryptionKey` and `authenticationKey`; `file` | `bytes` |
enum FileOperation: VectorOperation {
    static let names = ["open-file"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let file = try inputs.bytes("file")
        let password = inputs["password"] == nil ? nil : SecretBytes(copying: try inputs.bytes("password"))
        switch (question.algorithm, password) {
        case ("aescrypt-objc", let password?):
            return ["bytes": .bytes(try AESCryptObjC(password: password).open(file))]
        case ("rncryptor", let password?):
            return ["bytes": .bytes(try RNCryptor3(passphrase: password).open(file))]
        case ("rncryptor", nil):
            let format = try RNCryptor3(
                encryptionKey: SymmetricKey(copying: try inputs.bytes("encryptionKey")),
                authenticationKey: SymmetricKey(copying: try inputs.bytes("authenticationKey")))
            return ["bytes": .bytes(try format.open(file))]
        default: throw OperationError.unsupported("Arca opens no files of \(question.algorithm) so")
        }
    }
}
