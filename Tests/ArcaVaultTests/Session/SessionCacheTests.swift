internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import ArcaSystem
import Foundation
import Synchronization
import Testing

@testable import ArcaVault

@Suite struct SessionCacheTests {
    private final class Clock: Sendable {
        private let milliseconds = Mutex<UInt64>(5_000_000)
        func now() -> BootClock {
            BootClock(boot: [UInt8](repeating: 1, count: 16), milliseconds: milliseconds.withLock { $0 })
        }
        func pass(_ passed: UInt64) { milliseconds.withLock { $0 += passed } }
    }

    private static let vault = [UInt8](0..<16)
    private static let name = "arca:vault:v1:000102030405060708090a0b0c0d0e0f"
    private static let keyBytes = [UInt8](repeating: 0x4b, count: 32)

    private func key(epoch: UInt32 = 1) throws -> EpochKeys {
        try VaultKey(SecretBytes(copying: Self.keyBytes), vault: Self.vault, epoch: epoch).subkeys
    }

    private func inCache(_ body: (VaultSession, KeyringDouble, Clock) throws -> Void) throws {
        try Peer.inFolder { folder in
            let (kernel, clock) = (KeyringDouble(), Clock())
            let state = Vault.StateFolder(BytePath(Array(folder.path.utf8)))
            try body(
                VaultSession(of: Self.vault, folder: state, keyring: kernel.keyring) { clock.now() }, kernel, clock)
        }
    }

