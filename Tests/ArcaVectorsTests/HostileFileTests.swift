import ArcaCompression
import ArcaPlatform
import ArcaSystem
import ArcaVectors
internal import ArcaTestSupport
import Testing

/// Files with unreasonable requests, which must fail with a reason and bounded cost, and never end the process.
@Suite struct HostileFileTests {
    private static func report(_ text: String, named name: String, _ limits: CaseLimits = .standard) -> VectorReport {
        var runner = VectorRunner()
        runner.limits = limits
        runner.workerCount = 1
        return runner.run(VectorTree(inputs: [VectorInput(name: name, bytes: Array(text.utf8))]))
    }

    private static let chain = "# AESVS MCT test data for CBC\n\n[ENCRYPT]\n\nCOUNT = 0\nKEY = \(zeros(16))\n"

    private static func zeros(_ byteCount: Int) -> String { String(repeating: "00", count: byteCount) }

    private static func derivation(_ lines: String) -> String {
        "COUNT = 0\n\(lines)\nPASSWORD = password\nSALT = salt\nDERIVED_KEY = 00\n"
    }

    private static func chunked(_ salt: String, byteCount: Int) -> String {
        """
        {"schema": 1, "format": "c2sp-chunked", "numberOfCases": 1, "cases": [{"id": "a", "aead": "AEAD_AES_256_GCM",
        "hash": "sha256", "key": "\(zeros(32))", "context": "", "salt": "\(salt)", "plaintextByteCount": \(byteCount),
        "fileSHA256": ""}]}
        """
    }

    private static func subkeys(_ key: String, _ vault: String) -> String {
        """
        {"schema": 1, "vault": "subkeys", "numberOfCases": 1,
        "cases": [{"id": "a", "key": "\(key)", "vault": "\(vault)", "epoch": 1, "subkeys": {}}]}
        """
    }

    private static func longMessage(_ bitCount: Int) -> String {
        """
        {"vsId": 1, "algorithm": "SHA3-256", "revision": "1.0", "testGroups": [{"tgId": 1, "testType": "LDT", "tests": [
        {"tcId": 1, "md": "00", "largeMsg": {"content": "00", "contentLength": 8, "fullLength": \(bitCount),
        "expansionTechnique": "repeating"}}]}]}
        """
    }

    /// Texts, file names, and the reason of the only failure.
    private static let hostile: [(text: String, name: String, reason: String)] = [
        (
            "# \"SHA-256 Monte\" information\n\n[L = 32]\n\nSeed = 00\n\nCOUNT = 0\nMD = 00\n", "a.rsp",
            "chain-hash sha256: refused what is valid"
        ),
        (
            chain + "IV = \(zeros(16))\nPLAINTEXT = 00\nCIPHERTEXT = \(zeros(16))\n", "a.rsp",
            "chain-encrypt aes-cbc: refused what is valid"
        ),
        (
            chain + "IV = 00\nPLAINTEXT = \(zeros(16))\nCIPHERTEXT = \(zeros(16))\n", "a.rsp",
            "chain-encrypt aes-cbc: refused what is valid"
        ),
        (derivation("ITERATIONS = 2147483648\nLENGTH = 20"), "pbkdf2-sha1.txt", "the limit of a case is 30 s"),
        (derivation("ITERATIONS = 1\nLENGTH = 137438953440"), "pbkdf2-sha1.txt", "outputByteCount is 137438953440"),
        (derivation("ITERATIONS = 1\nLENGTH = -1"), "pbkdf2-sha1.txt", "outputByteCount is -1"),
        (derivation("N = 16384\nr = 8\np = 100000\nLENGTH = 64"), "scrypt.txt", "the limit of a case is 30 s"),
        (
            derivation("N = 16\nr = 1\np = 1\nLENGTH = 137438953440"), "scrypt.txt",
            "outputByteCount is 137438953440"
        ),
        (
            derivation("N = 4611686018427387904\nr = 9223372036854775807\np = 1\nLENGTH = 64"), "scrypt.txt",
            "the limit of a case is 30 s"
        ),
        (chunked(zeros(23), byteCount: 1), "a.json", "seal-chunked AEAD_AES_256_GCM: refused what is valid"),
        (chunked(zeros(24), byteCount: -1), "a.json", "plaintextByteCount is -1"),
        (chunked(zeros(24), byteCount: 1 << 40), "a.json", "plaintextByteCount is 1099511627776"),
        (subkeys(zeros(31), zeros(16)), "a.json", "derive-subkeys: refused what is valid"),
        (subkeys(zeros(32), zeros(15)), "a.json", "derive-subkeys: refused what is valid"),
        (longMessage(1 << 50), "a.json", "the limit of a case is 30 s"),
        (longMessage(-8), "a.json", "refused what is valid"),
    ]

