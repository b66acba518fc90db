/// What Unicode says of code points in domains, out of the tables of scripts/idna-tables.py.
enum IDNATables {
    /// What UTS #46 does with a code point.
    enum Status: Hashable {
        /// It stays.
        case valid
        /// It goes.
        case ignored
        /// It becomes others.
        case mapped([UInt32])
        /// It is in no domain.
        case disallowed
    }

    /// Neighbors that are treated alike.
    private struct Run {
        let first: UInt32
        let last: UInt32
        /// The letter that says how.
        let kind: UInt8
        /// The numbers behind the letter.
        let numbers: [Int]
    }

    private static let mappings = runs(mappingText)
    private static let joinings = runs(joiningText)
    private static let directions = runs(directionText)

    /// What becomes of a code point.
    static func status(of code: UInt32) -> Status {
        guard let run = find(code, mappings) else { return .disallowed }
        switch run.kind {
        case UInt8(ascii: "V"): return .valid
        case UInt8(ascii: "I"): return .ignored
        case UInt8(ascii: "M"): return .mapped(run.numbers.map { UInt32($0) })
        case UInt8(ascii: "D"): return .mapped([UInt32(Int(code) + run.numbers[0])])
        // Capital and small letters in turn.
        default: return (code - run.first) % 2 == 0 ? .mapped([code + 1]) : .valid
        }
    }

    /// The letter of a joining type, `T`, `D`, `R` or `L`; nil for others.
    static func joining(of code: UInt32) -> UInt8? { find(code, joinings)?.kind }

    /// The letter of a direction; `L` where none is said.
    static func direction(of code: UInt32) -> UInt8 { find(code, directions)?.kind ?? UInt8(ascii: "L") }

    private static func find(_ code: UInt32, _ runs: [Run]) -> Run? {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].last < code { low = middle + 1 } else { high = middle }
        }
        return low < runs.count && runs[low].first <= code ? runs[low] : nil
    }

    // MARK: Parsing

    private static func words(_ text: StaticString) -> [ArraySlice<UInt8>] {
        text.withUTF8Buffer { Array($0) }.split { $0 == 0x20 || $0 == 0x0a }
    }

    private static func number(_ word: ArraySlice<UInt8>) -> Int {
        let isNegative = word.first == UInt8(ascii: "-")
        let value = word.reduce(0) { sum, byte in
            byte == UInt8(ascii: "-") ? sum : sum * 36 + Int(byte < 0x3a ? byte - 0x30 : byte - 0x61 + 10)
        }
        return isNegative ? -value : value
    }

    /// Reads `GAP[+LENGTH]KIND[NUMBERS]`.
    private static func runs(_ text: StaticString) -> [Run] {
        var next = 0
        return words(text).compactMap { word in
            guard let place = word.firstIndex(where: { (0x41...0x5a).contains($0) }) else { return nil }
            let parts = word[..<place].split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false)
            let first = next + number(parts[0])
            let length = parts.count > 1 ? number(parts[1]) : 1
            next = first + length
            let numbers = word[(place + 1)...].split(separator: UInt8(ascii: "_")).map(number)
            return Run(first: UInt32(first), last: UInt32(next - 1), kind: word[place], numbers: numbers)
        }
    }

    // MARK: Composition

    private struct Pair: Hashable {
        let first: UInt32
        let second: UInt32
    }

    private static let composed: [(code: UInt32, pair: Pair)] = words(compositionText).map { word in
        let codes = word.split(separator: UInt8(ascii: "_")).map { UInt32(number($0)) }
        return (codes[0], Pair(first: codes[1], second: codes[2]))
    }
    private static let compositions = Dictionary(uniqueKeysWithValues: composed.map { ($0.pair, $0.code) })
    private static let decompositions = Dictionary(uniqueKeysWithValues: composed.map { ($0.code, $0.pair) })

    private static let (hangul, leading, vowel, trailing): (UInt32, UInt32, UInt32, UInt32) = (
        0xac00, 0x1100, 0x1161, 0x11a7
    )
    private static let (hangulCount, vowelCount, trailingCount): (UInt32, UInt32, UInt32) = (11_172, 21, 28)

    /// Text in normalization form C, of code points that have no canonical decomposition which does not compose again.
    ///
    /// Source: Unicode 17, section 3.11 and 3.12.
    static func normalized(_ text: [UInt32]) -> [UInt32] {
        if text.allSatisfy({ $0 < 0x300 }) { return text }
        var parts: [(code: UInt32, rank: UInt8)] = []
        func decompose(_ code: UInt32) {
            if code >= hangul, code - hangul < hangulCount {
                let index = code - hangul
                parts.append((leading + index / (vowelCount * trailingCount), 0))
                parts.append((vowel + index % (vowelCount * trailingCount) / trailingCount, 0))
                if index % trailingCount > 0 { parts.append((trailing + index % trailingCount, 0)) }
            } else if let pair = decompositions[code] {
                decompose(pair.first)
                decompose(pair.second)
            } else {
                parts.append((code, rank(of: code)))
            }
        }
        text.forEach(decompose)
        var start = 0
        while start < parts.count {
            var end = start + 1
            while end < parts.count, parts[start].rank > 0, parts[end].rank > 0 { end += 1 }
            // Swift's sorting keeps the order of equals.
            if end - start > 1 { parts[start..<end].sort { $0.rank < $1.rank } }
            start = end
        }
        var result: [UInt32] = []
        var starter: Int?
        var lastRank: UInt8 = 0
        for part in parts {
            if let place = starter, lastRank < part.rank || lastRank == 0 && place == result.count - 1,
                let whole = compose(result[place], part.code)
            {
                result[place] = whole
                continue
            }
            lastRank = part.rank
            if part.rank == 0 { starter = result.count }
            result.append(part.code)
        }
        return result
    }

    private static func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if first >= leading, first < leading + 19, second >= vowel, second < vowel + vowelCount {
            return hangul + ((first - leading) * vowelCount + second - vowel) * trailingCount
        }
        if first >= hangul, first - hangul < hangulCount, (first - hangul) % trailingCount == 0, second > trailing,
            second < trailing + trailingCount
        {
            return first + second - trailing
        }
        return compositions[Pair(first: first, second: second)]
    }

    /// The canonical combining class.
    static func rank(of code: UInt32) -> UInt8 {
        Unicode.Scalar(code)?.properties.canonicalCombiningClass.rawValue ?? 0
    }
}
