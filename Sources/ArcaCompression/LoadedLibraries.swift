internal import ArcaCore
internal import ArcaPlatform
internal import CArcaZlib

/// The result of one call of a loaded library.
struct LoadedStep {
    enum Outcome: Equatable {
        case more
        /// The end of a stream.
        case end
        /// The stream does not begin like its format.
        case foreign
        case damaged
        case unsupported
        /// The required memory is over the limit.
        case needsMemory(UInt64)
        case failed(Int32)
    }

    var readCount = 0
    var writtenCount = 0
    var outcome = Outcome.more
}

/// A decompressor of a loaded library.
protocol LoadedBackend: AnyObject {
    /// Begins a stream, the first or another.
    func start() throws(CompressionError)
    func run(_ source: UnsafeBufferPointer<UInt8>, _ space: UnsafeMutableBufferPointer<UInt8>) -> LoadedStep
}

/// libbz2; the ABI of version 1.0 has been stable since 2000.
struct LibBZip2: Sendable {
    typealias Stream = UnsafeMutablePointer<arca_bz_stream>

    let initialize: @convention(c) (Stream, Int32, Int32) -> Int32
    let decompress: @convention(c) (Stream) -> Int32
    let end: @convention(c) (Stream) -> Int32

    static let shared = Result { () throws(CompressionError) in try LibBZip2() }

    private init() throws(CompressionError) {
        let library = try DynamicLibrary(
            ["libbz2.so.1.0", "libbz2.so.1", "libbz2.1.0.dylib"], "libbz2",
            hint: "install libbz2-1.0 (apt) or bzip2 (brew)")
        initialize = try library.function("BZ2_bzDecompressInit")
        decompress = try library.function("BZ2_bzDecompress")
        end = try library.function("BZ2_bzDecompressEnd")
    }
}

/// liblzma; the ABI of version 5 has been stable since 2012.
struct LibLZMA: Sendable {
    typealias Stream = UnsafeMutablePointer<arca_lzma_stream>

    let decoder: @convention(c) (Stream, UInt64, UInt32) -> Int32
    let code: @convention(c) (Stream, Int32) -> Int32
    let end: @convention(c) (Stream) -> Void
    let memoryUsage: @convention(c) (Stream) -> UInt64

    static let shared = Result { () throws(CompressionError) in try LibLZMA() }

    private init() throws(CompressionError) {
        let library = try DynamicLibrary(
            ["liblzma.so.5", "liblzma.5.dylib", "/opt/homebrew/opt/xz/lib/liblzma.5.dylib"], "liblzma",
            hint: "install liblzma5 (apt) or xz (brew)")
        decoder = try library.function("lzma_stream_decoder")
        code = try library.function("lzma_code")
        end = try library.function("lzma_end")
        memoryUsage = try library.function("lzma_memusage")
    }
}

extension DynamicLibrary {
    fileprivate init(_ names: [String], _ name: String, hint: String) throws(CompressionError) {
        guard let library = DynamicLibrary(names) else {
            throw CompressionError(.missingLibrary, "cannot load \(name)", hint: hint)
        }
        self = library
    }

    fileprivate func function<Function>(_ name: String) throws(CompressionError) -> Function {
        guard let function = find(name, as: Function.self) else {
            throw CompressionError(.missingLibrary, "the loaded library has no function \(name)")
        }
        return function
    }
}

final class BZip2Backend: LoadedBackend {
    private let library: LibBZip2
    // The library keeps a pointer back to the stream, so it must not move.
    private let stream = LibBZip2.Stream.allocate(capacity: 1)

    init(_ library: LibBZip2) {
        self.library = library
        stream.initialize(to: arca_bz_stream())
    }

    deinit {
        if stream.pointee.state != nil { _ = library.end(stream) }
        stream.deallocate()
    }

    func start() throws(CompressionError) {
        if stream.pointee.state != nil { _ = library.end(stream) }
        stream.pointee = arca_bz_stream()
        let status = library.initialize(stream, 0, 0)
        guard status == 0 else {
            throw CompressionError(.backendFailure, "libbz2 could not be prepared: status \(status)")
        }
    }

    func run(_ source: UnsafeBufferPointer<UInt8>, _ space: UnsafeMutableBufferPointer<UInt8>) -> LoadedStep {
        stream.pointee.next_in = source.baseAddress
        stream.pointee.avail_in = UInt32(source.count)
        stream.pointee.next_out = space.baseAddress
        stream.pointee.avail_out = UInt32(space.count)
        let status = library.decompress(stream)
        return LoadedStep(
            readCount: source.count - Int(stream.pointee.avail_in),
            writtenCount: space.count - Int(stream.pointee.avail_out), outcome: Self.outcome(status))
    }

    /// BZ_OK, BZ_STREAM_END, BZ_DATA_ERROR, BZ_DATA_ERROR_MAGIC.
    private static func outcome(_ status: Int32) -> LoadedStep.Outcome {
        switch status {
        case 0: .more
        case 4: .end
        case -4: .damaged
        case -5: .foreign
        default: .failed(status)
        }
    }
}

final class XZBackend: LoadedBackend {
    private let library: LibLZMA
    private let stream = LibLZMA.Stream.allocate(capacity: 1)

    init(_ library: LibLZMA) {
        self.library = library
        stream.initialize(to: arca_lzma_stream())
    }

    deinit {
        library.end(stream)
        stream.deallocate()
    }

    func start() throws(CompressionError) {
        let status = library.decoder(stream, UInt64(LoadedDecompressor.maximumMemoryByteCount), 0)
        guard status == 0 else {
            throw CompressionError(.backendFailure, "liblzma could not be prepared: status \(status)")
        }
    }

    func run(_ source: UnsafeBufferPointer<UInt8>, _ space: UnsafeMutableBufferPointer<UInt8>) -> LoadedStep {
        stream.pointee.next_in = source.baseAddress
        stream.pointee.avail_in = source.count
        stream.pointee.next_out = space.baseAddress
        stream.pointee.avail_out = space.count
        let status = library.code(stream, 0)
        return LoadedStep(
            readCount: source.count - stream.pointee.avail_in, writtenCount: space.count - stream.pointee.avail_out,
            outcome: outcome(status))
    }

    /// LZMA_OK, LZMA_STREAM_END, LZMA_MEMLIMIT_ERROR, LZMA_FORMAT_ERROR, LZMA_OPTIONS_ERROR, LZMA_DATA_ERROR;
    /// LZMA_BUF_ERROR only means that there was no progress.
    private func outcome(_ status: Int32) -> LoadedStep.Outcome {
        switch status {
        case 0, 10: .more
        case 1: .end
        case 6: .needsMemory(library.memoryUsage(stream))
        case 7: .foreign
        case 8: .unsupported
        case 9: .damaged
        default: .failed(status)
        }
    }
}
