import CBenchZlib

/// zlib as a C program calls it.
///
/// One-shot calls allocate a result of known size or of the bound from `deflateBound`, as the library does for its
/// results. A stream uses one buffer.
enum PlainZlib {
    static func prepareDeflate(_ stream: UnsafeMutablePointer<z_stream>, level: Int, windowBits: Int32) {
        deflateInit2_(
            stream, Int32(level), Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
    }

    static func deflate(_ input: [UInt8], level: Int) -> Int {
        withStream { stream in
            prepareDeflate(stream, level: level, windowBits: 31)
            defer { deflateEnd(stream) }
            return run(input, room: Int(deflateBound(stream, UInt(input.count))), stream) {
                CBenchZlib.deflate(stream, Z_FINISH)
            }
        }
    }

    static func inflate(_ input: [UInt8], to count: Int) -> Int {
        withStream { stream in
            inflateInit2_(stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            defer { inflateEnd(stream) }
            return run(input, room: count, stream) { CBenchZlib.inflate(stream, Z_FINISH) }
        }
    }

    static func deflate(_ input: [UInt8], level: Int, through buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        withStream { stream in
            prepareDeflate(stream, level: level, windowBits: 31)
            defer { deflateEnd(stream) }
            return run(input, through: buffer, stream) { CBenchZlib.deflate(stream, $0) }
        }
    }

    static func inflate(_ input: [UInt8], through buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        withStream { stream in
            inflateInit2_(stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            defer { inflateEnd(stream) }
            return run(input, through: buffer, stream) { _ in CBenchZlib.inflate(stream, Z_NO_FLUSH) }
        }
    }

    /// zlib keeps a pointer to the stream, so the stream must not move.
    private static func withStream(_ body: (UnsafeMutablePointer<z_stream>) -> Int) -> Int {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        defer { stream.deallocate() }
        stream.initialize(to: z_stream())
        return body(stream)
    }

    private static func run(
        _ input: [UInt8], room: Int, _ stream: UnsafeMutablePointer<z_stream>, _ step: () -> Int32
    ) -> Int {
        let output = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
        defer { output.deallocate() }
        return input.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            stream.pointee.next_out = output
            stream.pointee.avail_out = UInt32(room)
            _ = step()
            return room - Int(stream.pointee.avail_out)
        }
    }

    @inline(__always)
    private static func run(
        _ input: [UInt8], through buffer: UnsafeMutableBufferPointer<UInt8>, _ stream: UnsafeMutablePointer<z_stream>,
        _ step: (Int32) -> Int32
    ) -> Int {
        var total = 0
        input.withUnsafeBufferPointer { input in
            var offset = 0
            while offset < input.count {
                let count = min(pieceByteCount, input.count - offset)
                stream.pointee.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + offset) }
                stream.pointee.avail_in = UInt32(count)
                offset += count
                repeat {
                    stream.pointee.next_out = buffer.baseAddress
                    stream.pointee.avail_out = UInt32(buffer.count)
                    _ = step(offset == input.count ? Z_FINISH : Z_NO_FLUSH)
                    total += buffer.count - Int(stream.pointee.avail_out)
                } while stream.pointee.avail_out == 0
            }
        }
        return total
    }
}

extension UnsafeMutablePointer<z_stream> {
    /// Runs a step with the entire input and an empty output; returns the number of bytes written.
    fileprivate func run(_ input: [UInt8], into output: inout [UInt8], _ step: () -> Int32) -> Int {
        input.withUnsafeBufferPointer { source in
            output.withUnsafeMutableBufferPointer { space in
                pointee.next_in = UnsafeMutablePointer<UInt8>(mutating: source.baseAddress)
                pointee.avail_in = UInt32(source.count)
                pointee.next_out = space.baseAddress
                pointee.avail_out = UInt32(space.count)
                _ = step()
                return space.count - Int(pointee.avail_out)
            }
        }
    }
}

/// A raw deflate stream that is initialized once and reset for every string.
final class ReusedZlib {
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var output: [UInt8]

    init(level: Int, room: Int) {
        stream.initialize(to: z_stream())
        PlainZlib.prepareDeflate(stream, level: level, windowBits: -15)
        output = [UInt8](repeating: 0, count: room)
    }

    func deflate(_ input: [UInt8]) -> Int {
        deflateReset(stream)
        return stream.run(input, into: &output) { CBenchZlib.deflate(stream, Z_FINISH) }
    }
}

/// A raw inflate stream that is initialized once and reset for every string.
final class ReusedInflate {
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var output: [UInt8]

    init(room: Int) {
        stream.initialize(to: z_stream())
        inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        output = [UInt8](repeating: 0, count: room)
    }

    func inflate(_ input: [UInt8]) -> Int {
        inflateReset(stream)
        return stream.run(input, into: &output) { CBenchZlib.inflate(stream, Z_FINISH) }
    }
}
