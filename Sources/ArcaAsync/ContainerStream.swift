public import ArcaCore
public import ArcaContainers

/// A file being encrypted or decrypted while its bytes are pushed: for code that gets them in calls and is not `async`.
///
/// ```swift
/// var stream = try ContainerStream(sealing: Age(recipients: [recipient]))
/// for buffer in buffers { try output.write(stream.update(buffer)) }
/// try output.write(stream.finish())
/// ```
///
/// A thread of its own does the work; some 600 KiB are under way at most. Calls wait for it, for the microseconds that a piece
/// takes, or, at the beginning of a file under a passphrase, for the derivation of its key. Dropping the value ends the thread.
/// In async code pass an `AsyncSequence` to the format instead.
public struct ContainerStream: ~Copyable {
    private let pipe: WorkerPipe
    /// What no later call gets over.
    private var failure: (any Error)?

    /// Starts encrypting.
    ///
    /// - Parameter format: The format, with recipients, key or passphrase.
    /// - Throws: `SystemError` with code `.failed` when the system has no thread to give.
    public init(sealing format: some ContainerFormat) throws {
        pipe = WorkerPipe()
        try pipe.start { input, output in try format.seal(&input, into: &output) }
    }

    /// Starts decrypting; of an authenticated format only what was checked comes out.
    ///
    /// - Parameter format: The format, with identities, key or passphrase.
    /// - Throws: `SystemError` with code `.failed` when the system has no thread to give.
    public init(opening format: some ContainerFormat) throws {
        pipe = WorkerPipe()
        try pipe.start { input, output in try format.open(&input, into: &output) }
    }

    deinit { pipe.abandon() }

    /// Takes the next bytes and returns what has come out meanwhile.
    ///
    /// - Parameter bytes: The next bytes, any number.
    /// - Returns: The next bytes of the result, which may be none.
    /// - Throws: `ContainerError` as the format does, here and in every later call.
    public mutating func update(_ bytes: borrowing some Bytes) throws -> [UInt8] {
        var rest = [UInt8](bytes: bytes)[...]
        return try run { pipe in
            rest = rest.dropFirst(pipe.give(rest))
            return !rest.isEmpty
        }
    }

    /// Ends the input and returns the rest of the result, which is complete then.
    ///
    /// - Returns: The last bytes.
    /// - Throws: `ContainerError` as the format does: what was returned before is to be thrown away.
    public consuming func finish() throws -> [UInt8] {
        if let failure { throw failure }
        pipe.endInput()
        var result: [UInt8] = []
        while true {
            switch try pipe.step() {
            case .output(let bytes): result += bytes
            case .ended: return result
            case .wantsInput, .wait: pipe.waitForChange()
            }
        }
    }

    /// Feeds the worker until there is no more to feed, and gathers what comes out.
    private mutating func run(_ feed: (WorkerPipe) -> Bool) throws -> [UInt8] {
        if let failure { throw failure }
        var result: [UInt8] = []
        do {
            while true {
                switch try pipe.step() {
                case .output(let bytes): result += bytes
                case .wantsInput: if !feed(pipe) { return result }
                case .wait: pipe.waitForChange()
                case .ended: return result
                }
            }
        } catch {
            failure = error
            pipe.abandon()
            throw error
        }
    }
}
