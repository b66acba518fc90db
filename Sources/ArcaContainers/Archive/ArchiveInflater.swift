public import ArcaCore
public import ArcaCompression

/// Passes an archive to a writer and decompresses it if it is gzip.
public struct ArchiveInflater<Base: ByteWriter & ~Copyable>: ~Copyable, ByteWriter {
    /// `CompressionError`, ``ContainerError``, or errors of the base writer.
    public typealias Failure = any Error

    private var base: Base
    private var inflater: Inflater?
    private let limits: InflateLimits
    /// The first bytes, until gzip can be detected; nil afterwards.
    private var beginning: [UInt8]? = []

    private static var magic: [UInt8] { [0x1f, 0x8b] }
    private static var pieceByteCount: Int { 128 << 10 }

    /// Wraps a writer.
    ///
    /// - Parameters:
    ///   - base: The destination of the archive.
    ///   - limits: The limits for decompression.
    public init(_ base: consuming Base, limits: InflateLimits) {
        self.base = base
        self.limits = limits
    }

    /// Writes the next bytes of the archive.
    ///
    /// - Parameter bytes: The bytes, of any length.
    /// - Throws: `CompressionError` for damage or an exceeded limit, ``ContainerError`` `.malformed` for trailing
    ///   bytes, or errors of the base writer.
    public mutating func write(_ bytes: borrowing some Bytes) throws(any Error) {
        guard var first = beginning else { return try pass(bytes) }
        bytes.withBytes { first.append(contentsOf: $0) }
        beginning = first
        if first.count >= Self.magic.count { try begin() }
    }

    /// Ends the archive.
    ///
    /// - Returns: The base writer.
    /// - Throws: `CompressionError` `.truncated` if a compressed archive is incomplete.
    public consuming func finish() throws -> Base {
        try begin()
        try inflater?.finish()
        return base
    }

    private mutating func begin() throws {
        guard let first = beginning else { return }
        beginning = nil
        if first.starts(with: Self.magic) { inflater = Inflater(format: .gzip, limits: limits) }
        try pass(first)
    }

    private mutating func pass(_ bytes: borrowing some Bytes) throws {
        guard inflater != nil else { return try base.write(bytes) }
        try bytes.withBytes { try inflate($0) }
    }

    private mutating func inflate(_ bytes: Span<UInt8>) throws {
        var offset = 0
        var isFull = true
        while isFull {
            let piece = try [UInt8](capacity: Self.pieceByteCount) { (output) throws(CompressionError) in
                offset += try inflater?.inflate(bytes.extracting(offset...), into: &output) ?? 0
                isFull = output.isFull
            }
            if !piece.isEmpty { try base.write(piece) }
        }
        guard offset == bytes.count else {
            throw ContainerError(.malformed, "extra data after the compressed archive")
        }
    }
}
