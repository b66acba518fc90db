internal import ArcaCodecs
internal import ArcaCrypto

/// Encryption that authenticates nothing, and key wrap: `encrypt` and `decrypt`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `encrypt` | `key`, `iv` (where there is one), `msg`, `padding` (`pkcs7` or `none`, for ECB and CBC) | `ct` |
/// | `decrypt` | `key`, `iv`, `ct`, `padding` | `msg` |
enum EncryptOperation: VectorOperation {
    static let names = ["encrypt", "decrypt"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let key = SymmetricKey(copying: try inputs.bytes("key"))
        let cipher = try CipherChoice.cipher(question.algorithm, keyByteCount: key.byteCount)
        let iv = inputs["iv"] == nil ? [] : try inputs.bytes("iv")
        let padding = inputs["padding"] == nil ? nil : try Self.padding(inputs.text("padding"))
        return question.operation == "encrypt"
            ? ["ct": .bytes(try cipher.encrypt(try inputs.bytes("msg"), using: key, iv: iv, padding: padding))]
            : ["msg": .bytes(try cipher.decrypt(try inputs.bytes("ct"), using: key, iv: iv, padding: padding))]
    }

    private static func padding(_ name: String) throws(VectorError) -> Cipher.Padding {
        switch name {
        case "pkcs7": .pkcs7
        case "none": .none
        default: throw VectorError(.invalidField, at: "padding", "no padding is called \(name)")
        }
    }
}
