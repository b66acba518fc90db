import ArcaTestSupport
import Testing

@testable import ArcaVault

@Suite("Names of items as text")
struct ItemNameTextTests {
    @Test(
        "The last slash separates, unless a backslash escapes it",
        arguments: [
            ("svc", "svc", nil), ("svc/a", "svc", "a"), ("svc/", "svc", ""), ("a/b/c", "a/b", "c"),
            (#"svc/a\/b"#, "svc", "a/b"),
            (#"AC\/DC"#, "AC/DC", nil), (#"CORP\bob"#, #"CORP\bob"#, nil), (#"CORP\bob/x"#, #"CORP\bob"#, "x"),
            (#"a\\/b"#, #"a\"#, "b"), (#"a\\\/b"#, #"a\/b"#, nil), (#"a\"#, #"a\"#, nil), (#"a/b\"#, "a", #"b\"#),
            ("/", "", ""),
            ("", "", nil), ("/\u{338}/a", "/\u{338}", "a"),
        ] as [(String, String, String?)])
    func parts(text: String, service: String, account: String?) {
        let parts = VaultItem.Name.parts(of: text)
        #expect(parts.service == service && parts.account == account, "\(parts)")
    }

    @Test(
        "Names are written with as few backslashes as possible",
        arguments: [
            ("svc", "a/b", #"svc/a\/b"#), ("svc/a", "b", "svc/a/b"), ("AC/DC", "", #"AC\/DC"#),
            (#"CORP\bob"#, "", #"CORP\bob"#),
            (#"a\"#, "b", #"a\\/b"#), ("a", #"b\"#, #"a/b\"#), (#"\\x"#, "", #"\\\x"#),
        ])
    func texts(service: String, account: String, text: String) {
        #expect(VaultItem.Name(service, account).text == text)
    }

    @Test("Every name is read again as it was written")
    func roundTrip() {
        var random = Repeatable(11)
        func part() -> String {
            String(random.bytes(6).map { ["/", "\\", "a", "é", "/", "\\"][Int($0) % 6] as Character })
        }
        for _ in 0..<5_000 {
            let name = VaultItem.Name(part(), random.bytes(1)[0] < 64 ? "" : part())
            let parts = VaultItem.Name.parts(of: name.text)
            #expect(parts.service == name.service && parts.account ?? "" == name.account, "\(name.text)")
        }
    }
}
