public import ArcaCore
internal import CArcaZlib

/// Decompresses gzip, zlib and raw deflate incrementally, in constant memory (about 45 KiB).
///
/// By default, the format is detected from the first byte. Concatenated gzip members are decompressed one after the
/// other, as `gzip -d` does. Trailing data is not read; the caller decides whether it is allowed.
///
/// ```swift
/// let text = try Inflater.inflate(compressed)
/// ```
///
/// Source: RFC 1950, 1951, 1952.
public struct Inflater: ~Copyable {
    /// The limits for the output.
    public let limits: InflateLimits
    /// The format, or nil until it is detected.
    public private(set) var format: CompressionFormat?
    /// The number of compressed bytes read so far.
    public private(set) var inputByteCount = 0
    /// The number of bytes written so far.
    public private(set) var outputByteCount = 0
    /// Whether the compressed data is complete; another gzip member may still follow.
    public private(set) var isAtEnd = false

    // zlib keeps a pointer back to the stream, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let dictionary: [UInt8]
    private let isGuessed: Bool
    private var isStarted = false
    private var memberStart = 0
    private var headerSlot: GzipHeaderSlot?
    private var failure: CompressionError?

    /// Creates an inflater.
    ///
    /// - Parameters:
    ///   - format: The format; nil to detect it from the first byte.
    ///   - limits: The limits for the output. Exceeding them is an error.
    ///   - dictionary: The preset dictionary for zlib or raw deflate data. Only the last 32 KiB are used. A zlib stream
    ///     verifies it with a checksum.
    public init(
        format: CompressionFormat? = nil, limits: InflateLimits = .standard, dictionary: [UInt8] = []
    ) {
        self.format = format
        isGuessed = format == nil
        self.dictionary = dictionary
        self.limits = limits
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
    }

    deinit {
        if isStarted { inflateEnd(stream) }
        stream.deallocate()
    }

    /// The header of the first gzip member, or nil for other formats and until it has been read.
    public var gzipHeader: GzipHeader? { headerSlot?.header }

    /// Decompresses as much of `input` as fits in `output`.
    ///
    /// Call it again with the remaining input and a new output until all input is consumed. If `output` is full after
    /// that, call it once more with no input, because more output may be buffered.
    ///
    /// - Parameters:
    ///   - input: The next bytes of compressed data, of any length.
    ///   - output: The destination, filled up to its free capacity. If an error is thrown, do not trust the new bytes.
    /// - Returns: The number of bytes read from `input`; less than all only if `output` is full or at ``isAtEnd``.
    /// - Throws: ``CompressionError`` `.corrupt`, `.notCompressed`, `.trailingData` (after a gzip member),
    ///   `.limitExceeded`, `.missingDictionary` or `.backendFailure`. All later calls throw the same error.
    public mutating func inflate(
        _ input: borrowing some Bytes, into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> Int {
        try input.withBytes { (span) throws(CompressionError) in
            if let failure { throw failure }
            do throws(CompressionError) {
                return try inflatePieces(of: span, into: &output)
            } catch {
                failure = error
                throw error
            }
        }
    }

    /// Decompresses the next bytes and returns the whole output, within the limits.
    ///
    /// Each byte can expand to 1,032 bytes. Pass untrusted data in pieces of a few KiB.
    ///
    /// - Parameter bytes: The next bytes of compressed data, of any length.
    /// - Returns: The decompressed bytes, possibly none. Call ``finish()`` at the end to check for truncation.
    /// - Throws: ``CompressionError``, as ``inflate(_:into:)`` does; `.trailingData` for trailing bytes in any format.
    public mutating func update(_ bytes: borrowing some Bytes) throws(CompressionError) -> [UInt8] {
        try bytes.withBytes { (input) throws(CompressionError) in
            var result: [UInt8] = []
            var offset = 0
            var isFull = true
            while isFull {
                let room = max(min(input.count, 1 << 20) * 3, 1024, result.count)
                try result.append(addingCapacity: room) { (output) throws(CompressionError) in
                    offset += try inflate(input.extracting(offset..<input.count), into: &output)
                    isFull = output.freeCapacity == 0
                }
            }
            guard offset == input.count else {
                let error = CompressionError(
                    .trailingData, at: inputByteCount, "there is something after the compressed data")
                failure = error
                throw error
            }
            return result
        }
    }

    /// Checks that the compressed data is complete.
    ///
    /// - Throws: ``CompressionError`` `.truncated` if it is not.
    public mutating func finish() throws(CompressionError) {
        if let failure { throw failure }
        guard !isAtEnd else { return }
        let reason = inputByteCount == 0 ? "there is no compressed data" : "the compressed data ends too early"
        throw CompressionError(.truncated, at: inputByteCount, reason)
    }

    /// Decompresses complete data.
    ///
    /// - Parameters:
    ///   - bytes: The complete compressed data, without trailing bytes.
    ///   - format: The format; nil to detect it from the first byte.
    ///   - limits: The limits for the output.
    ///   - dictionary: The preset dictionary, if any.
    /// - Returns: The decompressed data.
    /// - Throws: ``CompressionError`` `.truncated`, `.corrupt`, `.notCompressed`, `.trailingData`, `.limitExceeded`,
    ///   `.missingDictionary` or `.backendFailure`.
    public static func inflate(
        _ bytes: borrowing some Bytes, format: CompressionFormat? = nil, limits: InflateLimits = .standard,
        dictionary: [UInt8] = []
    ) throws(CompressionError) -> [UInt8] {
        try bytes.withBytes { (input) throws(CompressionError) in
            var inflater = Inflater(format: format, limits: limits, dictionary: dictionary)
            var result: [UInt8] = []
            var offset = 0
            var isFull = true
            while isFull {
                // Three times the input at first, then doubled: few reallocations, little waste.
                let room = result.isEmpty ? min(max(input.count, 64), 1 << 26) * 3 : result.count
                try result.append(addingCapacity: room) { (output) throws(CompressionError) in
                    offset += try inflater.inflate(input.extracting(offset..<input.count), into: &output)
                    isFull = output.freeCapacity == 0
                }
            }
            try inflater.finish()
            guard offset == input.count else {
                throw CompressionError(.trailingData, at: offset, "there is something after the compressed data")
            }
            return result
        }
    }

    private mutating func inflatePieces(
        of input: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> Int {
        var consumed = 0
        while output.freeCapacity > 0 {
            if !isStarted {
                guard consumed < input.count else { break }
                try start(firstByte: input[consumed])
            } else if isAtEnd {
                guard format == .gzip, consumed < input.count, input[consumed] == 0x1f else { break }
                inflateReset(stream)
                isAtEnd = false
                memberStart = inputByteCount
            }
            guard try inflatePiece(of: input, from: &consumed, into: &output) else { break }
        }
        return consumed
    }

    private mutating func start(firstByte: UInt8) throws(CompressionError) {
        let format = self.format ?? CompressionFormat(firstByte: firstByte)
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, format.windowBits, ZLIB_VERSION, size) == Z_OK else {
            throw CompressionError(.backendFailure, "zlib could not be prepared")
        }
        self.format = format
        isStarted = true
        if format == .deflate { setDictionary() }
        if format == .gzip {
            let slot = GzipHeaderSlot()
            slot.attach(to: stream)
            headerSlot = slot
        }
    }

    /// Calls zlib once; false if no progress is possible.
    private mutating func inflatePiece(
        of input: Span<UInt8>, from consumed: inout Int, into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> Bool {
        // One byte over the limit may be written, which then is the error.
        let room = limits.maximumByteCount.map { max(min(max($0, 0), .max - 1) - outputByteCount, 0) + 1 } ?? Int.max
        let piece = input.extracting(consumed..<input.count)
        var read = 0
        var written = 0
        var status = Z_OK
        piece.withUnsafeBufferPointer { source in
            output.withUnsafeMutableBufferPointer { space, count in
                let sourceCount = min(source.count, Int(clamping: UInt32.max))
                let spaceCount = min(space.count - count, room, Int(clamping: UInt32.max))
                // zlib does not write to its input; its API predates `const`.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.pointee.avail_in = UInt32(sourceCount)
                stream.pointee.next_out = space.baseAddress.map { $0 + count }
                stream.pointee.avail_out = UInt32(spaceCount)
                status = CArcaZlib.inflate(stream, Z_NO_FLUSH)
                read = sourceCount - Int(stream.pointee.avail_in)
                written = spaceCount - Int(stream.pointee.avail_out)
                count += written
            }
        }
        consumed += read
        inputByteCount += read
        outputByteCount += written
        if status == Z_NEED_DICT, setDictionary() { return true }
        try check(status)
        try limits.check(inputByteCount, outputByteCount)
        isAtEnd = status == Z_STREAM_END
        return isAtEnd || read > 0 || written > 0
    }

    /// Passes the dictionary to zlib; false if there is none or it does not match.
    @discardableResult
    private func setDictionary() -> Bool {
        dictionary.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return false }
            // zlib verifies the checksum of the whole dictionary, then keeps the part that fits its window.
            return inflateSetDictionary(stream, start, UInt32(bytes.count)) == Z_OK
        }
    }

