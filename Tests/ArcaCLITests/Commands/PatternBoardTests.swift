import ArcaPatterns
import ArcaSystem
import Testing

@testable import ArcaCLI

@Suite struct PatternBoardTests {
    private func play(_ board: inout PatternBoard, _ keys: [KeyPress]) throws -> Bool {
        for key in keys where try !board.take(key) { return false }
        return true
    }

    @Test("arrows and space draw the pattern twice")
    func keys() throws {
        var board = PatternBoard(Pattern.Enrollment(.create))
        let drawing: [KeyPress] = [.up, .left, .space, .right, .space, .space, .right, .right, .space, .down, .space]
        #expect(board.screen.hasPrefix("Draw a new pattern\r\n\r\n  [·]  ·   · "))
        #expect(try play(&board, drawing + [.enter]))
        #expect(board.screen.hasPrefix("Draw the pattern again") && board.result == nil)
        #expect(try !play(&board, drawing + [.space, .enter]))
        #expect(board.result?.dots == [0, 1, 2, 5])
    }

    @Test("the mouse draws while its button is down")
    func mouse() throws {
        var board = PatternBoard(Pattern.Enrollment(.create, grid: try Pattern.Grid(rows: 2, columns: 2), rules: .ios))
        let drawing: [KeyPress] = [
            .press(row: 2, column: 3), .press(row: 2, column: 5), .press(row: 2, column: 7), .press(row: 3, column: 7),
            .press(row: 4, column: 7), .press(row: 4, column: 2), .press(row: 9, column: 99), .release,
        ]
        #expect(try play(&board, [.release] + drawing))
        #expect(try !play(&board, drawing))
        #expect(board.result?.dots == [0, 1, 3, 2])
    }

    @Test("a pattern to verify is drawn once")
    func once() throws {
        var board = PatternBoard(Pattern.Enrollment(.verify))
        #expect(board.screen.hasPrefix("Draw the pattern\r\n"))
        #expect(try !play(&board, [.space, .right, .space, .right, .space, .down, .space, .enter]))
        #expect(board.result?.dots == [0, 1, 2, 5])
    }

    @Test("backspace undoes, escape cancels, a rejection shows its reason")
    func corrections() throws {
        var board = PatternBoard(Pattern.Enrollment(.create))
        #expect(try play(&board, [.space, .right, .space, .backspace, .enter]))
        #expect(board.screen.contains("the pattern has 1 dot"))
        #expect(try !play(&board, [.cancel]) && board.result == nil)
    }
}
