internal import ArcaCore
import ArcaContainers
import Testing

@Suite struct ByteRangeTests {
    @Test(
        "selects the same bytes as HTTP ranges",
        arguments: [
            ("0-0", 0..<1), ("0-499", 0..<10), ("3-5", 3..<6), ("9-9", 9..<10), ("10-", 10..<10), ("12-15", 10..<10),
            ("4-", 4..<10), ("-3", 7..<10), ("-30", 0..<10), ("-0", 10..<10),
            ("5-9223372036854775807", 5..<10),
        ])
    func namesOffsets(text: String, offsets: Range<Int>) throws {
        #expect(try ByteRange(text).offsets(in: 10) == offsets)
        #expect(try ByteRange(text).offsets(in: 0) == 0..<0)
    }

    @Test(
        "rejects text that is not a range",
        arguments: ["", "-", "5", "5-3", "a-b", "1-2-3", "--3", "+1-2", "1 -2", "99999999999999999999-"])
    func refusesOthers(text: String) {
        #expect(throws: ContainerError.code(.invalidOption)) { try ByteRange(text) }
    }

    @Test("rejects negative offsets and reversed ranges")
    func refusesNumbers() {
        #expect(throws: ContainerError.code(.invalidOption)) { try ByteRange.span(from: -1) }
        #expect(throws: ContainerError.code(.invalidOption)) { try ByteRange.span(from: 4, through: 3) }
        #expect(throws: ContainerError.code(.invalidOption)) { try ByteRange.last(-1) }
    }
}
