public import ArcaCore

/// Decompresses bzip2 or xz data incrementally, with libbz2 or liblzma, which are loaded at the first use.
///
/// Concatenated streams are decompressed one after the other, as `bzip2 -d` and `xz -d` do. Trailing data is not read;
/// the caller decides whether it is allowed.
///
/// Memory: 4 MB for bzip2. For xz, the size of the dictionary, up to ``maximumMemoryByteCount``.
///
/// Source: the manual of bzip2 1.0.8; The .xz File Format, version 1.2.1; `lzma/base.h` and `lzma/container.h`.
public final class LoadedDecompressor {
    /// A format whose library is loaded at run time.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// One or more bzip2 streams, each with a CRC-32.
        case bzip2
        /// One or more xz streams, each with the checks of its blocks, and padding between them.
        case xz

        /// The bytes that all data of the format begins with.
        package var magic: [UInt8] {
            switch self {
            case .bzip2: Array("BZh".utf8)
            case .xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]
            }
        }

        /// Whether the format's library is installed.
        public var isAvailable: Bool { (try? makeBackend()) != nil }

        func makeBackend() throws(CompressionError) -> any LoadedBackend {
            switch self {
            case .bzip2: BZip2Backend(try LibBZip2.shared.get())
            case .xz: XZBackend(try LibLZMA.shared.get())
            }
        }
    }

    /// Maximum memory for a stream, in bytes: xz -9 needs 65 MiB.
    public static let maximumMemoryByteCount = 72 << 20

    /// The format.
    public let format: Format
    /// The limits for the output.
    public let limits: InflateLimits
    /// The number of compressed bytes read so far.
    public private(set) var inputByteCount = 0
    /// The number of bytes written so far.
    public private(set) var outputByteCount = 0

    private let backend: any LoadedBackend
    private var isInStream = false
    private var streamStart = 0
    /// The number of zero bytes after an xz stream.
    private var paddingByteCount = 0
    private var failure: CompressionError?

    /// Creates a decompressor.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - limits: The limits for the output. Exceeding them is an error.
    /// - Throws: ``CompressionError`` `.missingLibrary`.
    public init(_ format: Format, limits: InflateLimits = .standard) throws(CompressionError) {
        self.format = format
        self.limits = limits
        backend = try format.makeBackend()
    }

    /// Decompresses as much of `input` as fits in `output`; the same contract as ``Inflater/inflate(_:into:)``.
    ///
    /// - Parameters:
    ///   - input: The next bytes of compressed data, of any length.
    ///   - output: The destination, filled up to its free capacity. If an error is thrown, do not trust the new bytes.
    /// - Returns: The number of bytes read from `input`; less than all only if `output` is full or at the end.
    /// - Throws: ``CompressionError`` `.corrupt`, `.notCompressed`, `.trailingData` (after a stream), `.limitExceeded`,
    ///   `.memoryLimitExceeded` or `.backendFailure`. All later calls throw the same error.
    public func inflate(
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

    /// Checks that the compressed data is complete.
    ///
    /// - Throws: ``CompressionError`` `.truncated` if it is not.
    public func finish() throws(CompressionError) {
        if let failure { throw failure }
        guard isInStream || inputByteCount == 0 else { return try checkPadding() }
        let reason = inputByteCount == 0 ? "there is no compressed data" : "the compressed data ends too early"
        throw CompressionError(.truncated, at: inputByteCount, reason)
    }

    private func inflatePieces(
        of input: Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> Int {
        var consumed = 0
        while output.freeCapacity > 0 {
            if !isInStream {
                if format == .xz, inputByteCount > 0 {
                    while consumed < input.count, input[consumed] == 0 {
                        consumed += 1
                        inputByteCount += 1
                        paddingByteCount += 1
                    }
                }
                guard consumed < input.count else { break }
                guard input[consumed] == format.magic[0] else {
                    // liblzma would wait for 12 bytes.
                    if inputByteCount == 0 { try check(.foreign) }
                    break
                }
                try checkPadding()
                try backend.start()
                (isInStream, streamStart) = (true, inputByteCount)
            }
            guard try inflatePiece(of: input, from: &consumed, into: &output) else { break }
        }
        return consumed
    }

    /// Calls the library once; false if no progress is possible.
    private func inflatePiece(
        of input: Span<UInt8>, from consumed: inout Int, into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> Bool {
        // One byte over the limit may be written, which then is the error.
        let room = limits.maximumByteCount.map { max(min(max($0, 0), .max - 1) - outputByteCount, 0) + 1 } ?? Int.max
        let piece = input.extracting(consumed..<input.count)
        let backend = self.backend
        var step = LoadedStep()
        piece.withUnsafeBufferPointer { source in
            output.withUnsafeMutableBufferPointer { space, count in
                let sourceCount = min(source.count, Int(Int32.max))
                let spaceCount = min(space.count - count, room, Int(Int32.max))
                step = backend.run(
                    UnsafeBufferPointer(rebasing: source.prefix(sourceCount)),
                    UnsafeMutableBufferPointer(rebasing: space[count..<count + spaceCount]))
                count += step.writtenCount
            }
        }
        consumed += step.readCount
        inputByteCount += step.readCount
        outputByteCount += step.writtenCount
        try check(step.outcome)
        try limits.check(inputByteCount, outputByteCount)
        if step.outcome == .end { (isInStream, paddingByteCount) = (false, 0) }
        return !isInStream || step.readCount > 0 || step.writtenCount > 0
    }

    /// Padding has a multiple of four bytes (The .xz File Format, section 2.2).
    private func checkPadding() throws(CompressionError) {
        guard paddingByteCount % 4 == 0 else {
            throw CompressionError(
                .corrupt, at: inputByteCount, "the padding after an xz stream is \(paddingByteCount) bytes long",
                hint: "it must be a multiple of 4 bytes")
        }
    }

    private func check(_ outcome: LoadedStep.Outcome) throws(CompressionError) {
        let name = format.rawValue
        switch outcome {
        case .more, .end: return
        case .foreign where streamStart > 0:
            throw CompressionError(.trailingData, at: streamStart, "there is something after the compressed data")
        case .foreign: throw CompressionError(.notCompressed, at: 0, "this is not \(name) data")
        case .damaged: throw CompressionError(.corrupt, at: inputByteCount, "the \(name) data is damaged")
        case .unsupported:
            throw CompressionError(
                .unsupported, at: inputByteCount, "the \(name) data uses a filter that liblzma does not support")
        case .needsMemory(let byteCount):
            throw CompressionError(
                .memoryLimitExceeded, at: inputByteCount,
                "the data needs \((byteCount + 0xfffff) >> 20) MiB of memory to decompress; the limit is "
                    + "\(Self.maximumMemoryByteCount >> 20) MiB",
                hint: "if you trust the file, decompress it with xz -d")
        case .failed(let status):
            throw CompressionError(
                .backendFailure, at: inputByteCount, "the library for \(name) failed with status \(status)")
        }
    }
}
