import ArcaCore
import ArcaContainers
import ArcaSystem
internal import ArcaTestSupport
internal import Foundation
import Testing

@Suite struct TarTests {
    static func archive(_ folder: URL) throws -> (bytes: [UInt8], skipped: [BytePath]) {
        var archiver = try FolderArchiver(BytePath(folder.path))
        var bytes: [UInt8] = []
        var before = -1
        while bytes.count > before {
            before = bytes.count
            try bytes.append(addingCapacity: 1000) { try archiver.read(into: &$0) }
        }
        return (bytes, archiver.skipped)
    }

    /// Extracts in pieces of a given length; returns the skipped names.
    @discardableResult
    static func extract(_ archive: [UInt8], into folder: URL, pieceByteCount: Int = 700) throws -> [BytePath] {
        var reader = TarReader(try FolderExtractor(BytePath(folder.path)))
        for start in stride(from: 0, to: archive.count, by: pieceByteCount) {
            try reader.write(archive[start..<min(start + pieceByteCount, archive.count)])
        }
        let extractor = try reader.finish()
        let skipped = extractor.skipped
        try extractor.commit()
        return skipped
    }

    /// The contents of a folder, from find and sha256sum.
    static func listing(_ folder: URL) throws -> String {
        let script = """
            find . -mindepth 1 -printf '%P %y %m %l %Ts\\n' | LC_ALL=C sort
            find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
            """
        return try Peer.run(["sh", "-c", script], in: folder).text
    }

    /// Creates one entry of every kind.
    static func fill(_ folder: URL) throws {
        let long = String(repeating: "long/", count: 30)
        let script = """
            umask 022; mkdir -p a/b empty '\(long)' 'name with blank'
            printf hello > a/hello; : > a/nothing; head -c 100000 /dev/zero | tr '\\0' x > a/b/big
            head -c 512 /dev/zero > block; printf x > '\(long)deep'; printf y > $(printf 'n%.0s' $(seq 180))
            printf z > "$(printf 'byte\\377')"; printf u > 'ünïcode'; chmod 755 a/hello; chmod 500 empty; chmod 600 block
            ln -s ../block a/up; ln -s b/big a/down; ln -s "$(printf 'l%.0s' $(seq 150))" dangling
            touch -d @1234567890 a/hello a/b; touch -d @0 block
            """
        let answer = try Peer.run(["sh", "-c", script], in: folder)
        #expect(answer.status == 0, "\(answer.errors)")
    }

    static func inFolders(_ body: (_ source: URL, _ target: URL) throws -> Void) throws {
        try Peer.inFolder { folder in
            let source = folder.appendingPathComponent("source")
            try FileManager.default.createDirectory(at: source, withIntermediateDirectories: false)
            try body(source, folder.appendingPathComponent("target"))
        }
    }

    @Test(
        "a folder round-trips: contents, modes, times, links, long and unusual names",
        arguments: [1, 511, 512, 700, 1 << 20])
    func comesBack(pieceByteCount: Int) throws {
        try Self.inFolders { source, target in
            try Self.fill(source)
            let (archive, skipped) = try Self.archive(source)
            #expect(skipped.isEmpty && archive.count % 512 == 0)
            #expect(try Self.extract(archive, into: target, pieceByteCount: pieceByteCount).isEmpty)
            let (before, after) = (try Self.listing(source), try Self.listing(target))
            #expect(before == after)
        }
    }

    @Test("GNU tar extracts our archives", .enabled(if: Peer.has("tar")))
    func isReadByGNUTar() throws {
        try Self.inFolders { source, target in
            try Self.fill(source)
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
            let answer = try Peer.run(["tar", "-xpf", "-"], input: Self.archive(source).bytes, in: target)
            #expect(answer.status == 0 && answer.errors.isEmpty, "\(answer.errors)")
            let (before, after) = (try Self.listing(source), try Self.listing(target))
            #expect(before == after)
        }
    }

