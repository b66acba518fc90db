import ArcaCore
import ArcaCrypto
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

@Suite("Templates with secrets") struct SecretTemplateTests {
    private static func rendered(_ text: String, _ secret: String = "it's \"a\\b\"\n") throws -> String {
        var output: [UInt8] = []
        try SecretTemplate(Array(text.utf8)).render { _ in
            .secret(SecretBytes(copying: secret.utf8))
        } _: { piece in
            output += [UInt8](bytes: piece)
        }
        return String(decoding: output, as: UTF8.self)
    }

    @Test(
        "only references are replaced, and filters write them for their place",
        arguments: [
            ("", ""), ("no braces", "no braces"), ("{{ x }} {{x}} {% y %} {", "{{ x }} {{x}} {% y %} {"),
            ("a {{ arca://s/a }} b", "a it's \"a\\b\"\n b"),
            ("{{arca://s/a}}{{\tarca://s/a\t}}", "it's \"a\\b\"\nit's \"a\\b\"\n"),
            ("{{{ arca://s }}}", "{it's \"a\\b\"\n}"), ("{{ arca-team://s | base64 }}", "aXQncyAiYVxiIgo="),
            ("\"{{ arca://s | json }}\"", "\"it's \\\"a\\\\b\\\"\\n\""),
            ("{{ arca://s|shell }}", "'it'\\''s \"a\\b\"\n'"),
            ("{{ arca://s|url}}", "it%27s%20%22a%5Cb%22%0A"), ("\\{{ arca://s }}", "{{ arca://s }}"),
            ("\\\\{{ arca://s | base64 }}", "\\aXQncyAiYVxiIgo="), ("\\\\\\{{ arca://s }}", "\\{{ arca://s }}"),
            ("\\{{ x }} \\", "\\{{ x }} \\"), ("{{ arca:/x }}", "{{ arca:/x }}"), ("}} {{", "}} {{"),
        ])
    func rendering(_ template: String, _ text: String) throws { #expect(try Self.rendered(template) == text) }

    @Test("bytes that are not UTF-8 pass around references")
    func bytes() throws {
        var output: [UInt8] = []
        try SecretTemplate([0xff, 0, 10] + "{{ arca://s }}".utf8 + [0xfe]).render { _ in
            .plain("x")
        } _: { piece in
            output += [UInt8](bytes: piece)
        }
        #expect(output == [0xff, 0, 10, 0x78, 0xfe])
    }

    @Test("each use has its reference, filter and place")
    func uses() throws {
        let uses = try SecretTemplate(Array("a\n {{ arca://s/a/pin | json }}{{arca-team://t}}".utf8)).uses
        #expect(uses.map { "\($0.reference)" } == ["arca://s/a/pin", "arca-team://t"])
        #expect(uses.map(\.filter) == [.json, nil])
        #expect(uses.map(\.position.line) == [2, 2] && uses.map(\.position.column) == [2, 29])
    }

    @Test(
        "an invalid reference is refused with its line and column",
        arguments: [
            ("a\n  {{ arca://s", 2, 3), ("{{ arca://s \n}}", 1, 1), ("{{ arca://s | x }}", 1, 1),
            ("{{ arca://s | json | url }}", 1, 1), ("{{ arca://s | }}", 1, 1), ("{{ arca://%zz }}", 1, 1),
            ("\n\n{{ arca:// }}", 3, 1), ("{{ arca://a/b/c/d }}", 1, 1), ("{{ arca://s } }", 1, 1),
        ])
    func invalid(_ template: String, _ line: Int, _ column: Int) throws {
        let error = #expect(throws: VaultError.self) { try SecretTemplate(Array(template.utf8)) }
        #expect(error?.code == .malformed)
        guard case .text(let position) = error?.place else {
            Issue.record("no place")
            return
        }
        #expect(position.line == line && position.column == column)
    }

    @Test("a value that its place cannot hold is refused")
    func unfit() throws {
        let template = try SecretTemplate(Array("{{ arca://s | json }}".utf8))
        #expect(throws: VaultError.code(.malformed, at: .text(TextPosition(offset: 0, line: 1, column: 1)))) {
            try template.render { _ in
                .secret(SecretBytes(copying: [0xff]))
            } _: { _ in
            }
        }
        #expect(throws: (any Error).self) { try Self.rendered("{{ arca://s | shell }}", "a\0b") }
    }

    @Test("a megabyte of braces, backslashes or references takes little time")
    func hostile() throws {
        for piece in ["{{ arca://s }}", "{{ ", "\\", "{{ arca://s }", "{{{{\n"] {
            let text = Array(String(repeating: piece, count: (1 << 20) / piece.utf8.count).utf8)
            var count = 0
            try? SecretTemplate(text).render { _ in
                .plain("x")
            } _: {
                count += $0.count
            }
            #expect(count <= 1 << 20)
        }
    }
}
