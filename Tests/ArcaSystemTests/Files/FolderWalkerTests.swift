import ArcaPlatform
import ArcaSystem
import Testing

@Suite struct FolderWalkerTests {
    let folder = TestFolder()

    /// The results of a walk as relative paths and error codes.
    private func walk(_ root: BytePath, _ links: FolderWalker.Links = .followedAtRoot) -> [String] {
        FolderWalker(root, links: links).map { found in
            switch found {
            case .success(let entry): "\(entry.depth) \(entry.info.kind) \(entry.path.name)"
            case .failure(let error): "\(error.code) \(error.number)"
            }
        }
    }

    @Test("lists folders before their contents, in byte order of the names")
    func order() {
        mkdir("\(folder("b"))", 0o755)
        mkdir("\(folder("b/z"))", 0o755)
        for name: BytePath in ["b/z/1", "b/a", "b.txt", "B", BytePath([0xff]), "ä", ".hidden"] {
            write([1], to: folder(name))
        }
        symlink("nowhere", "\(folder("link"))")
        let expected = [
            "1 regular .hidden", "1 regular B", "1 folder b", "2 regular a", "2 folder z", "3 regular 1",
            "1 regular b.txt", "1 link link", "1 regular ä", "1 regular \\xff",
        ]
        #expect(Array(walk(folder.path).dropFirst()) == expected)
        #expect(walk(folder.path).first == "0 folder \(folder.path.name)")
    }

    @Test("returns a file as the only entry, and an error for a missing one")
    func otherRoots() {
        write([1], to: folder("f"))
        #expect(walk(folder("f")) == ["0 regular f"])
        #expect(walk(folder("none")) == ["notFound \(ENOENT)"])
        symlink(".", "\(folder("link"))")
        #expect(walk(folder("link"), .reported) == ["0 link link"])
        #expect(walk(folder("link"), .followedAtRoot) == ["0 folder link", "1 regular f", "1 link link"])
    }

    @Test("follows links on request, but never in circles")
    func links() {
        mkdir("\(folder("a"))", 0o755)
        write([1], to: folder("a/f"))
        symlink("..", "\(folder("a/up"))")
        symlink("a", "\(folder("b"))")
        symlink("self", "\(folder("self"))")
        let found = walk(folder.path, .followed)
        // a, a/f, then a/up, which is the root again; b is a once more; self points nowhere.
        let expected = [
            "1 folder a", "2 regular f", "2 folder up", "failed \(ELOOP)", "1 folder b", "2 regular f", "2 folder up",
            "failed \(ELOOP)", "failed \(ELOOP)",
        ]
        #expect(Array(found.dropFirst()) == expected)
    }

    @Test("skips the contents of a folder on request")
    func skipping() {
        for name: BytePath in ["a", "b"] {
            mkdir("\(folder(name))", 0o755)
            write([1], to: folder(name.appending("f")))
        }
        var walker = FolderWalker(folder.path)
        var names: [BytePath] = []
        while case .success(let entry)? = walker.next() {
            names.append(entry.path.name)
            if entry.path.name == "a" { walker.skipContents() }
        }
        #expect(names.dropFirst() == ["a", "b", "f"])
    }

    @Test("reports a folder that cannot be listed, and continues", .enabled(if: geteuid() == 0, "needs another user"))
    func unreadable() async {
        mkdir("\(folder("a"))", 0o700)
        mkdir("\(folder("b"))", 0o755)
        write([1], to: folder("b/f"))
        chmod("\(folder.path)", 0o755)
        let path = "\(folder.path)"
        await #expect(processExitsWith: .success) { [path = path as String] in
            setuid(65534)
            var found: [String] = []
            for entry in FolderWalker(BytePath(path)) {
                switch entry {
                case .success(let entry): found.append("\(entry.path.name)")
                case .failure(let error): found.append("\(error.code)")
                }
            }
            #expect(found.dropFirst() == ["a", "permissionDenied", "b", "f"])
        }
    }
}
