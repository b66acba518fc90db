public import ArcaCore
internal import ArcaPlatform
internal import ArcaSystem
internal import Synchronization

/// Another program that answers one request per line, or a shared library with one C function; see
/// Documentation/VECTORS.md.
///
/// Requests are pipelined, and answers arrive in the same order. If a program violates the protocol, the current case
/// fails and the program is restarted for the next one. A program that does so before its first answer counts as not
/// started, which ``failure`` reports. A library runs in processes of a host, so a crash is one failed case.
public final class ProgramImplementation: VectorImplementation {
    /// Maximum number of protocol violations before a program is given up, or of crashes of a library.
    private var maximumFaults: Int { isLibrary ? 1_000 : 20 }
    /// Maximum number of timeouts; each takes as long as an answer may.
    private var maximumSilences: Int { isLibrary ? 10 : 3 }

    /// The shell command, or the path of the library.
    public let command: String
    /// Whether it is a shared library.
    public let isLibrary: Bool
    private let shellCommand: String
    private let secondsPerAnswer: Int
    private let maximumProcesses: Int
    private let monitor = Monitor()
    private let state = Mutex(State())

    private struct State: Sendable {
        var idle: [Box] = []
        var running = 0
        var nextID = 1
        var hasAnswered = false
        var faults = 0
        var silences = 0
        var failure: VectorError?
        var givenUp: VectorError?
    }

    private final class Box: Sendable {
        let process: Mutex<Coprocess>
        init(_ process: consuming sending Coprocess) { self.process = Mutex(process) }
    }

    /// Creates an implementation without starting the program.
    ///
    /// - Parameters:
    ///   - command: The shell command.
    ///   - secondsPerAnswer: Maximum time for one answer.
    ///   - maximumProcesses: Maximum number of concurrent processes, by default one per calling thread.
    public convenience init(command: String, secondsPerAnswer: Int = 60, maximumProcesses: Int = .max) {
        self.init(command, command, false, secondsPerAnswer, maximumProcesses)
    }

    /// Creates an implementation by a shared library, without loading it.
    ///
    /// - Parameters:
    ///   - library: The path of the library.
    ///   - host: A shell command for a program that calls ``LibraryHost/run(library:)``.
    ///   - secondsPerAnswer: Maximum time for one answer.
    ///   - maximumProcesses: Maximum number of concurrent processes, by default one per calling thread.
    public convenience init(
        library: String, host: String, secondsPerAnswer: Int = 60, maximumProcesses: Int = .max
    ) {
        // A crash is reported as a failed case; the runtime of Swift would also print a trace of the host.
        self.init(library, "SWIFT_BACKTRACE=enable=no exec \(host)", true, secondsPerAnswer, maximumProcesses)
    }

    private init(
        _ command: String, _ shellCommand: String, _ isLibrary: Bool, _ secondsPerAnswer: Int, _ maximumProcesses: Int
    ) {
        self.command = command
        self.shellCommand = shellCommand
        self.isLibrary = isLibrary
        self.secondsPerAnswer = min(max(1, secondsPerAnswer), 86_400)
        self.maximumProcesses = max(1, maximumProcesses)
    }

    /// The reason that the program never answered, or nil.
    public var failure: VectorError? { state.withLock(\.failure) }

    /// Enough to keep the program busy while answers are checked.
    public var caseCountAtOnce: Int { 64 }

    /// Sends a request to an idle process.
    public func respond(to request: TestPlan.Request) throws(VectorError) -> TestPlan.Response {
        try responses(to: [request])[0].get()
    }

    /// Sends all requests to an idle process, and restarts it after a protocol violation.
    public func responses(to requests: [TestPlan.Request]) -> [Result<TestPlan.Response, VectorError>] {
        var results: [Result<Response, VectorError>] = []
        while results.count < requests.count {
            if let end = state.withLock({ $0.failure ?? $0.givenUp }) {
                results += Array(repeating: .failure(end), count: requests.count - results.count)
                break
            }
            if let error = ask(requests[results.count...], &results) { results.append(.failure(error)) }
        }
        return results
    }

