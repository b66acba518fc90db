internal import ArcaCodecs
internal import ArcaCrypto

/// Public-key encryption: `decrypt-with-key` with `rsa-oaep` and `rsa-pkcs1-encryption`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `decrypt-with-key` | the key's numbers, `privateKey` (PKCS#8), `ct`; for OAEP `hash`, `mgf`, `mgfHash`, `label` | `msg` |
enum KeyDecryptionOperation: VectorOperation {
    static let names = ["decrypt-with-key"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let padding: RSAEncryptionPadding
        switch question.algorithm {
        case "rsa-pkcs1-encryption": padding = .pkcs1v15
        case "rsa-oaep":
            padding = .oaep(
                RSAOAEPParameters(
                    hash: try HashOperation.function(inputs.text("hash")), maskHash: try RSAKeyInputs.maskHash(inputs),
                    label: try inputs.bytes("label")))
        default: throw OperationError.unsupported("Arca has no encryption by \(question.algorithm)")
        }
        let message = try RSAKeyInputs.privateKey(inputs).decrypt(try inputs.bytes("ct"), padding: padding)
        return ["msg": .bytes([UInt8](bytes: message))]
    }
}
