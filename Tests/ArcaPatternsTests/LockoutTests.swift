internal import ArcaCore
internal import ArcaTestSupport
import ArcaCrypto
import ArcaSystem
import Foundation
import Synchronization
import Testing

@testable import ArcaPatterns

@Suite struct LockoutTests {
    /// A clock set by tests.
    private final class Clock: Sendable {
        private let reading = Mutex(BootClock(boot: [UInt8](repeating: 1, count: 16), milliseconds: 1_000_000))
        func now() -> BootClock { reading.withLock { $0 } }
        func pass(_ milliseconds: UInt64) {
            reading.withLock { $0 = BootClock(boot: $0.boot, milliseconds: $0.milliseconds + milliseconds) }
        }
        func set(boot: UInt8, _ milliseconds: UInt64) {
            reading.withLock { $0 = BootClock(boot: [UInt8](repeating: boot, count: 16), milliseconds: milliseconds) }
        }
    }

    private static let key = SymmetricKey(copying: [UInt8](0..<32))
    private static let identifier = [UInt8](repeating: 7, count: 16)

    private func lockout(
        _ folder: URL, _ clock: Clock, _ kernel: KeyringDouble = KeyringDouble(), identifier: [UInt8] = identifier
    ) throws -> Pattern.Lockout {
        try Pattern.Lockout(
            at: BytePath(Array(folder.appendingPathComponent("lockout").path.utf8)), identifier: identifier,
            key: Self.key, keyring: kernel.keyring
        ) { clock.now() }
    }

    @Test("increases delays like Gatekeeper")
    func schedule() {
        let waits = [0, 4, 5, 6, 9, 10, 29, 30, 39, 40, 139, 140, 1000].map {
            Pattern.Lockout.waitMilliseconds(after: $0) / 1000
        }
        #expect(waits == [0, 0, 30, 0, 0, 30, 30, 30, 30, 60, 30 << 10, 86_400, 86_400])
    }

    @Test("allows five free attempts, then enforces the delay, and resets after a success")
    func tries() throws {
        try Peer.inFolder { folder in
            let clock = Clock()
            let lockout = try lockout(folder, clock)
            try lockout.reset()
            #expect(try lockout.status() == Pattern.Lockout.Status(failures: 0, waitMilliseconds: 0, freeTries: 5))
            for _ in 0..<5 { #expect(try !lockout.attempt { false }) }
            #expect(try lockout.status() == Pattern.Lockout.Status(failures: 5, waitMilliseconds: 30_000, freeTries: 0))
            var wasAsked = false
            #expect(throws: PatternError.code(.locked)) {
                try lockout.attempt {
                    wasAsked = true
                    return true
                }
            }
            #expect(!wasAsked)
            clock.pass(29_999)
            #expect(throws: PatternError.code(.locked)) { try lockout.attempt { true } }
            clock.pass(1)
            #expect(try lockout.attempt { true })
            #expect(try lockout.status().failures == 0)
        }
    }

    @Test("counts errors of the check as failures")
    func throwing() throws {
        try Peer.inFolder { folder in
            let lockout = try lockout(folder, Clock())
            try lockout.reset()
            #expect(throws: CryptoError.self) { try lockout.attempt { throw CryptoError.code(.backendFailure) } }
            #expect(try lockout.status().failures == 1)
        }
    }

    @Test("enforces the delay despite clock changes and reboots")
    func clocks() throws {
        try Peer.inFolder { folder in
            let clock = Clock()
            let lockout = try lockout(folder, clock)
            try lockout.reset()
            for _ in 0..<5 { _ = try lockout.attempt { false } }
            clock.set(boot: 1, 5)
            #expect(try lockout.status().waitMilliseconds == 30_000)
            clock.set(boot: 2, 90_000_000)
            #expect(try lockout.status().waitMilliseconds == 30_000)
            clock.pass(20_000)
            #expect(try lockout.status().waitMilliseconds == 10_000)
            clock.pass(10_000)
            #expect(try lockout.attempt { true })
        }
    }

