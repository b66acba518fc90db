public import ArcaCore

/// Compresses to gzip, zlib or bare deflate, in pieces and with constant memory (about 260 KiB).
///
/// ```swift
/// let small = try Deflater.deflate("some text".utf8, format: .zlib, level: .best)
/// ```
///
/// Compressing before encrypting tells an attacker who controls a part of the text how well that part fits to the rest
/// (CRIME, BREACH): do not compress secrets together with bytes of others.
///
/// Source: RFC 1950, 1951, 1952.
public struct Deflater: ~Copyable {
    /// How the blocks are wrapped.
    public let format: CompressionFormat
    /// How hard it searches.
    public let level: CompressionLevel
    /// Bytes of content read so far.
    public private(set) var inputByteCount = 0
    /// Bytes of compressed data that came out so far.
    public private(set) var outputByteCount = 0
    /// Whether all has come out, the trailer included.
    public private(set) var isAtEnd = false

    private let stream: DeflateStream
    private var frame: DeflateFrame
    /// Bytes of the frame that are still to be written.
    private var pending: ArraySlice<UInt8>
    private var hasTrailer = false

    /// Makes a deflater.
    ///
    /// - Parameters:
    ///   - format: How the blocks are wrapped.
    ///   - level: How hard it searches.
    ///   - header: What a gzip member says about its file; other formats have no place for it.
    ///   - dictionary: Bytes that the reader has as well, of which the last 32 KiB count; not for gzip, which cannot
    ///     say that it needs one.
    /// - Throws: ``CompressionError`` with code `.invalidArgument` for gzip with a dictionary or a NUL in the header,
    ///   `.backendFailure` when there is no memory.
    public init(
        format: CompressionFormat = .gzip, level: CompressionLevel = .standard, header: GzipHeader = GzipHeader(),
        dictionary: [UInt8] = []
    ) throws(CompressionError) {
        let frame = DeflateFrame(format)
        let head = try frame.head(level, header, dictionary: dictionary)
        let stream = try DeflateStream(level)
        self.format = format
        self.level = level
        self.stream = stream
        self.frame = frame
        pending = head[...]
        if !dictionary.isEmpty { stream.setDictionary(dictionary.span) }
    }

