public import ArcaCore
internal import CArcaZlib

/// Inflates gzip, zlib and bare deflate data, in pieces and with constant memory (about 45 KiB).
///
/// The format is detected from the first byte if none is given. Concatenated gzip members give their contents one after the
/// other, as `gzip -d` does. What follows the end is not read; the caller decides whether it may be there.
///
/// ```swift
/// let text = try Inflater.inflate(compressed)
/// ```
///
/// Source: RFC 1950, 1951, 1952.
public struct Inflater: ~Copyable {
    /// The limits on what may come out.
    public let limits: InflateLimits
    /// The format; nil until the first byte has told it.
    public private(set) var format: CompressionFormat?
    /// Bytes of compressed data read so far.
    public private(set) var inputByteCount = 0
    /// Bytes that came out so far.
    public private(set) var outputByteCount = 0
    /// Whether the compressed data is complete: a gzip file may go on with a further member.
    public private(set) var isAtEnd = false

    // zlib keeps a pointer back to the stream, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let dictionary: [UInt8]
    private let isGuessed: Bool
    private var isStarted = false
    private var memberStart = 0
    private var headerSlot: GzipHeaderSlot?
    private var failure: CompressionError?

    /// Makes an inflater.
    ///
    /// - Parameters:
    ///   - format: The format; nil to tell it by the first byte.
    ///   - limits: How much may come out; going over is an error.
    ///   - dictionary: The bytes that zlib data or bare blocks were compressed with, of which the last 32 KiB count; zlib
    ///     data tells by a checksum that it is the right one.
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

    /// What the first gzip member says about its file; nil for other formats and before its header is read.
    public var gzipHeader: GzipHeader? { headerSlot?.header }

    /// Inflates as much of `input` as `output` has room for.
    ///
    /// Call it again with the rest of the input and a fresh output until all input is consumed; when `output` is full
    /// afterwards, call it once more even without further input: more may be waiting inside.
    ///
    /// - Parameters:
    ///   - input: The next bytes of compressed data, any number.
    ///   - output: Receives what they inflate to, at most its free capacity. On an error its new bytes are not to be
    ///     trusted.
    /// - Returns: How many bytes of `input` were read: fewer than given only when `output` is full or ``isAtEnd``.
    /// - Throws: ``CompressionError`` with code `.corrupt`, `.notCompressed`, `.trailingData` (after a gzip member), `.limitExceeded`,
    ///   `.missingDictionary` or `.backendFailure`; every later call throws it again.
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

    /// Inflates the next bytes of compressed data and returns all that comes out, within the limits.
    ///
    /// One byte becomes at most 1,032: give a source that is not trusted no more than some KiB at a time.
    ///
    /// - Parameter bytes: The next bytes, any number.
    /// - Returns: What they inflate to, which may be nothing. ``finish()`` tells at the end whether all was there.
    /// - Throws: ``CompressionError`` as ``inflate(_:into:)``, and `.trailingData` for bytes behind the end of any format.
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

    /// Checks that the compressed data was complete.
    ///
    /// - Throws: ``CompressionError`` with code `.truncated` when it was not.
    public mutating func finish() throws(CompressionError) {
        if let failure { throw failure }
        guard !isAtEnd else { return }
        let reason = inputByteCount == 0 ? "there is no compressed data" : "the compressed data ends too early"
        throw CompressionError(.truncated, at: inputByteCount, reason)
    }

    /// Inflates compressed data as a whole.
    ///
    /// - Parameters:
    ///   - bytes: The compressed data, complete and with nothing behind it.
    ///   - format: The format; nil to tell it by the first byte.
    ///   - limits: How much may come out.
    ///   - dictionary: The bytes that it was compressed with, if any.
    /// - Returns: What it inflates to.
    /// - Throws: ``CompressionError`` with code `.truncated`, `.corrupt`, `.notCompressed`, `.trailingData`,
    ///   `.limitExceeded`, `.missingDictionary` or `.backendFailure`.
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
                // Three times the input at first, then double what there is: few moves, little waste.
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

    /// Prepares zlib for the format, telling it by the first byte if need be.
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

    /// Makes one call of zlib; false when it can do nothing more now.
    private mutating func inflatePiece(
        of input: Span<UInt8>, from consumed: inout Int, into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> Bool {
        // One byte over the limit may come out, which then is the error.
        let room = limits.maximumByteCount.map { max($0 - outputByteCount, 0) + 1 } ?? Int.max
        let piece = input.extracting(consumed..<input.count)
        var read = 0
        var written = 0
        var status = Z_OK
        piece.withUnsafeBufferPointer { source in
            output.withUnsafeMutableBufferPointer { space, count in
                let sourceCount = min(source.count, Int(UInt32.max))
                let spaceCount = min(space.count - count, room, Int(UInt32.max))
                // zlib does not write to its input; the pointer's type is older than `const`.
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
        try checkLimits()
        isAtEnd = status == Z_STREAM_END
        return isAtEnd || read > 0 || written > 0
    }

    /// Gives zlib the dictionary; false when there is none, or another one is asked for.
    @discardableResult
    private func setDictionary() -> Bool {
        dictionary.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return false }
            // zlib compares the checksum of all bytes, and then keeps as many as its window holds.
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

    /// Whether the format's first bytes are already wrong, or no format was named and little speaks for deflate: text
    /// often inflates to some bytes before it fails.
    private var isUnlikeFormat: Bool {
        switch format {
        case .gzip: memberStart == 0 && inputByteCount <= 4
        case .zlib: inputByteCount <= 2
        case .deflate, nil: isGuessed && outputByteCount < 1024
        }
    }

    private func checkLimits() throws(CompressionError) {
        if let most = limits.maximumByteCount, outputByteCount > most {
            throw CompressionError(.limitExceeded, at: inputByteCount, "the data inflates to more than \(most) bytes")
        }
        if let ratio = limits.maximumRatio, outputByteCount > limits.ratioFreeByteCount,
            outputByteCount / max(inputByteCount, 1) > ratio
        {
            throw CompressionError(
                .limitExceeded, at: inputByteCount, "the data inflates to more than \(ratio) times its size")
        }
    }
}
