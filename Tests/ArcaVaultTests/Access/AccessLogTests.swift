import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

@Suite("The log of accesses") struct AccessLogTests {
    private static let client = PeerProcess(identifier: 7, user: 1000, program: "/usr/bin/git")

    private static func access(_ request: String, item: String? = nil, refused: String? = nil) -> Access {
        Access(
            "git", request, item: item.map { VaultItem.Name($0) }, refused.map { .refused($0) } ?? .given,
            client: client, time: Vault.Timestamp(milliseconds: 1_800_000_000_123))
    }

    private static func file(_ fixture: VaultFixture, _ vault: Vault) -> URL {
        fixture.folder.appendingPathComponent("state/access/\(hexText(vault.identifier))")
    }

    @Test("an entry comes back as it was recorded, from a private file that shows nothing")
    func recording() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            #expect(try vault.accesses().accesses.isEmpty)
            let all = [
                Self.access("get https://github.com", item: "github.com"),
                Self.access("get https://other.example", refused: "no item matches"),
                Access("ssh", "sign", .given, client: PeerProcess(identifier: 1, user: 0, program: nil)),
                Access("age", "unwrap", .given, client: nil),
            ]
            for access in all { try vault.record(access) }
            #expect(try fixture.open().accesses().accesses == all)
            let file = Self.file(fixture, vault)
            func mode(_ path: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            #expect(try mode(file.path) == 0o600)
            #expect(try mode(file.deletingLastPathComponent().path) == 0o700)
            let bytes = try Data(contentsOf: file)
            for word in ["github", "git", "other", "no item"] { #expect(bytes.range(of: Data(word.utf8)) == nil) }
            // Padding hides lengths up to a bucket.
            let sizes = try Set(
                (1...24).map { count in
                    try vault.removeAccesses()
                    try vault.record(Self.access("get https://\(String(repeating: "a", count: count)).example"))
                    return try Data(contentsOf: file).count
                })
            #expect(sizes.count <= 2)
            try vault.removeAccesses()
            try vault.removeAccesses()
            #expect(try vault.accesses().accesses.isEmpty)
        }
    }

    @Test("a locked vault appends without its keys, once there is a log")
    func locked() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let folder = Vault.StateFolder(fixture.path(of: "state"))
            let refusal = Self.access("get https://github.com", refused: "the vault is locked")
            try Vault.recordWithoutKeys(refusal, by: vault.identifier, in: folder)
            #expect(try vault.accesses().accesses.isEmpty)
            try vault.record(Self.access("one"))
            try Vault.recordWithoutKeys(refusal, by: vault.identifier, in: folder)
            try Vault.recordWithoutKeys(refusal, by: vault.identifier, in: nil)
            #expect(try vault.accesses().accesses == [Self.access("one"), refusal])
            let without = try fixture.open { $0.stateFolder = nil }
            try without.record(Self.access("two"))
            #expect(try without.accesses().accesses.isEmpty)
            #expect(try vault.accesses().accesses.count == 2)
        }
    }

    @Test("the file stays below 256 KiB, and the newest entries stay")
    func limit() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let long = String(repeating: "x", count: 5000)
            let count = 600
            try vault.record((0..<count).map { Self.access("\($0) \(long)") })
            #expect(try Data(contentsOf: Self.file(fixture, vault)).count <= 256 << 10)
            let kept = try vault.accesses().accesses
            #expect(kept.count > 200 && kept.count < count)
            #expect(kept.last?.request.hasPrefix("\(count - 1) xxx") == true)
            #expect(kept.first?.request.hasPrefix("\(count - kept.count) xxx") == true)
            #expect(kept.allSatisfy { $0.request.utf8.count == 512 })
        }
    }

    @Test("a rotation seals the log for the new key")
    func rotation() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.record(Self.access("one"))
            let old = try Data(contentsOf: Self.file(fixture, vault))
            var plan = Vault.RotationPlan()
            for slot in try vault.slots { plan[slot.identifier] = .replace(.keyFile(fixture.key)) }
            try vault.rotate(plan)
            #expect(try vault.accesses().accesses == [Self.access("one")])
            try vault.record(Self.access("two"))
            #expect(try vault.accesses().accesses == [Self.access("one"), Self.access("two")])
            // Entries of another machine's epoch do not open.
            try old.write(to: Self.file(fixture, vault))
            let found = try vault.accesses()
            #expect(found.accesses.isEmpty && found.unreadableCount == 1)
            try vault.record(Self.access("three"))
            #expect(try vault.accesses().accesses == [Self.access("three")])
        }
    }

    @Test("a damaged log loses entries, and nothing else")
    func damage() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            let all = ["one", "two", "three"].map { Self.access($0) }
            try vault.record(all)
            let file = Self.file(fixture, vault)
            let whole = try Data(contentsOf: file)
            for place in whole.indices {
                var damaged = whole
                damaged[place] ^= 0x41
                try damaged.write(to: file)
                let found = try vault.accesses().accesses
                // Reading does not need the public key, 32 bytes from byte 19.
                #expect(found.count < 3 || (19..<51).contains(place), "byte \(place)")
                #expect(found.allSatisfy(all.contains), "byte \(place)")
            }
            for count in stride(from: 0, to: whole.count, by: 7) {
                try whole.prefix(count).write(to: file)
                try vault.record(Self.access("more"))
                let found = try vault.accesses().accesses
                #expect(found.last == Self.access("more") && found.count <= 3, "\(count) bytes")
            }
            try Data(repeating: 7, count: 300 << 10).write(to: file)
            try vault.record(Self.access("more"))
            #expect(try vault.accesses().accesses == [Self.access("more")])
        }
    }

    @Test("entries of several threads are all kept")
    func atOnce() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.record(Self.access("first"))
            let folder = Vault.StateFolder(fixture.path(of: "state"))
            try Workers.forEach(24, workers: 4) { _, number in
                try Vault.recordWithoutKeys(Self.access("\(number)", refused: "x"), by: vault.identifier, in: folder)
            }
            #expect(Set(try vault.accesses().accesses.map(\.request)).count == 25)
        }
    }

    @Test("the parent process is known by its program, without its arguments")
    func parent() throws {
        let parent = PeerProcess.parent
        #expect(parent.identifier > 0)
        let own = PeerProcess(identifier: ProcessInfo.processInfo.processIdentifier, user: 0)
        #expect(own.program == (try SymbolicLink.resolve("/proc/self/exe")))
        #expect(PeerProcess(identifier: Int32.max, user: 0).program == nil)
    }
}
