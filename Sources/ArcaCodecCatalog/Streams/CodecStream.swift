public import ArcaCodecs

/// Bytes on their way through a codec, in pieces of any length.
///
/// A stream is used once, by one thread, and is spent after an error. How the input is cut never changes the result.
public protocol CodecStream: AnyObject {
    /// Takes the next bytes, any number.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes.
    ///   - output: Receives the output available so far, in any number of calls.
    /// - Throws: An error with its place in the whole input, or what `output` throws.
    func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws -> Void) throws

    /// Ends the input.
    ///
    /// - Parameter output: Receives the rest.
    /// - Throws: An error if the input ends too early, or what `output` throws.
    func finish(_ output: (Span<UInt8>) throws -> Void) throws

    /// The whole input, if the stream keeps it: messages can then show any line of it.
    var heldInput: [UInt8]? { get }

    /// What was found besides the bytes, such as the label of a PEM block; complete after ``finish(_:)``.
    var notes: [String] { get }
}

extension CodecStream {
    /// Nil: most streams keep none of their input.
    public var heldInput: [UInt8]? { nil }

    /// None: most codecs carry nothing but the bytes.
    public var notes: [String] { [] }
}

extension CodecStream {
    /// Takes the next bytes and returns the output available so far.
    ///
    /// - Parameter bytes: The next bytes, any number.
    /// - Returns: The output, which may be empty.
    /// - Throws: An error with its place in the whole input.
    public func update(_ bytes: borrowing some Bytes) throws -> [UInt8] {
        var result: [UInt8] = []
        try bytes.withBytes { span in try update(span) { result.append(contentsOf: $0) } }
        return result
    }

    /// Ends the input and returns the rest.
    ///
    /// - Returns: The rest of the output, which may be empty.
    /// - Throws: An error if the input ends too early.
    public func finish() throws -> [UInt8] {
        var result: [UInt8] = []
        try finish { result.append(contentsOf: $0) }
        return result
    }
}

extension CodecStream {
    /// Ends an input that may have been cut off anywhere: what is incomplete at its end is left out.
    ///
    /// - Parameter output: Receives the rest.
    /// - Returns: Whether something was left out.
    /// - Throws: What `output` throws; an error if there is more wrong than the end.
    package func finishCut(_ output: (Span<UInt8>) throws -> Void) throws -> Bool {
        if let whole = self as? WholeStream { return try whole.finishCut(output) }
        do {
            try finish(output)
            return false
        } catch let error as any ArcaError where error.kind == .malformed || error.kind == .truncated {
            return true
        }
    }
}

/// An encoder or decoder of ArcaCodecs, in constant memory.
final class TransformStream<Transform: ByteTransform>: CodecStream {
    private var transform: Transform
    private var buffer = PageBuffer(byteCount: 0)

    /// Creates a stream of a transform at the start of its stream.
    init(_ transform: Transform) { self.transform = transform }

    var notes: [String] { transform.notes }

    func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws -> Void) throws {
        var start = 0
        while start < bytes.count {
            // What another stream passes on may be longer than a piece, and output beside input no longer fit the
            // cache.
            let piece = bytes.extracting(start..<min(start + PageBuffer.pieceByteCount, bytes.count))
            reserve(transform.maximumOutputCount(for: piece.count))
            try buffer.fill({ try transform.update(piece, into: &$0) }, output)
            start += piece.count
        }
    }

    func finish(_ output: (Span<UInt8>) throws -> Void) throws {
        reserve(transform.maximumOutputCount(for: 0))
        try buffer.fill({ try transform.finish(into: &$0) }, output)
    }

    /// Makes the buffer larger if it has to be.
    private func reserve(_ byteCount: Int) {
        if byteCount > buffer.byteCount { buffer = PageBuffer(byteCount: byteCount) }
    }
}

/// A codec that needs its whole input at once, and has a limit for that reason.
final class WholeStream: CodecStream {
    /// Makes the output of the whole input, and may add notes.
    typealias Conversion = (_ input: [UInt8], _ notes: inout [String]) throws -> [UInt8]

    private let limit: Int
    private let tooLong: CodecError
    private let convert: Conversion
    private let endings: CutText.Endings?
    private var input: [UInt8] = []
    private(set) var notes: [String] = []

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - name: The codec's name in messages.
    ///   - limit: Maximum number of bytes of input.
    ///   - hasLineEnd: Whether one more byte may follow that is not counted.
    ///   - endings: How a text may go on of which the end is missing.
    ///   - convert: Makes the output.
    init(
        _ name: String, limit: Int, hasLineEnd: Bool = false, cut endings: CutText.Endings? = nil,
        _ convert: @escaping Conversion
    ) {
        self.endings = endings
        self.limit = hasLineEnd ? limit + 1 : limit
        self.convert = convert
        tooLong = CodecError(
            .limitExceeded, "\(name) takes its input as a whole, and there are more than \(limit) bytes",
            hint: "raise the limit")
    }

    var heldInput: [UInt8]? { input }

    func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws -> Void) throws {
        guard bytes.count <= limit - input.count else { throw tooLong }
        input.append(contentsOf: bytes)
    }

    func finish(_ output: (Span<UInt8>) throws -> Void) throws {
        let result = try convert(input, &notes)
        if !result.isEmpty { try output(result.span) }
    }

    /// Ends the input as it is, else as it may have been, else a few bytes before its end; says whether it was not as
    /// it is.
    func finishCut(_ output: (Span<UInt8>) throws -> Void) throws -> Bool {
        var failure: (any Error)?
        for (index, text) in attempts().enumerated() {
            do {
                let result = try convert(text, &notes)
                if !result.isEmpty { try output(result.span) }
                return index > 0
            } catch let error as CodecError where error.code != .limitExceeded {
                // An error before the end is none of the end.
                if endings == nil, let offset = error.position?.offset, offset + 16 < input.count { throw error }
                failure = failure ?? error
            }
        }
        throw failure ?? tooLong
    }

    private func attempts() -> [[UInt8]] {
        // A search looks at the beginnings of inputs: those have to be taken; beyond, one attempt is long enough.
        guard input.count <= 256 << 10 else { return [input] }
        let shorter = endings?(input) ?? (1...8).filter { $0 <= input.count }.map { Array(input.dropLast($0)) }
        return [input] + shorter
    }
}
