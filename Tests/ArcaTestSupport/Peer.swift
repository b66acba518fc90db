public import Foundation

/// Runs other programs, to compare results, and our own command.
public enum Peer {
    /// The result of running a program.
    public struct Answer {
        /// All of standard output.
        public let output: [UInt8]
        /// All of standard error.
        public let errors: String
        /// The exit status, or the number of the signal that ended the program.
        public let status: Int32
        /// Whether a signal ended the program.
        public let wasSignalled: Bool

        /// Creates a result.
        public init(output: [UInt8], errors: String, status: Int32, wasSignalled: Bool) {
            self.output = output
            self.errors = errors
            self.status = status
            self.wasSignalled = wasSignalled
        }

        /// Standard output as text.
        public var text: String { String(decoding: output, as: UTF8.self) }
        /// The lines of standard output, without line endings.
        public var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }
    }

    /// The release build of the command from `scripts/test`, if any: it is what users run, and much faster.
    public static let releasedCommand = ProcessInfo.processInfo.environment["ARCA_COMMAND"]

    /// The command: the release build, or else the one next to the test bundle.
    public static var arca: String { releasedCommand ?? product("arca") }

    /// The path of a program built with the tests.
    public static func product(_ name: String) -> String {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// Returns whether a program is installed; tests that need it are otherwise skipped.
    public static func has(_ program: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains { folder in
            FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)")
        }
    }

    /// Whether user namespaces are available; many containers forbid them.
    public static var canUnshare: Bool { (try? run(["unshare", "-Ur", "true"]))?.status == 0 }

    /// Returns whether Python and a module are installed.
    public static func hasPython(module: String) -> Bool {
        (try? run(["python3", "-c", "import \(module)"]))?.status == 0
    }

    /// The environment for programs: that of this process, with additions.
    ///
    /// The locale is fixed, even if the environment names one that is not installed.
    public static func environment(_ more: [String: String]) -> [String: String] {
        ProcessInfo.processInfo.environment.merging(["PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"]) { $1 }
            .merging(more) { $1 }
    }

    /// Runs a program and waits for it.
    public static func run(
        _ command: [String], input: [UInt8] = [], environment: [String: String] = [:], in folder: URL? = nil
    ) throws -> Answer {
        try inFolder { files in
            // Uses files for input and errors, because with three pipes a full one would block both sides.
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
            // Other children started concurrently would otherwise keep the pipe open while they run.
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

    /// Returns the standard output of a program; throws if the program is missing or fails.
    public static func output(_ command: [String]) throws -> String {
        let answer = try run(command)
        guard answer.status == 0 else { throw Failure(status: answer.status, errors: answer.errors) }
        return answer.text
    }

    /// The error for a failed program.
    public struct Failure: Error {
        /// The exit status.
        public let status: Int32

        /// The standard error output.
        public let errors: String

        /// Creates a failure.
        public init(status: Int32, errors: String = "") { (self.status, self.errors) = (status, errors) }
    }

    /// Runs a Python script.
    public static func python(_ script: String, input: [UInt8] = []) throws -> Answer {
        try run(["python3", "-c", script], input: input)
    }

    /// Runs a closure with a new folder, which is deleted afterwards.
    public static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("arca-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}

/// Whether to run tests that take seconds each; `scripts/test --quick` skips them.
///
/// These tests are marked with `.enabled(if: runsSlowTests, "slow")`.
public let runsSlowTests = ProcessInfo.processInfo.environment["ARCA_QUICK"] == nil
