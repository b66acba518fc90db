import ArcaPlatform
import ArcaSystem
import Testing

@Suite struct FolderTests {
    let folder = TestFolder()

    @Test("creates a folder, and accepts an existing one")
    func creates() throws {
        try Folder.create(folder("new"))
        try Folder.create(folder("new"))
        symlink("new", folder("link").description)
        try Folder.create(folder("link"))
        #expect(try FileInfo(folder("new")).kind == .folder)
    }

    @Test("rejects an existing file and a missing parent")
    func refuses() {
        write([], to: folder("file"))
        let taken = systemError { () throws(SystemError) in try Folder.create(folder("file")) }
        #expect(taken?.code == .notDirectory)
        let missing = systemError { () throws(SystemError) in try Folder.create(folder("a/b")) }
        #expect(missing?.code == .notFound)
    }

    @Test("removes a file or a link, but not the target of a link and not a folder")
    func removes() throws {
        write([1], to: folder("file"))
        symlink("file", folder("link").description)
        try Folder.create(folder("inner"))
        try Folder.removeFile(folder("link"))
        #expect(folder.names == ["file", "inner"])
        try Folder.removeFile(folder("file"))
        let gone = systemError { () throws(SystemError) in try Folder.removeFile(folder("file")) }
        #expect(gone?.code == .notFound)
        let inner = systemError { () throws(SystemError) in try Folder.removeFile(folder("inner")) }
        #expect(inner?.code == .isDirectory)
        #expect(folder.names == ["inner"])
    }
}
