internal import ArcaCrypto

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
