public import ArcaCodecs

extension RepeatingXOR {
    /// A candidate cipher for a ciphertext.
    public struct Candidate: Sendable, Hashable {
        /// The cipher.
        public let cipher: RepeatingXOR
        /// The cost of its plaintext as text, in bits per byte; random bytes cost about 9.
        public let bitsPerByte: Double
        /// Its probability among the candidates, 0 to 1.
        public let confidence: Double
    }

    private static let longestKey = 40
    /// The maximum number of bytes that are analyzed.
    private static let longestText = 16 << 10

    /// Finds the most likely keys of a ciphertext whose plaintext is ASCII text, mostly letters.
    ///
    /// Each byte of the key decrypts a part of the text independently, so the best key of a length consists of the best
    /// bytes. Each byte costs eight bits, so a short key beats its repetitions.
    ///
    /// - Parameters:
    ///   - bytes: The ciphertext, at least 4 bytes; only the first 16 KiB are used.
    ///   - count: Maximum number of candidates; a negative number counts as 0.
    /// - Returns: The candidates, most likely first; empty for fewer than 4 bytes.
    public static func crack(_ bytes: borrowing some Bytes, count: Int = 5) -> [Candidate] {
        let bytes = [UInt8](bytes: bytes).prefix(longestText).map { $0 }
        guard bytes.count >= 4 else { return [] }
        var found: [(key: [UInt8], bits: Double)] = []
        for length in 1...min(longestKey, bytes.count / 3 + 1) {
            let columns = columns(bytes, length)
            // For a single-byte key also the runners-up, because short texts are ambiguous.
            if length == 1 {
                for other in columns[0][1..<max(2, min(count, 256))] { found.append(([other.byte], 8 + other.bits)) }
            }
            let key = columns.map { $0[0].byte }
            let bits = columns.reduce(8.0 * Double(length)) { $0 + $1[0].bits }
            // A repeated key is the same as the shorter one.
            if KeyPeriod.shortest(key).count == length { found.append((key, bits)) }
        }
        found.sort { $0.bits < $1.bits }
        let best = found[0].bits
        let weights = found.map { Double.powerOfTwo($0.bits - best) }
        let sum = weights.reduce(0, +)
        return zip(found, weights).prefix(max(count, 0)).map { entry, weight in
            Candidate(
                cipher: RepeatingXOR(known: entry.key),
                bitsPerByte: (entry.bits - 8 * Double(entry.key.count)) / Double(bytes.count), confidence: weight / sum)
        }
    }

    /// All values for each byte of a key of this length, with the cost of the bytes they decrypt, cheapest first.
    private static func columns(_ bytes: [UInt8], _ length: Int) -> [[(byte: UInt8, bits: Double)]] {
        (0..<length).map { column in
            var counts = [Int](repeating: 0, count: 256)
            for index in stride(from: column, to: bytes.count, by: length) { counts[Int(bytes[index])] += 1 }
            let present = counts.indices.filter { counts[$0] > 0 }
            return (0..<256).map { key in
                (UInt8(key), present.reduce(0.0) { $0 + Double(counts[$1]) * bits[$1 ^ key] })
            }.sorted { $0.bits < $1.bits }
        }
    }

    /// Finds the most likely key of at least two bytes, if the index of coincidence of a length is that of text.
    ///
    /// - Parameter bytes: The ciphertext; all of it is used.
    /// - Returns: The cipher, with a key of at most 32 bytes; nil if no length stands out, as for random bytes.
    static func periodic(_ bytes: [UInt8]) -> RepeatingXOR? {
        guard bytes.count >= 16 else { return nil }
        var lengths: [(length: Int, share: Double)] = []
        for length in 2...min(32, bytes.count / 6) {
            let (same, pairs) = KeyPeriod.coincidences(bytes, length: length, limit: 256)
            if same >= 4, same * 25 > pairs { lengths.append((length, Double(same) / Double(pairs))) }
        }
        lengths.sort { ($1.share, $0.length) < ($0.share, $1.length) }
        let keys = lengths.prefix(4).map { entry in
            let columns = columns(bytes, entry.length)
            return (
                key: columns.map { $0[0].byte }, bits: columns.reduce(8.0 * Double(entry.length)) { $0 + $1[0].bits }
            )
        }
        return keys.min { $0.bits < $1.bits }.map { RepeatingXOR(known: KeyPeriod.shortest($0.key)) }
    }

    /// Keys that differ in one byte: for each position, the four best bytes.
    func neighbors(_ bytes: [UInt8]) -> [RepeatingXOR] {
        Self.columns(bytes, key.count).enumerated().flatMap { place, column in
            column.prefix(4).filter { $0.byte != key[place] }.map { entry in
                var key = key
                key[place] = entry.byte
                return RepeatingXOR(known: key)
            }
        }
    }

    /// The cost of each byte in text, in bits: letters by English frequency, the space like the most common letter,
    /// other bytes rare.
    private static let bits: [Double] = {
        var bits = [Double](repeating: 16, count: 256)
        for byte in 0x21...0x7e { bits[byte] = 9.5 }
        for byte in 0x30...0x39 { bits[byte] = 7.5 }
        for byte in 0x80...0xff { bits[byte] = 13 }
        for (letters, value) in [
            ("e", 3.4), ("tao", 3.9), ("insrh", 4.2), ("dl", 5), ("cumwfgyp", 5.7), ("bvk", 6.7), ("xjqz", 9),
        ] {
            for letter in letters.utf8 {
                bits[Int(letter)] = value
                bits[Int(letter & 0xdf)] = value + 4
            }
        }
        bits[0x20] = 2.6
        for (mark, value) in [(0x2e, 6.5), (0x2c, 6.5), (0x0a, 7), (0x27, 8), (0x2d, 8), (0x0d, 10), (0x09, 10)] {
            bits[mark] = value
        }
        return bits
    }()
}

extension Double {
    /// 2^-bits, without the C library.
    fileprivate static func powerOfTwo(_ bits: Double) -> Double {
        guard bits < 1000 else { return 0 }
        let whole = bits.rounded(.down)
        // 2^-x for 0 <= x < 1 by a parabola, which is precise enough for a confidence.
        let part = bits - whole
        let fraction = 1 - 0.6716 * part + 0.1716 * part * part
        return Double(sign: .plus, exponent: -Int(whole), significand: fraction)
    }
}

/// Statistics of keys that repeat.
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
