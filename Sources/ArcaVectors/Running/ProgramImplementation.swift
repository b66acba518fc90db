public import ArcaCodecs
internal import ArcaSystem
internal import Synchronization

/// Another program, which answers one request per line: see Documentation/VECTORS.md.
///
/// It is started once for each thread that asks. One that ends in the middle fails the case that it was asked, and is
/// started again for the next.
public final class ProgramImplementation: VectorImplementation {
    /// How often a program may be started, beyond once a thread: one that always ends at once would take forever.
    private static let maximumStarts = 200

    private let command: [UInt8]
    private let idle = Mutex<[Box]>([])
    private let starts = Mutex<Int>(0)
    private let next = Atomic<Int>(1)

    /// A running program, which is with one thread at a time.
    private final class Box: Sendable {
        let process: Mutex<Coprocess>
        init(_ process: consuming sending Coprocess) { self.process = Mutex(process) }
    }

    /// Makes an implementation; nothing is started yet.
    ///
    /// - Parameter command: What the shell is given.
    public init(command: String) { self.command = Array(command.utf8) }

    /// Puts the request to a program that is free.
    public func respond(to request: TestPlan.Request) throws(VectorError) -> TestPlan.Response {
        let id = next.wrappingAdd(1, ordering: .relaxed).oldValue
        let box: Box
        if let free = idle.withLock({ $0.popLast() }) { box = free } else { box = try start() }
        let line = Self.line(request, id: id)
        let reply: [UInt8]?
        do {
            reply = try box.process.withLock { try $0.answer(to: line) }
        } catch { throw VectorError(.otherProgram, "the program cannot be asked: \(error)") }
        guard let reply else {
            let status = try? box.process.withLock { try $0.finish() }
            let text = status.map { "with status \($0)" } ?? "without a status"
            throw VectorError(.otherProgram, "the program ended \(text) instead of answering")
        }
        let response = try Self.response(reply, to: request, id: id)
        idle.withLock { $0.append(box) }
        return response
    }

    private func start() throws(VectorError) -> Box {
        let count = starts.withLock { count in
            count += 1
            return count
        }
        guard count <= Self.maximumStarts else {
            throw VectorError(
                .otherProgram, "the program has ended \(Self.maximumStarts) times; it is not started again")
        }
        do {
            return Box(try Coprocess(command))
        } catch { throw VectorError(.otherProgram, "the program cannot be started: \(error)") }
    }

    // MARK: - Lines

    /// The request as one line of JSON.
    private static func line(_ request: Request, id: Int) -> [UInt8] {
        var object = JSONObject()
        object["id"] = .integer(id)
        object["operation"] = .string(request.operation)
        object["algorithm"] = .string(request.algorithm)
        object["inputs"] = request.inputs.json
        return Array(JSONValue.object(object).text().utf8)
    }

    /// What a line says: `outputs`, `refused` or `unsupported`, and the request's `id`.
    private static func response(_ line: [UInt8], to request: Request, id: Int) throws(VectorError) -> Response {
        do {
            let root = JSONField(try JSONReader.read(line), name: "answer")
            try root.allowOnly(["id", "outputs", "refused", "unsupported"])
            guard try root["id"].int == id else { throw root["id"].error("is not that of the request, \(id)") }
            if let reason = root["unsupported"].ifPresent { return .unsupported(try reason.string) }
            if let reason = root["refused"].ifPresent { return .refused(.init(code: nil, try reason.string)) }
            var outputs: NamedValues = [:]
            for (name, field) in try root["outputs"].members { outputs[name] = try value(field, name, request) }
            return .outputs(outputs)
        } catch { throw VectorError(.otherProgram, "the program's answer is not understood: \(error)") }
    }

    /// Strings are bytes in hexadecimal digits, but where the operation has text.
    private static func value(_ field: JSONField, _ name: String, _ request: Request) throws -> VectorValue {
        if let number = field.value?.int { return .int(number) }
        if field.value?.array != nil { return .ints(try field.array.map { try $0.int }) }
        let isText = request.inputs["alphabet"] != nil || ["outcome", "type"].contains(name)
        return isText ? .text(try field.string) : .bytes(try field.hex)
    }
}
