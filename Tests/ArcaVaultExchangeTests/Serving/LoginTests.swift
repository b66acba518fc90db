import ArcaCore
import ArcaCrypto
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

@Suite("Logins for programs") struct LoginTests {
    private static func request(
        _ scheme: String, _ server: String, path: String? = nil, user: String? = nil
    ) throws -> LoginRequest {
        try #require(LoginRequest(scheme: scheme, server: server, path: path, username: user))
    }

    private static func answer(_ vault: Vault, _ request: LoginRequest) throws -> String? {
        try vault.login(for: request).map { try vault.secret(of: $0.name).text }
    }

    @Test(
        "an item belongs to a server with the same host, port and protocol",
        arguments: [
            // The item's service, the request, whether it is answered.
            ("github.com", "https", "github.com", true), ("GitHub.com", "https", "github.COM", true),
            ("github.com", "https", "github.com:443", true), ("github.com", "http", "github.com", false),
            ("github.com", "https", "evil-github.com", false), ("evil-github.com", "https", "github.com", false),
            ("github.com", "https", "github.com.evil.org", false),
            ("github.com.evil.org", "https", "github.com", false),
            ("github.com", "https", "hub.com", false), ("github.com", "https", "api.github.com", false),
            ("api.github.com", "https", "github.com", false), ("github.com", "https", "github.com:8443", false),
            ("github.com:8443", "https", "github.com:8443", true), ("github.com:8443", "https", "github.com", false),
            ("https://github.com", "https", "github.com", true), ("https://github.com", "http", "github.com", false),
            ("http://git.lan", "http", "git.lan", true), ("http://git.lan", "https", "git.lan", true),
            ("http://git.lan:8080", "https", "git.lan:8080", false),
            ("http://git.lan:8080", "http", "git.lan:8080", true), ("http://git.lan", "http", "git.lan:80", true),
            ("forge", "https", "forge", true), ("forge", "https", "forge.example", false),
            ("smtp.example", "smtp", "smtp.example:587", false),
            ("smtp://smtp.example:587", "smtp", "smtp.example:587", true),
            ("[2001:db8::1]", "https", "[2001:db8::1]", true), ("münchen.example", "https", "münchen.example", true),
            ("github.com.", "https", "github.com", false), ("my notes", "https", "my", false),
        ])
    func servers(_ service: String, _ scheme: String, _ server: String, _ isAnswered: Bool) throws {
        let vault = try Vault.inMemory()
        try vault.add(ItemDraft(service, "alice", "secret"))
        let answer = try Self.answer(vault, try Self.request(scheme, server))
        #expect(answer == (isAnswered ? "secret" : nil))
    }