    private func check(_ status: Int32) throws(CompressionError) {
        switch status {
        case Z_OK, Z_STREAM_END, Z_BUF_ERROR:
            return
        case Z_NEED_DICT:
            throw CompressionError(
                .missingDictionary, at: inputByteCount, "the data was compressed with a dictionary that is not at hand")
        case Z_DATA_ERROR where memberStart > 0 && inputByteCount - memberStart == 2:
            throw CompressionError(.trailingData, at: memberStart, "there is something after the compressed data")
        case Z_DATA_ERROR:
            let detail = stream.pointee.msg.map { String(cString: $0) } ?? "damaged"
            guard !isUnlikeFormat else {
                let name = isGuessed ? "compressed" : format?.rawValue ?? "compressed"
                throw CompressionError(.notCompressed, at: inputByteCount, "this is no \(name) data: \(detail)")
            }
            let name = format?.rawValue ?? "compressed"
            throw CompressionError(.corrupt, at: inputByteCount, "the \(name) data is damaged: \(detail)")
        case Z_MEM_ERROR:
            throw CompressionError(.backendFailure, at: inputByteCount, "zlib found no memory")
        default:
            throw CompressionError(.backendFailure, at: inputByteCount, "zlib failed with status \(status)")
        }
    }

    /// Whether the first bytes do not match the format, or raw deflate was only assumed and fails early: text often
    /// decompresses to a few bytes before it fails.
    private var isUnlikeFormat: Bool {
        switch format {
        case .gzip: memberStart == 0 && inputByteCount <= 4
        case .zlib: inputByteCount <= 2
        case .deflate, nil: isGuessed && outputByteCount < 1024
        }
    }
}

extension InflateLimits {
    func check(_ inputByteCount: Int, _ outputByteCount: Int) throws(CompressionError) {
        if let most = maximumByteCount, outputByteCount > most {
            throw CompressionError(.limitExceeded, at: inputByteCount, "the data inflates to more than \(most) bytes")
        }
        if let ratio = maximumRatio, outputByteCount > ratioFreeByteCount,
            outputByteCount / max(inputByteCount, 1) > ratio
        {
            throw CompressionError(
                .limitExceeded, at: inputByteCount, "the data inflates to more than \(ratio) times its size")
        }
    }
}
