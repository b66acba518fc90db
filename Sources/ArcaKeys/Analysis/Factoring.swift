internal import ArcaCrypto

/// Finds moduli with a common factor without comparing every pair.
///
/// A remainder tree reduces the product of all moduli modulo the square of each (batch GCD).
enum BatchGCD {
    /// Pairs of indices whose numbers share a factor; the numbers must be distinct, odd and above 1.
    static func related(_ numbers: [[UInt8]]) -> [(Int, Int)] {
        guard numbers.count > 1 else { return [] }
        let values = numbers.map { BigNumber($0) }
        let remainders = remainders(values)
        // (P mod n²) / n is the product of all others modulo n.
        let suspects = values.indices.filter {
            !(remainders[$0] / values[$0]).isCoprime(to: values[$0])
        }
        var pairs: [(Int, Int)] = []
        for (index, first) in suspects.enumerated() {
            for second in suspects[(index + 1)...].prefix(max(1, comparisonCount / suspects.count))
            where !values[first].isCoprime(to: values[second]) {
                pairs.append((first, second))
            }
        }
        return pairs + remaining(suspects, pairs, values)
    }

    /// Shared primes are rare unless created on purpose.
    private static let comparisonCount = 500

    /// One partner for each suspect that has none yet, found by bisection over the others.
    private static func remaining(
        _ suspects: [Int], _ pairs: [(Int, Int)], _ values: [BigNumber]
    ) -> [(Int, Int)] {
        var found = Set(pairs.flatMap { [$0.0, $0.1] })
        return suspects.compactMap { lonely in
            guard !found.contains(lonely) else { return nil }
            var others = suspects.filter { $0 != lonely }[...]
            while others.count > 1 {
                let half = others.prefix(others.count / 2)
                let product = half.reduce(BigNumber(1)) { $0 * values[$1] % values[lonely] }
                others = product.isCoprime(to: values[lonely]) ? others.dropFirst(half.count) : half
            }
            found.formUnion([lonely] + others)
            return others.first.map { (lonely, $0) }
        }
    }

    private static func remainders(_ values: [BigNumber]) -> [BigNumber] {
        var levels = [values]
        while let last = levels.last, last.count > 1 {
            levels.append(
                stride(from: 0, to: last.count, by: 2).map { index in
                    index + 1 < last.count ? last[index] * last[index + 1] : last[index]
                })
        }
        var remainders = levels.removeLast()
        for level in levels.reversed() {
            remainders = level.indices.map { remainders[$0 / 2] % (level[$0] * level[$0]) }
        }
        return remainders
    }
}

/// Fermat factorization, which succeeds if the two factors are close together.
///
/// Source: Böck, "Fermat Factorization in the Wild" (2023).
enum FermatFactoring {
    /// Sufficient for every such key found in the wild; 100 is customary.
    private static let stepCount = 200

    /// Whether an odd number is a square, or factored within a few steps.
    static func isFactored(_ number: BigNumber) -> Bool {
        var root = squareRoot(number)
        if root * root < number { root = root + BigNumber(1) }
        // Quick test modulo a word: only 1 in 3,000 non-squares passes.
        let first = root.remainder(by: modulus)
        let rest = (root * root - number).remainder(by: modulus)
        return (0..<UInt(stepCount)).contains { step in
            let remainder = (rest + 2 * step * first + step * step) % modulus
            guard squares.allSatisfy({ $0.isSquare[Int(remainder % $0.modulus)] }) else { return false }
            let sum: BigNumber = root + BigNumber(step)
            return isSquare(sum * sum - number)
        }
    }

    /// Pairwise coprime moduli, with the squares modulo each.
    private static let squares: [(modulus: UInt, isSquare: [Bool])] = {
        let moduli: [UInt] = [64, 63, 65, 11, 17, 19, 23, 29, 31]
        return moduli.map { modulus in
            var isSquare = [Bool](repeating: false, count: Int(modulus))
            for root in 0..<modulus { isSquare[Int(root * root % modulus)] = true }
            return (modulus, isSquare)
        }
    }()

    /// 45 bits.
    private static let modulus: UInt = squares.reduce(1) { $0 * $1.modulus }

    private static func isSquare(_ number: BigNumber) -> Bool {
        let root = squareRoot(number)
        return root * root == number
    }

    /// The square root, rounded down: Newton's method from above.
    static func squareRoot(_ number: BigNumber) -> BigNumber {
        guard !number.isZero else { return number }
        let bitCount = (number.bitCount + 1) / 2
        // 2^bitCount is greater than the root.
        var root = BigNumber([UInt8(1 << (bitCount % 8))] + [UInt8](repeating: 0, count: bitCount / 8))
        while true {
            let next = (root + number / root) / BigNumber(2)
            if next >= root { return root }
            root = next
        }
    }
}

/// Detects moduli generated by Infineon's faulty library: they are powers of 65,537 modulo many small primes.
///
/// Source: Nemec, Sys, Svenda, Klinec, Matyas, "The Return of Coppersmith's Attack" (2017), section 2.
enum ROCA {
    /// The powers of 65,537 modulo each distinguishing prime of the generator's primorial.
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

    /// About 1 in 2^28 other moduli matches by chance.
    static func matches(_ modulus: BigNumber) -> Bool {
        residues.allSatisfy { prime, isPower in isPower[Int(modulus.remainder(by: UInt(prime)))] }
    }
}

enum SmallPrimes {
    private static let limit = 1 << 16

    static let all: [UInt] = {
        var isComposite = [Bool](repeating: false, count: limit)
        var primes: [UInt] = []
        for number in stride(from: 3, to: limit, by: 2) where !isComposite[number] {
            primes.append(UInt(number))
            for multiple in stride(from: number * number, to: limit, by: 2 * number) { isComposite[multiple] = true }
        }
        return primes
    }()

    /// One GCD with the product of all primes tests for all of them.
    private static let product = stride(from: 0, to: all.count, by: 128)
        .map { start in all[start...].prefix(128).reduce(BigNumber(1)) { $0 * BigNumber($1) } }
        .reduce(BigNumber(1), *)

    /// The smallest such prime that divides an odd number above 1, which must not be secret.
    static func factor(of number: BigNumber) -> UInt? {
        guard !(product % number).isCoprime(to: number) else { return nil }
        return all.first { number.remainder(by: $0) == 0 }
    }
}
