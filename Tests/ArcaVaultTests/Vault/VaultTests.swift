import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Testing

@testable import ArcaVault

@Suite("A vault and its items")
struct VaultTests {
    @Test("keeps items when closed and reopened")
    func roundTrip() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            var draft = ItemDraft("github.com", "alice", "hunter2")
            draft.attributes.label = "GitHub"
            draft.attributes.fields = [.init("plain", "p")]
            draft.secret.fields = [.init("pin", SecretBytes(copying: "1234".utf8))]
            let added = try vault.add(draft)
            #expect(added.version == 2)
            let other = try fixture.open()
            #expect(fixture.notes.list.isEmpty)
            for vault in [vault, other] {
                let found = try #require(try vault.item(.init("github.com", "alice")))
                #expect(found == added)
                #expect(found.attributes == draft.attributes && found.protectedFields == ["pin"])
                #expect(try vault.secret(of: found.name) == draft.secret)
                #expect(try vault.item(.init("github.com", "bob")) == nil)
                #expect(throws: VaultError.code(.notFound)) { try vault.secret(of: .init("github.com")) }
                #expect(try vault.items() == [added])
            }
            #expect(vault.identifier == other.identifier)
            #expect(throws: VaultError.code(.duplicate)) { try other.add(draft) }
            other.lock()
            #expect(throws: VaultError.code(.locked)) { try other.items() }
            #expect(throws: VaultError.code(.wrongCredential)) {
                try Vault.open(at: fixture.path, with: .keyFile(VaultKeyFile()), options: fixture.options())
            }
            #expect(throws: VaultError.code(.duplicate)) { try fixture.create() }
        }
    }

    @Test("in memory, keeps versions and reverts them")
    func versions() throws {
        let vault = try Vault.inMemory()
        let name = VaultItem.Name("s", "a")
        let first = try vault.set(ItemDraft("s", "a", "1"))
        for number in 2...14 { try vault.set(ItemDraft("s", "a", "\(number)")) }
        let current = try #require(try vault.item(name))
        #expect(current.identifier == first.identifier && current.created == first.created)
        #expect(current.historyCount == 10)
        let history = try vault.history(of: name)
        #expect(history.map(\.version) == (5...14).map { UInt64($0) }.reversed())
        #expect(
            try history.map { try vault.secret(of: name, version: $0.version).text }
                == (4...13).reversed().map(String.init))
        #expect(try vault.secret(of: name, version: current.version).text == "14")
        #expect(throws: VaultError.code(.notFound)) { try vault.secret(of: name, version: 2) }
        try vault.revert(name, to: 7)
        #expect(try vault.text("s", "a") == "6")
        #expect(try vault.history(of: name).first?.version == current.version)
        #expect(throws: VaultError.code(.notFound)) { try vault.revert(name, to: 3) }
        try vault.remove(name)
        #expect(try vault.item(name) == nil && vault.items().isEmpty)
        #expect(throws: VaultError.code(.notFound)) { try vault.history(of: name) }
        #expect(throws: VaultError.code(.notFound)) { try vault.remove(name) }
        try vault.add(ItemDraft("s", "a", "again"))
        #expect(try vault.history(of: name).isEmpty)
    }

    @Test("updates the current state, renames, and keeps the date of an unchanged secret")
    func updates() throws {
        let vault = try Vault.inMemory()
        let added = try vault.add(ItemDraft("s", "a", "1"))
        var runs = 0
        let changed = try vault.update(added.name) { draft in
            runs += 1
            // Another writer commits first, once.
            if runs == 1 { try vault.set(ItemDraft("s", "a", "other")) }
            draft.attributes.comment = "c"
        }
        #expect(runs == 2)
        #expect(changed.attributes.comment == "c" && changed.version == 4)
        #expect(try vault.text("s", "a") == "other")
        let renamed = try vault.update(added.name) { $0.name.account = "b" }
        #expect(renamed.identifier == added.identifier && renamed.secretChanged == changed.secretChanged)
        #expect(try vault.item(added.name) == nil)
        #expect(try vault.text("s", "b") == "other")
        #expect(try vault.history(of: renamed.name).map(\.name.account) == ["a", "a", "a"])
        try vault.add(ItemDraft("s", "c", "1"))
        #expect(throws: VaultError.code(.duplicate)) { try vault.update(renamed.name) { $0.name.account = "c" } }
        #expect(throws: VaultError.code(.notFound)) { try vault.update(added.name) { _ in } }
        struct Stop: Error {}
        #expect(throws: Stop.self) { try vault.update(renamed.name) { _ in throw Stop() } }
        #expect(try vault.history(of: renamed.name).count == 3)
    }

    @Test("adds many items or none")
    func bulk() throws {
        let vault = try Vault.inMemory()
        let drafts = (0..<700).map { ItemDraft("service \($0)", "ä", "\($0)") }
        let items = try vault.add(drafts)
        #expect(Set(items.map(\.version)) == [2])
        #expect(try vault.items().count == 700)
        #expect(try vault.text("service 500", "ä") == "500")
        #expect(throws: VaultError.code(.duplicate)) {
            try vault.add([ItemDraft("new", "", "1"), ItemDraft("service 3", "ä", "2")])
        }
        #expect(throws: VaultError.code(.duplicate)) {
            try vault.add([ItemDraft("n", "", "1"), ItemDraft("n", "", "2")])
        }
        #expect(try vault.items().count == 700)
        #expect(try vault.items(matching: VaultQuery(prefix: "SERVICE 69")).count == 11)
        #expect(try vault.items(matching: VaultQuery(service: "service 7")).map(\.name.service) == ["service 7"])
    }

    @Test("adds and changes many items in one transaction, all or none")
    func setsBatch() throws {
        let vault = try Vault.inMemory()
        try vault.add(ItemDraft("a", "", "1"))
        let items = try vault.set([ItemDraft("a", "", "2"), ItemDraft("b", "", "3")])
        #expect(items.map(\.name.service) == ["a", "b"])
        #expect(try vault.text("a") == "2" && vault.text("b") == "3")
        #expect(try vault.history(of: .init("a")).count == 1 && vault.history(of: .init("b")).isEmpty)
        for name in ["a", "b", "new", "u\u{308}"] {
            #expect(throws: VaultError.code(.duplicate)) {
                try vault.set([ItemDraft(name, "", "8"), ItemDraft(name == "u\u{308}" ? "ü" : name, "", "9")])
            }
        }
        #expect(throws: VaultError.code(.invalidArgument)) {
            try vault.set([ItemDraft("a", "", "5"), ItemDraft("c", "", "6"), ItemDraft("", "", "7")])
        }
        #expect(try vault.items().count == 2 && vault.text("a") == "2")
        #expect(try vault.set([]).isEmpty)
    }

    @Test("finds a name in another of Unicode's forms and treats it as the same")
    func canonicalNames() throws {
        let vault = try Vault.inMemory()
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        try vault.add(ItemDraft(composed, "a", "1"))
        #expect(try vault.text(decomposed, "a") == "1")
        #expect(throws: VaultError.code(.duplicate)) { try vault.add(ItemDraft(decomposed, "a", "2")) }
        #expect(throws: VaultError.code(.duplicate)) {
            try vault.add([ItemDraft("ü", "", ""), ItemDraft("u\u{308}", "", "")])
        }
        try vault.set(ItemDraft(decomposed, "a", "3"))
        #expect(try vault.items().count == 1)
        #expect(try vault.text(composed, "a") == "3")
        try vault.remove(.init(composed, "a"))
        #expect(try vault.items().isEmpty)
    }

    @Test("rejects drafts that could not be read back")
    func invalidDrafts() throws {
        let vault = try Vault.inMemory()
        func refuse(_ change: (inout ItemDraft) -> Void, _ comment: Comment) {
            var draft = ItemDraft("s", "a", "1")
            change(&draft)
            #expect(throws: VaultError.code(.invalidArgument), comment) { try vault.add(draft) }
        }
        refuse({ $0.name.service = "" }, "no service")
        refuse({ $0.name.port = 80 }, "port of a generic password")
        refuse({ $0.attributes.fields = [.init("", "x")] }, "field without a name")
        refuse(
            {
                $0.attributes.fields = [.init("x", "")]
                $0.secret.fields = [.init("x", SecretBytes(copying: [1]))]
            }, "field twice")
        refuse({ $0.secret.value = SecretBytes(copying: [UInt8](repeating: 1, count: 1_048_577)) }, "too long")
        refuse({ $0.attributes.comment = String(repeating: "x", count: 262_143) }, "too many attributes")
        let issuer = String(repeating: "x", count: 600_000)
        refuse(
            {
                $0.secret.value = SecretBytes(copying: [UInt8](repeating: 1, count: 1_048_576))
                $0.secret.fields = [.init(issuer, SecretBytes(copying: []))]
            }, "too much beside the secrets")
        #expect(try vault.items().isEmpty)
        var draft = ItemDraft("s", "a", "")
        draft.secret.value = SecretBytes(copying: [UInt8](repeating: 1, count: 1_048_576))
        draft.attributes.comment = String(repeating: "x", count: 200_000)
        let item = try vault.add(draft)
        #expect(try vault.item(item.name) == item)
        #expect(try vault.secret(of: item.name) == draft.secret)
    }

    @Test("lists in the order of names, internet passwords too")
    func order() throws {
        let vault = try Vault.inMemory()
        let names = [
            VaultItem.Name("b"), VaultItem.Name("a", "b"), VaultItem.Name("a"), VaultItem.Name("a", class: .note),
            VaultItem.Name(server: "a", account: "b", port: 2), VaultItem.Name(server: "a", account: "b", port: 1),
        ]
        try vault.add(names.map { ItemDraft($0, secret: ItemSecret(SecretBytes(copying: [1]))) })
        #expect(try vault.items().map(\.name) == [names[2], names[3], names[1], names[5], names[4], names[0]])
    }

    @Test("writes nothing when opened read-only")
    func readOnly() throws {
        try VaultFixture.run { fixture in
            try fixture.create().add(ItemDraft("s", "a", "1"))
            let vault = try fixture.open { $0.isReadOnly = true }
            #expect(try vault.text("s", "a") == "1")
            #expect(throws: VaultError.code(.readOnly)) { try vault.add(ItemDraft("t", "", "1")) }
            // Another writer's changes are visible.
            try fixture.open().set(ItemDraft("s", "a", "2"))
            #expect(try vault.text("s", "a") == "2")
        }
    }
}
