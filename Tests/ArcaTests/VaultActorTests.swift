import ArcaCore
import Arca
import Foundation
import Testing

@Suite("A vault for async code")
struct VaultActorTests {
    @Test("runs calls one at a time, and rethrows their errors")
    func calls() async throws {
        let vault = try VaultActor(Vault.inMemory())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await vault.withVault { vault in
                        try vault.service("service").set(
                            SecretBytes(copying: [UInt8(number)]), for: "account \(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await vault.withVault { try $0.items().count } == 20)
        let secret = try await vault.withVault { try $0.service("service").value(of: "account 7") }
        #expect(secret?.withBytes { $0[0] } == 7)
        await #expect(throws: VaultError.code(.notFound)) {
            try await vault.withVault { try $0.remove(.init("service", "nobody")) }
        }
    }

    @Test("creates, closes and reopens a vault, off the thread pool")
    func files() async throws {
        let folder = NSTemporaryDirectory() + "arca-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = BytePath(folder + "/vault")
        let options = Vault.OpenOptions(stateFolder: nil)
        let keyFile = try VaultKeyFile()
        let made = try await VaultActor.create(at: path, slots: [.keyFile(keyFile)], options: options)
        try await made.withVault { try $0.service("a").set(SecretBytes(copying: [1]), for: "b") }
        let opened = try await VaultActor.open(at: path, with: .keyFile(keyFile), options: options)
        #expect(try await opened.withVault { try $0.service("a").value(of: "b") } == SecretBytes(copying: [1]))
        let url = URL(fileURLWithPath: folder + "/vault")
        let byURL = try await VaultActor.open(at: url, with: .keyFile(keyFile), options: options)
        #expect(try await byURL.withVault { try $0.service("a").value(of: "b") } == SecretBytes(copying: [1]))
        let remote = try #require(URL(string: "https://example.org/vault"))
        await #expect(throws: VaultError.code(.unsupported)) {
            try await VaultActor.create(at: remote, slots: [.keyFile(keyFile)], options: options)
        }
        let other = try VaultKeyFile()
        await #expect(throws: VaultError.code(.wrongCredential)) {
            try await VaultActor.open(at: path, with: .keyFile(other), options: options)
        }
    }

    @Test("skips a call whose task was cancelled before it started")
    func cancellation() async throws {
        let vault = try VaultActor(Vault.inMemory())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await vault.withVault { try $0.service("a").set(SecretBytes(copying: [1]), for: "b") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await vault.withVault { try $0.items().isEmpty })
    }

    @Test("does not block the thread pool while many vaults block")
    func pool() async throws {
        let gate = DispatchSemaphore(value: 0)
        let begun = DispatchSemaphore(value: 0)
        let count = 24
        let vaults = try (0..<count).map { _ in try VaultActor(Vault.inMemory()) }
        let calls = vaults.map { vault in
            Task {
                try await vault.withVault { vault in
                    begun.signal()
                    gate.wait()
                    return try vault.items().count
                }
            }
        }
        // All calls block their threads at once, and tasks still run.
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                for _ in 0..<count { begun.wait() }
                continuation.resume()
            }
        }
        #expect(await Task { 6 * 7 }.value == 42)
        for _ in 0..<count { gate.signal() }
        for call in calls { #expect(try await call.value == 0) }
    }

    @Test("hashes files by path and by URL")
    func hashing() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("arca-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let content = [UInt8](repeating: 3, count: 3_000_000)
        try Data(content).write(to: url)
        #expect(try SHA256.hash(file: url) == SHA256.hash(data: content))
        #expect(try SHA3_512.hash(file: BytePath(url)) == SHA3_512.hash(content))
        #expect(try AnyHashFunction.blake2b.hash(file: BytePath(url)) == AnyHashFunction.blake2b.hash(content))
        #expect(throws: SystemError.self) { try SHA256.hash(file: "/no/such/file") }
        #expect(throws: SystemError.self) { try SHA256.hash(file: URL(string: "https://example.com") ?? url) }
    }
}
