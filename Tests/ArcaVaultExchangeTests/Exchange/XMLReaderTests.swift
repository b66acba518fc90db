import ArcaCore
import ArcaCrypto
@testable import ArcaVault
@testable import ArcaVaultExchange
import Testing

@Suite("XML")
struct XMLReaderTests {
    /// Formats the document as one line: `<a b=c>text</>`.
    private static func flat(_ text: String) throws -> String {
        let bytes = Array(text.utf8)
        var reader = try XMLReader(bytes.span)
        var result = ""
        while true {
            switch try reader.next(bytes.span) {
            case .start(let name, let attributes, let isEmpty):
                let list = attributes.map { " \($0.name)=\($0.value)" }.joined()
                result += "<\(name)\(list)\(isEmpty ? "/" : "")>"
            case .end: result += "</>"
            case .text(let range): result += plain(try XMLReader.value(of: [.text(range)], in: bytes.span))
            case .data(let range): result += "[" + plain(try XMLReader.value(of: [.data(range)], in: bytes.span)) + "]"
            case .finished: return result
            }
        }
    }

    private static func plain(_ secret: some ByteSource) -> String { text(SecretBytes(copying: secret)) }

    @Test(
        "Reads documents",
        arguments: [
            ("<a/>", "<a/>"), ("<a></a>", "<a></>"),
            ("\u{feff}<?xml version=\"1.0\"?>\n<a>b</a>\n<!-- x -->", "<a>b</>"),
            ("<a b='1' c = \"2&amp;\"/>", "<a b=1 c=2&/>"), ("<a>&lt;&gt;&amp;&quot;&apos;</a>", "<a><>&\"'</>"),
            ("<a>&#65;&#x42;&#x1F600;&#10;</a>", "<a>AB\u{1F600}\n</>"), ("<a>x<!-- y -->z</a>", "<a>xz</>"),
            ("<a><![CDATA[<&>]]></a>", "<a>[<&>]</>"), ("<a>1\r\n2\r3</a>", "<a>1\n2\n3</>"),
            ("<ä:b-c.d_1>x</ä:b-c.d_1 >", "<ä:b-c.d_1>x</>"), ("<a><b/><c>d</c></a>", "<a><b/><c>d</></>"),
        ])
    func documents(text: String, expected: String) throws {
        #expect(try Self.flat(text) == expected)
    }

    @Test(
        "Rejects malformed documents with their offsets",
        arguments: [
            ("", 0), ("text", 0), ("<a>", 3), ("<a></b>", 3), ("<a/><b/>", 4), ("<a/>x", 4), ("</a>", 0), ("<a", 2),
            ("<a b>", 4), ("<a b=c>", 5), ("<a b='c>", 5), ("<a b='1' b='2'/>", 9), ("<a b='1'c='2'/>", 8),
            ("<a>&nbsp;</a>", 3), ("<a>&</a>", 3), ("<a>&#0;</a>", 3), ("<a>&#xD800;</a>", 3), ("<a>&#x110000;</a>", 3),
            ("<a>&#-1;</a>", 3), ("<a>&#;</a>", 3), ("<a>&#0000000000065;</a>", 3), ("<a>\u{1}</a>", 3), ("<1/>", 1),
            ("< a/>", 1), ("<!-- x", 0), ("<a><![CDATA[x", 3), ("<?x", 0), ("<![CDATA[x]]>", 0),
        ])
    func refused(text: String, offset: Int) {
        #expect(throws: VaultError.code(.malformed, at: offset)) { try Self.flat(text) }
    }

    @Test(
        "Rejects document types, so entities cannot expand",
        arguments: [
            "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
            "<a><!ENTITY b 'c'></a>",
        ])
    func documentTypes(text: String) {
        do {
            _ = try Self.flat(text)
            Issue.record("took \(text)")
        } catch { #expect(VaultError(wrapping: error).code == .unsupported) }
    }

    @Test("Limits the depth of elements")
    func depth() throws {
        let deepest = XMLReader.largestDepth
        let good = String(repeating: "<a>", count: deepest) + String(repeating: "</a>", count: deepest)
        #expect(try Self.flat(good).count == deepest * 6)
        #expect(throws: VaultError.code(.malformed, at: deepest * 3)) {
            try Self.flat(String(repeating: "<a>", count: deepest + 1))
        }
    }
}
