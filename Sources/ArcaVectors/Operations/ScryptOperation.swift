internal import ArcaCodecs
internal import ArcaCrypto

/// Keys of passwords by scrypt, and the two halves of HKDF.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `scrypt` | `password`, `salt`, `n`, `r`, `p`, `outputByteCount` | `key` |
/// | `hkdf-extract` | `ikm`, `salt` | `prk` |
/// | `hkdf-expand` | `prk`, `info`, `outputByteCount` | `key` |
enum ScryptOperation: VectorOperation {
    static let names = ["scrypt", "hkdf-extract", "hkdf-expand"]
    /// Memory for one derivation: cases that take more are skipped, for several run at once.
    private static let memoryLimit = 256 << 20

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        if question.operation == "scrypt" { return try scrypt(inputs) }
        let function = try HKDFFunction(HashOperation.function(question.algorithm))
        if question.operation == "hkdf-extract" {
            let key = try function.extract(inputKeyMaterial: try inputs.bytes("ikm"), salt: try inputs.bytes("salt"))
            return ["prk": .bytes([UInt8](bytes: key))]
        }
        let key = try function.expand(
            pseudoRandomKey: SymmetricKey(copying: try inputs.bytes("prk")), info: try inputs.bytes("info"),
            outputByteCount: try inputs.int("outputByteCount"))
        return ["key": .bytes([UInt8](bytes: key))]
    }

    private static func scrypt(_ inputs: NamedValues) throws -> NamedValues {
        let n = try inputs.int("n")
        guard n > 1, n.nonzeroBitCount == 1 else { throw OperationError.refused("N is \(n), no power of two") }
        let cost = try Scrypt.Cost(logN: n.trailingZeroBitCount, r: try inputs.int("r"), p: try inputs.int("p"))
        guard cost.memoryByteCount <= memoryLimit else {
            throw OperationError.unsupported("scrypt with \(cost.memoryByteCount >> 20) MiB of memory")
        }
        let key = try Scrypt.deriveKey(
            from: try inputs.bytes("password"), salt: try inputs.bytes("salt"), cost: cost,
            outputByteCount: try inputs.int("outputByteCount"), memoryLimit: cost.memoryByteCount)
        return ["key": .bytes([UInt8](bytes: key))]
    }
}
