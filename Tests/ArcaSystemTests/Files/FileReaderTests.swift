import ArcaCore
import ArcaPlatform
import ArcaSystem
import Testing

@Suite struct FileReaderTests {
    let folder = TestFolder()

    @Test("reads a file in pieces of any size", arguments: [1, 7, 4096, 100_000])
    func readsPieces(size: Int) throws {
        let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        write(bytes, to: folder("f"))
        var reader = try FileReader(folder("f"))
        #expect(reader.byteCount == 10_000)
        #expect(reader.isSeekable == true)
        #expect(reader.isTerminal == false)
        var result: [UInt8] = []
        while true {
            let piece = try [UInt8](capacity: size) { (out: inout OutputSpan<UInt8>) throws(SystemError) in
                try reader.read(into: &out)
            }
            if piece.isEmpty { break }
            result += piece
        }
        #expect(result == bytes)
    }

    @Test("reads a whole file, also if its size is unknown", arguments: [0, 1, 4095, 4096, 4097, 100_000])
    func readsAll(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        write(bytes, to: folder("f"))
        var reader = try FileReader(folder("f"))
        #expect(try reader.readAll() == bytes)
        #expect(try reader.readAll() == [])
        var again = try FileReader(folder("f"))
        #expect(try again.readAll(limit: size) == bytes)
        if size > 0 {
            var short = try FileReader(folder("f"))
            let error = systemError { () throws(SystemError) in _ = try short.readAll(limit: size - 1) }
            #expect(error == SystemError(.limitExceeded, ""))
        }
        // A file in /proc has length 0.
        var status = try FileReader("/proc/self/status")
        #expect(try status.readAll().starts(with: Array("Name:".utf8)))
    }

    @Test("reads at an offset without moving")
    func readsAtOffset() throws {
        write(Array("0123456789".utf8), to: folder("f"))
        var reader = try FileReader(folder("f"))
        func piece(_ offset: Int, _ count: Int, _ reader: borrowing FileReader) throws -> String {
            let bytes = try [UInt8](capacity: count) { (out: inout OutputSpan<UInt8>) throws(SystemError) in
                try reader.read(into: &out, at: offset)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(try piece(3, 4, reader) == "3456")
        #expect(try piece(8, 4, reader) == "89")
        #expect(try piece(20, 4, reader) == "")
        try reader.seek(to: 7)
        #expect(try reader.readAll() == Array("789".utf8))
    }

    @Test(
        "rejects unreadable files",
        arguments: [("none", "notFound"), ("", "isDirectory"), ("f/x", "notDirectory")])
    func refuses(name: String, code: String) {
        write([1], to: folder("f"))
        let path = folder(BytePath(name))
        let error = systemError { () throws(SystemError) in _ = try FileReader(path) }
        #expect(error?.code.description == code)
        #expect(error?.reason.hasPrefix("cannot open \(path): ") == true)
    }

    @Test("rejects invalid names")
    func refusesImpossibleNames() {
        #expect(systemError { () throws(SystemError) in _ = try FileReader("") }?.code == .notFound)
        let error = systemError { () throws(SystemError) in _ = try FileReader(BytePath([97, 0, 98])) }
        #expect(error?.code == .notFound)
        #expect(error?.reason == "cannot open a\\x00b: no name holds a zero byte")
    }

    @Test("opens names with invalid UTF-8 and line breaks")
    func strayNames() throws {
        let path = folder(BytePath([0xff, 10, 0xc3, 32, 39]))
        write([42], to: path)
        var reader = try FileReader(path)
        #expect(try reader.readAll() == [42])
        #expect(reader.name.hasSuffix("/\\xff\\n\\xc3 '"))
    }

    @Test("follows a link only on request")
    func links() throws {
        write([1], to: folder("f"))
        symlink("f", "\(folder("link"))")
        #expect(try FileReader(folder("link")).identity == FileInfo(folder("f")).identity)
        let error = systemError { () throws(SystemError) in
            _ = try FileReader(folder("link"), followingLinks: false)
        }
        #expect(error?.number == ELOOP)
    }

    @Test("waits for a nonblocking pipe")
    func nonBlockingPipe() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        let source = ends[1]
        let thread = DelayedWrite(source, [1, 2, 3])
        defer { thread.join() }
        var reader = try FileReader(descriptor: ends[0], name: "pipe")
        #expect(!reader.isSeekable && reader.byteCount == nil)
        #expect(try reader.readAll() == [1, 2, 3])
        close(ends[0])
    }

    @Test("closes its descriptor and passes it to no child")
    func descriptorHygiene() throws {
        write([1], to: folder("f"))
        func open() -> Int { (3..<200).count { fcntl(Int32($0), F_GETFD) == 0 } }
        _ = open()
        for _ in 0..<300 {  // more than the soft limit of some machines, if leaked
            let reader = try FileReader(folder("f"))
            #expect(reader.byteCount == 1)
        }
    }

    @Test("reports that a closed descriptor cannot be read")
    func closedDescriptor() {
        let error = systemError { () throws(SystemError) in _ = try FileReader(descriptor: 1_000_000_000, name: "x") }
        #expect(error?.number == EBADF)
        #expect(error?.reason == "cannot read x: bad file descriptor")
    }
}

/// Writes to a descriptor from another thread after 20 ms, then closes it.
final class DelayedWrite: @unchecked Sendable {
    private var thread = pthread_t()

    init(_ descriptor: Int32, _ bytes: [UInt8]) {
        let job = Unmanaged.passRetained(Job(descriptor, bytes)).toOpaque()
        pthread_create(
            &thread, nil,
            { job in
                guard let job = job.map({ Unmanaged<Job>.fromOpaque($0).takeRetainedValue() }) else { return nil }
                usleep(20_000)
                _ = job.bytes.withUnsafeBytes { ArcaPlatform.write(job.descriptor, $0.baseAddress, $0.count) }
                close(job.descriptor)
                return nil
            }, job)
    }

    func join() { pthread_join(thread, nil) }

    private final class Job {
        let descriptor: Int32
        let bytes: [UInt8]
        init(_ descriptor: Int32, _ bytes: [UInt8]) {
            self.descriptor = descriptor
            self.bytes = bytes
        }
    }
}
