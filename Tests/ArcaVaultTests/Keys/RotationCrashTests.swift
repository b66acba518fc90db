import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

/// Rotations interrupted at any moment lose nothing, and never do both keys open the vault.
@Suite(.serialized, .enabled(if: runsSlowTests, "slow")) struct RotationCrashTests {
    private func fill(_ vault: Vault, _ count: Int) throws {
        try vault.add((0..<count).map { ItemDraft("service \($0)", "", "secret \($0)") })
        try vault.set(ItemDraft("service 0", "", "newer"))
    }

    private func expectAll(_ vault: Vault, _ count: Int, _ note: Comment) throws {
        #expect(try vault.items().count == count, note)
        #expect(try vault.text("service 0") == "newer", note)
        #expect(try vault.history(of: .init("service 0")).count == 1, note)
        for number in 1..<min(count, 20) { #expect(try vault.text("service \(number)") == "secret \(number)", note) }
    }

    @Test("after a permanent fault in any file operation, one key opens everything and the rotation can be completed")
    func everyFault() throws {
        try VaultFixture.run { fixture in
            let faults = try FaultyVFS.arm(BytePath(Array(fixture.folder.path.utf8)))
            let options = fixture.options { $0.stateFolder = nil }
            let (count, new) = (12, try VaultKeyFile())
            try fill(try Vault.create(at: fixture.path, slots: [.keyFile(fixture.key)], options: options), count)
            let original = try Data(contentsOf: fixture.file)

            func open(_ key: VaultKeyFile) throws -> Vault {
                try Vault.open(at: fixture.path, with: .keyFile(key), options: options)
            }
            func rotate() throws {
                let vault = try open(fixture.key)
                var plan = Vault.RotationPlan()
                for slot in try vault.slots { plan[slot.identifier] = .replace(.keyFile(new)) }
                try vault.rotate(plan)
            }
            faults.succeed()
            try rotate()
            let operationCount = faults.operations.count
            #expect(operationCount > 30)
            var ended = (old: 0, unfinished: 0, done: 0)
            for number in 0..<operationCount {
                try? FileManager.default.removeItem(atPath: fixture.file.path + "-journal")
                try original.write(to: fixture.file)
                faults.fail(at: number, .inputOutput, forever: true)
                let isDone = (try? rotate()) != nil
                faults.succeed()
                let note: Comment = "operation \(number) of \(operationCount)"
                if let vault = try? open(fixture.key) {
                    #expect(!isDone, note)
                    #expect(throws: VaultError.self, note) { try open(new) }
                    #expect(try vault.rotation == nil, note)
                    try expectAll(vault, count, note)
                    ended.old += 1
                } else {
                    let vault = try open(new)
                    try expectAll(vault, count, note)
                    if try vault.rotation == nil { ended.done += 1 } else { ended.unfinished += 1 }
                    try vault.resumeRotation()
                    try expectAll(vault, count, note)
                    #expect(try vault.rotation == nil, note)
                }
            }
            #expect(ended.old > 0, "\(ended)")
            #expect(ended.unfinished > 0, "\(ended)")
            #expect(ended.done > 0, "\(ended)")
        }
    }

    @Test("`arca vault rotate` is killed repeatedly and completes", .timeLimit(.minutes(30)))
    func kills() throws {
        try VaultFixture.run { fixture in
            let count = 1200
            try fill(try fixture.create(), count)
            let keyFile = fixture.folder.appendingPathComponent("k")
            try Data(fixture.key.text.withBytes { [UInt8](bytes: $0) }).write(to: keyFile)
            var random = Repeatable(7)
            var killedCount = 0
            for round in 0..<12 {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: Peer.arca)
                process.arguments = [
                    "vault", "rotate", "--vault", fixture.file.path, "--key-file", keyFile.path, "--progress", "never",
                ]
                process.environment = ["XDG_STATE_HOME": fixture.folder.path + "/command"]
                process.standardError = FileHandle.nullDevice
                try process.run()
                usleep(UInt32.random(in: 5_000...200_000, using: &random))
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                if process.terminationReason == .uncaughtSignal { killedCount += 1 }
                let vault = try fixture.open { $0.stateFolder = nil }
                try expectAll(vault, count, "round \(round)")
            }
            #expect(killedCount > 0)
            let vault = try fixture.open { $0.stateFolder = nil }
            try vault.resumeRotation()
            try expectAll(vault, count, "at the end")
            #expect(try fixture.number("SELECT count(*) FROM item WHERE epoch <> (SELECT epoch FROM state)") == 0)
            #expect(try fixture.number("SELECT count(*) FROM history WHERE epoch <> (SELECT epoch FROM state)") == 0)
        }
    }
}