    @Test("extracts what GNU tar writes", .enabled(if: Peer.has("tar")), arguments: ["gnu", "pax", "ustar", "v7"])
    func readsGNUTar(form: String) throws {
        try Self.inFolders { source, target in
            try Self.fill(source)
            if form == "ustar" || form == "v7" {
                // Names that do not fit these formats.
                _ = try Peer.run(["sh", "-c", "rm -rf nnn* dangling long"], in: source)
            }
            _ = try Peer.run(["sh", "-c", "ln a/hello a/other; chmod 755 empty"], in: source)
            let answer = try Peer.run(["tar", "--format=\(form)", "-cf", "-", "."], in: source)
            #expect(answer.status == 0, "\(answer.errors)")
            #expect(try Self.extract(answer.output, into: target).isEmpty)
            let (before, after) = (try Self.listing(source), try Self.listing(target))
            #expect(before == after)
        }
    }

    @Test("keeps a file that GNU tar wrote twice, the second time as a link to itself", .enabled(if: Peer.has("tar")))
    func keepsRepeatedFiles() throws {
        try Self.inFolders { source, target in
            let script = "printf hello > a; ln a b; tar -cf - a a b b"
            let answer = try Peer.run(["sh", "-c", script], in: source)
            #expect(answer.status == 0, "\(answer.errors)")
            #expect(try Self.extract(answer.output, into: target).isEmpty)
            #expect(try Self.listing(target) == Self.listing(source))
        }
    }

    @Test("a dangling hard link is skipped and removes nothing")
    func keepsFilesBehindDanglingLinks() throws {
        try Self.inFolders { _, target in
            var archive = try TarWriter.header(of: TarEntry(path: "a", kind: .file, byteCount: 1))
            archive += [0x78] + TarWriter.padding(behind: 1)
            archive += try TarWriter.header(of: TarEntry(path: "a", kind: .hardLink("missing"))) + TarWriter.end
            #expect(try Self.extract(archive, into: target) == ["a"])
            #expect(try Data(contentsOf: target.appendingPathComponent("a")) == Data([0x78]))
        }
    }

    @Test("an extracted folder is accessible to its owner only, and files keep their modes")
    func keepsModes() throws {
        try Self.inFolders { source, target in
            let script = "printf x > open; chmod 644 open; printf y > closed; chmod 600 closed; chmod 700 ."
            _ = try Peer.run(["sh", "-c", script], in: source)
            try Self.extract(Self.archive(source).bytes, into: target)
            let modes = try Peer.run(["stat", "-c", "%a", ".", "open", "closed"], in: target).text
            #expect(modes == "700\n644\n600\n")
        }
    }

    @Test("pipes and sockets are skipped and reported")
    func leavesSpecialFilesOut() throws {
        try Self.inFolders { source, _ in
            _ = try Peer.run(["sh", "-c", "mkfifo p; printf x > f"], in: source)
            #expect(try Self.archive(source).skipped == ["p"])
        }
    }

    @Test(
        "a path out of the folder rejects the archive and leaves nothing behind",
        arguments: ["/tmp/x", "../x", "a/../../x", "a/..", "..", "a\u{0}/../../b/../.."])
    func refusesUnsafePaths(path: String) throws {
        let name = path.prefix { $0 != "\u{0}" }
        for kind in [TarEntry.Kind.file, .folder, .link("x"), .hardLink("x")] {
            try Self.inFolders { source, target in
                let entry = TarEntry(path: BytePath(String(name)), kind: kind)
                let archive =
                    try TarWriter.header(of: TarEntry(path: "good", kind: .file)) + TarWriter.header(of: entry)
                guard name != "a" else { return }
                #expect(throws: ContainerError.code(.malformed)) { try Self.extract(archive, into: target) }
                let left = try FileManager.default.contentsOfDirectory(atPath: target.deletingLastPathComponent().path)
                #expect(left == ["source"])
            }
        }
    }

