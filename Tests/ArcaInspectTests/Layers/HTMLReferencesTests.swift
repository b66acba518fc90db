import Testing

@testable import ArcaInspect

@Suite struct HTMLReferencesTests {
    @Test(
        "reads names and numbers",
        arguments: [
            ("Tom &amp; Jerry", "Tom & Jerry"), ("&lt;p&gt;", "<p>"), ("caf&eacute;", "café"), ("&#20013;", "中"),
            ("&#x4E2D;&#X4e2d;", "中中"), ("&thetasym;", "ϑ"), ("&apos;", "'"), ("", ""),
            ("no reference", "no reference"),
        ])
    func references(text: String, result: String) {
        #expect(HTMLReferences.decode(Array(text.utf8).span).map { String(decoding: $0, as: UTF8.self) } == result)
    }

    @Test(
        "refuses an ampersand that begins no reference",
        arguments: [
            "&", "a & b", "&amp", "&unknown;", "&;", "&#;", "&#x;", "&#xD800;", "&#x110000;", "&#-5;", "&#+5;", "AT&T;",
        ])
    func noReference(text: String) {
        #expect(HTMLReferences.decode(Array(text.utf8).span) == nil)
    }
}
