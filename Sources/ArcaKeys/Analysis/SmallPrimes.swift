internal import ArcaCrypto

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