    @Test("fails a nonsensical or costly case with its reason", arguments: hostile)
    func refused(text: String, name: String, reason: String) {
        let report = Self.report(text, named: name)
        #expect(report.totals.failed == 1)
        #expect(report.totals.total == 1)
        #expect(report.reasons.first?.contains(reason) == true, "\(report.reasons)")
    }

    @Test("limits the total cost of a file, and fails the cases beyond it")
    func fileLimit() {
        let one = "COUNT = 0\nITERATIONS = 1000000\nLENGTH = 20\nPASSWORD = a\nSALT = a\nDERIVED_KEY = 00\n\n"
        let report = Self.report(
            String(repeating: one, count: 9), named: "pbkdf2-sha1.txt", CaseLimits(caseSeconds: 1, fileSeconds: 1))
        #expect(report.totals.failed == 9)
        #expect(report.reasons.count { $0.hasSuffix("more work together than the limit of 1 s") } == 7)
    }

    @Test("fails a case with very many fields without reading it")
    func manyFields() {
        let fields = (0..<50_000).map { "F\($0) = 00\n" }.joined()
        let start = ThreadClock.seconds
        let report = Self.report("# AESVS MMT test data for CBC\nCOUNT = 0\n" + fields, named: "a.rsp")
        #expect(report.reasons == ["the case has 50000 fields; the limit is 1000"])
        let same = Self.report(
            "Cipher = aes-128-siv\n" + String(repeating: "AAD = 00\n", count: 50_000), named: "a.txt")
        #expect(same.reasons == ["the case has 50000 fields; the limit is 1000"])
        #expect(ThreadClock.seconds - start < 20)
    }

    /// Prefixes that formats recognize, and pieces that are repeated after them.
    private static let beginnings = [
        "", "COUNT = 1\nKey = 00\n", "COUNT = 1\nA = 0\n# ", "# AESVS \n", "Cipher = AES-128-CBC\nKey = 00\nInput = ",
        "PrivateKey = a\n-----BEGIN PRIVATE KEY-----\n", "KEY: 00\nNONCE: ", "IKM = 00\nOKM = 00\nHash = ",
        "IKM = 00 (", "IKM = 00\nOKM = \"", "# Modulus:\n00\n# Message:\n00\n", "dk = 00\nc = 00\n",
        "expect: success\n",
    ]
    private static let pieces = [
        "\n", "\r", "a\n", " ", "(", "(1 ", "\"", "SHA", "AESVS ", "[Page 1", "800-38F KW", "Salt len: 1", "alg=a", "🇩🇪",
        "e\u{301}",
    ]

    @Test("parsing takes time in proportion to its length", arguments: beginnings)
    func longTexts(beginning: String) {
        for piece in Self.pieces {
            let start = ThreadClock.seconds
            _ = Self.report(beginning + String(repeating: piece, count: 100_000 / piece.utf8.count), named: "a.txt")
            let seconds = ThreadClock.seconds - start
            // Line by line with `Regex` it took 12 to 40 s, and flags took 2 s when compared as characters.
            #expect(seconds < 1, "\(beginning.debugDescription), then \(piece.debugDescription): \(seconds) s")
        }
    }

    @Test("a key of many lines is joined in one pass")
    func longKey() {
        let start = ThreadClock.seconds
        let key = String(repeating: "a\n", count: 1 << 20)
        _ = Self.report("PrivateKey = a\n-----BEGIN PRIVATE KEY-----\n\(key)", named: "a.txt")
        #expect(ThreadClock.seconds - start < 10)
    }

