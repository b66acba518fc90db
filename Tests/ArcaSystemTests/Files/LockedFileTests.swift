import ArcaPlatform
import ArcaSystem
import Testing

@Suite struct LockedFileTests {
    let folder = TestFolder()

    /// Whether another process could take the lock.
    private func isFree(_ path: BytePath) -> Bool {
        let file = path.withTestCString { open($0, O_RDWR | O_CLOEXEC) }
        defer {
            // A child process started by another test may briefly hold a copy of the descriptor.
            flock(file, LOCK_UN)
            close(file)
        }
        return flock(file, LOCK_EX | LOCK_NB) == 0
    }

    @Test("is created empty and private, and keeps its content")
    func rewrites() throws {
        let path = folder("file")
        do {
            let file = try LockedFile(path)
            #expect(try file.contents(limit: 100).isEmpty)
            try file.rewrite([1, 2, 3])
            #expect(try file.contents(limit: 100) == [1, 2, 3])
            #expect(try file.contents(limit: 2) == [1, 2])
            // The remainder of the longer record is kept.
            try file.rewrite([9])
        }
        #expect(contents(of: path) == [9, 2, 3])
        #expect(try FileInfo(path).mode == 0o600)
        let again = try LockedFile(path)
        #expect(try again.contents(limit: 100) == [9, 2, 3])
    }

    @Test("holds the lock as long as the value exists, also after an error")
    func locks() throws {
        struct Stop: Error {}
        let path = folder("lock")
        do {
            let file = try LockedFile(path)
            #expect(!isFree(path))
            try file.rewrite([1])
        }
        #expect(isFree(path))
        #expect(try LockedFile.whileLocked(path) { isFree(path) } == false)
        #expect(isFree(path))
        #expect(throws: Stop.self) { try LockedFile.whileLocked(path) { throw Stop() } }
        #expect(isFree(path))
    }

    @Test("allows one process at a time to read and rewrite")
    func excludes() throws {
        let path = folder("count")
        try Workers.forEach(200, workers: 4) { _, _ in
            let file = try LockedFile(path)
            let count = try file.contents(limit: 8).reduce(0) { $0 << 8 | Int($1) } + 1
            try file.rewrite([UInt8(count >> 8), UInt8(count & 255)])
        }
        #expect(contents(of: path) == [0, 200])
    }

    @Test("does not follow symbolic links, and requires its folder")
    func refuses() {
        write([5], to: folder("target"))
        symlink("target", folder("link").description)
        for name: BytePath in ["link", "none/file", "."] {
            let error = systemError { () throws(SystemError) in _ = try LockedFile(folder(name)) }
            #expect(error != nil, "\(name)")
        }
        #expect(contents(of: folder("target")) == [5])
        let missing = systemError { () throws(SystemError) in _ = try LockedFile(folder("none/file")) }
        #expect(missing?.code == .notFound && missing?.reason.contains("none/file") == true)
    }
}
