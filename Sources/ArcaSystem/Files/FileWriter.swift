public import ArcaCore
internal import ArcaPlatform

/// An open file, pipe or device for writing, closed on release; bytes are written immediately.
///
/// For output that must be complete or absent, use ``AtomicFile``. The process should ignore SIGPIPE, so a closed pipe
/// is reported as `.brokenPipe`.
public struct FileWriter: ~Copyable, Sendable, ByteWriter {
    /// Writing throws system errors.
    public typealias Failure = SystemError

    /// The name for error messages: the printable path or `standard output`.
    public let name: String
    let descriptor: Descriptor
    private var pipe = WidePipe()

    /// Writes to an open descriptor and leaves it open.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, 1 for standard output.
    ///   - name: The name for error messages.
    public init(descriptor: Int32, name: String) {
        self.init(Descriptor(borrowing: descriptor), name: name)
    }

    init(_ descriptor: consuming Descriptor, name: String) {
        self.name = name
        self.descriptor = descriptor
    }

    /// Whether the file is a terminal.
    public var isTerminal: Bool { isatty(descriptor.number) == 1 }

    /// Writes all bytes.
    ///
    /// - Throws: ``SystemError``: `.noSpace`, `.brokenPipe`, or another system error.
    public mutating func write(_ bytes: borrowing some Bytes) throws(SystemError) {
        try bytes.withBytes { span throws(SystemError) in
            try descriptor.write(span, at: nil, name)
            pipe.count(span.count, through: descriptor)
        }
    }

    /// Writes all bytes at an offset, without moving the position of ``write(_:)``.
    ///
    /// Safe to call from several threads at once.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - offset: The offset from the beginning of the file. A gap before it reads as zeros.
    /// - Throws: ``SystemError``; `.failed` for a pipe.
    public borrowing func write(_ bytes: borrowing some Bytes, at offset: Int) throws(SystemError) {
        try bytes.withBytes { span throws(SystemError) in try descriptor.write(span, at: offset, name) }
    }

    /// Sets the modification time, in seconds since 1970.
    public borrowing func setModified(_ seconds: Int) { descriptor.setModified(seconds) }
}
