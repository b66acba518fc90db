internal import ArcaCore
import ArcaPatterns
import Testing

@Suite struct PatternTests {
    @Test("includes dots that a line passes over on Android, but not elsewhere")
    func joining() throws {
        #expect(try Pattern(dots: [0, 2, 8, 6]).dots == [0, 1, 2, 5, 8, 7, 6])
        #expect(try Pattern(dots: [4, 0, 8, 2]).dots == [4, 0, 8, 5, 2])
        #expect(try Pattern(dots: [0, 2, 8, 6], rules: .ios).dots == [0, 2, 8, 6])
        let grid = try Pattern.Grid(rows: 4, columns: 4)
        #expect(try Pattern(dots: [0, 15, 3, 12], grid: grid).dots == [0, 5, 10, 15, 11, 7, 3, 6, 9, 12])
        #expect(try Pattern(dots: [0, 7, 1, 2], grid: grid).dots == [0, 7, 1, 2])
    }

    @Test("rejects invalid patterns with the index of the dot")
    func refusals() {
        #expect(throws: PatternError.code(.tooShort, at: .index(3))) { try Pattern(dots: [0, 1, 2]) }
        #expect(throws: PatternError.code(.tooShort, at: .index(0))) { try Pattern(dots: []) }
        #expect(throws: PatternError.code(.repeatedDot, at: .index(3))) { try Pattern(dots: [0, 1, 2, 1]) }
        #expect(throws: PatternError.code(.repeatedDot, at: .index(2))) { try Pattern(dots: [0, 2, 1, 5]) }
        #expect(throws: PatternError.code(.outsideGrid, at: .index(1))) { try Pattern(dots: [0, 9, 1, 2]) }
        #expect(throws: PatternError.code(.outsideGrid, at: .index(0))) { try Pattern(dots: [-1, 0, 1, 2]) }
        #expect(throws: PatternError.code(.invalidGrid)) { try Pattern.Grid(rows: 1, columns: 3) }
        #expect(throws: PatternError.code(.invalidGrid)) { try Pattern.Grid(rows: 3, columns: 7) }
        for text in ["", "3", "3x", "3x33", "axb", "3X3"] {
            #expect(throws: PatternError.code(.invalidGrid), "\(text)") { try Pattern.Grid(text) }
        }
    }

    @Test("finds rules by name")
    func rules() throws {
        #expect(try PatternRules(named: "android") == .android)
        #expect(try PatternRules(named: "ios") == PatternRules(named: "free-4"))
        #expect(try PatternRules(named: "free-1").minimumDotCount == 1)
        #expect(try Pattern(dots: [0], rules: .free(minimumDotCount: 1)).dotCount == 1)
        for name in ["", "free", "free-0", "free-37", "free-04", "Android", "free--1"] {
            #expect(throws: PatternError.code(.unknownRules), "\(name)") { try PatternRules(named: name) }
        }
    }

    @Test("reads and writes every notation")
    func notations() throws {
        let pattern = try Pattern(dots: [0, 1, 2, 5, 8])
        let texts: [(PatternNotation, String)] = [
            (.digits, "12369"), (.zeroDigits, "01258"), (.dotted, "0.1.2.5.8"), (.bracketed, "[1][2][3][6][9]"),
            (.coordinates, "(0,0)(0,1)(0,2)(1,2)(2,2)"),
        ]
        for (notation, text) in texts {
            #expect(try notation.text(of: pattern) == text)
            #expect(try Pattern(text: Array(text.utf8)) == pattern)
            #expect(try Pattern(text: Array(text.utf8), notation: notation) == pattern)
        }
        let large = try Pattern(dots: [0, 1, 2, 35], grid: Pattern.Grid(rows: 6, columns: 6))
        for notation in [PatternNotation.dotted, .bracketed, .coordinates] {
            let text = try notation.text(of: large)
            #expect(try Pattern(text: Array(text.utf8), grid: large.grid) == large)
        }
        #expect(throws: PatternError.code(.invalidNotation)) { try PatternNotation.digits.text(of: large) }
    }

    @Test(
        "rejects invalid notation with the offset",
        arguments: [
            ("12a4", 2), ("1.2", 3), ("0.1..2", 4), ("[1][2", 5), ("[1]2", 3), ("(0,0)(0 1)", 7), ("x", 0),
            ("0.1.2.5.", 8),
        ])
    func badNotation(text: String, offset: Int) {
        let expected =
            text == "1.2"
            ? PatternError.code(.tooShort, at: .index(2)) : PatternError.code(.invalidNotation, at: .index(offset))
        #expect(throws: expected) { try Pattern(text: Array(text.utf8)) }
    }

    @Test("rejects a coordinate outside its row")
    func coordinates() {
        #expect(throws: PatternError.code(.outsideGrid, at: .index(0))) {
            try Pattern(text: Array("(0,3)(1,1)(1,2)(2,2)".utf8))
        }
    }

    @Test("does not reveal its dots")
    func redacted() throws {
        let pattern = try Pattern(dots: [0, 1, 2, 5, 8])
        var dumped = ""
        dump(pattern, to: &dumped)
        #expect("\(pattern)" == "Pattern(5 dots)" && dumped == "- Pattern(5 dots)\n")
    }

    @Test("counts patterns by length as published")
    func counts() throws {
        let android = try PatternSpace().counts()
        #expect(android.map(\.dotCount) == [4, 5, 6, 7, 8, 9])
        #expect(android.map(\.patternCount) == [1624, 7152, 26_016, 72_912, 140_704, 140_704])
        let free = try PatternSpace(rules: .ios).counts()
        #expect(free.reduce(0) { $0 + $1.patternCount } == 985_824)
        // Lee et al. (2012) counted 4×4; the total over all lengths is known.
        let large = try PatternSpace(grid: Pattern.Grid(rows: 4, columns: 4)).counts()
        #expect(large.reduce(0) { $0 + $1.patternCount } == 4_350_069_823_024)
        #expect(throws: PatternError.code(.tooLarge)) {
            try PatternSpace(grid: Pattern.Grid(rows: 5, columns: 5)).counts()
        }
        #expect(throws: PatternError.code(.tooLarge)) {
            try PatternSpace(grid: Pattern.Grid(rows: 5, columns: 5), rules: .ios).counts()
        }
    }

    @Test("enumerates each pattern once, consistent with counts and rules")
    func listing() throws {
        let space = PatternSpace(grid: try Pattern.Grid(rows: 2, columns: 3))
        var seen: Set<[Int]> = []
        try space.forEach { cells in
            let dots = (0..<cells.count).map { Int(cells[$0]) }
            #expect((try? Pattern(dots: dots, grid: space.grid).dots) == dots)
            seen.insert(dots)
            return true
        }
        #expect(UInt64(seen.count) == (try space.counts().reduce(0) { $0 + $1.patternCount }))
        var number = 0
        try PatternSpace().forEach { _ in
            number += 1
            return number < 10
        }
        #expect(number == 10)
        #expect(throws: PatternError.code(.tooLarge)) {
            try PatternSpace(grid: Pattern.Grid(rows: 4, columns: 3)).forEach { _ in true }
        }
    }
}