    @Test("counts a missing, truncated, modified or foreign file as 140 failures")
    func damage() throws {
        try Peer.inFolder { folder in
            let clock = Clock()
            let file = folder.appendingPathComponent("lockout")
            let lockout = try lockout(folder, clock)
            try lockout.reset()
            let good = try Data(contentsOf: file)
            #expect(good.count == 97)
            func failures(_ data: Data?) throws -> Int {
                if let data { try data.write(to: file) } else { try FileManager.default.removeItem(at: file) }
                return try lockout.status().failures
            }
            #expect(try failures(good) == 0)
            #expect(try failures(nil) == 140)
            #expect(try failures(good.dropLast()) == 140)
            #expect(try failures(good + [0]) == 140)
            for index in good.indices {
                var changed = good
                changed[index] ^= 1
                #expect(try failures(changed) == 140, "byte \(index)")
            }
            #expect(try lockout.status().waitMilliseconds == 86_400_000)
            let again = #expect(throws: PatternError.code(.locked)) { try lockout.attempt { true } }
            #expect(again?.reason.hasPrefix("too many wrong patterns") == true)
            try FileManager.default.removeItem(at: file)
            let missing = #expect(throws: PatternError.code(.locked)) { try lockout.attempt { true } }
            #expect(missing?.reason.hasPrefix("the lockout's file is missing") == true)
            let other = try self.lockout(folder, clock, identifier: [UInt8](repeating: 8, count: 16))
            try lockout.reset()
            #expect(try other.status().failures == 140)
        }
    }

    @Test("serializes parallel attempts and counts all of them")
    func parallel() throws {
        try Peer.inFolder { folder in
            let lockout = try lockout(folder, Clock())
            try lockout.reset()
            let checked = Mutex(0)
            try Workers.forEach(10, workers: 4) { _, _ in
                do {
                    _ = try lockout.attempt {
                        checked.withLock { $0 += 1 }
                        return false
                    }
                } catch is PatternError {}
            }
            #expect(checked.withLock { $0 } == 5)
            #expect(try lockout.status().failures == 5)
        }
    }

