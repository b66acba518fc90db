internal import ArcaCodecs
internal import ArcaCrypto

/// Keys of secrets: `hkdf` and `pbkdf2`; the algorithm is the hash function.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `hkdf` | `ikm`, `salt`, `info`, `outputByteCount` | `key` |
/// | `pbkdf2` | `password`, `salt`, `iterations`, `outputByteCount` | `key` |
enum DeriveOperation: VectorOperation {
    static let names = ["hkdf", "pbkdf2"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let hash = try HashOperation.function(question.algorithm)
        let salt = try inputs.bytes("salt")
        let byteCount = try inputs.int("outputByteCount")
        let key =
            question.operation == "hkdf"
            ? try HKDFFunction(hash).deriveKey(
                inputKeyMaterial: try inputs.bytes("ikm"), salt: salt, info: try inputs.bytes("info"),
                outputByteCount: byteCount)
            : try PBKDF2.deriveKey(
                from: try inputs.bytes("password"), salt: salt, using: hash, iterations: try inputs.int("iterations"),
                outputByteCount: byteCount)
        return ["key": .bytes([UInt8](bytes: key))]
    }
}
