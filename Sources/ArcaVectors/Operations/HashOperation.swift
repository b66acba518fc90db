internal import ArcaCodecs
internal import ArcaCrypto

/// Digests: `hash`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `hash` | `msg`, `outputByteCount` (for SHAKE) | `digest` |
enum HashOperation: VectorOperation {
    static let names = ["hash"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let function = try function(question.algorithm)
        let length = inputs["outputByteCount"] == nil ? nil : try inputs.int("outputByteCount")
        return ["digest": .bytes(try function.hash(try inputs.bytes("msg"), outputByteCount: length))]
    }

    /// The hash function of a name; one that is not there is not supported.
    static func function(_ name: some StringProtocol) throws(OperationError) -> HashFunction {
        do {
            return try HashFunction(named: String(name))
        } catch { throw .unsupported("Arca has no hash function \(name)") }
    }
}
