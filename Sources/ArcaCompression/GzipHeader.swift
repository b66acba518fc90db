internal import CArcaZlib

/// The metadata of a gzip member (RFC 1952, section 2.3).
public struct GzipHeader: Sendable, Hashable {
    /// The file name without folders: ISO 8859-1 according to the standard, any charset in practice.
    ///
    /// It is untrusted: check it before creating a file. Names longer than 4,095 bytes are dropped when reading.
    public var name: [UInt8]?
    /// The comment in ISO 8859-1; comments longer than 4,095 bytes are dropped when reading.
    public var comment: [UInt8]?
    /// The modification time of the file in seconds since 1970 (UTC), or 0 if unknown.
    public var modificationTime: UInt32
    /// The originating operating system: 3 for Unix, 255 for unknown.
    public var operatingSystem: UInt8

    /// The value of ``operatingSystem`` for Linux, macOS and other Unix systems.
    public static let unix: UInt8 = 3

    /// Creates a header.
    public init(
        name: [UInt8]? = nil, comment: [UInt8]? = nil, modificationTime: UInt32 = 0, operatingSystem: UInt8 = 255
    ) {
        self.name = name
        self.comment = comment
        self.modificationTime = modificationTime
        self.operatingSystem = operatingSystem
    }
}

/// The memory for the header that zlib reads; it must stay in place while the stream reads the header.
final class GzipHeaderSlot {
    private static let capacity = 4096
    private let memory: UnsafeMutablePointer<gz_header>
    private let name: UnsafeMutablePointer<UInt8>
    private let comment: UnsafeMutablePointer<UInt8>

    init() {
        memory = .allocate(capacity: 1)
        memory.initialize(to: gz_header())
        name = .allocate(capacity: Self.capacity)
        comment = .allocate(capacity: Self.capacity)
        // Not zeroed: a name that fills the buffer has no terminator, which marks it as too long.
        name.initialize(repeating: 1, count: Self.capacity)
        comment.initialize(repeating: 1, count: Self.capacity)
        memory.pointee.name = name
        memory.pointee.name_max = UInt32(Self.capacity)
        memory.pointee.comment = comment
        memory.pointee.comm_max = UInt32(Self.capacity)
    }

    deinit {
        memory.deallocate()
        name.deallocate()
        comment.deallocate()
    }

    /// Registers the memory with a newly initialized stream.
    func attach(to stream: UnsafeMutablePointer<z_stream>) { inflateGetHeader(stream, memory) }

    /// The header, or nil until it has been read completely.
    var header: GzipHeader? {
        guard memory.pointee.done == 1 else { return nil }
        return GzipHeader(
            name: memory.pointee.name == nil ? nil : Self.text(name),
            comment: memory.pointee.comment == nil ? nil : Self.text(comment),
            modificationTime: UInt32(truncatingIfNeeded: memory.pointee.time),
            operatingSystem: UInt8(truncatingIfNeeded: memory.pointee.os))
    }

    private static func text(_ start: UnsafeMutablePointer<UInt8>) -> [UInt8]? {
        let buffer = UnsafeBufferPointer(start: start, count: capacity)
        return buffer.firstIndex(of: 0).map { Array(buffer[..<$0]) }
    }
}
