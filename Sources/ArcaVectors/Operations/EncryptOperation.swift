internal import ArcaCodecs
internal import ArcaCrypto

/// Encryption that authenticates nothing, and key wrap: `encrypt` and `decrypt`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `encrypt` | `key`, `iv` (where there is one), `msg`, `padding` (`pkcs7` or `none`, for ECB and CBC) | `ct` |
/// | `decrypt` | `key`, `iv`, `ct`, `padding` | `msg` |
///
/// With `bitCount` a text is that many bits long, filled up with zeros to whole bytes, going in and coming out.
enum EncryptOperation: VectorOperation {
    static let names = ["encrypt", "decrypt"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let key = SymmetricKey(copying: try inputs.bytes("key"))
        let cipher = try CipherChoice.cipher(question.algorithm, keyByteCount: key.byteCount)
        let iv = inputs["iv"] == nil ? [] : try inputs.bytes("iv")
        let padding = inputs["padding"] == nil ? nil : try Self.padding(inputs.text("padding"))
        let bitCount = inputs["bitCount"] == nil ? nil : try inputs.int("bitCount")
        if question.operation == "encrypt" {
            let text = try cipher.encrypt(try inputs.bytes("msg"), using: key, iv: iv, padding: padding)
            return ["ct": .bytes(cut(text, to: bitCount))]
        }
        let text = try cipher.decrypt(try inputs.bytes("ct"), using: key, iv: iv, padding: padding)
        return ["msg": .bytes(cut(text, to: bitCount))]
    }

    /// Clears the bits behind the first ones.
    private static func cut(_ text: [UInt8], to bitCount: Int?) -> [UInt8] {
        guard let bitCount, bitCount % 8 != 0, let last = text.last else { return text }
        return text.dropLast() + [last & 0xff << (8 - bitCount % 8)]
    }

    private static func padding(_ name: String) throws(VectorError) -> Cipher.Padding {
        switch name {
        case "pkcs7": .pkcs7
        case "none": .none
        default: throw VectorError(.invalidField, at: "padding", "no padding is called \(name)")
        }
    }
}
