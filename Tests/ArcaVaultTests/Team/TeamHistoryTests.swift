import ArcaCore
import ArcaCrypto
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaTeam
@testable import ArcaVault

/// Random histories of three members with real files; every value that no later writer saw and replaced survives.
///
/// `ARCA_HISTORIES=500` runs 500 in memory and a quarter of them on PostgreSQL. Seed 300 needs a name that its last
/// writer has freed.
@Suite("Random histories of a team")
struct TeamHistoryTests {
    /// A random number generator with a seed.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var z = state
            z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
            z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
            return z ^ z >> 31
        }
    }

    private static let count = Int(ProcessInfo.processInfo.environment["ARCA_HISTORIES"] ?? "") ?? 8

    /// All values of a vault: those shown and those to choose from.
    private static func values(_ vault: Vault) throws -> Set<String> {
        var values: Set<String> = []
        for item in try vault.items() {
            values.insert(try vault.secret(of: item.name).text)
            values.insert(item.attributes.comment)
        }
        for conflict in try vault.conflicts() {
            for choice in conflict.choices {
                switch choice.value {
                case .text(let text): values.insert(text)
                case .secret(let secret): values.insert(String(decoding: [UInt8](bytes: secret), as: UTF8.self))
                }
            }
        }
        return values
    }

    @Test(
        "converge and lose nothing", .enabled(if: runsSlowTests, "slow"),
        arguments: Array(0..<count) + [300], TeamPlace.available)
    func history(_ seed: Int, on place: TeamPlace) throws {
        guard place == .memory || seed.isMultiple(of: 4) else { return }
        var numbers = Numbers(state: UInt64(seed))
        try TeamTrial.run((0..<4).map { ItemDraft("i\($0)", "", "start\($0)") }, on: place) { trial in
            var members = [trial.alice, try trial.join("bob"), try trial.join("carol")]
            var written: Set<String> = []
            var replaced: Set<String> = []
            var counter = 0
            var backup: TeamLog?
            for _ in 0..<40 {
                let place = Int.random(in: 0..<3, using: &numbers)
                let member = members[place]
                let vault = member.vault
                let items = try vault.items()
                counter += 1
                let value = "v\(counter)"
                switch Int.random(in: 0..<12, using: &numbers) {
                case 0..<5:
                    guard let item = items.randomElement(using: &numbers) else { continue }
                    // The writer has seen all values that the file shows for the field.
                    let isSecret = Bool.random(using: &numbers)
                    let conflict = try vault.conflicts(of: item.name).filter {
                        $0.field == (isSecret ? "password" : "comment")
                    }
                    for case .secret(let old) in conflict.flatMap(\.choices).map(\.value) {
                        replaced.insert(String(decoding: [UInt8](bytes: old), as: UTF8.self))
                    }
                    for case .text(let old) in conflict.flatMap(\.choices).map(\.value) { replaced.insert(old) }
                    if isSecret {
                        replaced.insert(try vault.secret(of: item.name).text)
                        try vault.update(item.name) { $0.secret.value = SecretBytes(copying: value.utf8) }
                    } else {
                        replaced.insert(item.attributes.comment)
                        try vault.update(item.name) { $0.attributes.comment = value }
                    }
                    written.insert(value)
                case 5:
                    let name = "n\(Int.random(in: 0..<3, using: &numbers)) \(counter % 2)"
                    guard try vault.item(.init(name)) == nil else { continue }
                    try vault.add(ItemDraft(name, "", value))
                    written.insert(value)
                case 6:
                    guard let item = items.randomElement(using: &numbers) else { continue }
                    let before = try Self.values(vault)
                    if Bool.random(using: &numbers) {
                        try vault.moveToTrash(item.name)
                    } else {
                        try vault.remove(item.name)
                    }
                    replaced.formUnion(before.subtracting(try Self.values(vault)))
                case 7:
                    member.store.appending = { batch, honest throws(VaultError) in
                        _ = try honest(batch)
                        throw VaultError(.unreachable, "cut")
                    }
                    _ = try? member.sync()
                    member.store.appending = nil
                case 8 where place > 0:
                    members[place] = try trial.reopen(member)
                case 9 where backup == nil:
                    backup = trial.server[trial.vault]
                case 10:
                    if let old = backup, old.position != trial.server[trial.vault].position {
                        trial.server[trial.vault] = old
                        // The member with the newest log repairs it.
                        let newest = try members.max {
                            try $0.vault.teamStatus().generation < $1.vault.teamStatus().generation
                        }!
                        _ = try newest.vault.repairTeamLog(in: newest.store)
                        backup = nil
                    }
                default: try member.sync()
                }
            }
            for _ in 0..<4 { for member in members { try member.sync() } }
            let last = trial.server[trial.vault].position
            for member in members { #expect(try member.sync().sentCount == 0) }
            #expect(trial.server[trial.vault].position == last)
            let contents = try members.map { try $0.content }
            #expect(contents[0] == contents[1] && contents[1] == contents[2], "seed \(seed)")
            let values = try Self.values(members[0].vault)
            let lost = written.subtracting(replaced).subtracting(values)
            #expect(lost.isEmpty, "seed \(seed): \(lost.sorted())")
            for member in members {
                try member.vault.verifyTeamLog()
                #expect(try member.vault.verify().isSound)
            }
        }
    }
}