    @Test("the payload has the documented format")
    func payload() throws {
        try inCache { cache, kernel, _ in
            try cache.start(key(epoch: 3), generation: 258, seconds: 900)
            let stored = try #require(kernel.keys.first)
            #expect(stored.description == Self.name)
            #expect(stored.end == 900)
            let numbers = "00000003 0000000000000102" + "00000000005a06e0"
            #expect(
                stored.payload == Array("arca2".utf8) + Self.vault + hex(numbers)
                    + (try [UInt8](bytes: key(epoch: 3).bytes)))
        }
    }

    @Test("it returns the key until it expires or is locked")
    func life() throws {
        try inCache { cache, kernel, clock in
            #expect(try cache.status() == nil)
            try cache.start(key(), generation: 7, seconds: 60)
            let session = try #require(try cache.read())
            #expect(try session.subkeys?.bytes == key().bytes)
            #expect((session.epoch, session.generationFloor) == (1, 7))
            clock.pass(20_500)
            #expect(try cache.status()?.remainingMilliseconds == 39_500)
            clock.pass(39_500)
            // The kernel's own timeout uses a settable clock, which stands still here.
            #expect(try cache.read() == nil)
            #expect(kernel.keys.isEmpty)
            try cache.start(key(), generation: 7, seconds: 60)
            #expect(try cache.lock())
            #expect(try cache.read() == nil)
            #expect(try !cache.lock())
        }
    }

    @Test("a newer generation is stored in a fresh key with the remaining time")
    func floor() throws {
        try inCache { cache, kernel, clock in
            try cache.update(1, generation: 9)
            #expect(kernel.keys.isEmpty)
            try cache.start(key(), generation: 7, seconds: 60)
            clock.pass(20_500)
            try cache.update(1, generation: 9)
            #expect(try cache.read()?.generationFloor == 9)
            #expect(try cache.status()?.remainingMilliseconds == 39_500)
            #expect(kernel.keys.map(\.end) == [40])
            try cache.update(1, generation: 8)
            #expect(try cache.read()?.generationFloor == 9)
        }
    }

    @Test("reading an older file on request neither lowers the floor nor restores an older key")
    func older() throws {
        try inCache { cache, _, _ in
            try cache.start(key(), generation: 9, seconds: 60)
            try cache.start(key(), generation: 7, seconds: 90)
            #expect(try cache.read()?.generationFloor == 9)
            #expect(try cache.status()?.remainingMilliseconds == 90_000)
            try cache.update(2, generation: 10)
            #expect(throws: VaultError.code(.olderFile)) { try cache.start(key(), generation: 11, seconds: 60) }
            #expect(try cache.read()?.epoch == 2)
            try cache.update(1, generation: 20)
            let session = try #require(try cache.read())
            #expect(session.epoch == 2 && session.generationFloor == 10)
        }
    }

    @Test("all sessions end at once, and no other key")
    func lockAll() throws {
        try inCache { cache, kernel, _ in
            try cache.start(key(), generation: 1, seconds: 60)
            kernel.plant("arca:vault:v1:ffffffffffffffffffffffffffffffff", [1])
            kernel.plant("arca:lockout:v1:x", [1])
            kernel.plant("other", [2])
            #expect(try VaultSession.lockAll(in: kernel.keyring) == 2)
            #expect(Set(kernel.keys.map(\.description)) == ["arca:lockout:v1:x", "other"])
            #expect(try VaultSession.lockAll(in: kernel.keyring) == 0)
        }
    }

    @Test("an impossible floor is rejected")
    func largestFloor() throws {
        try inCache { cache, kernel, _ in
            try cache.start(key(), generation: StateRecord.largestGeneration, seconds: 60)
            #expect(try cache.read()?.generationFloor == StateRecord.largestGeneration)
            var payload = try #require(kernel.keys.first).payload
            payload.replaceSubrange(25..<33, with: [UInt8](repeating: 0xff, count: 8))
            _ = try kernel.keyring.store(Self.name, SecretBytes(copying: payload), timeout: 60)
            #expect(try cache.read() == nil)
            #expect(kernel.keys.isEmpty)
        }
    }

    @Test("a newer epoch ends the session and keeps its floor, and an older one changes nothing")
    func epochs() throws {
        try inCache { cache, kernel, _ in
            try cache.start(key(), generation: 7, seconds: 60)
            try cache.update(2, generation: 9)
            let ended = try #require(try cache.read())
            #expect(ended.epoch == 2)
            #expect(ended.generationFloor == 9)
            #expect(ended.subkeys == nil)
            #expect(try cache.status() == nil)
            // No key of either epoch is left.
            #expect(kernel.keys.map(\.payload.count) == [41])
            try cache.update(1, generation: 20)
            #expect(try cache.read()?.epoch == 2)
            try cache.start(key(epoch: 2), generation: 3, seconds: 60)
            #expect(try cache.read()?.generationFloor == 9 && cache.status() != nil)
        }
    }

    @Test("concurrent writers leave the highest floor and do not restore a locked session")
    func parallel() throws {
        try inCache { cache, kernel, _ in
            try cache.start(key(), generation: 0, seconds: 60)
            try Workers.forEach(64, workers: 4) { _, index in
                try cache.update(1, generation: UInt64(index * 37 % 64))
            }
            #expect(try cache.read()?.generationFloor == 63)
            try Workers.forEach(64, workers: 4) { _, index in
                if index == 20 { try cache.lock() } else { try cache.update(1, generation: 100 + UInt64(index)) }
            }
            #expect(kernel.keys.isEmpty)
        }
    }

    @Test("a payload that is malformed or another vault's counts as locked and is removed")
    func malformed() throws {
        try inCache { cache, kernel, _ in
            try cache.start(key(), generation: 7, seconds: 60)
            let good = try #require(kernel.keys.first?.payload)
            var (otherVersion, otherVault) = (good, good)
            otherVersion[4] = UInt8(ascii: "1")
            otherVault[5] ^= 1
            let payloads: [[UInt8]] = [
                [], [0], good.dropLast(), good + [0], Array(good[..<40]), otherVersion, otherVault,
            ]
            for payload in payloads {
                kernel.plant(Self.name, payload)
                #expect(try cache.read() == nil)
                #expect(kernel.keys.isEmpty)
            }
            kernel.plant(Self.name, good)
            #expect(try cache.read() != nil)
        }
    }

    @Test("a refusing kernel and a full keyring are reported", arguments: [ENOSYS, EPERM, EACCES])
    func refused(number: Int32) throws {
        try inCache { cache, kernel, _ in
            kernel.fail("*", number)
            let unsupported = SystemError(.unsupported, "")
            #expect(throws: unsupported) { try cache.start(key(), generation: 1, seconds: 60) }
            #expect(throws: unsupported) { try cache.read() }
            #expect(throws: unsupported) { try cache.status() }
            #expect(throws: unsupported) { try cache.lock() }
            kernel.fail("*", EDQUOT)
            #expect(throws: SystemError(.noSpace, "")) { try cache.start(key(), generation: 1, seconds: 60) }
        }
    }

    @Test("a key that cannot be read back is not reported as unlocked")
    func notReadBack() throws {
        try inCache { cache, kernel, _ in
            kernel.fail("search", 126)
            #expect(throws: VaultError.code(.systemFailed)) { try cache.start(key(), generation: 1, seconds: 60) }
        }
    }

    @Test("without a state folder it unlocks and locks, and floors do not change")
    func withoutFolder() throws {
        let kernel = KeyringDouble()
        for folder in [nil, Vault.StateFolder("/proc/none")] {
            let cache = VaultSession(of: Self.vault, folder: folder, keyring: kernel.keyring) { BootClock.now() }
            try cache.start(key(), generation: 1, seconds: 60)
            _ = try? cache.update(1, generation: 2)
            #expect(try cache.read()?.generationFloor == 1)
            #expect(try cache.lock())
        }
    }

    @Test(
        "the kernel stores the key and removes it",
        .enabled(if: KernelKeyring().isAvailable, "the kernel keyring is refused here"))
    func kernel() throws {
        let vault = try SecretBytes(randomByteCount: 16).withBytes { [UInt8](bytes: $0) }
        let cache = VaultSession(of: vault, folder: nil)
        let key = try VaultKey(SecretBytes(copying: Self.keyBytes), vault: vault, epoch: 1).subkeys
        defer { _ = try? cache.lock() }
        try cache.start(key, generation: 1, seconds: 60)
        #expect(try VaultSession(of: vault, folder: nil).read()?.subkeys?.bytes == key.bytes)
        #expect(try cache.lock())
        #expect(try cache.read() == nil)
    }
}
