internal import ArcaCrypto

/// Tells moduli that Infineon's faulty library has made: they are powers of 65,537 modulo many small primes.
///
/// Source: Nemec, Sys, Svenda, Klinec, Matyas, "The Return of Coppersmith's Attack" (2017), section 2.
enum ROCA {
    /// For each prime of the generator's primorial that says something, the powers of 65,537 modulo it.
    private static let residues: [(prime: Int, isPower: [Bool])] = [
        11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157,
    ].map { prime in
        var isPower = [Bool](repeating: false, count: prime)
        var power = 1
        while !isPower[power] {
            isPower[power] = true
            power = power * 65537 % prime
        }
        return (prime, isPower)
    }

    /// Whether a modulus has the structure; one in some 2^28 others has it by chance.
    static func matches(_ modulus: BigNumber) -> Bool {
        residues.allSatisfy { prime, isPower in
            let remainder = (modulus % BigNumber(UInt(prime))).bytes.reduce(0) { $0 << 8 | Int($1) }
            return isPower[remainder]
        }
    }
}
