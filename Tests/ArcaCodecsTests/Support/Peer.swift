import Foundation

/// Runs other programs, whose answers ours are compared with.
enum Peer {
    struct Answer {
        let output: [UInt8]
        let status: Int32

        var text: String { String(decoding: output, as: UTF8.self) }
        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }
    }

    /// Whether a program can be found; tests are skipped where it cannot.
    static func has(_ program: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains { folder in
            FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)")
        }
    }

    /// Runs a command to its end; standard error is dropped.
    static func run(_ command: [String], input: [UInt8] = []) throws -> Answer {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("arca-\(UUID().uuidString)")
        try Data(input).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Answer(output: [UInt8](output), status: process.terminationStatus)
    }

    /// Runs a Python script.
    static func python(_ script: String, input: [UInt8] = []) throws -> Answer {
        try run(["python3", "-c", script], input: input)
    }
}

/// A small generator of repeatable pseudo-random numbers (SplitMix64).
struct Repeatable: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) } }
}
