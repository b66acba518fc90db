/// Tests for primes: `PrimalityTest`, of numbers in two's complement.
struct WycheproofPrimality: VectorFamily {
    let name = "primality"

    init?(_ kind: VectorKind) {
        guard kind.format == WycheproofFormat.name, kind.type == "PrimalityTest" else { return nil }
    }

    func trial(_ fields: inout CaseFields) throws(VectorError) -> Trial {
        let verdict = try fields.verdict()
        let inputs: NamedValues = ["number": .bytes(try fields.bytes("value"))]
        return .steps([.init(Question("is-prime", "", inputs), verdict.of([:]))])
    }
}
