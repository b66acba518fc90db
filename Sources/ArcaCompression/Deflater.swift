public import ArcaCore

/// Compresses to gzip, zlib or raw deflate incrementally, in constant memory (about 260 KiB).
///
/// ```swift
/// let small = try Deflater.deflate("some text".utf8, format: .zlib, level: .best)
/// ```
///
/// Do not compress secrets together with bytes that an attacker controls and then encrypt: the compressed size reveals
/// how similar they are (CRIME, BREACH).
///
/// Source: RFC 1950, 1951, 1952.
public struct Deflater: ~Copyable {
    /// The format.
    public let format: CompressionFormat
    /// The compression level.
    public let level: CompressionLevel
    /// The number of content bytes read so far.
    public private(set) var inputByteCount = 0
    /// The number of compressed bytes written so far.
    public private(set) var outputByteCount = 0
    /// Whether all output including the trailer has been written.
    public private(set) var isAtEnd = false

    private let stream: DeflateStream
    private var frame: DeflateFrame
    private var pending: ArraySlice<UInt8>
    private var hasTrailer = false

    /// Creates a deflater.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - level: The compression level.
    ///   - header: The header of a gzip member; ignored for other formats.
    ///   - dictionary: The preset dictionary, which decompression requires as well. Only the last 32 KiB are used. Not
    ///     supported by gzip, which cannot indicate it.
    /// - Throws: ``CompressionError`` `.invalidArgument` for gzip with a dictionary or a NUL in the header,
    ///   `.backendFailure` if memory allocation fails.
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

    /// Compresses as much of `input` as fits in `output`.
    ///
    /// Call it again with the remaining input and a new output until all input is consumed. Most of the output is
    /// buffered until ``flush(into:)`` or ``finish(into:)``.
    ///
    /// - Parameters:
    ///   - input: The next bytes of content, of any length.
    ///   - output: The destination of the compressed data, filled up to its free capacity.
    /// - Returns: The number of bytes read from `input`; less than all only if `output` is full.
    /// - Throws: ``CompressionError`` `.backendFailure`.
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

    /// Writes all buffered output, so a reader can decompress everything so far; costs a few bytes.
    ///
    /// - Parameter output: The destination of the compressed data, filled up to its free capacity.
    /// - Returns: Whether everything was written. If not, call it again with a new output.
    /// - Throws: ``CompressionError`` `.backendFailure`.
    public mutating func flush(into output: inout OutputSpan<UInt8>) throws(CompressionError) -> Bool {
        guard drain(into: &output) else { return false }
        return try run(Span(), .sync, into: &output).isDone
    }

    /// Ends the compressed data.
    ///
    /// - Parameter output: The destination of the compressed data, filled up to its free capacity.
    /// - Returns: Whether everything was written. If not, call it again with a new output.
    /// - Throws: ``CompressionError`` `.backendFailure`.
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

    /// Compresses the next bytes of content and returns the available output.
    ///
    /// - Parameter bytes: The next bytes of content, of any length.
    /// - Returns: Compressed data, often empty: output is buffered until a block is full.
    /// - Throws: ``CompressionError`` `.backendFailure`.
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

    /// Returns all buffered output, so a reader can decompress everything so far; costs a few bytes.
    ///
    /// - Throws: ``CompressionError`` `.backendFailure`.
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

    /// Ends the compressed data and returns the remaining output.
    ///
    /// - Throws: ``CompressionError`` `.backendFailure`.
    public mutating func finish() throws(CompressionError) -> [UInt8] {
        var result: [UInt8] = []
        while !isAtEnd {
            try result.append(addingCapacity: Self.pieceByteCount) { (output) throws(CompressionError) in
                _ = try finish(into: &output)
            }
        }
        return result
    }

    /// The growth of the returned arrays, in bytes.
    private static let pieceByteCount = 32 * 1024

    /// Compresses the whole content.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - format: The format.
    ///   - level: The compression level.
    ///   - header: The header of a gzip member; ignored for other formats.
    ///   - dictionary: The preset dictionary; not supported by gzip.
    /// - Returns: The compressed data. Incompressible content grows by 5 bytes per 16 KiB plus the frame.
    /// - Throws: ``CompressionError`` `.invalidArgument` as in the initializer, `.backendFailure` if memory allocation
    ///   fails.
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

    /// Writes pending frame bytes; false if `output` has too little room.
    private mutating func drain(into output: inout OutputSpan<UInt8>) -> Bool {
        let piece = pending.prefix(output.freeCapacity)
        output.append(contentsOf: piece.span)
        outputByteCount += piece.count
        pending = pending.dropFirst(piece.count)
        return pending.isEmpty
    }
}
