public import ArcaCodecs
internal import ArcaContainers
internal import ArcaSystem

/// The content of an attachment in an archive, as it is read.
public struct ArchiveContent: ByteReader {
    /// Reading fails as that of the archive does.
    public typealias Failure = any Error

    let entries: ArchiveEntries

    /// Appends the next bytes to `output`, at most its free capacity.
    ///
    /// - Parameter output: Receives at least one byte, unless the end is reached or it has no free capacity.
    /// - Throws: `ContainerError` for a file that is damaged or not a tar archive.
    public mutating func read(into output: inout OutputSpan<UInt8>) throws(any Error) {
        try entries.read(into: &output)
    }
}

/// The entries of a tar archive, one after the other, with their contents to be read.
final class ArchiveEntries {
    private enum Event {
        case begin(TarEntry)
        case content([UInt8])
        case end
    }

    /// Keeps what the tar reader has found.
    private final class Found { var events: [Event] = [] }

    private struct Handler: TarHandler {
        let found: Found

        mutating func begin(_ entry: TarEntry) { found.events.append(.begin(entry)) }
        mutating func take(_ content: Span<UInt8>) { found.events.append(.content(Array(bytes: content))) }
        mutating func end() { found.events.append(.end) }
    }

    private var input: ByteHandover.Reader
    private let found = Found()
    private var tar: TarReader<Handler>?
    /// Events that were found and not yet given, the next one last.
    private var waiting: [Event] = []
    private var content: ArraySlice<UInt8> = []

    init(_ input: ByteHandover.Reader) {
        self.input = input
        tar = TarReader(Handler(found: found))
    }

    /// The next entry, what is left of the last one passed over; nil at the end.
    func next() throws -> TarEntry? {
        content = []
        while let event = try nextEvent() {
            if case .begin(let entry) = event { return entry }
        }
        return nil
    }

    /// Appends bytes of the entry that was begun last.
    func read(into output: inout OutputSpan<UInt8>) throws {
        while content.isEmpty, !output.isFull {
            guard let event = try nextEvent() else { return }
            guard case .content(let bytes) = event else {
                // The end stays, so that reading again gives nothing again.
                waiting.append(event)
                return
            }
            content = bytes[...]
        }
        let count = min(content.count, output.freeCapacity)
        content.withBytes { span in output.append(contentsOf: span.extracting(..<count)) }
        content.removeFirst(count)
    }

    private func nextEvent() throws -> Event? {
        while waiting.isEmpty {
            let bytes = try [UInt8](capacity: 64 * 1024) { output in try input.read(into: &output) }
            guard !bytes.isEmpty else {
                _ = try tar.take()?.finish()
                return nil
            }
            try tar?.write(bytes)
            waiting = found.events.reversed()
            found.events = []
        }
        return waiting.removeLast()
    }
}
