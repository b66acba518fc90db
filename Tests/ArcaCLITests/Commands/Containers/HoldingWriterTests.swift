import ArcaCore
import Testing

@testable import ArcaCLI

@Suite struct HoldingWriterTests {
    @Test("writes nothing before the end, unless the input exceeds its buffer")
    func holds() {
        let piece = [UInt8](repeating: 7, count: 1 << 20)
        for count in [0, 1, 16, 17, 40] {
            let watched = Watched()
            var writer = HoldingWriter(Probe(watched))
            for _ in 0..<count { writer.write(piece) }
            #expect(watched.byteCount == (count > 16 ? count << 20 : 0))
            _ = writer.finish()
            #expect(watched.byteCount == count << 20)
        }
    }

    /// Observes the bytes written while another value owns the writer.
    final class Watched { var byteCount = 0 }

    struct Probe: ByteWriter {
        typealias Failure = Never
        let watched: Watched

        init(_ watched: Watched) { self.watched = watched }

        mutating func write(_ bytes: borrowing some Bytes) { watched.byteCount += bytes.withBytes { $0.count } }
    }
}
