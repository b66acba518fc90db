internal import ArcaCore
internal import ArcaSystem
internal import Synchronization

/// Buffered standard output for many small pieces, usable from several threads.
final class StandardOutput: Sendable {
    private struct State: ~Copyable {
        var buffer: [UInt8] = []
        var file = FileWriter(descriptor: 1, name: "standard output")
        var failure: SystemError?
    }
    private let state = Mutex(State())
    private let byteCount: Int
    let isTerminal = FileWriter(descriptor: 1, name: "standard output").isTerminal

    /// Creates a writer; on a terminal, every write is flushed at once.
    init() { byteCount = isTerminal ? 1 : 64 * 1024 }

    /// Writes a piece, preferably whole lines; ``flush()`` throws failures.
    func write(_ bytes: borrowing some Bytes) {
        bytes.withBytes { span in
            state.withLock { state in
                state.buffer.append(contentsOf: span)
                if state.buffer.count >= byteCount { Self.flush(&state) }
            }
        }
    }

    func write(_ text: String) { write(text.utf8) }

    /// Writes the buffered bytes, and throws the first failure so far.
    func flush() throws(SystemError) {
        let failure = state.withLock { state in
            Self.flush(&state)
            return state.failure
        }
        if let failure { throw failure }
    }

    /// Whether writing has failed: the reader has closed, or the disk is full.
    var hasFailed: Bool { state.withLock { $0.failure != nil } }

    private static func flush(_ state: inout State) {
        guard state.failure == nil, !state.buffer.isEmpty else { return }
        ProgressLine.wipe()
        do throws(SystemError) { try state.file.write(state.buffer) } catch { state.failure = error }
        state.buffer.removeAll(keepingCapacity: true)
    }
}