    @Test(
        "links out of the folder are skipped; links within it are created",
        arguments: [
            ("l", "/etc/passwd", false), ("l", "..", false), ("l", "../x", false), ("a/l", "../..", false),
            ("a/l", "..", true),
            ("a/l", "../x", true), ("a/b/l", "../../x", true), ("a/b/l", "../../../x", false), ("l", "x/../y", false),
            ("l", "a", true), ("l", "./x", true), ("a/l", "./../x", true),
        ])
    func judgesLinks(path: String, target: String, isMade: Bool) throws {
        try Self.inFolders { source, folder in
            let entry = TarEntry(path: BytePath(path), kind: .link(BytePath(target)))
            let skipped = try Self.extract(TarWriter.header(of: entry) + TarWriter.end, into: folder)
            #expect(skipped.isEmpty == isMade)
            let link = try? FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/" + path)
            #expect(link == (isMade ? target : nil))
        }
    }

    @Test("no entry goes through a link of the same archive, not even two links that cross")
    func followsNoLinks() throws {
        try Self.inFolders { source, target in
            func file(_ path: String) throws -> [UInt8] {
                try TarWriter.header(of: TarEntry(path: BytePath(path), kind: .file, byteCount: 4)) + Array("evil".utf8)
                    + TarWriter.padding(behind: 4)
            }
            func link(_ path: String, _ target: String) throws -> [UInt8] {
                try TarWriter.header(of: TarEntry(path: BytePath(path), kind: .link(BytePath(target))))
            }
            // The link would turn d into its own location. The file is in a folder d by then, so the link is rejected.
            let archive = try link("d", "e") + file("d/x") + link("e/up", "..") + link("f", "e/up/..") + TarWriter.end
            #expect(throws: ContainerError.code(.malformed)) { try Self.extract(archive, into: target) }
            #expect(!FileManager.default.fileExists(atPath: target.path))
            let other = try link("e/up", "..") + link("f", "e/up/..") + file("g") + TarWriter.end
            #expect(try Self.extract(other, into: target) == ["f"])
        }
    }

    @Test("devices, pipes and unknown entries are skipped; set-user-ID is dropped")
    func dropsSpecialFiles() throws {
        try Self.inFolders { source, target in
            var archive: [UInt8] = []
            for type in "346X".utf8 {
                var header = try TarWriter.header(of: TarEntry(path: BytePath("t\(type)"), kind: .file))
                Self.patch(&header, 156, [type])
                archive += header
            }
            var suid = try TarWriter.header(of: TarEntry(path: "suid", kind: .file, mode: 0o755))
            Self.patch(&suid, 100, Array("0007755\0".utf8))
            #expect(try Self.extract(archive + suid + TarWriter.end, into: target).count == 4)
            let listing = try Self.listing(target)
            #expect(listing.hasPrefix("suid f 755  0\n"), "\(listing)")
        }
    }

    /// Changes bytes of a header and updates its checksum.
    static func patch(_ header: inout [UInt8], _ offset: Int, _ bytes: [UInt8]) {
        header.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        header.replaceSubrange(148..<156, with: [UInt8](repeating: 0x20, count: 8))
        let sum = String(header.prefix(512).reduce(0) { $0 + Int($1) }, radix: 8)
        let text = String(repeating: "0", count: 6 - sum.utf8.count) + sum + "\0 "
        header.replaceSubrange(148..<156, with: Array(text.utf8))
    }

