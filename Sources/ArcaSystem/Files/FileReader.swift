public import ArcaCore
internal import ArcaPlatform

/// An open file, pipe or device for reading, closed on release.
///
/// Opening a folder throws `.isDirectory`. Reading blocks until bytes are available and retries after signals. Not
/// thread-safe, except for ``read(into:at:)``.
public struct FileReader: ~Copyable, Sendable, ByteReader, RandomAccessReader {
    /// Reading throws system errors.
    public typealias Failure = SystemError

    /// The name for error messages: the printable path or `standard input`.
    public let name: String
    /// The metadata at the time of opening.
    package let info: FileInfo
    /// Whether any offset can be read: true for regular files and disks.
    public let isSeekable: Bool
    private let descriptor: Descriptor
    private var pipe = WidePipe()

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: A file, pipe or device.
    ///   - followingLinks: Whether to follow a final symbolic link. If not, it is rejected.
    /// - Throws: ``SystemError``: `.notFound`, `.permissionDenied`, `.isDirectory`, or another system error.
    public init(_ path: BytePath, followingLinks: Bool = true) throws(SystemError) {
        let descriptor = try Descriptor(opening: path, O_RDONLY | (followingLinks ? 0 : O_NOFOLLOW))
        let info = try Self.examine(descriptor, "cannot open \(path)")
        self.init(descriptor, name: path.description, info: info)
    }

    /// Reads from an open descriptor and leaves it open.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, 0 for standard input.
    ///   - name: The name for error messages.
    /// - Throws: ``SystemError``: `.isDirectory`, or `.failed` if the descriptor is not open.
    public init(descriptor: Int32, name: String) throws(SystemError) {
        let descriptor = Descriptor(borrowing: descriptor)
        let info = try Self.examine(descriptor, "cannot read \(name)")
        self.init(descriptor, name: name, info: info)
    }

    /// Reads from standard input (descriptor 0), named `standard input`.
    ///
    /// - Throws: ``SystemError`` if it is closed or a folder.
    public static func standardInput() throws(SystemError) -> FileReader {
        try FileReader(descriptor: 0, name: "standard input")
    }

    init(_ descriptor: consuming Descriptor, name: String, info: FileInfo) {
        self.name = name
        self.info = info
        isSeekable = info.kind != .pipe && lseek(descriptor.number, 0, SEEK_CUR) >= 0
        if info.kind == .regular { adviseSequentialReading(of: descriptor.number) }
        self.descriptor = descriptor
    }

    private static func examine(_ descriptor: borrowing Descriptor, _ action: String) throws(SystemError) -> FileInfo {
        let info = try descriptor.status(action)
        if info.kind == .folder { throw SystemError(errno: EISDIR, action) }
        return info
    }

    /// The identity of the file.
    public var identity: FileIdentity { info.identity }

    /// The length in bytes of a regular file at the time of opening, or nil for a pipe or device.
    public var byteCount: Int? { info.kind == .regular ? info.byteCount : nil }

    /// Whether the file is a terminal.
    public var isTerminal: Bool { isatty(descriptor.number) == 1 }

    /// The current position of ``read(into:)``, or nil for pipes, terminals and other unseekable files.
    public var offset: Int? { isSeekable ? Int(lseek(descriptor.number, 0, SEEK_CUR)) : nil }

    /// Appends the available bytes to `output`, at most its free capacity, and none only at the end.
    public mutating func read(into output: inout OutputSpan<UInt8>) throws(SystemError) {
        let before = output.count
        try descriptor.read(into: &output, at: nil, name)
        pipe.count(output.count - before, through: descriptor)
    }

    /// Reads at an offset, without moving the position of ``read(into:)``.
    ///
    /// Safe to call from several threads at once.
    ///
    /// - Parameters:
    ///   - output: The destination; filled completely unless the file ends.
    ///   - offset: The offset from the beginning of the file.
    /// - Throws: ``SystemError``; `.failed` if ``isSeekable`` is false.
    public borrowing func read(into output: inout OutputSpan<UInt8>, at offset: Int) throws(SystemError) {
        let start = output.count
        while !output.isFull {
            let before = output.count
            try descriptor.read(into: &output, at: offset + before - start, name)
            if output.count == before { return }
        }
    }

    /// Waits for input or its end; false if `hangUp` is triggered first.
    borrowing func waitsForInput(until hangUp: HangUp?) -> Bool { hangUp?.wait(for: descriptor) ?? true }

    /// Moves the position of the next ``read(into:)`` to an offset from the beginning of the file.
    ///
    /// - Throws: ``SystemError``; `.failed` if ``isSeekable`` is false.
    public mutating func seek(to offset: Int) throws(SystemError) {
        guard lseek(descriptor.number, off_t(offset), SEEK_SET) >= 0 else {
            throw SystemError(errno: errno, "cannot seek in \(name)")
        }
    }

    /// Reads the remaining bytes into memory, at most `limit`.
    ///
    /// - Throws: ``SystemError``: `.limitExceeded`, or an error of reading.
    public mutating func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
        var result: [UInt8] = []
        var step = min(max(byteCount ?? 0, 4096), limit)
        while true {
            let before = result.count
            // One extra byte, to detect the end without another allocation.
            try result.append(addingCapacity: step + 1) { output throws(SystemError) in
                while !output.isFull {
                    let count = output.count
                    try descriptor.read(into: &output, at: nil, name)
                    if output.count == count { return }
                }
            }
            if result.count > limit { throw SystemError(.limitExceeded, "\(name) is longer than \(limit) bytes") }
            if result.count < before + step + 1 { return result }
            step = min(result.count, limit - result.count)
        }
    }
}