    /// Files of less than 1 MB that would expand to gigabytes of fields.
    private static let sharing: [String] = {
        let names = (0..<900).map { "P\($0) = 0" }
        let cases = String(repeating: "COUNT=\n", count: 100_000)
        let tests = String(repeating: "{\"tcId\": 1},", count: 50_000)
        let long = String(repeating: "0", count: 400_000)
        return [
            names.map { "[\($0)]\n" }.joined() + cases,
            "IN: 0\n\n" + names.map { "[\($0)]\n" }.joined() + String(repeating: "IN: 0\n\n", count: 100_000),
            "Title = \(long)\n\n" + String(repeating: "Cipher = 0\n\n", count: 10_000),
            "PublicKeyRaw = k:x:\(long)\n\n" + String(repeating: "Derive = k\n\n", count: 10_000),
            "# Message:\n0\n# Modulus:\n\(long)\n" + String(repeating: "# Message:\n0\n", count: 10_000),
            #"{"numberOfTests": 1, "testGroups": [{"type": "a", "b": "\#(long)", "tests": [\#(tests){}]}]}"#,
            #"[{"vsId": 1, "algorithm": "a", "testGroups": [{"tgId": 1, "testType": "a", "b": "\#(long)", "tests": [\#(tests){}]}]}]"#,
            #"""
            {"testType": "a", "numTests": 1, "algorithm": {"algorithmType": "a", "b": "\#(long)"}, "tests": [\#(tests){}]}
            """#,
            "[\"\(long)\"" + String(repeating: #",{"input": "", "output": ""}"#, count: 10_000) + "]",
        ]
    }()

    @Test("what the cases of a file share is limited by its length", arguments: sharing.indices)
    func sharedFields(index: Int) {
        let report = Self.report(Self.sharing[index], named: "a.txt")
        #expect(report.reasons.count == 1)
        let reason = report.reasons.first ?? ""
        #expect(
            reason.contains("the cases of the file share fields of more than 64 MiB together"), "\(reason.prefix(200))")
    }

    /// The content of small files below `Vectors`, and prefixes of long texts.
    private static func samples() -> [(name: String, bytes: [UInt8])] {
        let root = BytePath(#filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Vectors")
        return FolderWalker(root).compactMap { item in
            guard case .success(let entry) = item, ["json", "rsp", "txt", "gz"].contains(entry.path.fileExtension)
            else {
                return nil
            }
            var reader = try? FileReader(entry.path)
            guard let file = try? reader?.readAll(),
                let bytes = file.starts(with: [0x1f, 0x8b]) ? (try? Inflater.inflate(file)) : file
            else { return nil }
            let isJSON = bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[")
            if isJSON { return bytes.count > 40_000 ? nil : ("\(entry.path)", bytes) }
            // A text may be truncated after any line.
            let end = bytes.prefix(3_000).lastIndex(of: 0x0a) ?? 0
            return ("\(entry.path)", bytes.count > 3_000 ? Array(bytes[...end]) : bytes)
        }
    }

    /// The seeds to run: `ARCA_MUTANTS=20000` for more than by default, `ARCA_MUTANT=N` for only one.
    private static var seeds: Range<UInt64> {
        func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }
        if let one = number("ARCA_MUTANT") { return one..<one + 1 }
        return 0..<(number("ARCA_MUTANTS") ?? 300)
    }

    @Test("survives any numbers and lengths, within its time and memory limits")
    func mutants() async {
        await #expect(processExitsWith: .success) {
            let samples = HostileFileTests.samples()
            #expect(samples.count > 100)
            var runner = VectorRunner()
            runner.limits = CaseLimits(caseSeconds: 1, fileSeconds: 1)
            runner.workerCount = 1
            for seed in HostileFileTests.seeds {
                let sample = samples[Int(seed % UInt64(samples.count))]
                var mutator = FileMutator(seed: seed)
                let mutant = mutator.mutant(of: sample.bytes)
                // Shows which mutant ended the process, if one does.
                HostileFileTests.say("mutant \(seed) of \(sample.name)\n")
                let start = ThreadClock.seconds
                let report = runner.run(VectorTree(inputs: [VectorInput(name: sample.name, bytes: mutant)]))
                let seconds = ThreadClock.seconds - start
                #expect(seconds < 10, "mutant \(seed) of \(sample.name) took \(seconds) s")
                #expect(report.totals.total > 0)
            }
            let peak = try HostileFileTests.memoryPeak()
            #expect(peak < 800_000, "\(peak) KiB")
        }
    }

    /// The peak memory of this process, in KiB.
    private static func memoryPeak() throws -> Int {
        var reader = try FileReader(BytePath("/proc/self/status"))
        let text = String(decoding: try reader.readAll(), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber)))
    }

    private static func say(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
}