    @Test("rejects damaged headers, truncated archives, trailing bytes and gaps")
    func refusesDamage() throws {
        try Self.inFolders { source, target in
            let file =
                try TarWriter.header(of: TarEntry(path: "f", kind: .file, byteCount: 5)) + Array("hello".utf8)
                + TarWriter.padding(behind: 5)
            let archive = file + TarWriter.end
            func refused(_ changed: [UInt8], _ error: ContainerError, _ what: String) {
                #expect(throws: error, "\(what)") { try Self.extract(changed, into: target) }
                #expect(!FileManager.default.fileExists(atPath: target.path), "\(what)")
            }
            for place in [0, 100, 130, 150, 257] {
                var changed = archive
                changed[place] ^= 1
                refused(changed, ContainerError.code(.malformed, at: 0), "byte \(place)")
            }
            for count in [0, 1, 511, 512, 513, 1024, 1025, 1535] {
                refused(Array(archive[..<count]), ContainerError.code(.truncated, at: count), "cut at \(count)")
            }
            refused(archive + [1], ContainerError.code(.malformed, at: 2048), "a byte more")
            var holes = file
            Self.patch(&holes, 156, [UInt8(ascii: "S")])
            refused(holes, ContainerError.code(.unsupported, at: 0), "holes")
            var huge = file
            Self.patch(&huge, 156, [UInt8(ascii: "L")])
            Self.patch(&huge, 124, Array("77777777777\0".utf8))
            refused(huge, ContainerError.code(.unsupported, at: 0), "a name of 8 GiB")
            var negative = file
            Self.patch(&negative, 124, [UInt8](repeating: 0xff, count: 12))
            refused(negative, ContainerError.code(.malformed, at: 124), "a negative size")
            var pax = file
            Self.patch(&pax, 156, [UInt8(ascii: "x")])
            refused(pax + archive, ContainerError.code(.malformed, at: 512), "a record without length")
        }
    }

    @Test("extracts into an empty folder, and rejects a non-empty one and a file")
    func refusesFullFolders() throws {
        try Self.inFolders { source, target in
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
            try Self.extract(TarWriter.header(of: TarEntry(path: "f", kind: .file)) + TarWriter.end, into: target)
            #expect(FileManager.default.fileExists(atPath: target.path + "/f"))
            #expect(throws: SystemError(.exists, "")) { try Self.extract(TarWriter.end, into: target) }
            let file = target.appendingPathComponent("f")
            #expect(throws: SystemError(errno: ENOTDIR, "")) { try Self.extract(TarWriter.end, into: file) }
        }
    }

    @Test(
        "conflicting entries are reported as an error of the archive",
        arguments: [["f", "f/g"], ["d/f", "d"], ["./"]])
    func refusesContradictions(paths: [String]) throws {
        try Self.inFolders { source, target in
            let headers = try paths.flatMap { try TarWriter.header(of: TarEntry(path: BytePath($0), kind: .file)) }
            #expect(throws: ContainerError.code(.malformed)) { try Self.extract(headers + TarWriter.end, into: target) }
            #expect(!FileManager.default.fileExists(atPath: target.path))
        }
    }

    @Test(
        "an entry for the folder itself changes neither its mode nor its time",
        arguments: [".", "./", ".//", "././"], [0, 0o755] as [UInt32])
    func folderItself(path: String, mode: UInt32) throws {
        try Self.inFolders { _, target in
            let itself = TarEntry(path: BytePath(path), kind: .folder, mode: mode, modified: 1, byteCount: 0)
            let inside = TarEntry(path: BytePath(path + "/a"), kind: .file)
            try Self.extract(
                TarWriter.header(of: itself) + TarWriter.header(of: inside) + TarWriter.header(of: itself)
                    + TarWriter.end, into: target)
            let info = try FileManager.default.attributesOfItem(atPath: target.path)
            #expect(info[.posixPermissions] as? Int == 0o700)
            #expect(info[.ownerAccountID] as? Int == Int(geteuid()))
            let modified = try #require(info[.modificationDate] as? Date)
            #expect(modified > Date(timeIntervalSince1970: 1000))
            let parent = TarEntry(path: "a/..", kind: .folder)
            let other = target.appendingPathExtension("other")
            #expect(throws: ContainerError.code(.malformed)) {
                try Self.extract(TarWriter.header(of: parent) + TarWriter.end, into: other)
            }
        }
    }

    @Test("a later entry replaces a file of the same name")
    func replacesFiles() throws {
        try Self.inFolders { source, target in
            func file(_ text: String) throws -> [UInt8] {
                try TarWriter.header(of: TarEntry(path: "f", kind: .file, byteCount: text.utf8.count))
                    + Array(text.utf8)
                    + TarWriter.padding(behind: text.utf8.count)
            }
            try Self.extract(file("one") + file("second") + TarWriter.end, into: target)
            #expect(try String(contentsOf: target.appendingPathComponent("f"), encoding: .utf8) == "second")
        }
    }
}
