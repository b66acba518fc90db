import ArcaCore
import ArcaCrypto
import ArcaOTP
import ArcaTestSupport
import Foundation
import Synchronization
import Testing

@testable import ArcaVault

@Suite("One-time passwords, services, status, threads")
struct VaultConveniencesTests {
    @Test("a counter-based code is never given twice, also after a revert")
    func counter() throws {
        let vault = try Vault.inMemory()
        let name = VaultItem.Name("s", "a")
        var draft = ItemDraft("s", "a", "1")
        draft.secret.oneTimePassword = try OTPGenerator(
            .counter, key: SecretBytes(copying: "12345678901234567890".utf8))
        let added = try vault.add(draft)
        // RFC 4226, appendix D.
        let expected = ["755224", "287082", "359152"]
        for code in expected {
            let found = try vault.oneTimePassword(of: name)
            #expect(String(decoding: [UInt8](bytes: found.digits), as: UTF8.self) == code)
        }
        #expect(try vault.history(of: name).isEmpty)
        #expect(try vault.item(name)?.secretChanged == added.secretChanged)
        try vault.update(name) { $0.attributes.label = "x" }
        let before = try #require(try vault.history(of: name).first)
        #expect(try vault.oneTimePassword(of: name).counter == 3)
        try vault.revert(name, to: before.version)
        #expect(try vault.oneTimePassword(of: name).counter == 4)
        draft.secret.oneTimePassword = try OTPGenerator(
            .time, key: SecretBytes(copying: "12345678901234567890".utf8), digits: 8)
        try vault.set(draft)
        let generation = try vault.status.generation
        // RFC 6238, appendix B.
        let code = try vault.oneTimePassword(of: name, at: Vault.Timestamp(seconds: 59))
        #expect(String(decoding: [UInt8](bytes: code.digits), as: UTF8.self) == "94287082")
        #expect(try vault.status.generation == generation)
        try vault.add(ItemDraft("t", "", ""))
        #expect(throws: VaultError.code(.notFound)) { try vault.oneTimePassword(of: .init("t")) }
    }

    @Test("a service's accounts are set, listed and removed, and keep their attributes")
    func service() throws {
        let vault = try Vault.inMemory()
        let service = vault.service("github.com")
        try service.set(SecretBytes(copying: "one".utf8), for: "alice")
        try vault.update(.init("github.com", "alice")) { $0.attributes.label = "kept" }
        try service.set(SecretBytes(copying: "two".utf8), for: "alice")
        try service.set(SecretBytes(copying: [0xff]), for: "bob")
        #expect(try vault.item(.init("github.com", "alice"))?.attributes.label == "kept")
        #expect(try service.value(of: "alice") == SecretBytes(copying: "two".utf8))
        #expect(try service.accounts() == ["alice", "bob"])
        try service.set(nil, for: "bob")
        try service.set(nil, for: "nobody")
        #expect(try service.value(of: "bob") == nil)
        #expect(throws: VaultError.code(.invalidArgument)) {
            try vault.service("").set(SecretBytes(copying: [1]), for: "x")
        }
        vault.lock()
        #expect(throws: VaultError.code(.locked)) { try service.value(of: "alice") }
        #expect(throws: VaultError.code(.locked)) { try service.set(nil, for: "alice") }
    }

    @Test("the history limit applies from an item's next change")
    func historyLimit() throws {
        let vault = try Vault.inMemory()
        for number in 0..<6 { try vault.set(ItemDraft("s", "a", "\(number)")) }
        try vault.setHistoryLimit(2)
        #expect(try vault.status.historyLimit == 2)
        #expect(try vault.history(of: .init("s", "a")).count == 5)
        try vault.set(ItemDraft("s", "a", "6"))
        #expect(try vault.history(of: .init("s", "a")).count == 2)
        try vault.setHistoryLimit(0)
        try vault.set(ItemDraft("s", "a", "7"))
        #expect(try vault.history(of: .init("s", "a")).isEmpty)
        #expect(throws: VaultError.code(.invalidArgument)) { try vault.setHistoryLimit(-1) }
        let status = try vault.status
        #expect(status.itemCount == 1)
        #expect(status.epoch == 1)
        #expect(status.generation == 11)
        #expect(!status.isRotating)
    }

    @Test("threads share a vault, and several values share a file")
    func threads() throws {
        try VaultFixture.run { fixture in
            let first = try fixture.create()
            let second = try fixture.open()
            try parallel(8) { worker in
                let vault = worker.isMultiple(of: 2) ? first : second
                for number in 0..<12 {
                    try vault.set(ItemDraft("own \(worker)", "\(number)", "\(number)"))
                    try vault.update(.init("own \(worker)", "0")) { $0.attributes.comment += "x" }
                    _ = try vault.items()
                }
            }
            for vault in [first, second] {
                #expect(try vault.items().count == 96)
                #expect(try vault.status.generation == 1 + 8 * 24)
                for worker in 0..<8 {
                    #expect(try vault.item(.init("own \(worker)", "0"))?.attributes.comment.count == 12)
                }
            }
        }
    }

    private func parallel(_ count: Int, _ body: @Sendable (Int) throws -> Void) throws {
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: count) { index in
            do { try body(index) } catch { failure.withLock { $0 = error } }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
