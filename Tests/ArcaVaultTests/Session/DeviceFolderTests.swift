internal import ArcaTestSupport
import ArcaCore
import ArcaCrypto
import ArcaPatterns
import ArcaSystem
import Foundation
import Synchronization
import Testing

@testable import ArcaVault

@Suite struct DeviceFolderTests {
    private final class Clock: Sendable {
        private let reading = Mutex(BootClock(boot: [UInt8](repeating: 1, count: 16), milliseconds: 1_000_000))
        func now() -> BootClock { reading.withLock { $0 } }
        func set(boot: UInt8, _ milliseconds: UInt64) {
            reading.withLock { $0 = BootClock(boot: [UInt8](repeating: boot, count: 16), milliseconds: milliseconds) }
        }
    }

    private struct Machine {
        let device: DeviceFolder
        let folder: URL
        let kernel = KeyringDouble()
        let clock = Clock()

        init(_ state: URL) {
            folder = state.appendingPathComponent("device/000102030405060708090a0b0c0d0e0f")
            let clock = clock
            device = DeviceFolder(
                of: [UInt8](0..<16), in: Vault.StateFolder(BytePath(Array(state.path.utf8))), keyring: kernel.keyring
            ) { clock.now() }
        }

        func failures() throws -> Int? { try device.status()?.failures }
        func guess() throws { _ = try device.attempt { _ in nil as Int? } }
    }

    private func inMachine(_ body: (Machine) throws -> Void) throws {
        try Peer.inFolder { try body(Machine($0)) }
    }

    @Test("the secret is created once with mode 0600, and the lockout starts at 0")
    func making() throws {
        try inMachine { machine in
            #expect(try machine.device.status() == nil)
            #expect(try machine.device.attempt { _ in 1 } == nil)
            try machine.device.resetLockout()
            #expect(!FileManager.default.fileExists(atPath: machine.folder.path))
            let secret = try machine.device.makeSecret()
            #expect(secret.count == 32)
            #expect(try machine.device.makeSecret() == secret)
            #expect(try machine.device.attempt { $0 } == secret)
            #expect(try machine.failures() == 0)
            func mode(_ name: String) throws -> Int? {
                let path = machine.folder.appendingPathComponent(name).path
                return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            #expect(try (mode("."), mode("secret"), mode("lockout")) == (0o700, 0o600, 0o600))
        }
    }

    @Test("concurrent processes agree on one secret")
    func makingAtOnce() throws {
        try inMachine { machine in
            let secrets = Mutex<[SecretBytes]>([])
            try Workers.forEach(8, workers: 4) { _, _ in
                let secret = try machine.device.makeSecret()
                secrets.withLock { $0.append(secret) }
            }
            let all = secrets.withLock { $0 }
            #expect(all.count == 8 && all.allSatisfy { $0 == all[0] })
            #expect(try machine.failures() == 0)
        }
    }

    @Test("wrong patterns are counted, and a right one or another slot resets the count")
    func counting() throws {
        try inMachine { machine in
            _ = try machine.device.makeSecret()
            for _ in 0..<3 { try machine.guess() }
            #expect(try machine.failures() == 3)
            #expect(try machine.device.attempt { _ in 5 } == 5)
            #expect(try machine.failures() == 0)
            #expect(throws: VaultError.code(.tampered)) {
                try machine.device.attempt { (_) throws -> Int? in throw VaultError.code(.tampered) }
            }
            #expect(try machine.failures() == 1)
            for _ in 0..<4 { try machine.guess() }
            #expect(throws: VaultError.code(.lockedOut)) { try machine.device.attempt { _ in 5 } }
            try machine.device.resetLockout()
            #expect(try machine.device.attempt { _ in 5 } == 5)
        }
    }

    @Test("of ten concurrent tries after five wrong ones, five are made, and each one counts")
    func parallel() throws {
        try inMachine { machine in
            _ = try machine.device.makeSecret()
            // Five failures start a wait, which is now over; the next five tries need none.
            for _ in 0..<5 { try machine.guess() }
            machine.clock.set(boot: 1, 2_000_000)
            let tried = Mutex(0)
            try Workers.forEach(10, workers: 5) { _, _ in
                do {
                    _ = try machine.device.attempt { _ in
                        tried.withLock { $0 += 1 }
                        return nil as Int?
                    }
                } catch is VaultError {}
            }
            // The tenth failure starts the next wait.
            #expect(tried.withLock { $0 } == 5)
            #expect(try machine.failures() == 10)
        }
    }

    @Test("no clock change, restart, deleted or restored record shortens the wait")
    func neverShorter() throws {
        try inMachine { machine in
            _ = try machine.device.makeSecret()
            let record = machine.folder.appendingPathComponent("lockout")
            let clean = try Data(contentsOf: record)
            for _ in 0..<5 { try machine.guess() }
            func wait() throws -> UInt64 { try machine.device.status()?.waitMilliseconds ?? 0 }
            #expect(try wait() == 30_000)
            for milliseconds: UInt64 in [0, 5, 999_999] {
                machine.clock.set(boot: 1, milliseconds)
                #expect(try wait() == 30_000)
            }
            try clean.write(to: record)
            #expect(try wait() == 30_000)
            #expect(throws: VaultError.code(.lockedOut)) { try machine.device.attempt { _ in 5 } }
            machine.clock.set(boot: 2, 90_000_000)
            #expect(try wait() == 30_000)
            try FileManager.default.removeItem(at: record)
            #expect(try wait() == 86_400_000)
            try clean.write(to: record)
            #expect(try wait() == 86_400_000)
            machine.clock.set(boot: 3, 1)
            #expect(try wait() == 86_400_000)
        }
    }

    @Test("a restored record counts again if the kernel shows another keyring, as THREAT-MODEL says")
    func otherKeyring() throws {
        try Peer.inFolder { state in
            let machine = Machine(state)
            _ = try machine.device.makeSecret()
            let record = machine.folder.appendingPathComponent("lockout")
            let clean = try Data(contentsOf: record)
            for _ in 0..<5 { try machine.guess() }
            // Neither another keyring alone nor an older record alone changes anything.
            #expect(try Machine(state).failures() == 5)
            try clean.write(to: record)
            #expect(try machine.failures() == 5)
            // The lockout cannot detect both together, as in a separate user namespace.
            try clean.write(to: record)
            #expect(try Machine(state).failures() == 0)
        }
    }

    @Test("a secret of the wrong length is damaged, and removing it removes its counts")
    func damage() throws {
        try inMachine { machine in
            _ = try machine.device.makeSecret()
            try machine.guess()
            let secret = machine.folder.appendingPathComponent("secret")
            let good = try Data(contentsOf: secret)
            for bad in [Data(), good.dropLast(), good + [0]] {
                try bad.write(to: secret)
                #expect(throws: VaultError.code(.malformed)) { try machine.device.attempt { _ in 1 } }
                #expect(throws: VaultError.code(.malformed)) { try machine.device.makeSecret() }
            }
            try good.write(to: secret)
            #expect(try machine.failures() == 1)
            try machine.device.remove()
            #expect(try machine.device.status() == nil)
            #expect(machine.kernel.keys.isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: machine.folder.path).isEmpty)
            try machine.device.remove()
        }
    }
}
