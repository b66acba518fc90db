import ArcaCrypto
import ArcaTestSupport
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

@Suite("Secrets in a command's output are masked")
struct SecretMaskTests {
    private func mask(_ secrets: [String], _ pieces: [String]) -> [String] {
        let mask = SecretMask(secrets.map { SecretBytes(copying: $0.utf8) })
        return pieces.indices.map { index in
            let bytes = Array(pieces[index].utf8)
            return String(decoding: mask.pass(bytes.span, isLast: index == pieces.count - 1), as: UTF8.self)
        }
    }

    @Test(
        "in one piece",
        arguments: [
            (["secret"], "a secret, secretly", "a [hidden], [hidden]ly"), (["secret"], "secre", "secre"),
            (["abc", "abcdef"], "abcdef abcd", "[hidden] [hidden]d"), (["abc", "cde"], "abcde", "[hidden]"),
            (["aa"], "aaa", "[hidden]"), (["abac"], "ababac", "ab[hidden]"), ([""], "text", "text"),
            ([], "text", "text"),
            (["x"], "x-y-x", "[hidden]-y-[hidden]"),
        ])
    func onePiece(secrets: [String], text: String, shown: String) { #expect(mask(secrets, [text]) == [shown]) }

    @Test("however the output is split")
    func pieces() {
        let text = Array("the abracadabra of abracad and abr, abracadabracadabra")
        for first in 0...text.count {
            for second in first...text.count {
                let pieces = [text[..<first], text[first..<second], text[second...]].map { String($0) }
                #expect(
                    mask(["abracadabra"], pieces).joined() == "the [hidden] of abracad and abr, [hidden]",
                    "cut at \(first) and \(second)")
            }
        }
    }

    @Test("and only a possible prefix of a secret is held back")
    func holdsBack() {
        #expect(mask(["secret"], ["password: ", "sec", "ond\n", ""]) == ["password: ", "", "second\n", ""])
        #expect(mask(["abc", "abcdef"], ["abc", "d", "x"]) == ["", "", "[hidden]dx"])
    }

    @Test("also line by line, for multiline secrets")
    func lines() {
        let key = "-----BEGIN KEY-----\nMIIEvQIBADANBg\nshort\n-----END KEY-----"
        #expect(mask([key], ["x MIIEvQIBADANBg y"]) == ["x [hidden] y"])
        #expect(mask([key], ["is short"]) == ["is short"])
        let terminal = SecretMask([SecretBytes(copying: "ab\ncd".utf8)], isTerminal: true)
        let shown = terminal.pass(Array("ab\r\ncd, ab\ncd, ab\r\nd".utf8).span, isLast: true)
        #expect(String(decoding: shown, as: UTF8.self) == "[hidden], [hidden], ab\r\nd")
        #expect(mask([key], [key + "\n"]) == ["[hidden]\n"])
    }
}
