package import ArcaCore

/// A buffer for bytes that are read again later: in memory if small, or else in an unnamed file.
///
/// The file is in `$TMPDIR`, `/var/tmp` or `/tmp`, readable by this user only, and deleted on release. Use it for
/// ciphertext only: plaintext must not be written to disk as a side effect.
package struct Spool: ~Copyable, ByteWriter, RandomAccessReader {
    package typealias Failure = SystemError

    private var memory: [UInt8] = []
    private var file: Descriptor?
    private let memoryByteCount: Int
    package private(set) var byteCount = 0

    /// Creates an empty spool that keeps at most `memoryByteCount` bytes in memory.
    package init(memoryByteCount: Int = 1 << 20) { self.memoryByteCount = memoryByteCount }

    /// Appends all bytes.
    ///
    /// - Throws: ``SystemError``: `.noSpace`, or another system error.
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
                // It is never placed. A hidden name, if needed, is removed at once.
                return try placement.open(mode: 0o600)
            } catch { failure = error }
        }
        throw failure
    }
}
