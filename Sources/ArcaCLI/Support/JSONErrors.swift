internal import ArcaCore
internal import ArcaPlatform
internal import Synchronization

/// Errors of a command with `--json`: one line of JSON each on standard error.
///
/// Separate warnings and hints remain text lines, which begin with `arca: `.
enum JSONErrors {
    /// The threads whose command reports errors as JSON; tests run several commands in one process.
    private static let threads = Mutex<Set<UInt>>([])

    static var areWanted: Bool {
        get { threads.withLock { $0.contains(currentThread) } }
        set { threads.withLock { _ = newValue ? $0.insert(currentThread).inserted : $0.remove(currentThread) != nil } }
    }

    static func line(_ error: any Error, _ status: ExitStatus) -> String {
        var object = JSONObject()
        if let error = error as? any ArcaError {
            object["kind"] = .string(error.kind.rawValue)
            object["code"] = .string(error.codeName)
            object["message"] = .string(error.message)
            switch error.place {
            case .offset(let offset): object["offset"] = .integer(offset)
            case .text(let position):
                object["offset"] = .integer(position.offset)
                object["line"] = .integer(position.line)
                object["column"] = .integer(position.column)
            case .index, .name, nil: break
            }
            if let hint = error.hint { object["hint"] = .string(hint) }
        } else {
            object["kind"] = .string(ErrorKind.internalFailure.rawValue)
            object["message"] = .string("unexpected failure")
        }
        object["status"] = .integer(Int(status.code))
        return JSONOptions.line(schema: 1, [("error", .object(object))])
    }
}
