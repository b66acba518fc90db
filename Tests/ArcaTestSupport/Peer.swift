public import Foundation

/// Runs other programs, whose answers ours are compared with, and our own.
public enum Peer {
    /// What a program gave.
    public struct Answer {
        /// All of standard output.
        public let output: [UInt8]
        /// All of standard error.
        public let errors: String
        /// The exit status, or the signal's number where one ended it.
        public let status: Int32
        /// Whether a signal ended it.
        public let wasSignalled: Bool

        /// Takes what a run gave.
        public init(output: [UInt8], errors: String, status: Int32, wasSignalled: Bool) {
            self.output = output
            self.errors = errors
            self.status = status
            self.wasSignalled = wasSignalled
        }

        /// Standard output as text.
        public var text: String { String(decoding: output, as: UTF8.self) }
        /// The lines of standard output, without their ends.
        public var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }
    }

    /// The command that users have, where `scripts/test` has built it: it is what is to be tested, and faster by far.
    public static let releasedCommand = ProcessInfo.processInfo.environment["ARCA_COMMAND"]

    /// The command: the released one, else the one beside the test bundle.
    public static var arca: String { releasedCommand ?? product("arca") }

    /// A program that is built with the tests.
    public static func product(_ name: String) -> String {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// Whether a program can be found; tests are skipped where it cannot.
    public static func has(_ program: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains { folder in
            FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)")
        }
    }

    /// Whether a process can be given a user namespace of its own, which containers often forbid.
    public static var canUnshare: Bool { (try? run(["unshare", "-Ur", "true"]))?.status == 0 }

    /// Whether Python is there and has a module.
    public static func hasPython(module: String) -> Bool {
        (try? run(["python3", "-c", "import \(module)"]))?.status == 0
    }

    /// The variables that programs get: this process's and some more.
    ///
    /// Messages and charsets are as they are everywhere, also where a locale is named that is not installed.
    public static func environment(_ more: [String: String]) -> [String: String] {
        ProcessInfo.processInfo.environment.merging(["PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"]) { $1 }
            .merging(more) { $1 }
    }

    /// Runs a program to its end.
    public static func run(
        _ command: [String], input: [UInt8] = [], environment: [String: String] = [:], in folder: URL? = nil
    ) throws -> Answer {
        try inFolder { files in
            // Files for what goes in and for messages: with pipes for all three, one that fills up stops both sides.
            let (given, said) = (files.appendingPathComponent("in"), files.appendingPathComponent("err"))
            try Data(input).write(to: given)
            try Data().write(to: said)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = command
            process.currentDirectoryURL = folder
            process.environment = Self.environment(environment)
            process.standardInput = try FileHandle(forReadingFrom: given)
            process.standardError = try FileHandle(forWritingTo: said)
            let pipe = Pipe()
            // Other children, started meanwhile, would hold its end open as long as they run.
            for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
            process.standardOutput = pipe
            try process.run()
            let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return Answer(
                output: [UInt8](output), errors: String(decoding: try Data(contentsOf: said), as: UTF8.self),
                status: process.terminationStatus, wasSignalled: process.terminationReason == .uncaughtSignal)
        }
    }

    /// What a program writes to standard output; throws when it is missing or fails.
    public static func output(_ command: [String]) throws -> String {
        let answer = try run(command)
        guard answer.status == 0 else { throw Failure(status: answer.status, errors: answer.errors) }
        return answer.text
    }

    /// A program that failed.
    public struct Failure: Error {
        /// Its exit status.
        public let status: Int32

        /// What it said.
        public let errors: String

        /// Makes one of a status and what the program said.
        public init(status: Int32, errors: String = "") { (self.status, self.errors) = (status, errors) }
    }

    /// Runs a Python script.
    public static func python(_ script: String, input: [UInt8] = []) throws -> Answer {
        try run(["python3", "-c", script], input: input)
    }

    /// Runs `body` with a new folder that is removed afterwards.
    public static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("arca-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}

/// Whether tests run that take seconds each, which `scripts/test --quick` leaves out.
///
/// They are marked by `.enabled(if: runsSlowTests, "slow")`.
public let runsSlowTests = ProcessInfo.processInfo.environment["ARCA_QUICK"] == nil
