import ArcaPlatform
import ArcaSystem
import Testing

@Suite struct StagedFileTests {
    let folder = TestFolder()

    @Test("gets its name and mode 0600 only when complete")
    func commits() throws {
        let file = try StagedFile(folder("out"), replacing: false)
        #expect(try FileInfo(file.path).mode == 0o600)
        #expect(try FileInfo(file.path).byteCount == 0)
        write([1, 2], to: file.path)
        #expect(folder.names == [file.path.name])
        try file.commit()
        #expect(folder.names == ["out"])
        #expect(contents(of: folder("out")) == [1, 2])
        #expect(try FileInfo(folder("out")).linkCount == 1)
    }

    @Test("leaves nothing without a commit")
    func dropped() throws {
        do {
            let file = try StagedFile(folder("out"), replacing: false)
            write([1], to: file.path)
            #expect(folder.names.count == 1)
        }
        #expect(folder.names.isEmpty)
    }

    @Test("does not replace a file that exists or appears later, unless replacing")
    func exclusive() throws {
        let file = try StagedFile(folder("out"), replacing: false)
        write([7], to: folder("out"))
        do throws(SystemError) {
            try file.commit()
            Issue.record("took a name that was taken")
        } catch {
            #expect(error.code == .exists)
        }
        let early = systemError { () throws(SystemError) in _ = try StagedFile(folder("out"), replacing: false) }
        #expect(early?.code == .exists)
        #expect(folder.names == ["out"])
        #expect(contents(of: folder("out")) == [7])

        let other = try StagedFile(folder("out"), replacing: true)
        write([8], to: other.path)
        try other.commit()
        #expect(contents(of: folder("out")) == [8])
        #expect(folder.names == ["out"])
    }

    @Test("rejects a folder as target, and a missing folder")
    func refuses() throws {
        try Folder.create(folder("inner"))
        let inner = systemError { () throws(SystemError) in _ = try StagedFile(folder("inner"), replacing: true) }
        #expect(inner?.code == .isDirectory)
        let missing = systemError { () throws(SystemError) in _ = try StagedFile(folder("a/b"), replacing: false) }
        #expect(missing?.code == .notFound)
    }

    @Test("is created in the real folder behind a link")
    func linkedFolder() throws {
        try Folder.create(folder("inner"))
        symlink("inner", folder("link").description)
        let file = try StagedFile(folder("link/out"), replacing: false)
        #expect(try file.path.parent == SymbolicLink.resolve(folder("inner")))
        try file.commit()
        #expect(try FileInfo(folder("inner/out")).kind == .regular)
    }
}

@Suite struct FileInfoTests {
    let folder = TestFolder()

    @Test("counts the hard links of a file, and distinguishes a missing file from an error")
    func links() throws {
        #expect(try FileInfo.ifPresent(folder("file")) == nil)
        write([1], to: folder("file"))
        link(folder("file").description, folder("twin").description)
        #expect(try FileInfo(folder("file")).linkCount == 2)
        symlink("file", folder("link").description)
        #expect(try FileInfo.ifPresent(folder("link"))?.kind == .link)
        let error = systemError { () throws(SystemError) in _ = try FileInfo.ifPresent(folder("file/x")) }
        #expect(error?.code == .notDirectory)
    }

    @Test("resolves all links of an existing path")
    func resolves() throws {
        try Folder.create(folder("inner"))
        write([1], to: folder("inner/file"))
        symlink("inner", folder("link").description)
        symlink("link/file", folder("second").description)
        let resolved = try SymbolicLink.resolve(folder("second"))
        #expect(resolved.isAbsolute)
        #expect(try FileInfo(resolved, followingLinks: false).identity == FileInfo(folder("inner/file")).identity)
        #expect(resolved.parent.name == "inner")
        symlink("none", folder("loose").description)
        for name in ["none", "loose"] as [BytePath] {
            let error = systemError { () throws(SystemError) in _ = try SymbolicLink.resolve(folder(name)) }
            #expect(error?.code == .notFound)
        }
    }
}
