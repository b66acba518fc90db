public import ArcaCore
internal import ArcaSystem

/// Receives the entries of an archive.
public protocol TarHandler: ~Copyable {
    /// Starts an entry.
    ///
    /// - Parameter entry: The entry; untrusted.
    /// - Throws: Any error, to stop reading.
    mutating func begin(_ entry: TarEntry) throws

    /// Receives the next bytes of the entry's content.
    ///
    /// - Parameter content: At least one byte.
    /// - Throws: Any error, to stop reading.
    mutating func take(_ content: Span<UInt8>) throws

    /// Completes the entry.
    ///
    /// - Throws: Any error, to stop reading.
    mutating func end() throws
}

/// Parses a tar archive as a stream, in constant memory: ustar, pax, and GNU tar's long names and sizes.
///
/// After the end of the archive, only zeros are allowed.
///
/// Source: POSIX.1-2017, pax; GNU tar manual, "Basic Tar Format".
public struct TarReader<Handler: TarHandler & ~Copyable>: ~Copyable, ByteWriter {
    /// ``ContainerError``, or errors of the handler.
    public typealias Failure = any Error

    private enum State {
        case header
        /// The content of a header that describes the next entry.
        case metadata(type: UInt8, byteCount: Int)
        case content
        case padding
        case ended
    }

    private var handler: Handler
    private var state = State.header
    private var held: [UInt8] = []
    private var missing = 0
    private var paddingByteCount = 0
    private var offset = 0
    private var globals = PaxRecords()
    private var records = PaxRecords()
    private var longName: [UInt8]?
    private var longLinkName: [UInt8]?

    /// Maximum metadata size for one entry, in bytes.
    private static var maximumMetadataByteCount: Int { 1 << 20 }

    /// Creates a reader.
    ///
    /// - Parameter handler: The receiver of the entries.
    public init(_ handler: consuming Handler) { self.handler = handler }

    /// Reads the next bytes of the archive.
    ///
    /// - Parameter bytes: The bytes, of any length.
    /// - Throws: ``ContainerError`` `.malformed` or `.unsupported`, or errors of the handler.
    public mutating func write(_ bytes: borrowing some Bytes) throws(any Error) {
        try bytes.withBytes { span in
            var rest = 0
            while rest < span.count {
                let used = try step(span.extracting(rest...))
                rest += used
                offset += used
            }
        }
    }

    /// Ends the archive.
    ///
    /// - Throws: ``ContainerError`` `.truncated` if the end of the archive is missing.
    public consuming func finish() throws -> Handler {
        guard case .ended = state else {
            throw ContainerError(.truncated, at: offset, "the archive is truncated: its end is missing")
        }
        return handler
    }

    private mutating func step(_ bytes: Span<UInt8>) throws -> Int {
        switch state {
        case .header:
            let count = gather(bytes, TarHeader.byteCount)
            if held.count == TarHeader.byteCount { try begin(at: offset + count - TarHeader.byteCount) }
            return count
        case .metadata(let type, let byteCount):
            let count = gather(bytes, byteCount)
            if held.count == byteCount { try note(type, at: offset + count - byteCount) }
            return count
        case .content:
            let count = min(missing, bytes.count)
            try handler.take(bytes.extracting(..<count))
            missing -= count
            if missing == 0 { try endContent() }
            return count
        case .padding:
            let count = min(missing, bytes.count)
            missing -= count
            if missing == 0 { state = .header }
            return count
        case .ended:
            for index in bytes.indices where bytes[index] != 0 {
                throw ContainerError(.malformed, at: offset + index, "extra data after the end of the archive")
            }
            return bytes.count
        }
    }

    private mutating func gather(_ bytes: Span<UInt8>, _ wanted: Int) -> Int {
        let count = min(wanted - held.count, bytes.count)
        held.append(contentsOf: bytes.extracting(..<count))
        return count
    }

    private mutating func begin(at place: Int) throws {
        let block = held
        held = []
        guard let header = try TarHeader(block, at: place) else {
            state = .ended
            return
        }
        paddingByteCount = TarWriter.padding(behind: header.size).count
        if [0x78, 0x67, 0x4c, 0x4b].contains(header.type) {  // x, g; GNU's L, K
            guard header.size <= Self.maximumMetadataByteCount else {
                throw ContainerError(.unsupported, at: place, "a tar header of \(header.size) bytes is too long")
            }
            state = .metadata(type: header.type, byteCount: header.size)
            if header.size == 0 { try note(header.type, at: place) }
            return
        }
        let entry = try entry(header, at: place)
        paddingByteCount = TarWriter.padding(behind: entry.byteCount).count
        try handler.begin(entry)
        missing = entry.byteCount
        state = .content
        if missing == 0 { try endContent() }
    }

    private mutating func note(_ type: UInt8, at place: Int) throws {
        let bytes = held
        held = []
        switch type {
        case 0x78: records = try PaxRecords(bytes, at: place)
        case 0x67: globals = try PaxRecords(bytes, at: place)
        case 0x4c: longName = Array(bytes.prefix { $0 != 0 })
        default: longLinkName = Array(bytes.prefix { $0 != 0 })
        }
        pad()
    }

    private mutating func endContent() throws {
        try handler.end()
        pad()
    }

    private mutating func pad() {
        missing = paddingByteCount
        state = missing == 0 ? .header : .padding
    }

    private mutating func entry(_ header: TarHeader, at place: Int) throws(ContainerError) -> TarEntry {
        defer { (records, longName, longLinkName) = (PaxRecords(), nil, nil) }
        if (records.values.keys.contains { $0.hasPrefix("GNU.sparse") }) || header.type == UInt8(ascii: "S") {
            throw ContainerError(.unsupported, at: place, "the archive has files with holes (sparse)")
        }
        let name = records["path"] ?? longName ?? globals["path"] ?? header.name
        let linkName = BytePath(records["linkpath"] ?? longLinkName ?? globals["linkpath"] ?? header.linkName)
        let kind: TarEntry.Kind
        switch header.type {
        case 0, 0x30, 0x37: kind = header.type == 0 && name.last == .slash ? .folder : .file
        case 0x31: kind = .hardLink(linkName)
        case 0x32: kind = .link(linkName)
        case 0x33, 0x34, 0x36: kind = .special
        case 0x35: kind = .folder
        case let other: kind = .unknown(other)
        }
        let size = records.values["size"] == nil ? header.size : records.number("size")
        guard let size, size >= 0 else {
            throw ContainerError(.malformed, at: place, "a pax header's size is not a number")
        }
        // Only entries with content have a size. Some programs record the file size for links.
        let hasContent: Bool
        switch kind {
        case .file, .unknown: hasContent = true
        default: hasContent = false
        }
        return TarEntry(
            path: BytePath(name), kind: kind, mode: header.mode,
            modified: records.number("mtime") ?? globals.number("mtime") ?? header.modified,
            byteCount: hasContent ? size : 0)
    }
}