    /// Compresses as much of `input` as `output` has room for.
    ///
    /// Call it again with the rest of the input and a fresh output until all input is consumed. Most of what was read
    /// stays inside until ``flush(into:)`` or ``finish(into:)``.
    ///
    /// - Parameters:
    ///   - input: The next bytes of content, any number.
    ///   - output: Receives compressed data, at most its free capacity.
    /// - Returns: How many bytes of `input` were read: fewer than given only when `output` is full.
    /// - Throws: ``CompressionError`` with code `.backendFailure`.
    public mutating func deflate(
        _ input: borrowing some Bytes, into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> Int {
        precondition(!hasTrailer, "the compressed data has been finished")
        return try input.withBytes { (span) throws(CompressionError) in
            guard drain(into: &output) else { return 0 }
            let read = try run(span, .none, into: &output).read
            frame.update(span.extracting(0..<read))
            inputByteCount += read
            return read
        }
    }

    /// Writes out all that was read so far, so that a reader can have it; costs some bytes.
    ///
    /// - Parameter output: Receives compressed data, at most its free capacity.
    /// - Returns: Whether all is out; if not, call it again with a fresh output.
    /// - Throws: ``CompressionError`` with code `.backendFailure`.
    public mutating func flush(into output: inout OutputSpan<UInt8>) throws(CompressionError) -> Bool {
        guard drain(into: &output) else { return false }
        return try run(Span(), .sync, into: &output).isDone
    }

    /// Ends the compressed data.
    ///
    /// - Parameter output: Receives compressed data, at most its free capacity.
    /// - Returns: Whether all is out; if not, call it again with a fresh output.
    /// - Throws: ``CompressionError`` with code `.backendFailure`.
    public mutating func finish(into output: inout OutputSpan<UInt8>) throws(CompressionError) -> Bool {
        guard drain(into: &output) else { return false }
        if !hasTrailer {
            guard try run(Span(), .finish, into: &output).isDone else { return false }
            pending = frame.trailer[...]
            hasTrailer = true
        }
        isAtEnd = drain(into: &output)
        return isAtEnd
    }

    /// Compresses the next bytes of content and returns what comes out.
    ///
    /// - Parameter bytes: The next bytes, any number.
    /// - Returns: Compressed data, mostly none: it is kept back until it fills a block.
    /// - Throws: ``CompressionError`` with code `.backendFailure`.
    public mutating func update(_ bytes: borrowing some Bytes) throws(CompressionError) -> [UInt8] {
        try bytes.withBytes { (input) throws(CompressionError) in
            var offset = 0
            var result: [UInt8] = []
            repeat {
                try result.append(addingCapacity: Self.pieceByteCount) { (output) throws(CompressionError) in
                    offset += try deflate(input.extracting(offset..<input.count), into: &output)
                }
            } while offset < input.count
            return result
        }
    }

    /// Returns all that was compressed so far, so that a reader can have it; costs some bytes.
    ///
    /// - Returns: Compressed data.
    /// - Throws: ``CompressionError`` with code `.backendFailure`.
    public mutating func flush() throws(CompressionError) -> [UInt8] {
        var result: [UInt8] = []
        var isDone = false
        while !isDone {
            try result.append(addingCapacity: Self.pieceByteCount) { (output) throws(CompressionError) in
                isDone = try flush(into: &output)
            }
        }
        return result
    }

    /// Ends the compressed data and returns the rest of it.
    ///
    /// - Returns: Compressed data.
    /// - Throws: ``CompressionError`` with code `.backendFailure`.
    public mutating func finish() throws(CompressionError) -> [UInt8] {
        var result: [UInt8] = []
        while !isAtEnd {
            try result.append(addingCapacity: Self.pieceByteCount) { (output) throws(CompressionError) in
                _ = try finish(into: &output)
            }
        }
        return result
    }

    /// Room that is made at a time where the result is returned.
    private static let pieceByteCount = 32 * 1024

    /// Compresses content as a whole.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - format: How the blocks are wrapped.
    ///   - level: How hard it searches.
    ///   - header: What a gzip member says about its file.
    ///   - dictionary: Bytes that the reader has as well; not for gzip.
    /// - Returns: The compressed data: for bytes that cannot be compressed, 5 bytes more for every 16 KiB and the frame.
    /// - Throws: ``CompressionError`` with code `.backendFailure` when there is no memory.
    public static func deflate(
        _ bytes: borrowing some Bytes, format: CompressionFormat = .gzip, level: CompressionLevel = .standard,
        header: GzipHeader = GzipHeader(), dictionary: [UInt8] = []
    ) throws(CompressionError) -> [UInt8] {
        try bytes.withBytes { (input) throws(CompressionError) in
            var deflater = try Deflater(format: format, level: level, header: header, dictionary: dictionary)
            let room = DeflateStream.maximumOutputCount(for: input.count) + deflater.pending.count
            return try [UInt8](capacity: room) { (output) throws(CompressionError) in
                var offset = 0
                repeat {
                    offset += try deflater.deflate(input.extracting(offset..<input.count), into: &output)
                } while offset < input.count
                _ = try deflater.finish(into: &output)
            }
        }
    }

    private mutating func run(
        _ input: Span<UInt8>, _ flush: DeflateStream.Flush, into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> (read: Int, isDone: Bool) {
        let before = output.count
        let result = try stream.deflate(input, flush, into: &output)
        outputByteCount += output.count - before
        return result
    }

    /// Writes what is left of the frame; false when `output` has no room for all of it.
    private mutating func drain(into output: inout OutputSpan<UInt8>) -> Bool {
        let piece = pending.prefix(output.freeCapacity)
        output.append(contentsOf: piece.span)
        outputByteCount += piece.count
        pending = pending.dropFirst(piece.count)
        return pending.isEmpty
    }
}
