package import ArcaCore
internal import ArcaPlatform

/// Bytes that wait for their second reading: in memory while they are few, else in a file without a name.
///
/// The file lies in `$TMPDIR`, or `/var/tmp`, or `/tmp`, readable by this user alone, and goes with the value. It is for
/// ciphertext: plaintext never belongs on a disk by the way.
package struct Spool: ~Copyable, ByteWriter, RandomAccessReader {
    /// Reading and writing fail with a system error.
    package typealias Failure = SystemError

    private var memory: [UInt8] = []
    private var file: Descriptor?
    private let memoryByteCount: Int
    /// Bytes that were written.
    package private(set) var byteCount = 0

    /// Makes an empty spool.
    ///
    /// - Parameter memoryByteCount: With more bytes than this they go to a file.
    package init(memoryByteCount: Int = 1 << 20) { self.memoryByteCount = memoryByteCount }

    /// Appends all of `bytes`.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Throws: ``SystemError``: `.noSpace` and others as the system says.
    package mutating func write(_ bytes: borrowing some Bytes) throws(SystemError) {
        try bytes.withBytes { span throws(SystemError) in
            if file == nil, span.count > memoryByteCount - memory.count {
                file = try Spool.open()
                try file?.write(memory.span, at: nil, Spool.name)
                memory = []
            }
            if file == nil { memory.append(contentsOf: span) } else { try file?.write(span, at: nil, Spool.name) }
            byteCount += span.count
        }
    }

    /// Appends bytes from a place to `output`: as many as fit and are there.
    package borrowing func read(into output: inout OutputSpan<UInt8>, at offset: Int) throws(SystemError) {
        guard file != nil else {
            let start = min(offset, memory.count)
            let count = min(output.freeCapacity, memory.count - start)
            return output.append(contentsOf: memory.span.extracting(start..<start + count))
        }
        var place = offset
        while !output.isFull, place < byteCount {
            let before = output.count
            try file?.read(into: &output, at: place, Spool.name)
            if output.count == before { return }
            place += output.count - before
        }
    }

    private static let name = "the temporary file"

    private static func open() throws(SystemError) -> Descriptor {
        var failure = SystemError(.notFound, "there is no folder for temporary files")
        let wanted = Environment.value(of: "TMPDIR").map { BytePath($0) }
        for folder in [wanted, "/var/tmp", "/tmp"].compactMap({ $0 }) {
            do {
                var placement = try Placement(folder.appending("arca-spool"), replacing: nil)
                // It is never placed: the name, where one is needed, goes at once.
                return try placement.open(mode: 0o600)
            } catch { failure = error }
        }
        throw failure
    }
}
