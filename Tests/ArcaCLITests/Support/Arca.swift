import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

enum Arca {
    /// Runs the command: the released one, or by default as a ``CommandThread`` of this process if the system allows
    /// it.
    static func run(
        _ words: [String], input: [UInt8] = [], environment: [String: String] = [:], in folder: URL? = nil
    ) throws -> Peer.Answer {
        guard Peer.releasedCommand == nil, CommandThread.isAvailable else {
            return try spawn(words, input: input, environment: environment, in: folder)
        }
        let answer = try CommandThread.run(
            words.map { Argument($0) }, input: input, environment: Peer.environment(environment), in: folder)
        let names = SwiftNames.found(in: answer.errors)
        #expect(names.isEmpty, "\(words): \(answer.errors)")
        return answer
    }

    /// Runs the command as a separate process, for signals and limits, which a thread lacks.
    static func spawn(
        _ words: [String], input: [UInt8] = [], environment: [String: String] = [:], in folder: URL? = nil
    ) throws -> Peer.Answer {
        try Peer.run([Peer.arca] + words, input: input, environment: environment, in: folder)
    }
}

/// A thread that simulates a process: it has its own descriptors, current folder and umask, shared with its threads.
///
/// Commands run in parallel this way, without starting processes. Process-wide state is left alone: signals, limits,
/// protection against dumps.
enum CommandThread {
    /// Whether the system lets a thread unshare descriptors and folder.
    static let isAvailable = (try? onThread { leaveProcess() }) == true

    static func run(
        _ words: [Argument], input: [UInt8], environment: [String: String], in folder: URL?
    ) throws -> Peer.Answer {
        try onThread {
            guard leaveProcess() else { throw POSIXError(.EPERM) }
            if let folder, chdir(folder.path) != 0 { throw POSIXError(.ENOENT) }
            // Closed before the thread ends, so no lock outlives the command.
            defer { _ = closeRange?(0, .max, 0) }
            try openMemory(at: 0)
            _ = input.withUnsafeBytes { write(0, $0.baseAddress, $0.count) }
            lseek(0, 0, SEEK_SET)
            try openMemory(at: 2)
            // A pipe, like the output of most programs. Its reader shares the descriptors of this thread.
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0, dup2(ends[1], 1) == 1 else { throw POSIXError(.EMFILE) }
            close(ends[1])
            let output = Running { [end = ends[0]] in readAll(end) }
            let status = Environment.withVariables(environment) { perform(words, root: RootCommand.self) }
            close(1)
            let printed = try output.result()
            lseek(2, 0, SEEK_SET)
            return Peer.Answer(
                output: printed, errors: String(decoding: readAll(2), as: UTF8.self),
                status: status.signal ?? status.code, wasSignalled: status.signal != nil)
        }
    }

    private static func readAll(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }

    /// Gives the thread its own current folder and descriptors; only 0, 1 and 2 stay open.
    private static func leaveProcess() -> Bool {
        guard let unshare, let closeRange else { return false }
        let (ownFolder, ownDescriptors): (Int32, Int32) = (0x200, 2)
        return unshare(ownFolder) == 0 && closeRange(3, .max, ownDescriptors) == 0
    }

    /// Opens a new in-memory file as a descriptor.
    private static func openMemory(at place: Int32) throws {
        guard let memory = createMemory?("arca", 0), memory >= 0, dup2(memory, place) == place else {
            throw POSIXError(.EMFILE)
        }
        close(memory)
    }

    // Missing in Swift's module of the C library, and on macOS.
    private static let unshare = call("unshare", as: (@convention(c) (Int32) -> Int32).self)
    private static let closeRange = call("close_range", as: (@convention(c) (UInt32, UInt32, Int32) -> Int32).self)
    private static let createMemory = call(
        "memfd_create", as: (@convention(c) (UnsafePointer<CChar>, UInt32) -> Int32).self)

    private static func call<Function>(_ name: String, as type: Function.Type) -> Function? {
        dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: type) }
    }

    private static func onThread<Result>(_ body: @escaping () throws -> Result) throws -> Result {
        try Running(body).result()
    }

    private final class Running<Value>: @unchecked Sendable {
        // Written before `done` is signaled, read after.
        private var value: Result<Value, any Error>?
        private let done = DispatchSemaphore(value: 0)

        init(_ body: @escaping () throws -> Value) {
            nonisolated(unsafe) let body = body
            let thread = Thread {
                self.value = Result { try body() }
                self.done.signal()
            }
            thread.stackSize = 8 << 20
            thread.start()
        }

        func result() throws -> Value {
            done.wait()
            return try value.unsafelyUnwrapped.get()
        }
    }
}
