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
