internal import ArcaCore
internal import ArcaSystem

/// Several files that are worked on one after the other: one that fails does not stop the others.
struct FileBatch {
    /// An error that concerns all files.
    private struct Abort: Error { let cause: any Error }

    private let command: any Command.Type
    private var count = 0
    private var failed: [BytePath] = []
    private var worst: ExitStatus?

    /// Maximum number of names in the summary.
    private static let nameCount = 10

    /// Begins with no file.
    init(_ command: any Command.Type) { self.command = command }

    /// Works on a file; an error is reported, and only one of ``forAll(_:)`` thrown.
    mutating func run(_ path: BytePath, _ body: () throws -> Void) throws {
        count += 1
        do {
            try body()
        } catch let abort as Abort {
            throw abort.cause
        } catch {
            let status = ExitStatus.reporting(error.withHint(ErrorHints.hint(for: error, in: command)))
            failed.append(path)
            if status.code > worst?.code ?? 0 { worst = status }
        }
    }

    /// Does what concerns all files, such as asking for a secret: its errors end the batch.
    static func forAll<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw Abort(cause: error) }
    }

    /// Throws what ``forAll(_:)`` has thrown, as it was.
    static func rethrowForAll(_ error: any Error) throws {
        if let abort = error as? Abort { throw abort.cause }
    }

    /// Sums up what failed, and throws the highest status; `action` is what was to be done: `decrypted`.
    consuming func finish(_ action: String) throws {
        guard let worst else { return }
        if count > 1 {
            let names = failed.prefix(Self.nameCount).map(\.description).joined(separator: ", ")
            let more = failed.count > Self.nameCount ? " and \(failed.count - Self.nameCount) more" : ""
            Messages.note("\(failed.count) of \(Count.text(count, "file")) not \(action): \(names)\(more)")
        }
        throw worst
    }
}
