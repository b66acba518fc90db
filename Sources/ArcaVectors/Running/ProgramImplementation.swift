public import ArcaCodecs
internal import ArcaSystem
internal import Synchronization

/// Another program, which answers one question a line: see Documentation/VECTORS.md.
///
/// It is started once for each thread that asks. One that ends in the middle fails the case that it was asked, and is
/// started anew for the next.
public final class ProgramImplementation: Implementation {
    /// How often a program may be started, beyond once a thread: one that always ends at once would take forever.
    private static let mostStarts = 200

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

    /// Puts the question to a program that is free.
    public func answer(_ question: Question) throws(VectorError) -> Answer {
        let id = next.wrappingAdd(1, ordering: .relaxed).oldValue
        let box: Box
        if let free = idle.withLock({ $0.popLast() }) { box = free } else { box = try start() }
        let line = Self.line(question, id: id)
        let reply: [UInt8]?
        do throws(SystemError) {
            reply = try box.process.withLock { process throws(SystemError) in try process.answer(to: line) }
        } catch { throw VectorError(.otherProgram, "the program cannot be asked: \(error.reason)") }
        guard let reply else {
            let status = try? box.process.withLock { process throws(SystemError) in try process.finish() }
            let text = status.map { "with status \($0)" } ?? "without a status"
            throw VectorError(.otherProgram, "the program ended \(text) instead of answering")
        }
        let answer = try Self.answer(reply, to: question, id: id)
        idle.withLock { $0.append(box) }
        return answer
    }

    private func start() throws(VectorError) -> Box {
        let count = starts.withLock { count in
            count += 1
            return count
        }
        guard count <= Self.mostStarts else {
            throw VectorError(.otherProgram, "the program has ended \(Self.mostStarts) times; it is not asked any more")
        }
        do throws(SystemError) {
            return Box(try Coprocess(command))
        } catch { throw VectorError(.otherProgram, "the program cannot be started: \(error.reason)") }
    }

    // MARK: - Lines

    /// The question as one line of JSON.
    static func line(_ question: Question, id: Int) -> [UInt8] {
        var object = JSONObject()
        object["id"] = .integer(id)
        object["operation"] = .string(question.operation)
        object["algorithm"] = .string(question.algorithm)
        object["inputs"] = question.inputs.json
        return Array(JSONValue.object(object).text().utf8)
    }

    /// What a line says: `outputs`, `refused` or `unsupported`, and the question's `id`.
    static func answer(_ line: [UInt8], to question: Question, id: Int) throws(VectorError) -> Answer {
        do throws(CodecError) {
            let root = JSONField(try JSONReader.read(line), name: "answer")
            try root.allowOnly(["id", "outputs", "refused", "unsupported"])
            guard try root["id"].int == id else { throw root["id"].error("is not that of the question, \(id)") }
            if let reason = root["unsupported"].ifPresent { return .unsupported(try reason.string) }
            if let reason = root["refused"].ifPresent { return .refused(.init(code: nil, try reason.string)) }
            var outputs: NamedValues = [:]
            for (name, field) in try root["outputs"].members { outputs[name] = try value(field, name, question) }
            return .outputs(outputs)
        } catch { throw VectorError(.otherProgram, "the program's answer is not understood: \(error)") }
    }

    /// Strings are bytes in hexadecimal digits, but where the operation has text.
    private static func value(
        _ field: JSONField, _ name: String, _ question: Question
    ) throws(CodecError) -> VectorValue {
        if let number = field.value?.int { return .int(number) }
        if field.value?.array != nil {
            var values: [Int] = []
            for item in try field.array { values.append(try item.int) }
            return .ints(values)
        }
        let isText = question.inputs["alphabet"] != nil || ["outcome", "type"].contains(name)
        if isText { return .text(try field.string) }
        return .bytes(
            try field.decoded { (text) throws(CodecError) in try Base16.standard.allowing(.letterCase).decode(text) })
    }
}
