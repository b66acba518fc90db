package import ArcaCodecs
public import ArcaCore
internal import ArcaSystem

#if hasFeature(Embedded)
/// The errors of streams: Embedded Swift has no `any Error`, so those of other modules are converted.
public typealias StreamFailure = CodecError
package typealias CodecValue = Never

func failure(_ error: some ArcaError) -> CodecError { CodecError(wrapping: error) }

func kind(of error: some ArcaError) -> ErrorKind? { error.kind }

/// The errors of encoders are those of codecs, or `Never`.
func encodingFailure<Failure: Error>(_ error: Failure) -> CodecError {
    // Casts are not available here.
    precondition(MemoryLayout<Failure>.size == MemoryLayout<CodecError>.size, "an encoder throws errors of codecs")
    return withUnsafePointer(to: error) { UnsafeRawPointer($0).load(as: CodecError.self) }
}
#else
/// The errors of streams: those of the codec's module, and those that the receiver of the output throws.
public typealias StreamFailure = any Error
package typealias CodecValue = any TextCodec

func failure(_ error: any Error) -> any Error { error }
func kind(of error: any Error) -> ErrorKind? { (error as? any ArcaError)?.kind }
func encodingFailure(_ error: any Error) -> any Error { error }
#endif

/// A streaming conversion, for input in pieces of any length.
///
/// A stream is used once, by one thread, and cannot be used after an error. The split of the input never affects the
/// result.
public protocol CodecStream: AnyObject {
    /// Processes the next bytes.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes, any number.
    ///   - output: Receives the output available so far, in any number of calls.
    /// - Throws: An error with the position in the whole input, or the error of `output`.
    func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure)

    /// Ends the input.
    ///
    /// - Parameter output: Receives the remaining output.
    /// - Throws: An error if the input ends too early, or the error of `output`.
    func finish(_ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure)

    /// The whole input if the stream buffers it, so error messages can show the line.
    var heldInput: [UInt8]? { get }

    /// Remarks for people, such as the label of a PEM block; complete after ``finish(_:)``.
    var notes: [String] { get }
}

extension CodecStream {
    /// Nil by default: most streams do not keep their input.
    public var heldInput: [UInt8]? { nil }

    /// Empty by default: most codecs have no remarks.
    public var notes: [String] { [] }
}

extension CodecStream {
    /// Processes the next bytes and returns the output available so far.
    ///
    /// - Returns: The output, which may be empty.
    /// - Throws: An error with the position in the whole input.
    public func update(_ bytes: borrowing some Bytes) throws(StreamFailure) -> [UInt8] {
        var result: [UInt8] = []
        try bytes.withBytes { (span) throws(StreamFailure) in try update(span) { result.append(contentsOf: $0) } }
        return result
    }

    /// Ends the input and returns the remaining output.
    ///
    /// - Returns: The remaining output, which may be empty.
    /// - Throws: An error if the input ends too early.
    public func finish() throws(StreamFailure) -> [UInt8] {
        var result: [UInt8] = []
        try finish { result.append(contentsOf: $0) }
        return result
    }
}

extension CodecStream {
    /// Ends an input that may be truncated, and drops an incomplete end.
    ///
    /// - Parameter output: Receives the remaining output.
    /// - Returns: Whether anything was dropped.
    /// - Throws: The error of `output`, or an error not caused by the truncation.
    package func finishCut(_ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) -> Bool {
        if let whole = self as? WholeStream { return try whole.finishCut(output) }
        if let marked = self as? MarkedTextStream { return try marked.finishCutText(output) }
        do throws(StreamFailure) {
            try finish(output)
            return false
        } catch {
            guard [.malformed, .truncated].contains(kind(of: error)) else { throw error }
            return true
        }
    }
}

/// A stream for a byte transform, in constant memory.
final class TransformStream<Transform: ByteTransform>: CodecStream {
    private var transform: Transform
    private var buffer = PageBuffer(byteCount: 0)

    init(_ transform: Transform) { self.transform = transform }

    var notes: [String] { transform.notes }

    func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) {
        var start = 0
        while start < bytes.count {
            // Another stream may pass on more than a piece, and then the output no longer fits in the cache with the
            // input.
            let piece = bytes.extracting(start..<min(start + PageBuffer.pieceByteCount, bytes.count))
            reserve(transform.maximumOutputCount(for: piece.count))
            try buffer.fill({ (space) throws(StreamFailure) in try transform.update(piece, into: &space) }, output)
            start += piece.count
        }
    }

    func finish(_ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) {
        reserve(transform.maximumOutputCount(for: 0))
        try buffer.fill({ (space) throws(StreamFailure) in try transform.finish(into: &space) }, output)
    }

    private func reserve(_ byteCount: Int) {
        if byteCount > buffer.byteCount { buffer = PageBuffer(byteCount: byteCount) }
    }
}

/// Creates a stream for a transform of an opaque type, which Embedded Swift resolves only as a generic parameter.
func transforming(_ transform: some ByteTransform) -> any CodecStream { TransformStream(transform) }

/// A reusable page-aligned buffer, which the kernel copies to fastest.
final class PageBuffer {
    static let pieceByteCount = ReadAhead.pieceByteCount

    private let memory: UnsafeMutableBufferPointer<UInt8>

