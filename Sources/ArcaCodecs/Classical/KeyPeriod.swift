enum KeyPeriod {
    /// Counts the pairs of values under the same byte of a key of `length`, and the equal ones; values are below
    /// `limit`.
    static func coincidences(_ values: [UInt8], length: Int, limit: Int) -> (same: Int, pairs: Int) {
        var (same, pairs) = (0, 0)
        for start in 0..<length {
            var counts = [Int](repeating: 0, count: limit)
            var count = 0
            for index in stride(from: start, to: values.count, by: length) {
                same += counts[Int(values[index])]
                counts[Int(values[index])] += 1
                pairs += count
                count += 1
            }
        }
        return (same, pairs)
    }

    /// The shortest key whose repetition is `key`.
    static func shortest<Element: Equatable>(_ key: [Element]) -> [Element] {
        for length in 1..<max(key.count, 1) where key.count % length == 0 {
            if key.indices.allSatisfy({ key[$0] == key[$0 % length] }) { return Array(key[..<length]) }
        }
        return key
    }
}
