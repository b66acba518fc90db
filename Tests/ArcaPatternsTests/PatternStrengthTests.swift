internal import ArcaCore
import ArcaPatterns
import Testing

@Suite struct PatternStrengthTests {
    private func strength(_ text: String) throws -> PatternStrength {
        PatternStrength(of: try Pattern(text: Array(text.utf8)))
    }

    @Test("Song's score of 1-2-3-6-5-4-7-8-9 is 0.447")
    func song() throws {
        #expect(abs(try strength("123654789").song - 0.447) < 1e-9)
        // The minimum: three segments always have at least two directions on 3×3.
        #expect(abs(try strength("1478").song - (0.81 * 3 / 15 + 0.04 * 2 / 3)) < 1e-9)
    }

    /// The extremes of the published meters according to APC (Golla et al., 2019).
    @Test("reaches the published extremes of the meters")
    func extremes() throws {
        var (andriotis, sun) = ((13, 0), (100.0, 0.0))
        try PatternSpace().forEach { cells in
            // Only the shortest and longest patterns reach the extremes.
            guard cells.count == 4 || cells.count == 9, cells[0] < 2 || cells[0] == 4 else { return true }
            guard let pattern = try? Pattern(dots: (0..<cells.count).map { Int(cells[$0]) }) else { return true }
            if cells.count == 9, cells[0] != 4 || cells[1] != 0, cells[0] != 1 || cells[1] != 6 { return true }
            let strength = PatternStrength(of: pattern)
            andriotis = (min(andriotis.0, strength.andriotis), max(andriotis.1, strength.andriotis))
            sun = (min(sun.0, strength.sun), max(sun.1, strength.sun))
            return true
        }
        #expect(andriotis == (0, 13))
        #expect(abs(sun.0 - 6.339850002884625) < 1e-9 && abs(sun.1 - 46.80738907682584) < 1e-9)
    }

    @Test("counts the features of a pattern")
    func features() throws {
        let features = try strength("159624873").features
        #expect(features.segmentCount == 8 && features.knightMoveCount == 0)
        #expect(try strength("1672").features.knightMoveCount == 3)
        let cross = try strength("1593724").features  // both diagonals
        #expect(cross.crossingCount + cross.touchCount > 0 && cross.turnCount > 2)
        let back = try strength("2136").features  // 1 to 3 over 2, which is already used
        #expect(back.revisitedDotCount == 1)
        #expect(back.overlapCount == 1)
        #expect(back.maximumNormLength == 4)
    }

    @Test("maps scores to levels")
    func levels() throws {
        let weak = try strength("1478")
        #expect(weak.andriotisLevel == .weak)
        #expect(weak.sunLevel == .weak)
        #expect(weak.songLevel == .weak)
        let strong = try strength("519283764")
        #expect(strong.andriotisLevel == .strong)
        #expect(strong.sunLevel == .strong)
        #expect(strong.songLevel == .strong)
        #expect(PatternStrength.Level.weak < .medium && .medium < PatternStrength.Level.strong)
    }

    @Test("ranks letters early and random patterns late, and uses the full range")
    func ranks() throws {
        func rank(_ text: String) throws -> Int { try GuessModel.rank(of: try Pattern(text: Array(text.utf8))) }
        for letter in ["14789", "1235789", "1236987", "123698745"] { #expect(try rank(letter) < 1000, "\(letter)") }
        #expect(try rank("14789") < rank("9635") && rank("519283764") > 100_000)
        var places = Set<Int>()
        for dots in [[0, 1, 2, 5], [4, 0, 8, 2], [1, 6, 5, 0, 7, 2, 3, 8, 4]] {
            let place = try GuessModel.rank(of: Pattern(dots: dots))
            #expect((1...389_112).contains(place))
            places.insert(place)
        }
        #expect(places.count == 3)
        #expect(throws: PatternError.code(.tooLarge)) {
            try GuessModel.rank(of: Pattern(dots: [0, 1, 2, 3], rules: .ios))
        }
    }

    @Test("suggests different patterns that satisfy rules, length and rank")
    func suggestions() throws {
        var seen: Set<[Int]> = []
        for _ in 0..<20 {
            let pattern = try PatternSuggestion.pattern(dotCount: 6, minimumRank: 20_000)
            #expect(try pattern.dotCount >= 6 && GuessModel.rank(of: pattern) >= 20_000)
            #expect(try Pattern(dots: pattern.dots) == pattern)
            seen.insert(pattern.dots)
        }
        #expect(seen.count > 15)
        let large = try PatternSuggestion.pattern(grid: Pattern.Grid(rows: 6, columns: 6), rules: .ios, dotCount: 30)
        #expect(large.dotCount >= 30 && Set(large.dots).count == large.dotCount)
        #expect(throws: PatternError.code(.tooLarge)) { try PatternSuggestion.pattern(dotCount: 10) }
        #expect(throws: PatternError.code(.tooLarge)) { try PatternSuggestion.pattern(rules: .ios, minimumRank: 2) }
    }

    @Test("suggests short patterns in proportion to their number")
    func suggestionLengths() throws {
        // 2×2 without included dots: 24 sequences of four dots, 24 of three, 12 of two.
        let grid = try Pattern.Grid(rows: 2, columns: 2)
        var counts = [Int](repeating: 0, count: 5)
        for _ in 0..<3000 {
            counts[try PatternSuggestion.pattern(grid: grid, rules: .free(minimumDotCount: 2)).dotCount] += 1
        }
        #expect(
            (450...750).contains(counts[2]) && (1000...1400).contains(counts[3]) && (1000...1400).contains(counts[4]))
    }
}
