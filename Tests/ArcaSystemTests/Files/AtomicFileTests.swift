import ArcaCore
import ArcaPlatform
import ArcaSystem
import Testing

@Suite struct AtomicFileTests {
    let folder = TestFolder()

    @Test("shows nothing before the commit and everything after it")
    func appearsWhole() throws {
        var file = try AtomicFile(folder("out"))
        try file.write([1, 2])
        try file.write(Array("x".utf8)[0...])
        let isAtomic = file.isAtomic
        #expect(folder.names.isEmpty && isAtomic)
        try file.commit()
        #expect(folder.names == ["out"])
        #expect(contents(of: folder("out")) == [1, 2, 120])
    }

    @Test("leaves the target unchanged without a commit", arguments: [true, false])
    func droppedLeavesTarget(exists: Bool) throws {
        if exists { write([7], to: folder("out")) }
        do {
            var file = try AtomicFile(folder("out"))
            try file.write([1, 2])
        }
        #expect(folder.names == (exists ? ["out"] : []))
        #expect(contents(of: folder("out")) == (exists ? [7] : nil))
    }

    @Test("creates a new file only if the name is free, also at the commit, and not even a link")
    func newFile() throws {
        var file = try AtomicFile(new: folder("out"))
        try file.write([1])
        try file.commit()
        #expect(contents(of: folder("out")) == [1])
        symlink("nowhere", folder("link").description)
        for name: BytePath in ["out", "link"] {
            let error = systemError { () throws(SystemError) in try AtomicFile(new: folder(name)).commit() }
            #expect(error?.code == .exists)
        }
        let error = systemError { () throws(SystemError) in
            let late = try AtomicFile(new: folder("late"))
            write([9, 9], to: folder("late"))
            try late.commit()
        }
        #expect(error?.code == .exists)
        #expect(contents(of: folder("late")) == [9, 9])
        #expect(folder.names == ["late", "link", "out"])
    }

    @Test("replaces a file that appeared in the meantime")
    func replacesLateComer() throws {
        var file = try AtomicFile(folder("out"))
        try file.write([1])
        write([9, 9], to: folder("out"))
        try file.commit()
        #expect(folder.names == ["out"])
        #expect(contents(of: folder("out")) == [1])
    }

    @Test(
        "sets the right mode",
        arguments: [
            (nil, false, 0o644), (nil, true, 0o600), (0o640, false, 0o640), (0o777, true, 0o600),
            (0o600, false, 0o600), (0o755, false, 0o755),
        ] as [(UInt32?, Bool, UInt32)])
    func mode(before: UInt32?, secret: Bool, after: UInt32) throws {
        if let before { write([], to: folder("out"), mode: before) }
        try AtomicFile(folder("out"), secret: secret).commit()
        #expect(try FileInfo(folder("out")).mode == after)
    }

