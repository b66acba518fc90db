import ArcaCore
import ArcaSystem
import ArcaTestSupport
import Testing

@Suite("Byte handover between threads")
struct ByteHandoverTests {
    private struct Stop: Error {}

    @Test("passes on all bytes, whatever the pieces", arguments: [0, 1, 1000, 131_072, 131_073, 1_000_000])
    func content(count: Int) throws {
        var random = Repeatable(UInt64(count))
        let bytes = random.bytes(count)
        let read = try ByteHandover.run { writer in
            var place = 0
            var pieces = Repeatable(9)
            while place < bytes.count {
                let end = min(bytes.count, place + Int.random(in: 0...200_000, using: &pieces))
                try writer.write(bytes[place..<end])
                place = end
            }
        } reading: { reader in
            var all: [UInt8] = []
            var pieces = Repeatable(10)
            while true {
                let size = Int.random(in: 1...100_000, using: &pieces)
                let more = try [UInt8](capacity: size) { output in try reader.read(into: &output) }
                if more.isEmpty { return all }
                all += more
            }
        }
        #expect(read == bytes)
    }

    @Test("an error of the writing side reaches the reader after all bytes")
    func writerFails() throws {
        var before: [UInt8] = []
        #expect(throws: Stop.self) {
            try ByteHandover.run { writer in
                try writer.write([1, 2, 3])
                throw Stop()
            } reading: { reader in
                before = try [UInt8](capacity: 10) { output in try reader.read(into: &output) }
                _ = try [UInt8](capacity: 10) { output in try reader.read(into: &output) }
            }
        }
        #expect(before == [1, 2, 3])
        // Also if the reader reads nothing.
        #expect(throws: Stop.self) {
            try ByteHandover.run { _ in
                throw Stop()
            } reading: { _ in
            }
        }
    }

    @Test("a reader that returns early stops the writer, and its result or error counts")
    func readerEnds() throws {
        let answer = try ByteHandover.run { writer in
            while true { try writer.write([UInt8](repeating: 1, count: 100_000)) }
        } reading: { _ in
            7
        }
        #expect(answer == 7)
        #expect(throws: Stop.self) {
            try ByteHandover.run { writer in
                while true { try writer.write([1]) }
            } reading: { _ in
                throw Stop()
            }
        }
    }
}
