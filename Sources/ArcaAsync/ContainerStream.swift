public import ArcaCore
public import ArcaContainers

/// Push-based encryption or decryption of a file, for code that is not `async` and receives bytes in callbacks.
///
/// ```swift
/// var stream = try ContainerStream(sealing: Age(recipients: [recipient]))
/// for buffer in buffers { try output.write(stream.update(buffer)) }
/// try output.write(stream.finish())
/// ```
///
/// A separate thread does the work, with at most about 600 KiB in flight. Calls wait for it: microseconds per piece, or
/// the key derivation at the start of a file with a passphrase. Dropping the value ends the thread. In async code, pass
/// an `AsyncSequence` to the format instead.
public struct ContainerStream: ~Copyable {
    private let pipe: WorkerPipe
    /// The first error, thrown again by every later call.
    private var failure: (any Error)?

    /// Starts encrypting.
    ///
    /// - Throws: `SystemError` with code `.failed` if no thread can be created.
    public init(sealing format: some ContainerFormat) throws {
        pipe = WorkerPipe()
        try pipe.start { input, output in try format.seal(&input, into: &output) }
    }

    /// Starts decrypting; authenticated formats release only verified plaintext.
    ///
    /// - Throws: `SystemError` with code `.failed` if no thread can be created.
    public init(opening format: some ContainerFormat) throws {
        pipe = WorkerPipe()
        try pipe.start { input, output in try format.open(&input, into: &output) }
    }

    deinit { pipe.abandon() }

    /// Processes bytes and returns the available output.
    ///
    /// - Returns: The next bytes of the output, possibly empty.
    /// - Throws: The format's `ContainerError`, from this call and every later one.
    public mutating func update(_ bytes: borrowing some Bytes) throws -> [UInt8] {
        var rest = [UInt8](bytes: bytes)[...]
        return try run { pipe in
            rest = rest.dropFirst(pipe.give(rest))
            return !rest.isEmpty
        }
    }

    /// Ends the input and returns the rest of the output.
    ///
    /// - Returns: The last bytes; the output is then complete.
    /// - Throws: The format's `ContainerError`; discard all output returned before.
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

    /// Feeds the worker until the input is used up, and collects its output.
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
