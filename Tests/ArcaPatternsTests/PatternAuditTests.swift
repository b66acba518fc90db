internal import ArcaCore
internal import ArcaTestSupport
import ArcaCrypto
import ArcaPatterns
import Testing

@Suite struct PatternAuditTests {
    @Test("finds patterns stored by old Android versions and clones")
    func finds() throws {
        let dots = [4, 0, 8, 5, 2, 1]
        let bytes = dots.map { UInt8($0) }
        let cases: [([UInt8], AnyHashFunction, PatternAudit.Encoding)] = [
            (Insecure.SHA1.hash(bytes), .sha1, .bytes), (Insecure.MD5.hash(bytes), .md5, .bytes),
            (SHA256.hash(bytes.map { $0 + 0x30 }), .sha256, .zeroDigits),
            (Insecure.MD5.hash(bytes.map { $0 + 0x31 }), .md5, .digits),
        ]
        for (digest, function, encoding) in cases {
            let finding = try #require(try PatternAudit.find(digest, encodings: [encoding]))
            #expect(finding.pattern.dots == dots)
            #expect(finding.function == function)
            #expect(finding.encoding == encoding)
            #expect((1...389_112).contains(finding.triedCount))
        }
    }

    /// SHA-1 of 00 01 02 05 08 04 is a common example in descriptions of `gesture.key`.
    @Test("tries each encoding, and returns nil if there is no match")
    func nothing() throws {
        let grid = try Pattern.Grid(rows: 2, columns: 3)
        #expect(try PatternAudit.find([UInt8](repeating: 0, count: 20), grid: grid) == nil)
        let digest = Insecure.SHA1.hash(Array("1236".utf8))
        let finding = try #require(try PatternAudit.find(digest, grid: grid))
        #expect(finding.encoding == .digits && finding.pattern.dots == [0, 1, 2, 5])
        #expect(throws: PatternError.code(.invalidFormat)) { try PatternAudit.find([1, 2, 3]) }
        #expect(throws: PatternError.code(.tooLarge)) {
            try PatternAudit.find(digest, grid: Pattern.Grid(rows: 4, columns: 4))
        }
    }
}
