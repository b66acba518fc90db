import ArcaPlatform
import ArcaSystem
import Testing

@Suite struct ProcessHardeningTests {
    @Test("disables core files and tracing")
    func forbids() async {
        await #expect(processExitsWith: .success) {
            #expect(ProcessHardening.allowsDumps)
            ProcessHardening.forbidDumps()
            #expect(!ProcessHardening.allowsDumps)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
            #expect(limit.rlim_cur == 0 && limit.rlim_max == 0)
        }
    }

    @Test("keeps files and descriptors usable without privileges", .enabled(if: geteuid() == 0, "needs setuid"))
    func leavesFiles() async {
        let folder = TestFolder()
        chmod("\(folder.path)", 0o777)
        let path = "\(folder("out"))"
        await #expect(processExitsWith: .success) { [path = path as String] in
            setuid(65534)
            ProcessHardening.forbidDumps()
            var file = try AtomicFile(BytePath(path))
            try file.write([1])
            try file.commit()
            let number = open(path, O_RDONLY)
            let again = try FileReader(BytePath("/dev/fd/\(number)"))
            #expect(again.byteCount == 1)
        }
        #expect(folder.names == ["out"])
    }
}
