import ArcaPlatform
import ArcaSystem
import Testing

/// Signals during extraction; extraction itself is covered by the archive tests.
@Suite struct SafeFolderTests {
    let folder = TestFolder()

    /// Starts a folder with nested files, one of them in an inaccessible folder.
    private static func begin(_ path: BytePath) throws -> SafeFolder {
        var folder = try SafeFolder(path)
        for name in ["a/b/one", "a/two", "three"] {
            var file = try folder.makeFile(InnerPath(Array(name.utf8)), mode: 0o400)
            try file.write([UInt8](repeating: 1, count: 100_000))
        }
        try folder.makeLink(InnerPath(Array("link".utf8)), to: "three", modified: 0)
        return folder
    }

    @Test(
        "removes all of it before a signal ends the process", arguments: endingSignals.filter { $0 <= 35 || $0 == 64 })
    func interrupted(signal: Int32) async {
        let path = "\(folder("out"))"
        await #expect(processExitsWith: .signal(signal)) { [path = path as String, signal = signal as Int32] in
            var folder = try Self.begin(BytePath(path))
            die(of: signal)
            // The other thread ends the process in the meantime.
            for number in 0..<1_000_000 {
                guard let name = try? InnerPath(Array("more\(number)".utf8)) else { break }
                _ = try? folder.makeFile(name, mode: 0o600)
            }
            while true { pause() }
        }
        #expect(folder.names.isEmpty)
    }

    @Test("leaves a signal to an app that handles it, unless the signal asks to end")
    func handledByTheApp() async {
        let path = "\(folder("out"))"
        await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
            var action = sigaction()
            action.call { _ in }
            sigaction(SIGUSR1, &action, nil)
            let folder = try Self.begin(BytePath(path))
            die(of: SIGUSR1)
            try folder.commit()
            exit(0)
        }
        #expect(folder.names == ["out"])
    }

    @Test("also removes hidden names when a signal arrives after creating a folder")
    func hiddenNamesAfterwards() async {
        let path = "\(folder.path)"
        await #expect(processExitsWith: .signal(SIGQUIT)) { [path = path as String] in
            let made = try Self.begin(BytePath(path + "/out"))
            let staged = try StagedFile(BytePath(path + "/staged"), replacing: false)
            try made.commit()
            die(of: SIGQUIT)
            _ = staged.path
        }
        #expect(folder.names == ["out"])
    }

    @Test("removes the folder when the value is released before the signal takes effect")
    func droppedAfterSignal() async {
        let path = "\(folder("out"))"
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = path as String] in
            do {
                _ = try Self.begin(BytePath(path))
                die(of: SIGTERM)
            }
            exit(0)
        }
        #expect(folder.names.isEmpty)
    }

    @Test("a later entry replaces a link of its name, and a link replaces an earlier entry")
    func lastOfAName() throws {
        let (file, other, link) = (
            try InnerPath(Array("a".utf8)), try InnerPath(Array("in/b".utf8)), try InnerPath(Array("c".utf8))
        )
        var made = try SafeFolder(folder("out"))
        for path in [file, other, link] { try made.makeLink(path, to: "x", modified: 0) }
        var writer = try made.makeFile(file, mode: 0o600)
        try writer.write("2".utf8)
        try made.makeHardLink(other, to: file)
        try made.makeFolder(link, mode: 0o700, modified: 0)
        // In the other order, the link stays.
        let last = try InnerPath(Array("last".utf8))
        _ = try made.makeFile(last, mode: 0o600)
        try made.makeLink(last, to: "a", modified: 0)
        try made.commit()
        for name in ["out/a", "out/in/b", "out/last"] as [BytePath] {
            #expect(contents(of: folder(name)) == Array("2".utf8))
        }
        #expect(try FileInfo(folder("out/a"), followingLinks: false).kind == .regular)
        #expect(try FileInfo(folder("out/c"), followingLinks: false).kind == .folder)
        #expect(try FileInfo(folder("out/last"), followingLinks: false).kind == .link)
    }

    @Test("keeps a committed folder, restores signal handlers, and leaves ignored signals ignored")
    func afterwards() async {
        let path = "\(folder.path)"
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = path as String] in
            signal(SIGHUP, SIG_IGN)
            let first = try Self.begin(BytePath(path + "/first"))
            // Only one of the two is watched; the other one is created anyway.
            let second = try Self.begin(BytePath(path + "/second"))
            die(of: SIGHUP)
            try first.commit()
            try second.commit()
            var action = sigaction()
            sigaction(SIGINT, nil, &action)
            guard unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0 else { exit(1) }
            do { _ = try Self.begin(BytePath(path + "/third")) }
            die(of: SIGTERM)
        }
        #expect(folder.names == ["first", "second"])
        #expect(contents(of: folder("first/a/two"))?.count == 100_000)
    }
}
