internal import CArcaZlib

/// What a gzip member says about the file that it was made from (RFC 1952, section 2.3).
public struct GzipHeader: Sendable, Hashable {
    /// The file's name, in ISO 8859-1 by the standard and in any charset in practice, without folders.
    ///
    /// It is untrusted: check it before a file is made of it. Names of more than 4,095 bytes are left out.
    public var name: [UInt8]?
    /// A comment, ISO 8859-1; left out when it has more than 4,095 bytes.
    public var comment: [UInt8]?
    /// When the file was last changed, in seconds since 1970 (UTC); 0 when not known.
    public var modificationTime: UInt32
    /// The system it was made on: 3 is Unix, 255 unknown.
    public var operatingSystem: UInt8

    /// ``operatingSystem`` of Linux, macOS and their kin.
    public static let unix: UInt8 = 3

    /// Makes a header.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - comment: A comment.
    ///   - modificationTime: Seconds since 1970 (UTC); 0 when not known.
    ///   - operatingSystem: The system it was made on; 255 when not known.
    public init(
        name: [UInt8]? = nil, comment: [UInt8]? = nil, modificationTime: UInt32 = 0, operatingSystem: UInt8 = 255
    ) {
        self.name = name
        self.comment = comment
        self.modificationTime = modificationTime
        self.operatingSystem = operatingSystem
    }
}

/// The memory that zlib writes a member's header to; it must stay in place as long as the stream reads the header.
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
        // Never all zero: a name of full length has no terminator, and that is how it is recognized.
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

    /// Lets `stream`, just initialized, put its header here.
    func attach(to stream: UnsafeMutablePointer<z_stream>) { inflateGetHeader(stream, memory) }

    /// The header, once it was read as a whole.
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
