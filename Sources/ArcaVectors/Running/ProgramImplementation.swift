public import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem
internal import Synchronization

/// Another program that answers one request per line; see Documentation/VECTORS.md.
///
/// Requests are pipelined, and answers arrive in the same order. If a program violates the protocol, the current case
/// fails and the program is restarted for the next one. A program that does so before its first answer counts as not
/// started, which ``failure`` reports.
public final class ProgramImplementation: VectorImplementation {
    /// Maximum number of protocol violations before the program is given up.
    private static let maximumFaults = 20
    /// Maximum number of timeouts; each takes as long as an answer may.
    private static let maximumSilences = 3

    /// The shell command.
    public let command: String
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
    public init(command: String, secondsPerAnswer: Int = 60, maximumProcesses: Int = .max) {
        self.command = command
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
        let lines = requests.enumerated().map { Self.line($0.element, id: first + $0.offset) }
        var reason: String?
        var isSilent = false
        box.process.withLock { process in
            do {
                let end = try process.exchange(lines, milliseconds: secondsPerAnswer * 1_000) { number, line in
                    do {
                        let request = requests[requests.startIndex + number]
                        results.append(.success(try Self.response(line, to: request, id: first + number)))
                        return true
                    } catch {
                        reason = (error as? VectorError)?.reason ?? "\(error)"
                        return false
                    }
                }
                switch end {
                case .complete, .stopped: break
                case .ended(inLine: true): reason = "the program ended in the middle of a line"
                case .ended(inLine: false):
                    let status = process.finish().map { "with status \($0)" } ?? "its output"
                    reason = "the program ended \(status) instead of answering"
                case .silent:
                    isSilent = true
                    reason = "the program did not answer within \(secondsPerAnswer) s"
                }
            } catch { reason = "the program cannot be asked: \(error)" }
        }
        if !results.isEmpty { state.withLock { $0.hasAnswered = true } }
        putBack(reason == nil ? box : nil)
        return reason.map { note(VectorError(.otherProgram, $0), isSilent: isSilent) }
    }

    /// Counts a protocol violation; before the first answer it becomes the program's failure.
    private func note(_ error: VectorError, isSilent: Bool = false) -> VectorError {
        state.withLock { state in
            guard state.hasAnswered else {
                state.failure = state.failure ?? VectorError(.otherProgram, "\(command): \(error.reason)")
                return error
            }
            state.faults += 1
            if isSilent { state.silences += 1 }
            if state.faults >= Self.maximumFaults || state.silences >= Self.maximumSilences {
                let count = state.silences >= Self.maximumSilences ? state.silences : state.faults
                state.givenUp = VectorError(
                    .otherProgram, "the program is not asked any more, because \(count) times \(error.reason)")
            }
            return error
        }
    }

    // MARK: - Processes

    private func takeProcess() throws(VectorError) -> Box {
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
                return Box(try Coprocess(Array(command.utf8)))
            } catch {
                state.withLock { $0.running -= 1 }
                throw VectorError(.otherProgram, "the program cannot be started: \(error)")
            }
        }
    }

    private func putBack(_ box: Box?) {
        monitor.lock()
        state.withLock { state in
            if let box { state.idle.append(box) } else { state.running -= 1 }
        }
        monitor.notify()
        monitor.unlock()
    }

    // MARK: - Lines

    private static func line(_ request: Request, id: Int) -> [UInt8] {
        var object = JSONObject()
        object["id"] = .integer(id)
        object["operation"] = .string(request.operation)
        object["algorithm"] = .string(ProtocolName.algorithm(request.algorithm))
        object["inputs"] = ProtocolName.inputs(request.inputs).json
        return Array(JSONValue.object(object).text().utf8)
    }

    /// Parses an answer: `outputs`, `refused` or `unsupported`, and the `id` of the request.
    private static func response(_ line: [UInt8], to request: Request, id: Int) throws(VectorError) -> Response {
        do {
            let root = JSONField(try JSONReader.read(line), name: "answer")
            try root.allowOnly(["id", "outputs", "refused", "unsupported"])
            guard try root["id"].int == id else {
                throw root["id"].error("is not that of the request, \(id): answers come in the order of the requests")
            }
            guard try root.members.count == 2 else {
                throw root.error("must have one of outputs, refused and unsupported")
            }
            if let reason = root["unsupported"].ifPresent { return .unsupported(try reason.string) }
            if let reason = root["refused"].ifPresent { return .refused(.init(code: nil, try reason.string)) }
            var outputs: NamedValues = [:]
            for (name, field) in try root["outputs"].members { outputs[name] = try value(field, name, request) }
            return .outputs(outputs)
        } catch { throw VectorError(.otherProgram, "the program's answer is not understood: \(error)") }
    }

    /// Parses a value; strings are bytes in hexadecimal, unless the operation returns text.
    private static func value(_ field: JSONField, _ name: String, _ request: Request) throws -> VectorValue {
        if let number = field.value?.int { return .int(number) }
        if field.value?.array != nil { return .ints(try field.array.map { try $0.int }) }
        let isText = request.inputs["alphabet"] != nil || ["outcome", "type"].contains(name)
        return isText ? .text(try field.string) : .bytes(try field.hex)
    }
}

/// Canonical names for requests to other programs, which skip any name they do not know.
enum ProtocolName {
    static let hashInputs: Set<String> = ["hash", "mgfHash"]

    /// An algorithm name with its hash function in canonical form: `sha1` for `SHA-1`, `hmac-sha512-256`.
    static func algorithm(_ word: String) -> String {
        if word.hasPrefix("hmac-") { return "hmac-" + hash(String(word.dropFirst(5))) }
        if word.hasPrefix("pbes2-"), let end = word.ranges(of: "-aes-").last {
            return "pbes2-" + hash(String(word[..<end.lowerBound].dropFirst(6))) + word[end.lowerBound...]
        }
        return hash(word)
    }

    /// The canonical name of a hash function; returns other words unchanged.
    static func hash(_ word: String) -> String {
        guard let function = try? AnyHashFunction(named: word) else { return word }
        return HashName.arca(function.name)
    }

    static func inputs(_ inputs: NamedValues) -> NamedValues {
        hashInputs.reduce(inputs) { inputs, name in
            guard case .text(let word) = inputs[name] else { return inputs }
            return inputs.with(name, .text(hash(word)))
        }
    }
}
