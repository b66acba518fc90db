import ArcaCompression
import Foundation
import Testing

/// Files of several MiB made by GNU gzip and Python's zlib, decompressed in pieces.
@Suite struct InflaterInteropTests {
    /// Words in an unpredictable order, so blocks of every kind occur.
    static let text: [UInt8] = {
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        let words = ["strongbox", "key", "a ", "lock and ", "\n", "0123456789"].map { Array($0.utf8) }
        var text: [UInt8] = []
        while text.count < 3 << 20 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let choice = Int(state >> 60)
            if choice < words.count {
                text += words[choice]
            } else {
                text.append(UInt8(truncatingIfNeeded: state >> 33))
            }
        }
        return text
    }()

    @Test("reads the files of gzip at every level and as concatenated members", arguments: [1, 6, 9])
    func gzip(level: Int) throws {
        let member = try output(of: ["gzip", "-c", "-\(level)"], input: Self.text)
        #expect(try inflate(member + member) == Self.text + Self.text)
        #expect(try Inflater.inflate(member) == Self.text)
    }

    static let hasPython = ["/usr/bin", "/usr/local/bin"].contains {
        FileManager.default.isExecutableFile(atPath: $0 + "/python3")
    }

    @Test(
        "reads zlib, raw deflate and stored blocks of Python", .enabled(if: hasPython),
        arguments: [("15", 6), ("-15", 9), ("31", 0)])
    func python(windowBits: String, level: Int) throws {
        let program = """
            import sys, zlib
            z = zlib.compressobj(\(level), 8, \(windowBits))
            sys.stdout.buffer.write(z.compress(sys.stdin.buffer.read()) + z.flush())
            """
        let data = try output(of: ["python3", "-c", program], input: Self.text)
        #expect(try inflate(data) == Self.text)
    }

    /// Decompresses pieces of 65,521 bytes into outputs of 100,003: neither ends at a block boundary.
    private func inflate(_ data: [UInt8]) throws -> [UInt8] {
        var inflater = Inflater()
        var result: [UInt8] = []
        var offset = 0
        while true {
            let end = min(offset + 65_521, data.count)
            var isFull = false
            result += try [UInt8](capacity: 100_003) { (output) throws(CompressionError) in
                offset += try inflater.inflate(data[offset..<end], into: &output)
                isFull = output.freeCapacity == 0
            }
            if offset == data.count, !isFull { break }
        }
        try inflater.finish()
        return result
    }

    /// The standard output of a program.
    ///
    /// The input is in a file, so no pipe fills up.
    private func output(of command: [String], input: [UInt8]) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(input).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = try FileHandle(forReadingFrom: file)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return Array(data)
    }
}
