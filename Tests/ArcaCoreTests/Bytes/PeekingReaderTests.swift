import ArcaCore
import Testing

@Suite struct PeekingReaderTests {
    static func rest(_ reader: inout PeekingReader<MemoryReader>, by size: Int) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let piece = [UInt8](capacity: size) { reader.read(into: &$0) }
            if piece.isEmpty { return all }
            all += piece
        }
    }

    @Test("reads peeked bytes and the rest in pieces of any size", arguments: [0, 1, 3, 9, 10, 11, 50])
    func readsWhatWasPeeked(count: Int) {
        let bytes = Array("0123456789".utf8)
        for size in 1...12 {
            var reader = PeekingReader(MemoryReader(bytes))
            #expect(reader.peek(count) == Array(bytes.prefix(count)))
            #expect(reader.peek(2) == Array(bytes.prefix(2)))
            #expect(Self.rest(&reader, by: size) == bytes)
            #expect(reader.peek(1).isEmpty)
        }
    }

    @Test("peeks from the current position")
    func peeksInTheMiddle() {
        var reader = PeekingReader(MemoryReader(Array("0123456789".utf8)))
        _ = reader.peek(4)
        #expect([UInt8](capacity: 3) { reader.read(into: &$0) } == Array("012".utf8))
        #expect(reader.peek(5) == Array("34567".utf8))
        #expect(Self.rest(&reader, by: 4) == Array("3456789".utf8))
    }
}