    /// Allocates memory; pages that are never used cost nothing.
    init(byteCount: Int) {
        let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4096)
        memory = raw.bindMemory(to: UInt8.self)
    }

    deinit { memory.deallocate() }

    var byteCount: Int { memory.count }

    /// Fills the buffer from the start and passes on its contents, or nothing if `body` throws.
    func fill(
        _ body: (inout OutputSpan<UInt8>) throws(StreamFailure) -> Void,
        _ next: (Span<UInt8>) throws(StreamFailure) -> Void
    ) throws(StreamFailure) {
        var output = OutputSpan(buffer: memory, initializedCount: 0)
        try body(&output)
        let count = output.finalize(for: memory)
        if count > 0 { try next(UnsafeBufferPointer(memory).span.extracting(0..<count)) }
    }
}

/// A stream that buffers its whole input, up to a limit.
final class WholeStream: CodecStream {
    /// Converts the whole input, and may add remarks.
    typealias Conversion = (_ input: [UInt8], _ notes: inout [String]) throws(StreamFailure) -> [UInt8]

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
    ///   - limit: The maximum size of the input, in bytes.
    ///   - hasLineEnd: Whether one more byte is allowed for a line end.
    ///   - endings: The possible completions of a truncated text.
    ///   - convert: The conversion.
    init(
        _ name: String, limit: Int, hasLineEnd: Bool = false, cut endings: CutText.Endings? = nil,
        _ convert: @escaping Conversion
    ) {
        self.endings = endings
        self.limit = hasLineEnd ? limit + 1 : limit
        self.convert = convert
        tooLong = CodecError(
            .limitExceeded, "\(name) takes its input as a whole, and there are more than \(limit) bytes",
            hint: .limit)
    }

    var heldInput: [UInt8]? { input }

    func update(_ bytes: Span<UInt8>, _ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) {
        guard bytes.count <= limit - input.count else { throw tooLong }
        input.append(contentsOf: bytes)
    }

    func finish(_ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) {
        let result = try convert(input, &notes)
        if !result.isEmpty { try output(result.span) }
    }

    /// Ends the input, and tries completions or a shorter input if it is incomplete.
    ///
    /// Returns whether it was incomplete.
    func finishCut(_ output: (Span<UInt8>) throws(StreamFailure) -> Void) throws(StreamFailure) -> Bool {
        var failure: CodecError?
        for (index, text) in attempts().enumerated() {
            do throws(StreamFailure) {
                let result = try convert(text, &notes)
                if !result.isEmpty { try output(result.span) }
                return index > 0
            } catch {
                guard let error = error as? CodecError, error.code != .limitExceeded else { throw error }
                // An error in the middle is not a truncation.
                if endings == nil, let offset = error.position?.offset, offset + 16 < input.count { throw error }
                failure = failure ?? error
            }
        }
        throw failure ?? tooLong
    }

    private func attempts() -> [[UInt8]] {
        // The search for layers decodes prefixes of inputs, which may be truncated. A longer input gets a single
        // attempt, because each takes long.
        guard input.count <= 256 << 10 else { return [input] }
        let shorter = endings?(input) ?? (1...8).filter { $0 <= input.count }.map { Array(input.dropLast($0)) }
        return [input] + shorter
    }
}

/// Candidate completions of a truncated text, for forms with a redundant end: the closing quote of a string, the last
/// line of a PEM block.
enum CutText {
    /// Candidate completions of a truncated text, longest first.
    typealias Endings = @Sendable (_ text: [UInt8]) -> [[UInt8]]

    /// Appends `end` to the text, after dropping up to `atMost` bytes of a partial escape.
    static func closing(_ end: String, atMost: Int = 7) -> Endings {
        { text in (0...min(atMost, text.count)).map { text.dropLast($0) + Array(end.utf8) } }
    }

    /// Completes or drops the last encoded word.
    static let encodedWord: Endings = { text in
        let ends = text.indices.dropFirst().filter {
            text[$0 - 1] == UInt8(ascii: "?") && text[$0] == UInt8(ascii: "=")
        }
        return closing("?=")(text) + (ends.last.map { [Array(text[...$0])] } ?? [])
    }

    /// Drops an incomplete last number of a list.
    static let list: Endings = { text in
        guard let comma = text.lastIndex(of: UInt8(ascii: ",")) else { return [] }
        return [text[..<comma] + Array((text.contains(UInt8(ascii: "{")) ? "\n};\n" : "\n]\n").utf8)]
    }

    /// Completes a PEM block with a missing or incomplete last line.
    static let pem: Endings = { text in
        let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
        let mark = Array("-----BEGIN ".utf8)
        guard let first = lines.firstIndex(where: { $0.starts(with: mark) }) else { return [] }
        let label = lines[first].dropFirst(mark.count).prefix { $0 != UInt8(ascii: "-") }
        var body = lines[(first + 1)...].filter { $0.first != UInt8(ascii: "-") }
        let count = body.reduce(0) { $0 + $1.count }
        if let last = body.popLast() { body.append(last.dropLast(min(count % 4, last.count))) }
        let block =
            [lines[first]] + body.filter { !$0.isEmpty } + [Array("-----END ".utf8) + label + Array("-----".utf8)]
        return [Array(block.joined(separator: [0x0a])) + [0x0a]]
    }
}
