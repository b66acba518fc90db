#if os(Linux)
import ArcaCore
import ArcaPlatform
import ArcaSystem
import Testing

/// Pipes are enlarged after much data, so two programs wait less for each other.
@Suite struct WidePipeTests {
    private static let getSize: Int32 = 1032
    private static let setSize: Int32 = 1031

    /// Sends pieces of 16 KiB through a pipe; returns its sizes before and after each piece, and the output.
    private func send(_ pieces: Int, widened: Int32? = nil) throws -> (sizes: [Int32], received: Int) {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        if let widened { try #require(fcntl(ends[1], Self.setSize, widened) >= widened) }
        var reader = try FileReader(descriptor: ends[0], name: "in")
        var writer = FileWriter(descriptor: ends[1], name: "out")
        defer { ends.forEach { close($0) } }
        var sizes = [fcntl(ends[0], Self.getSize)]
        var received = 0
        for _ in 0..<pieces {
            try writer.write([UInt8](repeating: 7, count: 16 * 1024))
            received += try [UInt8](capacity: 16 * 1024) { (output: inout OutputSpan<UInt8>) throws(SystemError) in
                try reader.read(into: &output)
            }.count
            sizes.append(fcntl(ends[0], Self.getSize))
        }
        return (sizes, received)
    }

    @Test("a pipe is enlarged after 128 KiB, not before")
    func widens() throws {
        let (sizes, received) = try send(9)
        #expect(received == 9 * 16 * 1024)
        #expect(sizes[..<8].allSatisfy { $0 == sizes[0] })
        // A user with many large pipes gets no more of them.
        #expect(sizes[8] == 1 << 20 || sizes[8] == sizes[0])
        #expect(sizes[9] == sizes[8])
    }

    @Test("a pipe that is already large is left unchanged")
    func keeps() throws {
        let (sizes, _) = try send(9, widened: 1 << 20)
        #expect(sizes.allSatisfy { $0 == 1 << 20 })
    }
}
#endif
