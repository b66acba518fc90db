internal import ArcaCodecs
internal import ArcaCrypto

/// Encryption by password: `pbe-encrypt` and `pbe-decrypt` with `pbes2-HASH-aes-BITS-cbc`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `pbe-encrypt` | `password`, `salt`, `iterations`, `iv`, `msg` | `ct` |
/// | `pbe-decrypt` | `password`, `salt`, `iterations`, `iv`, `ct` | `msg` |
///
/// Source: RFC 8018, section 6.2.
enum PasswordOperation: VectorOperation {
    static let names = ["pbe-encrypt", "pbe-decrypt"]

    static func answer(_ question: Question) throws -> NamedValues {
        let words = question.algorithm.split(separator: "-")
        guard words.count == 5, words[0] == "pbes2", words[2] == "aes", words[4] == "cbc", let bitCount = Int(words[3])
        else { throw OperationError.unsupported("Arca has no \(question.algorithm)") }
        let hash = try HashOperation.function(words[1])
        let inputs = question.inputs
        let key = try PBKDF2.deriveKey(
            from: try inputs.bytes("password"), salt: try inputs.bytes("salt"), using: hash,
            iterations: try inputs.int("iterations"), outputByteCount: bitCount / 8)
        let iv = try inputs.bytes("iv")
        return question.operation == "pbe-encrypt"
            ? ["ct": .bytes(try AES.CBC.encrypt(try inputs.bytes("msg"), using: key, iv: iv))]
            : ["msg": .bytes(try AES.CBC.decrypt(try inputs.bytes("ct"), using: key, iv: iv))]
    }
}
