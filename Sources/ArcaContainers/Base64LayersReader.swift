internal import ArcaCodecs
public import ArcaCore

/// Decodes nested layers of Base64 while reading, in constant memory.
///
/// White space is skipped. Other characters outside the Base64 alphabet are errors.
public struct Base64LayersReader<Base: ByteReader & ~Copyable>: ~Copyable, ByteReader {
    /// Errors of the base reader, or ``ContainerError``.
    public typealias Failure = any Error

    private var base: Base
    /// Outermost first.
    private var layers: [any ByteTransform]
    private var ahead: [UInt8] = []
    private var offset = 0
    private var hasEnded = false

    private static var pieceByteCount: Int { 64 << 10 }

    /// Wraps a reader.
    ///
    /// - Parameters:
    ///   - base: The reader of the encoded text.
    ///   - layerCount: Number of layers, 0 to 64; 0 passes the bytes through unchanged.
    /// - Throws: ``ContainerError`` with code `.invalidOption` for a count out of range.
    public init(_ base: consuming Base, layerCount: Int) throws(ContainerError) {
        guard 0...64 ~= layerCount else {
            throw ContainerError(.invalidOption, "text has 0 to 64 layers of Base64, not \(layerCount)")
        }
        self.base = base
        layers = (0..<layerCount).map { _ in Base64.standard.allowing(.whitespace).makeDecoder() }
        if layerCount > 0 { layers.insert(MarkedTextReader(), at: 0) }
    }

    /// Appends the next bytes to `output`, at most its free capacity.
    ///
    /// - Parameter output: The destination; receives at least one byte, or none at the end of the input.
    /// - Throws: ``ContainerError`` `.malformed` for invalid Base64, or errors of the base reader.
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

/// A borrowed reader; its owner keeps it alive.
struct LentReader<Base: ByteReader & ~Copyable>: ByteReader {
    private let base: UnsafeMutablePointer<Base>

    init(_ base: UnsafeMutablePointer<Base>) { self.base = base }

    mutating func read(into output: inout OutputSpan<UInt8>) throws(Base.Failure) {
        try base.pointee.read(into: &output)
    }
}

/// A borrowed writer; its owner keeps it alive.
struct LentWriter<Base: ByteWriter & ~Copyable>: ByteWriter {
    private let base: UnsafeMutablePointer<Base>

    init(_ base: UnsafeMutablePointer<Base>) { self.base = base }

    mutating func write(_ bytes: borrowing some Bytes) throws(Base.Failure) { try base.pointee.write(bytes) }
}