    @Test("writes the attempt to disk before the check, readable by the user only")
    func writtenFirst() throws {
        try Peer.inFolder { folder in
            let lockout = try lockout(folder, Clock())
            try lockout.reset()
            let file = folder.appendingPathComponent("lockout")
            let before = try Data(contentsOf: file)
            var during: Data?
            _ = try lockout.attempt {
                during = try Data(contentsOf: file)
                return false
            }
            #expect(during != before)
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    /// A row of an app's database.
    private final class Row: Sendable {
        let record = Mutex([UInt8]?.none)
        let conflicts = Mutex(0)

        func lockout(_ identifier: [UInt8] = LockoutTests.identifier, clock: Pattern.Lockout.Clock = .boot) throws
            -> Pattern.Lockout
        {
            try Pattern.Lockout(identifier: identifier, key: LockoutTests.key, clock: clock) {
                self.record.withLock { $0 }
            } store: { new, old in
                self.record.withLock { record in
                    guard record == old else {
                        self.conflicts.withLock { $0 += 1 }
                        return false
                    }
                    record = new
                    return true
                }
            }
        }
    }

    @Test("counts in an app's storage like in a file", arguments: [Pattern.Lockout.Clock.boot, .system])
    func ownStorage(clock: Pattern.Lockout.Clock) throws {
        let row = Row()
        let lockout = try row.lockout(clock: clock)
        // A missing record counts as 140 failures.
        #expect(try lockout.status().failures == 140)
        let missing = #expect(throws: PatternError.code(.locked)) { try row.lockout().attempt { true } }
        #expect(missing?.reason.contains("wrong patterns") == true)
        try lockout.reset()
        let clean = row.record.withLock { $0 }
        #expect(clean?.count == 97)
        for failures in 1...5 {
            var during: [UInt8]?
            let isRight = try lockout.attempt {
                during = row.record.withLock { $0 }
                return false
            }
            #expect(!isRight && during != clean)
            #expect(try lockout.status().failures == failures)
        }
        #expect(throws: PatternError.code(.locked)) { try lockout.attempt { true } }
        // The record of another user, and a changed one.
        let other = try row.lockout([UInt8](repeating: 8, count: 16))
        #expect(try other.status().failures == 140)
        try lockout.reset()
        row.record.withLock { $0?[30] ^= 1 }
        #expect(try lockout.status().failures == 140)
        try lockout.reset()
        #expect(try lockout.attempt { true })
        #expect(try lockout.status() == Pattern.Lockout.Status(failures: 0, waitMilliseconds: 0, freeTries: 5))
    }

    @Test("counts parallel attempts in an app's storage, and gives up if it never stores")
    func ownStorageInParallel() throws {
        let row = Row()
        let lockout = try row.lockout()
        try lockout.reset()
        let checked = Mutex(0)
        try Workers.forEach(200, workers: 4) { _, _ in
            do {
                _ = try lockout.attempt {
                    checked.withLock { $0 += 1 }
                    return false
                }
            } catch is PatternError {}
        }
        #expect(checked.withLock { $0 } == 5)
        #expect(try lockout.status().failures == 5)
        let deaf = try Pattern.Lockout(identifier: Self.identifier, key: Self.key) {
            nil
        } store: { _, _ in
            false
        }
        #expect(throws: PatternError.code(.wrongState)) { try deaf.attempt { true } }
        struct Unreachable: Error {}
        let broken = try Pattern.Lockout(identifier: Self.identifier, key: Self.key) {
            nil
        } store: { _, _ in
            throw Unreachable()
        }
        var wasAsked = false
        #expect(throws: Unreachable.self) {
            try broken.attempt {
                wasAsked = true
                return true
            }
        }
        #expect(!wasAsked)
    }

    @Test("rejects a restored older file until a reboot")
    func putBack() throws {
        try Peer.inFolder { folder in
            let (clock, kernel) = (Clock(), KeyringDouble())
            let lockout = try lockout(folder, clock, kernel)
            let file = folder.appendingPathComponent("lockout")
            try lockout.reset()
            let clean = try Data(contentsOf: file)
            for round in 1...5 {
                #expect(try !lockout.attempt { false })
                try clean.write(to: file)
                #expect(try lockout.status().failures == round)
            }
            clock.pass(10_000)
            try clean.write(to: file)
            #expect(try lockout.status() == Pattern.Lockout.Status(failures: 5, waitMilliseconds: 20_000, freeTries: 0))
            #expect(throws: PatternError.code(.locked)) { try lockout.attempt { true } }
            // Deleting the file does not help either.
            try FileManager.default.removeItem(at: file)
            #expect(try lockout.status().failures == 140)
            try clean.write(to: file)
            #expect(try lockout.status().failures == 140)
            try lockout.reset()
            #expect(try lockout.status().failures == 0)
        }
    }

    @Test("uses the newer record of file and keyring, and clears both after a success")
    func copies() throws {
        try Peer.inFolder { folder in
            let (clock, kernel) = (Clock(), KeyringDouble())
            let lockout = try lockout(folder, clock, kernel)
            try lockout.reset()
            #expect(kernel.keys.isEmpty)
            _ = try lockout.attempt { false }
            let older = try #require(kernel.keys.first)
            #expect(older.description == "arca:lock:v1:07070707070707070707070707070707")
            #expect(older.end == nil)
            _ = try lockout.attempt { false }
            kernel.plant(older.description, older.payload)
            #expect(try lockout.status().failures == 2)
            for planted in [[], [0], [UInt8](repeating: 0xff, count: 97)] as [[UInt8]] {
                kernel.plant(older.description, planted)
                #expect(try lockout.status().failures == 2)
            }
            #expect(try lockout.attempt { true })
            #expect(kernel.keys.isEmpty)
            #expect(try lockout.status().failures == 0)
        }
    }

    @Test("uses only the file without a keyring and after a reboot")
    func withoutKeyring() throws {
        try Peer.inFolder { folder in
            let (clock, kernel) = (Clock(), KeyringDouble())
            let lockout = try lockout(folder, clock, kernel)
            kernel.fail("*", EPERM)
            try lockout.reset()
            for _ in 0..<5 { _ = try lockout.attempt { false } }
            #expect(try lockout.status().waitMilliseconds == 30_000)
            kernel.fail("*", 0)
            kernel.restartMachine()
            clock.set(boot: 2, 10)
            #expect(try lockout.status() == Pattern.Lockout.Status(failures: 5, waitMilliseconds: 30_000, freeTries: 0))
        }
    }

    @Test("counts an attempt even if killed between keyring and file")
    func killedBetween() throws {
        try Peer.inFolder { folder in
            let (clock, kernel) = (Clock(), KeyringDouble())
            let lockout = try lockout(folder, clock, kernel)
            let file = folder.appendingPathComponent("lockout")
            try lockout.reset()
            let before = try Data(contentsOf: file)
            _ = try lockout.attempt { false }
            try before.write(to: file)
            #expect(try lockout.status().failures == 1)
        }
    }
}
