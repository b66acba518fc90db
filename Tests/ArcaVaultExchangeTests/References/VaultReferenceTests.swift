import ArcaCore
import ArcaCrypto
import Foundation
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

@Suite("References to secrets")
struct VaultReferenceTests {
    private static func text(_ value: VaultItem.FieldValue) -> String {
        switch value {
        case .plain(let text): "plain \(text)"
        case .secret(let secret): "secret \(String(decoding: [UInt8](bytes: secret), as: UTF8.self))"
        }
    }

    @Test("Parts are percent-encoded, and the default field is the password")
    func parsing() throws {
        let reference = try VaultReference("arca://a%2Fb/c%20d/field%3Aotp")
        #expect(reference.service == "a/b")
        #expect(reference.account == "c d")
        #expect(reference.field == VaultItem.FieldName("field:otp"))
        #expect(try VaultReference("arca://x").account == nil)
        for text in [
            "arca://x", "arca://x/", "arca://a%2Fb/c%20d", "arca://a/b/otp", "arca://a/b/field%3Aotp",
            "arca://a/b/my%20own", "arca-team://x", "arca-team://a%2Fb/c/otp",
        ] {
            let reference = try VaultReference(text)
            #expect(reference.description == text && reference.isOfTeam == text.hasPrefix("arca-team"))
            let encoded = try JSONEncoder().encode([reference])
            #expect(try JSONDecoder().decode([VaultReference].self, from: encoded) == [reference])
        }
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode([VaultReference].self, from: Data("[\"x\"]".utf8))
        }
        #expect(try VaultReference("arca://x/").account == "")
        #expect(try VaultReference("arca://x/y").field == .password)
        for text in [
            "arca://", "arca:///x", "arca://x/y/", "arca://x/y/z/w", "http://x", "arca-team://", "arca-team:x",
            "arca://%FF/x",
        ] {
            #expect(throws: VaultError.code(.malformed), "\(text)") { try VaultReference(text) }
        }
    }

    @Test("A reference resolves to a field of an item or reports why not")
    func values() throws {
        let vault = try Vault.inMemory()
        var draft = ItemDraft("db/main", "admin", "pass")
        draft.attributes.fields = [.init("host", "h"), .init("account", "own")]
        draft.secret.fields = [.init("pin", SecretBytes(copying: "1234".utf8))]
        try vault.add(draft)
        try vault.add(ItemDraft("single", "only", "one"))
        try vault.add([ItemDraft("two", "a", "1"), ItemDraft("two", "b", "2")])
        for (reference, value) in [
            ("arca://db%2Fmain/admin", "secret pass"), ("arca://db%2Fmain/admin/host", "plain h"),
            ("arca://db%2Fmain/admin/pin", "secret 1234"), ("arca://db%2Fmain/admin/account", "plain admin"),
            ("arca://db%2Fmain/admin/field:account", "plain own"), ("arca://single", "secret one"),
        ] {
            #expect(try Self.text(vault.value(of: VaultReference(reference))) == value, "\(reference)")
        }
        for reference in ["arca://none", "arca://single/other", "arca://single/only/pin", "arca://single/only/otp"] {
            #expect(throws: VaultError.code(.notFound), "\(reference)") {
                try vault.value(of: VaultReference(reference))
            }
        }
        #expect(throws: VaultError.code(.invalidArgument)) { try vault.value(of: VaultReference("arca://two")) }
    }

    @Test("A field of an older version is read from that version")
    func olderVersion() throws {
        let vault = try Vault.inMemory()
        let old = try vault.add(ItemDraft("site", "a", "first"))
        try vault.update(old.name) { draft in
            draft.secret.value = SecretBytes(copying: "second".utf8)
            draft.name = .init("site", "b")
        }
        let value = try vault.value(of: .password, in: old, named: .init("site", "b"))
        #expect(Self.text(value) == "secret first")
    }
}
