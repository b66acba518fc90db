internal import ArcaCrypto

/// Finds the numbers among many that have a factor in common with another one, without comparing each two.
///
/// The product of all is reduced modulo the square of each by way of a tree.
enum BatchGCD {
    /// Pairs of places whose numbers have a common factor; the numbers are different, odd and above 1.
    static func related(_ numbers: [[UInt8]]) -> [(Int, Int)] {
        guard numbers.count > 1 else { return [] }
        let values = numbers.map { BigNumber($0) }
        let remainders = remainders(values)
        // (P mod n²) / n is the product of all others modulo n.
        let suspects = values.indices.filter {
            !(remainders[$0] / values[$0]).commonDivisor(values[$0]).isOne
        }
        var pairs: [(Int, Int)] = []
        for (index, first) in suspects.enumerated() {
            for second in suspects[(index + 1)...] where !values[first].commonDivisor(values[second]).isOne {
                pairs.append((first, second))
            }
        }
        return pairs
    }

    /// The product of all numbers modulo the square of each.
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

/// Fermat's way to factor a number whose two factors are close to each other.
///
/// Source: Böck, "Fermat Factorization in the Wild" (2023).
enum FermatFactoring {
    /// Enough for every key that was found in the wild; 100 are usual.
    private static let stepCount = 200

    /// Whether an odd number is a square, or the difference of two squares that a few steps find.
    static func isFactored(_ number: BigNumber) -> Bool {
        var root = squareRoot(number)
        if root * root < number { root = root + BigNumber(1) }
        for _ in 0..<stepCount {
            let rest = root * root - number
            if isSquare(rest) { return true }
            root = root + BigNumber(1)
        }
        return false
    }

    private static func isSquare(_ number: BigNumber) -> Bool {
        // Squares end in 0, 1, 4 or 9 modulo 16: three of four others are told at once.
        let remainder = number % BigNumber(16)
        guard [0, 1, 4, 9].contains(where: { remainder == BigNumber($0) }) else { return false }
        let root = squareRoot(number)
        return root * root == number
    }

    /// The square root, rounded down, by Newton's method from above.
    static func squareRoot(_ number: BigNumber) -> BigNumber {
        guard !number.isZero else { return number }
        let bitCount = (number.bitCount + 1) / 2
        // 2^bitCount is above the root.
        var root = BigNumber([UInt8(1 << (bitCount % 8))] + [UInt8](repeating: 0, count: bitCount / 8))
        while true {
            let next = (root + number / root) / BigNumber(2)
            if next >= root { return root }
            root = next
        }
    }
}

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

/// The odd primes below 2^16, in blocks with their products: one common divisor tells of many at once.
enum SmallPrimes {
    struct Block {
        let primes: [Int]
        let product: BigNumber
    }

    private static let limit = 1 << 16

    static let blocks: [Block] = {
        var isComposite = [Bool](repeating: false, count: limit)
        var primes: [Int] = []
        for number in stride(from: 3, to: limit, by: 2) where !isComposite[number] {
            primes.append(number)
            for multiple in stride(from: number * number, to: limit, by: 2 * number) { isComposite[multiple] = true }
        }
        return stride(from: 0, to: primes.count, by: 128).map { start in
            let part = Array(primes[start..<min(start + 128, primes.count)])
            return Block(primes: part, product: part.reduce(BigNumber(1)) { $0 * BigNumber(UInt($1)) })
        }
    }()
}
