import ArcaCore
import ArcaInspect
import ArcaTestSupport
import Testing

/// Inspection of ZIP and tar archives written by Python.
@Suite struct ArchiveEntriesTests {
    private static func facts(_ archive: [UInt8], byteCount: Int? = nil) -> [String: String] {
        let inspection = Inspector.inspect(InspectedData(archive, byteCount: byteCount ?? archive.count))
        return Dictionary(inspection.facts.map { ($0.name, $0.value.text()) }, uniquingKeysWith: { first, _ in first })
    }

    private static func zip(_ count: Int, _ comment: String = "") throws -> [UInt8] {
        try Peer.python(
            """
            import sys, io, zipfile
            b = io.BytesIO()
            z = zipfile.ZipFile(b, "w")
            z.writestr("folder/", "")
            for n in range(\(count)): z.writestr("folder/%d.txt" % n, "x" * n, n % 2 * 8)
            z.comment = b"\(comment)"
            z.close(); sys.stdout.buffer.write(b.getvalue())
            """
        ).output
    }

    @Test("lists the entries of a ZIP archive and names the command that opens it")
    func zipEntries() throws {
        let facts = Self.facts(try Self.zip(3, "a comment PK"))
        #expect(facts["entries"] == "4" && facts["opened by"] == "\"unzip\"")
        #expect(
            facts["content"]
                == #"["folder/","folder/0.txt (0 bytes)","folder/1.txt (1 byte)","folder/2.txt (2 bytes)"]"#)
        let many = Self.facts(try Self.zip(150))
        #expect(many["entries"] == "151" && many["content"]?.contains("folder/98.txt") == true)
        #expect(many["content"]?.contains("folder/99.txt") == false)
    }

    @Test("lists no entries if the central directory is damaged or missing")
    func damagedZip() throws {
        let archive = try Self.zip(3)
        for count in stride(from: 40, to: archive.count, by: 7) {
            #expect(Self.facts(Array(archive[..<count]))["entries"] == nil)
        }
        for place in archive.indices {
            var changed = archive
            changed[place] ^= 0xff
            _ = Self.facts(changed)
        }
    }

    @Test("lists the entries of a tar archive and of its prefix")
    func tarEntries() throws {
        let archive = try Peer.python(
            """
            import sys, io, tarfile
            b = io.BytesIO()
            t = tarfile.open(fileobj=b, mode="w", format=tarfile.USTAR_FORMAT)
            d = tarfile.TarInfo("folder"); d.type = tarfile.DIRTYPE; t.addfile(d)
            for n in range(2):
                i = tarfile.TarInfo("folder/%d" % n); i.size = 600; t.addfile(i, io.BytesIO(b"y" * 600))
            t.close(); sys.stdout.buffer.write(b.getvalue())
            """
        ).output
        let facts = Self.facts(archive)
        #expect(facts["content"] == #"["folder/","folder/0 (600 bytes)","folder/1 (600 bytes)"]"#)
        #expect(facts["entries"] == "3" && facts["opened by"] == "\"tar -xf\"")
        let part = Self.facts(Array(archive[..<1100]), byteCount: archive.count)
        #expect(part["content"] == #"["folder/","folder/0 (600 bytes)"]"# && part["entries"] == nil)
    }
}
