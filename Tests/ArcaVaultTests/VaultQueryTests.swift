import ArcaCore
import ArcaCrypto
import ArcaOTP
import ArcaTestSupport
import Testing

@testable import ArcaVault

/// Tests each condition alone on an item that meets it and on one that does not.
@Suite struct VaultQueryTests {
    private static let item: VaultItem = {
        var name = VaultItem.Name(server: "Caf\u{e9}.example", account: "J\u{f6}rg", port: 8443)
        (name.scheme, name.path) = ("https", "/Login")
        var attributes = VaultItem.Attributes()
        (attributes.label, attributes.kind, attributes.comment) = ("A Label", "web", "Ask \u{41f}\u{451}tr")
        (attributes.group, attributes.expires) = ("Work/Servers", Vault.Timestamp(seconds: 1000))
        attributes.fields = [.init("Plain Name", "Plain Value")]
        return VaultItem(
            identifier: [UInt8](repeating: 1, count: 16), version: 1, name: name, attributes: attributes,
            created: .init(seconds: 0), modified: .init(seconds: 0), secretChanged: .init(seconds: 0),
            protectedFields: ["Secret Name"], oneTimePassword: .time,
            attachments: [
                .init(
                    identifier: [UInt8](repeating: 2, count: 16), name: "Scan.pdf", mediaType: "", byteCount: 1,
                    created: .init(seconds: 0))
            ], historyCount: 0)
    }()

    private static let other: VaultItem = {
        var attributes = VaultItem.Attributes()
        attributes.group = "Workshop"
        return VaultItem(
            identifier: [UInt8](repeating: 3, count: 16), version: 1, name: VaultItem.Name("cafe.example", "jorg"),
            attributes: attributes, created: .init(seconds: 0), modified: .init(seconds: 0),
            secretChanged: .init(seconds: 0), protectedFields: [], oneTimePassword: nil, attachments: [],
            historyCount: 0)
    }()

    @Test(
        "matches this item alone",
        arguments: [
            VaultQuery(class: .internetPassword), VaultQuery(service: "Caf\u{e9}.example"),
            // Canonically equivalent: e and a combining accent.
            VaultQuery(service: "Cafe\u{301}.example"), VaultQuery(account: "Jo\u{308}rg"),
            VaultQuery(prefix: "caf\u{c9}.example/j\u{f6}"), VaultQuery(prefix: "CAF\u{e9}"),
            VaultQuery(text: "\u{e9}.EXAMPLE"), VaultQuery(text: "/j\u{f6}"), VaultQuery(text: "/login"),
            VaultQuery(text: "a label"), VaultQuery(text: "WEB"), VaultQuery(text: "\u{43f}\u{451}"),
            VaultQuery(text: "servers"), VaultQuery(text: "plain name"), VaultQuery(text: "plain value"),
            VaultQuery(text: "secret name"), VaultQuery(text: "scan"), VaultQuery(group: "Work"),
            VaultQuery(group: "Work/Servers"), VaultQuery(expiresBefore: .init(milliseconds: 1_000_001)),
            VaultQuery(hasOneTimePassword: true),
            VaultQuery(class: .internetPassword, text: "web", group: "Work", hasOneTimePassword: true),
        ])
    func matches(query: VaultQuery) {
        #expect(query.matches(Self.item))
        #expect(!query.matches(Self.other))
    }

    @Test(
        "does not match this item",
        arguments: [
            VaultQuery(class: .note), VaultQuery(service: "caf\u{e9}.example"), VaultQuery(service: "Caf\u{e9}"),
            VaultQuery(account: "J\u{f6}"), VaultQuery(prefix: "\u{e9}.example"), VaultQuery(text: "cafe.example"),
            VaultQuery(group: "work"), VaultQuery(group: "Work/Serv"), VaultQuery(group: "Servers"),
            VaultQuery(expiresBefore: .init(milliseconds: 1_000_000)), VaultQuery(hasOneTimePassword: false),
            // One failing condition is enough.
            VaultQuery(class: .internetPassword, text: "web", group: "Home"),
        ])
    func refuses(query: VaultQuery) {
        #expect(!query.matches(Self.item))
    }

    @Test("matches everything without conditions")
    func all() {
        #expect(VaultQuery.all.matches(Self.item) && VaultQuery.all.matches(Self.other))
        #expect(VaultQuery(hasOneTimePassword: false).matches(Self.other))
    }
}
