public import ArcaCore
internal import ArcaPlatform

/// An open file, pipe or device that bytes are read from; it is closed when the value goes away.
///
/// Folders are refused at opening with `.isDirectory`. Reading waits until something comes and starts again after
/// signals. One reader may be used by one thread at a time, but for ``read(into:at:)``.
public struct FileReader: ~Copyable, Sendable, ByteReader, RandomAccessReader {
    /// Reading fails with a system error.
    public typealias Failure = SystemError

    /// The name for messages: the printable path or `standard input`.
    public let name: String
    /// What was opened, as it was then.
    package let info: FileInfo
    /// Whether bytes can be read at any offset: true for regular files and disks.
    public let isSeekable: Bool
    private let descriptor: Descriptor
    private var pipe = WidePipe()

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file, or a pipe or device.
    ///   - followingLinks: Whether a symbolic link at the end of `path` is followed; if not, it is refused.
    /// - Throws: ``SystemError``: `.notFound`, `.permissionDenied`, `.isDirectory` and others as the system says.
    public init(_ path: BytePath, followingLinks: Bool = true) throws(SystemError) {
        let descriptor = try Descriptor(opening: path, O_RDONLY | (followingLinks ? 0 : O_NOFOLLOW))
        let info = try Self.examine(descriptor, "cannot open \(path)")
        self.init(descriptor, name: path.description, info: info)
    }

    /// Reads from a descriptor that is open already and stays open.
    ///
    /// - Parameters:
    ///   - descriptor: Its number, 0 for standard input.
    ///   - name: What messages call it.
    /// - Throws: ``SystemError``: `.isDirectory`, or `.failed` when the descriptor is not open.
    public init(descriptor: Int32, name: String) throws(SystemError) {
        let descriptor = Descriptor(borrowing: descriptor)
        let info = try Self.examine(descriptor, "cannot read \(name)")
        self.init(descriptor, name: name, info: info)
    }

    /// Reads from standard input, descriptor 0.
    ///
    /// - Returns: A reader named `standard input`.
    /// - Throws: ``SystemError`` when it is closed or a folder.
    public static func standardInput() throws(SystemError) -> FileReader {
        try FileReader(descriptor: 0, name: "standard input")
    }

    /// Takes over an open pipe, such as a child's output.
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

    /// Which file it is.
    public var identity: FileIdentity { info.identity }

    /// Length in bytes of a regular file when it was opened, nil for a pipe or device.
    public var byteCount: Int? { info.kind == .regular ? info.byteCount : nil }

    /// Whether it is a terminal, where a person types.
    public var isTerminal: Bool { isatty(descriptor.number) == 1 }

    /// Bytes before the place where ``read(into:)`` stands; nil for a pipe, a terminal and the like.
    public var offset: Int? { isSeekable ? Int(lseek(descriptor.number, 0, SEEK_CUR)) : nil }

    /// Appends the next bytes to `output`: what is there, at most its free capacity, none only at the end.
    public mutating func read(into output: inout OutputSpan<UInt8>) throws(SystemError) {
        let before = output.count
        try descriptor.read(into: &output, at: nil, name)
        pipe.count(output.count - before, through: descriptor)
    }

    /// Appends bytes from anywhere in the file, without moving the place where ``read(into:)`` stands.
    ///
    /// Several threads may call it on one reader.
    ///
    /// - Parameters:
    ///   - output: Is filled up, or as far as the file goes.
    ///   - offset: Bytes from the file's beginning.
    /// - Throws: ``SystemError``; `.failed` where ``isSeekable`` is false.
    public borrowing func read(into output: inout OutputSpan<UInt8>, at offset: Int) throws(SystemError) {
        let start = output.count
        while !output.isFull {
            let before = output.count
            try descriptor.read(into: &output, at: offset + before - start, name)
            if output.count == before { return }
        }
    }

    /// Waits until there is something to read, or the end; false when it is called away before.
    borrowing func waitsForInput(until hangUp: HangUp?) -> Bool { hangUp?.wait(for: descriptor) ?? true }

    /// Goes to an offset for the next ``read(into:)``.
    ///
    /// - Parameter offset: Bytes from the file's beginning.
    /// - Throws: ``SystemError``; `.failed` where ``isSeekable`` is false.
    public mutating func seek(to offset: Int) throws(SystemError) {
        guard lseek(descriptor.number, off_t(offset), SEEK_SET) >= 0 else {
            throw SystemError(errno: errno, "cannot seek in \(name)")
        }
    }

    /// Reads all that is left into memory.
    ///
    /// - Parameter limit: More bytes than this are refused.
    /// - Returns: The bytes.
    /// - Throws: ``SystemError``: `.limitExceeded`, or what reading fails with.
    public mutating func readAll(limit: Int = .max) throws(SystemError) -> [UInt8] {
        var result: [UInt8] = []
        var step = min(max(byteCount ?? 0, 4096), limit)
        while true {
            let before = result.count
            // One byte over what is expected, so that the end shows without another allocation.
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
