internal import ArcaSystem

/// Processes several files in sequence; a file that fails does not stop the others.
struct FileBatch {
    private struct Abort: Error { let cause: any Error }

    private let command: any Command.Type
    private let context: CommandContext
    private var count = 0
    private var failed: [BytePath] = []
    private let first = FirstFailure()

    private static let nameCount = 10

    init(_ command: any Command.Type, in context: CommandContext) { (self.command, self.context) = (command, context) }

    /// Reports errors of `body`; throws only those of ``forAll(_:)``.
    mutating func run(_ path: BytePath, _ body: () throws -> Void) throws {
        count += 1
        do {
            try body()
        } catch let abort as Abort {
            throw abort.cause
        } catch {
            let status = ExitStatus.reporting(error.withHint(ErrorHints.hint(for: error, in: command)), in: context)
            failed.append(path)
            first.note(status)
        }
    }

    /// Runs a step that concerns all files, such as asking for a secret; its errors end the batch.
    static func forAll<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw Abort(cause: error) }
    }

    static func rethrowForAll(_ error: any Error) throws {
        if let abort = error as? Abort { throw abort.cause }
    }

    /// Summarizes the failures and throws the status of the first one; `action` is a participle such as `decrypted`.
    consuming func finish(_ action: String) throws {
        guard let status = first.status else { return }
        if count > 1 {
            let names = failed.prefix(Self.nameCount).map(\.description).joined(separator: ", ")
            let more = failed.count > Self.nameCount ? " and \(failed.count - Self.nameCount) more" : ""
            Messages.note("\(failed.count) of \(Count.text(count, "file")) not \(action): \(names)\(more)")
        }
        throw status
    }
}
