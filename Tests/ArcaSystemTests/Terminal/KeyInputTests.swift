import Testing

@testable import ArcaSystem

@Suite struct KeyInputTests {
    @Test("distinguishes keys, arrows and clicks, also in pieces")
    func keys() {
        var parser = KeyParser()
        #expect(
            parser.keys([0x20, 0x0d, 0x7f, 0x78, 0x03]) == [.space, .enter, .backspace, .character(0x78), .cancel])
        #expect(parser.keys(Array("\u{1b}[A\u{1b}[B\u{1b}OC\u{1b}[D".utf8)) == [.up, .down, .right, .left])
        #expect(
            parser.keys(Array("\u{1b}[<0;3;5M\u{1b}[<32;4;5M\u{1b}[<0;4;5m".utf8)) == [
                .press(row: 4, column: 2), .press(row: 4, column: 3), .release,
            ])
        #expect(
            parser.keys(Array("\u{1b}[<0;1".utf8)) == []
                && parser.keys(Array("2;7M".utf8)) == [.press(row: 6, column: 11)])
        #expect(parser.keys([0x1b]) == [.cancel])
        #expect(parser.keys([0x1b, 0x78]) == [.cancel, .character(0x78)])
    }

    @Test("ignores other buttons, unknown sequences and endless ones")
    func ignored() {
        var parser = KeyParser()
        #expect(
            parser.keys(Array("\u{1b}[<2;3;5M\u{1b}[<0;0;0M\u{1b}[5~\u{1b}[<;M\u{1b}[<99999999999999999999;1;1M".utf8))
                == [])
        #expect(parser.keys(Array(("\u{1b}[" + String(repeating: "0;", count: 50)).utf8)) == [])
        #expect(parser.keys([0x20]) == [.space])
    }
}

@Suite struct BootClockTests {
    @Test("time advances within one boot")
    func now() {
        let (first, second) = (BootClock.now(), BootClock.now())
        #expect(first.boot == second.boot)
        #expect(first.boot.count == 16)
        #expect(second.milliseconds >= first.milliseconds)
        #if os(Linux)
        #expect(first.boot != [UInt8](repeating: 0, count: 16))
        #endif
    }
}