    /// Sends requests to one process, until all are answered or an error occurs at the next request.
    private func ask(
        _ requests: ArraySlice<Request>, _ results: inout [Result<Response, VectorError>]
    ) -> VectorError? {
        let box: Box
        do {
            box = try takeProcess()
        } catch { return note(error) }
        let first = state.withLock { state in
            defer { state.nextID += requests.count }
            return state.nextID
        }
        let lines = requests.enumerated().map {
            ProgramProtocol.line($0.element, id: first + $0.offset, namingText: isLibrary)
        }
        var fault: Fault?
        box.process.withLock { process in
            fault = exchange(lines, with: &process) { number, line throws(VectorError) in
                let request = requests[requests.startIndex + number]
                let response = try ProgramProtocol.response(
                    line, to: request, id: first + number, ofLibrary: isLibrary)
                results.append(.success(response))
            }
        }
        if !results.isEmpty { state.withLock { $0.hasAnswered = true } }
        putBack(fault == nil ? box : nil)
        return fault.map(note)
    }

    /// A protocol violation, a crash or a timeout.
    private struct Fault: Error {
        let error: VectorError
        var isSilence = false

        init(_ reason: String, isSilence: Bool = false) {
            error = VectorError(.otherProgram, reason)
            self.isSilence = isSilence
        }
    }

    private func exchange(
        _ lines: [[UInt8]], with process: inout Coprocess, _ take: (Int, [UInt8]) throws(VectorError) -> Void
    ) -> Fault? {
        var rejection: VectorError?
        do {
            let end = try process.exchange(lines, milliseconds: secondsPerAnswer * 1_000) { number, line in
                do throws(VectorError) {
                    try take(number, line)
                    return true
                } catch {
                    rejection = error
                    return false
                }
            }
            let subject = isLibrary ? "the library" : "the program"
            switch end {
            case .complete: return nil
            case .stopped: return rejection.map { Fault($0.reason) }
            case .ended(inLine: true): return Fault("\(subject) ended in the middle of a line")
            case .ended(inLine: false):
                let status = process.finish()
                if isLibrary, let status, status > 128 {
                    return Fault("the library crashed (\(Self.signalName(status - 128)))")
                }
                return Fault(
                    "\(subject) ended \(status.map { "with status \($0)" } ?? "its output") instead of answering")
            case .silent: return Fault("\(subject) did not answer within \(secondsPerAnswer) s", isSilence: true)
            }
        } catch { return Fault("the program cannot be asked: \(error)") }
    }

    private static func signalName(_ number: Int32) -> String {
        let names = [
            SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL",
            SIGTRAP: "SIGTRAP", SIGKILL: "SIGKILL", SIGSYS: "SIGSYS", SIGTERM: "SIGTERM", SIGPIPE: "SIGPIPE",
        ]
        return names[number] ?? "signal \(number)"
    }

    /// Counts a protocol violation; before the first answer it becomes the program's failure.
    private func note(_ fault: Fault) -> VectorError {
        state.withLock { state in
            guard state.hasAnswered else {
                state.failure = state.failure ?? VectorError(.otherProgram, "\(command): \(fault.error.reason)")
                return fault.error
            }
            state.faults += 1
            if fault.isSilence { state.silences += 1 }
            if state.faults >= maximumFaults || state.silences >= maximumSilences {
                let count = state.silences >= maximumSilences ? state.silences : state.faults
                let subject = isLibrary ? "library" : "program"
                state.givenUp = VectorError(
                    .otherProgram, "the \(subject) is not asked any more, because \(count) times \(fault.error.reason)")
            }
            return fault.error
        }
    }

    // MARK: - Processes

    private func takeProcess() throws(Fault) -> Box {
        monitor.lock()
        defer { monitor.unlock() }
        while true {
            if let box = state.withLock({ $0.idle.popLast() }) { return box }
            let mayStart = state.withLock { state in
                guard state.running < maximumProcesses else { return false }
                state.running += 1
                return true
            }
            guard mayStart else {
                monitor.wait()
                continue
            }
            do {
                return Box(try start())
            } catch {
                state.withLock { $0.running -= 1 }
                throw error
            }
        }
    }

    /// Starts a process; a library must also be loaded.
    private func start() throws(Fault) -> Coprocess {
        var process: Coprocess
        do {
            process = try Coprocess(Array(shellCommand.utf8))
        } catch { throw Fault("the program cannot be started: \(error)") }
        guard isLibrary else { return process }
        let fault = exchange([ProgramProtocol.greeting], with: &process) { _, line throws(VectorError) in
            try ProgramProtocol.checkFault(line)
        }
        if let fault { throw fault }
        state.withLock { $0.hasAnswered = true }
        return process
    }

    private func putBack(_ box: Box?) {
        monitor.lock()
        state.withLock { state in
            if let box { state.idle.append(box) } else { state.running -= 1 }
        }
        monitor.notify()
        monitor.unlock()
    }
}
