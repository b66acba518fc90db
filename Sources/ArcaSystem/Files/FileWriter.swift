public import ArcaCore
internal import ArcaPlatform

/// An open file, pipe or device that bytes are written to as they come; it is closed when the value goes away.
///
/// For a result that must be whole or absent use ``AtomicFile``. The process should ignore SIGPIPE, so that a reader
/// who went away shows as `.brokenPipe`.
public struct FileWriter: ~Copyable, Sendable, ByteWriter {
    /// Writing fails with a system error.
    public typealias Failure = SystemError

    /// The name for messages: the printable path or `standard output`.
    public let name: String
    let descriptor: Descriptor
    private var pipe = WidePipe()

    /// Writes to a descriptor that is open already and stays open.
    ///
    /// - Parameters:
    ///   - descriptor: Its number, 1 for standard output.
    ///   - name: What messages call it.
    public init(descriptor: Int32, name: String) {
        self.init(Descriptor(borrowing: descriptor), name: name)
    }

    init(_ descriptor: consuming Descriptor, name: String) {
        self.name = name
        self.descriptor = descriptor
    }

    /// Whether it is a terminal, where a person reads.
    public var isTerminal: Bool { isatty(descriptor.number) == 1 }

    /// Writes all of `bytes`.
    ///
    /// - Parameter bytes: Any number of bytes, also none.
    /// - Throws: ``SystemError``: `.noSpace`, `.brokenPipe` and others as the system says.
    public mutating func write(_ bytes: borrowing some Bytes) throws(SystemError) {
        try bytes.withBytes { span throws(SystemError) in
            try descriptor.write(span, at: nil, name)
            pipe.count(span.count, through: descriptor)
        }
    }

    /// Writes all of `bytes` at a place of a file, without moving the place where ``write(_:)`` stands.
    ///
    /// Several threads may call it on one writer.
    ///
    /// - Parameters:
    ///   - bytes: Any number of bytes.
    ///   - offset: Bytes from the file's beginning; a gap before it reads as zeros.
    /// - Throws: ``SystemError``; `.failed` on a pipe.
    public borrowing func write(_ bytes: borrowing some Bytes, at offset: Int) throws(SystemError) {
        try bytes.withBytes { span throws(SystemError) in try descriptor.write(span, at: offset, name) }
    }

    /// Sets when the file last changed.
    ///
    /// - Parameter seconds: Since 1970.
    public borrowing func setModified(_ seconds: Int) { descriptor.setModified(seconds) }
}
