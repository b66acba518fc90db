internal import ArcaCodecs

/// One step of the way from input to output: takes bytes, gives others on, in pieces.
///
/// A stage is used once, by one thread.
protocol CodecStage: AnyObject {
    /// Takes the next bytes, any number, and passes on what can be said so far, in any number of calls.
    func take(_ bytes: Span<UInt8>, _ next: (Span<UInt8>) throws -> Void) throws

    /// Ends the stream and passes on the rest.
    func finish(_ next: (Span<UInt8>) throws -> Void) throws

    /// The whole input, where the stage keeps it: messages then show any line of it.
    var heldInput: [UInt8]? { get }
}

extension CodecStage {
    var heldInput: [UInt8]? { nil }
}

/// An encoder or decoder of ArcaCodecs as a stage, in constant memory.
///
/// What a transform must be stands at the extension: a condition here would be looked up at every start of the program.
final class TransformStage<Transform> {
    private var transform: Transform
    private var output: PageBuffer

    private init(_ transform: Transform, outputByteCount: Int) {
        self.transform = transform
        output = PageBuffer(byteCount: outputByteCount)
    }
}

extension TransformStage: CodecStage where Transform: ByteTransform {
    /// Makes a stage of a transform at the start of its stream.
    convenience init(_ transform: Transform) {
        self.init(transform, outputByteCount: transform.maximumOutputCount(for: PageBuffer.pieceByteCount))
    }

    func take(_ bytes: Span<UInt8>, _ next: (Span<UInt8>) throws -> Void) throws {
        var start = 0
        while start < bytes.count {
            // What another stage passes on may be longer than a piece, and output beside input no longer fit the cache.
            let piece = bytes.extracting(start..<min(start + PageBuffer.pieceByteCount, bytes.count))
            try emit(transform.maximumOutputCount(for: piece.count), next) { output throws(CodecError) in
                try transform.update(piece, into: &output)
            }
            start += piece.count
        }
    }

    func finish(_ next: (Span<UInt8>) throws -> Void) throws {
        try emit(transform.maximumOutputCount(for: 0), next) { output throws(CodecError) in
            try transform.finish(into: &output)
        }
    }

    private func emit(
        _ maximum: Int, _ next: (Span<UInt8>) throws -> Void,
        _ body: (inout OutputSpan<UInt8>) throws(CodecError) -> Void
    ) throws {
        // The bound grows by what the transform holds back.
        if maximum > output.byteCount { output = PageBuffer(byteCount: maximum) }
        try output.fill(body, next)
    }
}

/// A codec that needs its whole input at once, which has a limit for that reason.
final class WholeStage: CodecStage {
    private let limit: Int
    private let tooLong: CodecError
    private let convert: ([UInt8]) throws -> [UInt8]
    private var input: [UInt8] = []

    /// Makes a stage of what makes the output of the whole input.
    ///
    /// With `hasLineEnd` one more byte may follow that is not counted.
    init(_ name: String, limit: Int, hasLineEnd: Bool = false, _ convert: @escaping ([UInt8]) throws -> [UInt8]) {
        self.limit = hasLineEnd ? limit + 1 : limit
        self.convert = convert
        tooLong = CodecError(
            .limitExceeded, "\(name) takes its input as a whole, and there are more than \(limit) bytes",
            hint: "--limit N raises that")
    }

    var heldInput: [UInt8]? { input }

    func take(_ bytes: Span<UInt8>, _ next: (Span<UInt8>) throws -> Void) throws {
        guard bytes.count <= limit - input.count else { throw tooLong }
        input.append(contentsOf: bytes)
    }

    func finish(_ next: (Span<UInt8>) throws -> Void) throws {
        let result = try convert(input)
        if !result.isEmpty { try next(result.span) }
    }
}
