internal import ArcaCore
internal import CArcaZlib

final class DeflateStream: @unchecked Sendable {  // may move between threads; its owner uses it on one at a time
    /// The maximum distance of a match, in bytes.
    static let windowByteCount = 32 * 1024

    enum Flush {
        case none, sync, finish

        fileprivate var code: Int32 {
            switch self {
            case .none: Z_NO_FLUSH
            case .sync: Z_SYNC_FLUSH
            case .finish: Z_FINISH
            }
        }
    }

    // zlib keeps a pointer back to the stream, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    /// Allocates about 260 KiB.
    init(_ level: CompressionLevel) throws(CompressionError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        let status = deflateInit2_(
            stream, Int32(level.number), Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        guard status == Z_OK else {
            stream.deallocate()
            throw CompressionError(.backendFailure, "zlib could not be prepared")
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func reset() { deflateReset(stream) }

    /// Sets a preset dictionary, before any content; decompression requires the same one.
    func setDictionary(_ dictionary: Span<UInt8>) {
        dictionary.withUnsafeBufferPointer { bytes in
            let tail = UnsafeBufferPointer(rebasing: bytes.suffix(Self.windowByteCount))
            guard let start = tail.baseAddress else { return }
            deflateSetDictionary(stream, start, UInt32(tail.count))
        }
    }

    /// The maximum output size of one call, including a sync flush.
    static func maximumOutputCount(for byteCount: Int) -> Int {
        // With zlib's memory level of 8, stored blocks contain at least 16 KiB. Five bytes each, plus room for flushes.
        byteCount + 5 * (byteCount / 16_383 + 1) + 64
    }

    /// Compresses as much of `input` as fits in `output`.
    ///
    /// - Returns: The number of bytes read, and whether everything that `flush` requires has been written.
    func deflate(
        _ input: Span<UInt8>, _ flush: Flush, into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> (read: Int, isDone: Bool) {
        var read = 0
        var status = Z_OK
        var hasRoom = false
        input.withUnsafeBufferPointer { source in
            output.withUnsafeMutableBufferPointer { space, count in
                let sourceCount = min(source.count, Int(clamping: UInt32.max))
                let spaceCount = min(space.count - count, Int(clamping: UInt32.max))
                // zlib does not write to its input; its API predates `const`.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.pointee.avail_in = UInt32(sourceCount)
                stream.pointee.next_out = space.baseAddress.map { $0 + count }
                stream.pointee.avail_out = UInt32(spaceCount)
                status = CArcaZlib.deflate(stream, sourceCount == source.count ? flush.code : Z_NO_FLUSH)
                read = sourceCount - Int(stream.pointee.avail_in)
                count += spaceCount - Int(stream.pointee.avail_out)
                hasRoom = stream.pointee.avail_out > 0
            }
        }
        // Z_BUF_ERROR means that no progress was possible. That is not a failure.
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
            throw CompressionError(.backendFailure, "zlib failed with status \(status)")
        }
        let isDone = flush == .finish ? status == Z_STREAM_END : hasRoom && read == input.count
        return (read, isDone)
    }
}

/// The linked zlib.
public enum Zlib {
    /// The version of the zlib in use, such as `1.2.13`.
    public static var version: String { String(cString: zlibVersion()) }
}