    @Test(
        "text that could be read as another host is refused",
        arguments: [
            "github.com/x", "github.com/.evil.org", "a@github.com", "github.com?x", "github.com#", "git hub.com", "",
            "github.com\\x", "github.com\n", "github.com:x", "github.com:99999", "github.com%2f",
        ])
    func hostileServers(_ server: String) { #expect(LoginRequest(scheme: "https", server: server) == nil) }

    @Test("internet passwords and fields called url name servers too")
    func names() throws {
        let vault = try Vault.inMemory()
        let internet = VaultItem.Name(server: "git.example", account: "al", scheme: "https", port: 8443)
        try vault.add(ItemDraft(internet, secret: ItemSecret(SecretBytes(copying: "internet".utf8))))
        var draft = ItemDraft("Work", "bob", "field")
        draft.attributes.fields = [.init("URL", "https://a.example/login, http://b.example:81")]
        try vault.add(draft)
        try vault.add(
            ItemDraft(VaultItem.Name("c.example", class: .note), secret: ItemSecret(SecretBytes(copying: [1]))))
        #expect(try Self.answer(vault, try Self.request("https", "git.example:8443")) == "internet")
        #expect(try Self.answer(vault, try Self.request("https", "git.example")) == nil)
        #expect(try Self.answer(vault, try Self.request("https", "a.example")) == "field")
        #expect(try Self.answer(vault, try Self.request("http", "b.example:81")) == "field")
        #expect(try Self.answer(vault, try Self.request("https", "b.example:81")) == nil)
        #expect(try Self.answer(vault, try Self.request("https", "c.example")) == nil)
    }

    @Test("the account decides, then the closest path, then the last change; otherwise nothing is given")
    func choice() throws {
        let vault = try Vault.inMemory()
        func add(_ service: String, _ account: String, _ secret: String, modified: Int64) throws {
            var draft = ItemDraft(service, account, secret)
            draft.modified = Vault.Timestamp(seconds: modified)
            try vault.add(draft)
        }
        try add("g.example", "alice", "alice", modified: 1)
        try add("g.example", "bob", "bob", modified: 3)
        try add("g.example/org", "carol", "org", modified: 1)
        try add("g.example/org/repo", "dave", "repo", modified: 1)
        for (path, user, secret) in [
            (nil, nil, "bob"), (nil, "alice", "alice"), (nil, "carol", "org"), (nil, "eve", nil),
            ("org", nil, "org"), ("/org/", nil, "org"), ("org/repo.git", nil, "repo"), ("org/repo", nil, "repo"),
            ("org/repository", nil, "org"), ("organization", nil, "bob"), ("org/repo", "alice", "alice"),
        ] as [(String?, String?, String?)] {
            let request = try Self.request("https", "g.example", path: path, user: user)
            #expect(try Self.answer(vault, request) == secret, "\(path ?? "-") \(user ?? "-")")
        }
        try add("g.example", "fred", "fred", modified: 3)
        let error = #expect(throws: VaultError.self) { try vault.login(for: Self.request("https", "g.example")) }
        #expect(error?.code == .invalidArgument && error?.reason.contains("g.example/bob, g.example/fred") == true)
        #expect(try Self.answer(vault, try Self.request("https", "g.example", user: "fred")) == "fred")
    }

    @Test("a new login becomes an item, which the program keeps current and removes")
    func storing() throws {
        let vault = try Vault.inMemory()
        let request = try Self.request("https", "g.example", path: "org/repo")
        func store(_ password: String, connector: String = "git") throws -> LoginChange {
            try vault.storeLogin(
                SecretBytes(copying: password.utf8), for: request, account: "al", connector: connector)
        }
        let name = VaultItem.Name(server: "g.example", account: "al", scheme: "https", path: "/org/repo")
        #expect(try store("one") == .added(name))
        #expect(try store("one") == .known(name))
        #expect(try store("two") == .updated(name))
        #expect(try store("three", connector: "other") == .kept(name))
        #expect(try vault.secret(of: name).text == "two")
        #expect(try vault.item(name)?.belongs(to: "git") == true)
        func erase(_ password: String?) throws -> [VaultItem.Name] {
            try vault.eraseLogin(
                for: request, password: password.map { SecretBytes(copying: $0.utf8) }, connector: "git")
        }
        #expect(try erase("one").isEmpty)
        #expect(try erase("two") == [name])
        #expect(try vault.items().isEmpty && vault.items(matching: VaultQuery(isInTrash: true)).count == 1)
        #expect(try store("four") == .added(name))
        #expect(try erase(nil) == [name])
    }

    @Test("an item of the user is never changed, only marked when a server rejects its password")
    func marking() throws {
        let vault = try Vault.inMemory()
        let name = VaultItem.Name("g.example", "al")
        try vault.add(ItemDraft("g.example", "al", "right"))
        let request = try Self.request("https", "g.example")
        func store(_ password: String) throws -> LoginChange {
            try vault.storeLogin(SecretBytes(copying: password.utf8), for: request, account: "al", connector: "git")
        }
        func erase(_ password: String?) throws -> [VaultItem.Name] {
            try vault.eraseLogin(
                for: request, password: password.map { SecretBytes(copying: $0.utf8) }, connector: "git")
        }
        #expect(try store("other") == .kept(name))
        #expect(try erase(nil).isEmpty)
        #expect(try erase("other").isEmpty)
        #expect(try Self.answer(vault, request) == "right")
        #expect(try erase("right") == [name])
        #expect(try vault.secret(of: name).text == "right")
        #expect(try Self.answer(vault, request) == nil)
        // The server accepts it again.
        #expect(try store("right") == .known(name))
        #expect(try Self.answer(vault, request) == "right")
        #expect(try erase("right") == [name])
        try vault.update(name) { draft in
            draft.secret.value = SecretBytes(copying: "new".utf8)
            draft.secretChanged = .now().advanced(byMilliseconds: 60_000)
        }
        #expect(try Self.answer(vault, request) == "new")
        try vault.update(name) { $0.attributes.expires = Vault.Timestamp(seconds: 1) }
        #expect(try Self.answer(vault, request) == nil)
    }

    @Test("a registry is named by Docker's own text, or by the host of an item of the user")
    func registries() throws {
        let vault = try Vault.inMemory()
        let hub = "https://index.docker.io/v1/"
        func secret(_ server: String) throws -> String? {
            try vault.registryLogin(for: server).map { try vault.secret(of: $0.name).text }
        }
        func store(_ server: String, _ account: String, _ text: String) throws -> VaultItem.Name {
            try vault.storeRegistryLogin(SecretBytes(copying: text.utf8), for: server, account: account)
        }
        try vault.add(ItemDraft("docker.io", "me", "own"))
        try vault.add(ItemDraft("ghcr.io", "me", "ghcr"))
        #expect(try secret(hub) == "own")
        #expect(try secret("ghcr.io") == "ghcr")
        #expect(try secret("https://ghcr.io") == "ghcr")
        #expect(try secret("http://ghcr.io") == nil)
        #expect(try secret("\(hub)access-token") == nil)
        #expect(try secret("evil-ghcr.io") == nil)
        #expect(try store("ghcr.io", "me", "ghcr") == VaultItem.Name("ghcr.io", "me"))
        #expect(try vault.registryLogins().isEmpty)
        _ = try store(hub, "al", "one")
        _ = try store("\(hub)access-token", "al", "token")
        #expect(try secret(hub) == "one")
        #expect(try secret("\(hub)access-token") == "token")
        _ = try store(hub, "al", "two")
        #expect(try secret(hub) == "two")
        _ = try store(hub, "bob", "three")
        #expect(try secret(hub) == "three")
        #expect(
            try vault.registryLogins().map { "\($0.server) \($0.account)" }.sorted() == [
                "\(hub) bob", "\(hub)access-token al",
            ])
        #expect(try vault.eraseRegistryLogin(for: hub).count == 1)
        #expect(try secret(hub) == "own")
        #expect(try vault.eraseRegistryLogin(for: "ghcr.io").isEmpty)
        #expect(throws: VaultError.code(.invalidArgument)) { try store("a b", "al", "x") }
    }
}