    @Test("respects the umask")
    func mask() async throws {
        let path = "\(folder("out"))"
        await #expect(processExitsWith: .success) { [path = path as String] in
            umask(0o077)
            try AtomicFile(BytePath(path)).commit()
        }
        #expect(try FileInfo(folder("out")).mode == 0o600)
    }

    @Test("keeps the owner of the file it replaces", .enabled(if: geteuid() == 0, "needs root"))
    func owner() throws {
        write([], to: folder("out"), mode: 0o640)
        chown("\(folder("out"))", 1234, 2345)
        try AtomicFile(folder("out")).commit()
        var status = stat()
        stat("\(folder("out"))", &status)
        #expect(status.st_uid == 1234)
        #expect(status.st_gid == 2345)
        #expect(status.st_mode & 0o777 == 0o640)
    }

    @Test("replaces the target of a link", arguments: [true, false])
    func followsLinks(exists: Bool) throws {
        mkdir("\(folder("d"))", 0o755)
        if exists { write([7], to: folder("d/real")) }
        symlink("d/middle", "\(folder("link"))")
        symlink("../d/real", "\(folder("d/middle"))")
        var file = try AtomicFile(folder("link"))
        try file.write([1])
        try file.commit()
        #expect(contents(of: folder("d/real")) == [1])
        #expect(try FileInfo(folder("link"), followingLinks: false).kind == .link)
        #expect(folder.names == ["d", "link"])
    }

    @Test("rejects circular links")
    func circle() {
        symlink("b", "\(folder("a"))")
        symlink("a", "\(folder("b"))")
        #expect(systemError { () throws(SystemError) in _ = try AtomicFile(folder("a")) }?.number == ELOOP)
    }

    @Test("rejects a folder, a missing folder and an empty name")
    func refusals() {
        func code(_ path: BytePath) -> String? {
            systemError { () throws(SystemError) in _ = try AtomicFile(path) }?.code.description
        }
        write([1], to: folder("f"))
        #expect(code(folder.path) == "isDirectory")
        #expect(code(folder("new/")) == "isDirectory")
        #expect(code(folder("no/out")) == "notFound")
        #expect(code(folder("f/out")) == "notDirectory")
        #expect(code("") == "notFound")
        #expect(code(BytePath([97, 0])) == "notFound")
    }

    @Test("refuses to replace an input under any of its names")
    func sameFile() throws {
        write([1], to: folder("f"))
        symlink("f", "\(folder("link"))")
        link("\(folder("f"))", "\(folder("hard"))")
        let input = try FileReader(folder("f"))
        for name: BytePath in ["f", "link", "hard"] {
            let error = systemError { () throws(SystemError) in
                _ = try AtomicFile(folder(name), inputs: [input.identity])
            }
            #expect(error == SystemError(.sameFile, ""), "\(name)")
        }
        try AtomicFile(folder("other"), inputs: [input.identity]).commit()
        // A device is often both input and output, which is allowed.
        let null = try FileInfo("/dev/null").identity
        try AtomicFile("/dev/null", inputs: [null]).commit()
    }

    @Test("rejects an input behind an open descriptor")
    func sameFileByDescriptor() throws {
        write([1], to: folder("f"))
        let number = open("\(folder("f"))", O_WRONLY | O_APPEND)
        defer { close(number) }
        let inputs = [try FileInfo(folder("f")).identity]
        let error = systemError { () throws(SystemError) in
            _ = try AtomicFile(descriptor: number, name: "standard output", inputs: inputs)
        }
        #expect(error == SystemError(.sameFile, ""))
        #expect(error?.reason == "cannot write standard output: it is also an input")
        let byPath = systemError { () throws(SystemError) in
            _ = try AtomicFile(BytePath("/dev/fd/\(number)"), inputs: inputs)
        }
        #expect(byPath == SystemError(.sameFile, ""))
    }

    @Test("writes devices and pipes directly")
    func direct() throws {
        var null = try AtomicFile("/dev/null")
        let nullIsAtomic = null.isAtomic
        #expect(!nullIsAtomic)
        try null.write([1])
        try null.commit()

        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        var pipe = try AtomicFile(BytePath("/dev/fd/\(ends[1])"))
        let kinds = (pipe.isAtomic, pipe.isTerminal)
        #expect(kinds == (false, false))
        try pipe.write([5, 6])
        var buffer: [UInt8] = [0, 0, 0]
        #expect(read(ends[0], &buffer, 3) == 2)
        try pipe.commit()
        #expect(fcntl(ends[1], F_GETFD) == 0, "a descriptor of the caller stays open")
        ends.forEach { close($0) }
    }

    @Test("continues at the offset of a redirected descriptor")
    func descriptorOffset() throws {
        write([1, 2], to: folder("f"))
        let number = open("\(folder("f"))", O_WRONLY | O_APPEND)
        symlink("/proc/self/fd/\(number)", "\(folder("link"))")
        var file = try AtomicFile(folder("link"))
        try file.write([3])
        try file.commit()
        close(number)
        #expect(contents(of: folder("f")) == [1, 2, 3])
    }

    @Test("reports that /dev/full is full")
    func devFull() throws {
        var file = try AtomicFile("/dev/full")
        let error = systemError { () throws(SystemError) in try file.write([1]) }
        #expect(error?.code == .noSpace)
        #expect(error?.reason == "cannot write /dev/full: no space left on device")
    }

    @Test("writes at offsets from several threads")
    func writesAtOffsets() throws {
        let file = try AtomicFile(folder("out"))
        try Workers.forEach(64, workers: 4) { (_, index) throws(SystemError) in
            try file.write([UInt8](repeating: UInt8(index), count: 100), at: index * 100)
        }
        try file.commit()
        #expect(contents(of: folder("out")) == (0..<6400).map { UInt8($0 / 100) })
    }

    @Test("leaves nothing on a full disk")
    func fileSizeLimit() async {
        let path = "\(folder("out"))"
        await #expect(processExitsWith: .exitCode(8)) { [path = path as String] in
            exit(writeBeyondLimit(BytePath(path)))
        }
        #expect(folder.names.isEmpty)
    }

    @Test("leaves nothing when it is killed", arguments: [SIGKILL, SIGTERM, SIGINT])
    func killed(signal: Int32) async {
        let path = "\(folder("out"))"
        await #expect(processExitsWith: .signal(signal)) { [path = path as String, signal = signal as Int32] in
            var file = try AtomicFile(BytePath(path))
            try file.write([UInt8](repeating: 1, count: 100_000))
            die(of: signal)
        }
        #expect(folder.names.isEmpty)
    }

    @Test("uses a hidden name without unnamed files, and removes it", .enabled(if: geteuid() == 0, "needs chroot"))
    func hiddenName() async throws {
        write([7], to: folder("out"), mode: 0o640)
        let path = "\(folder.path)"
        await #expect(processExitsWith: .success) { [path = path as String] in
            chroot(path)  // no /proc there
            chdir("/")
            var file = try AtomicFile("/new")
            try file.write([1])
            #expect(contents(of: "/new") == nil)
            try file.commit()
            var other = try AtomicFile("out")
            try other.write([2])
            try other.commit()
            try AtomicFile("secret", secret: true).commit()
            var dropped = try AtomicFile("dropped")
            try dropped.write([1])
        }
        #expect(folder.names == ["new", "out", "secret"])
        #expect(contents(of: folder("new")) == [1])
        #expect(contents(of: folder("out")) == [2])
        #expect(try FileInfo(folder("new")).mode == 0o644)
        #expect(try FileInfo(folder("out")).mode == 0o640)
        #expect(try FileInfo(folder("secret")).mode == 0o600)
    }

    @Test(
        "removes the hidden name when a signal ends the process", .enabled(if: geteuid() == 0, "needs chroot"),
        arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGXCPU])
    func hiddenNameAndSignals(signal: Int32) async {
        let path = "\(folder.path)"
        await #expect(processExitsWith: .signal(signal)) { [path = path as String, signal = signal as Int32] in
            chroot(path)
            chdir("/")
            var file = try AtomicFile("out")
            try file.write([1])
            var second = try AtomicFile("out2")
            try second.write([1])
            die(of: signal)
        }
        #expect(folder.names.isEmpty)
    }

    @Test("rejects a file that is not writable", .enabled(if: geteuid() == 0, "needs another user to become"))
    func readOnlyTarget() async {
        write([7], to: folder("out"), mode: 0o644)
        chmod("\(folder.path)", 0o777)
        let path = "\(folder("out"))"
        await #expect(processExitsWith: .exitCode(9)) { [path = path as String] in
            setuid(65534)
            let error = systemError { () throws(SystemError) in try AtomicFile(BytePath(path)).commit() }
            exit(error?.code == .permissionDenied ? 9 : 1)
        }
        #expect(contents(of: folder("out")) == [7])
    }
}

/// Writes more than the limit of 10,000 bytes; returns 8 if the error reports that.
private func writeBeyondLimit(_ path: BytePath) -> Int32 {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    let error = systemError { () throws(SystemError) in
        var file = try AtomicFile(path)
        for _ in 0..<10 { try file.write([UInt8](repeating: 1, count: 4096)) }
        try file.commit()
    }
    return error?.code == .noSpace ? 8 : 1
}
