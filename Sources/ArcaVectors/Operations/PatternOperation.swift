internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaPatterns

/// Hashes of gesture patterns: `verify-pattern`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `verify-pattern` | `text` (the hash); `dots` and `pepper` (may be empty), without which it is only read | none: yes or a refusal |
enum PatternOperation: VectorOperation {
    static let names = ["verify-pattern"]

    static func answer(_ question: Question) throws -> NamedValues {
        let inputs = question.inputs
        let hash = try PatternHash(try inputs.text("text"))
        guard inputs["dots"] != nil else { return [:] }
        let pattern = try Pattern(dots: try inputs.ints("dots"), grid: hash.grid, rules: hash.rules)
        let pepper = try inputs.bytes("pepper")
        guard try hash.verify(pattern, pepper: pepper.isEmpty ? nil : SymmetricKey(copying: pepper)) else {
            throw OperationError.refused("the pattern does not fit")
        }
        return [:]
    }
}
