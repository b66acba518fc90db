import ArcaCore
import ArcaVectors
internal import ArcaTestSupport
import Testing

@Suite struct ReportTests {
    private static let report = RunnerTests.run(
        """
        lines 4
        a1 msg= digest=\(RunnerTests.empty)
        a2 msg=00 digest=\(RunnerTests.empty)
        s3
        z<&>4 msg=
        """)

    @Test("writes well-formed JUnit XML with consistent counts", .enabled(if: Peer.has("python3")))
    func junit() throws {
        let xml = VectorReport.Form.junit.bytes(
            of: Self.report, options: VectorReport.Options(subject: "a \"<&\u{1}program"))
        let script = """
            import sys, xml.etree.ElementTree as tree
            root = tree.fromstring(sys.stdin.buffer.read())
            print(root.get("tests"), root.get("failures"), root.get("skipped"), len(root.findall(".//failure")))
            """
        #expect(String(decoding: try Peer.python(script, input: xml).output, as: UTF8.self) == "4 2 1 2\n")
    }

    @Test("writes a page that loads nothing, escapes file content, and shows the failures")
    func html() {
        let page = String(decoding: VectorReport.Form.html.bytes(of: Self.report), as: UTF8.self)
        #expect(page.contains("default-src 'none'"))
        #expect(!page.contains("http://"))
        #expect(!page.contains("https://"))
        #expect(!page.contains("src=\""))
        #expect(page.contains("z&lt;&amp;&gt;4") && !page.contains("z<&>4"))
        #expect(page.contains("<details open") && page.contains("2 cases failed"))
    }

    @Test("shows the requested number of failures in text, and counts the rest")
    func text() {
        let short = String(
            decoding: VectorReport.Form.text.bytes(of: Self.report, options: VectorReport.Options(shownFailures: 1)),
            as: UTF8.self)
        #expect(short.contains("and 1 more") && short.contains("1: no such thing"))
        let long = String(decoding: VectorReport.Form.text.bytes(of: Self.report), as: UTF8.self)
        #expect(long.contains("have no kind of case z") && !long.contains("more"))
        #expect(long.hasSuffix("4 cases in 1 file: 1 passed, 2 failed, 0 acceptable, 1 skipped\n"))
    }
}
