internal import ArcaCrypto

/// Tests for primes: `is-prime`.
///
/// | operation | inputs | outputs |
/// |---|---|---|
/// | `is-prime` | `number`: two's complement, the highest byte first | none: yes or a refusal |
enum PrimalityOperation: VectorOperation {
    static let names = ["is-prime"]

    static func answer(_ question: Question) throws -> NamedValues {
        let number = try question.inputs.bytes("number")
        // Arca's numbers have no sign: a negative one is no prime.
        guard number.first.map({ $0 < 0x80 }) ?? true else { throw OperationError.refused("a negative number") }
        guard try Primality.isPrime(number) else { throw OperationError.refused("not a prime") }
        return [:]
    }
}
