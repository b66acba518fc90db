public import ArcaCodecs

/// A reader that takes layers of Base64 off what it reads, in constant memory.
///
/// White space between the characters is skipped; anything else that is not Base64 is an error.
public struct Base64LayersReader<Base: ByteReader & ~Copyable>: ~Copyable, ByteReader {
    /// Reading fails as the base does, or with ``ContainerError``.
    public typealias Failure = any Error

    private var base: Base
    /// The decoders, outermost first.
    private var layers: [any ByteTransform]
    /// Decoded bytes that were not yet read.
    private var ahead: [UInt8] = []
    private var offset = 0
    private var hasEnded = false

    private static var pieceByteCount: Int { 64 << 10 }

    /// Takes a reader over.
    ///
    /// - Parameters:
    ///   - base: Gives the text.
    ///   - layerCount: The number of layers, 0 to 64; without any, everything is passed on as it is.
    /// - Throws: ``ContainerError`` with code `.invalidOption` for another number of layers.
    public init(_ base: consuming Base, layerCount: Int) throws(ContainerError) {
        guard 0...64 ~= layerCount else {
            throw ContainerError(.invalidOption, "text has 0 to 64 layers of Base64, not \(layerCount)")
        }
        self.base = base
        layers = (0..<layerCount).map { _ in Base64.standard.allowing(.whitespace).makeDecoder() }
    }

    /// Appends the next bytes to `output`, at most its free capacity.
    ///
    /// - Parameter output: Receives at least one byte unless the end is reached.
    /// - Throws: ``ContainerError`` with code `.malformed` for what is not Base64, or what the base throws.
    public mutating func read(into output: inout OutputSpan<UInt8>) throws(any Error) {
        guard !layers.isEmpty else { return try base.read(into: &output) }
        while offset == ahead.count, !hasEnded { try decodePiece() }
        let count = min(output.freeCapacity, ahead.count - offset)
        output.append(contentsOf: ahead.span.extracting(offset..<offset + count))
        offset += count
    }

    private mutating func decodePiece() throws {
        offset = 0
        ahead = []
        try ahead.append(addingCapacity: Self.pieceByteCount) { (space: inout OutputSpan<UInt8>) throws(Base.Failure) in
            try base.read(into: &space)
        }
        hasEnded = ahead.isEmpty
        for index in layers.indices {
            do {
                let text = ahead
                ahead = try [UInt8](capacity: layers[index].maximumOutputCount(for: text.count)) {
                    space throws(CodecError) in
                    try layers[index].update(text.span, into: &space)
                    if hasEnded { try layers[index].finish(into: &space) }
                }
            } catch {
                throw ContainerError(.malformed, at: error.position?.offset, "bad Base64: \(error.reason)")
            }
        }
    }
}

/// A reader that belongs to somebody else, who keeps it alive meanwhile.
struct LentReader<Base: ByteReader & ~Copyable>: ByteReader {
    private let base: UnsafeMutablePointer<Base>

    init(_ base: UnsafeMutablePointer<Base>) { self.base = base }

    mutating func read(into output: inout OutputSpan<UInt8>) throws(Base.Failure) {
        try base.pointee.read(into: &output)
    }
}

/// A writer that belongs to somebody else, who keeps it alive meanwhile.
struct LentWriter<Base: ByteWriter & ~Copyable>: ByteWriter {
    private let base: UnsafeMutablePointer<Base>

    init(_ base: UnsafeMutablePointer<Base>) { self.base = base }

    mutating func write(_ bytes: borrowing some Bytes) throws(Base.Failure) { try base.pointee.write(bytes) }
}
