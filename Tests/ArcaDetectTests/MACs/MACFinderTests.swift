import ArcaCore
import ArcaDetect
import ArcaTestSupport
import Testing

@Suite struct MACFinderTests {
    @Test("finds text and function of each rule", arguments: try MACFinderCase.all("cases.jsonl"))
    func finds(_ entry: MACFinderCase) throws {
        try check(entry)
    }

    @Test("finds the published examples", arguments: try MACFinderCase.all("published.jsonl"))
    func findsPublished(_ entry: MACFinderCase) throws {
        try check(entry)
    }

    private func check(_ entry: MACFinderCase) throws {
        let report = try entry.report()
        let best = try #require(report.best, "\(report.notes)")
        #expect(best.text.description == entry.text)
        #expect(best.confidence > 0.999_999)
        let name =
            switch best.function {
            case .hash(let function): function.shortName
            case .hmac(let function): "hmac-\(function.shortName)"
            case .rsa(let function): "rsa-\(function.shortName)"
            }
        #expect(name == entry.function)
        #expect(!best.rule.isEmpty && best.rule.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") })
        // Neither text nor rule has the secret.
        if let secret = entry.secret, !entry.message.contains(secret) {
            #expect(!"\(report)".contains(secret))
        }
    }

    @Test("finds nothing with a wrong secret or a changed signature")
    func refuses() throws {
        let entries = try MACFinderCase.all("cases.jsonl")
        for (index, entry) in entries.enumerated() where index % 8 == 0 || entry.publicKey != nil {
            if let signature = entry.changedSignature {
                let report = try entry.report(signature: signature)
                #expect(report.best == nil && report.alternatives.isEmpty, "\(entry.name)")
                #expect(report.notes.contains { $0.hasPrefix("tried ") }, "\(entry.name): \(report.notes)")
            }
            guard entry.publicKey == nil, entry.name != "a digest without secret" else { continue }
            let report = try entry.report(secret: "another secret")
            #expect(report.best == nil && report.alternatives.isEmpty, "\(entry.name)")
        }
    }

    @Test("a short signature is only a candidate when it may match by chance")
    func short() throws {
        let secret = SecretBytes(copying: "key".utf8)
        // HMAC-SHA-256 of "message", by openssl.
        let code = "6e9ef29b75fffc5b7abae527d58fdadb2fe42e7219011976917343065f58ed4a"
        let eight = try MACFinder().find("message".utf8, signature: String(code.prefix(16)), secret: secret)
        #expect(eight.best?.range == 0..<8)
        #expect(try #require(eight.best).confidence > 0.999_999)
        let four = try MACFinder().find("message".utf8, signature: String(code.prefix(8)), secret: secret)
        let reading = try #require(four.best)
        #expect(reading.confidence < 1 && reading.confidence > 0.999)
        // Three bytes are not compared.
        let three = try MACFinder().find("message".utf8, signature: String(code.prefix(6)), secret: secret)
        #expect(three.best == nil && three.alternatives.isEmpty)
    }

    @Test("names likely causes")
    func causes() throws {
        func notes(_ message: String, _ signature: String?, _ secret: String) throws -> [String] {
            try MACFinder().find(message.utf8, signature: signature, secret: SecretBytes(copying: secret.utf8)).notes
        }
        let md5 = "00112233445566778899aabbccddeeff"
        #expect(try notes("a=1", md5, "s").contains("the signature has 16 bytes: MD5"))
        #expect(try notes("a=1", md5 + md5, "s").contains("the signature has 32 bytes: SHA-256 or SM3"))
        #expect(try notes("a=1", md5, "s\n").contains { $0.contains("white space at its ends") })
        #expect(try notes("a=1\n", md5, "s").contains { $0.hasPrefix("the message ends with white space") })
        #expect(try notes("a=1", nil, "s").contains { $0.hasPrefix("no signature was found") })
        // A secret with a line end is found without it, and the remark stays.
        let entry = try #require(try MACFinderCase.all("cases.jsonl").first)
        let report = try entry.report(secret: "192006250b4c09247ec02edce69f6a2d\n")
        #expect(report.best?.secretForm == .trimmed)
        #expect(report.notes.contains { $0.contains("white space at its ends") })
    }

    @Test("a signature of another length than the key is by another key")
    func keyLength() throws {
        let entry = try #require(try MACFinderCase.all("cases.jsonl").first { $0.publicKey != nil })
        let report = try entry.report(signature: String(repeating: "ab", count: 128))
        #expect(report.best == nil && report.trialCount == 0)
        #expect(report.notes.contains("the signature has 128 bytes, the key 256: it is by another key"))
    }

    @Test(
        "hostile messages of 1 MiB stay within the limits",
        arguments: [
            String(repeating: "a=b&", count: 1 << 18),
            (0..<1000).map { "k\($0)=" + String(repeating: "%41b", count: 260) }.joined(separator: "&"),
            "{\"a\":" + String(repeating: "[", count: 50) + String(repeating: "1,", count: 520_000) + "1"
                + String(repeating: "]", count: 50) + "}",
            String(repeating: "{\"a\":", count: 200_000),
            (0..<1000).map { "k\($0): " + String(repeating: "v", count: 1000) }.joined(separator: "\n"),
            "POST /a?" + String(repeating: "b=c&", count: 1000) + " HTTP/1.1\r\n"
                + (0..<250).map { "X-\($0)-Timestamp: \($0)\r\n" }.joined() + "\r\n"
                + String(repeating: "y", count: 1 << 19),
        ])
    func limited(message: String) throws {
        let secret = SecretBytes(copying: "secret".utf8)
        let bytes = Array(message.utf8.prefix(1 << 20))
        for signature in ["00112233445566778899aabbccddeeff", String(repeating: "ab", count: 32), "0011223344556677"] {
            let start = ThreadClock.seconds
            let report = try MACFinder().find(bytes, signature: signature, secret: secret)
            #expect(report.best == nil)
            // The last text may exceed it.
            #expect(report.workByteCount <= MACFinder.Limits.standard.workByteCount + 16 << 20)
            #expect(ThreadClock.seconds - start < 2)
        }
        let report = try MACFinder().find(bytes + [UInt8](repeating: 0x61, count: 1 << 20), secret: secret)
        #expect(report.trialCount == 0 && report.notes[0].contains("larger than"))
    }

    @Test("the same input gives the same report")
    func repeatable() throws {
        let entry = try #require(try MACFinderCase.all("cases.jsonl").first { $0.name == "put first as key=" })
        let (first, second) = (try entry.report(), try entry.report())
        #expect(first.best == second.best && first.trialCount == second.trialCount)
    }
}
