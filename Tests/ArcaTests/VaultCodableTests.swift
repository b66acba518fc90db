import ArcaCore
import Arca
import Testing

@Suite("Codable values in a vault")
struct VaultCodableTests {
    struct Settings: Codable, Equatable {
        var name: String
        var numbers: [Int]
    }

    @Test("saves, reads, updates and deletes values in one line each")
    func lines() throws {
        let vault = try Vault.inMemory()
        try vault.save(Settings(name: "a", numbers: [1]), as: "settings")
        #expect(try vault.read(Settings.self, as: "settings") == Settings(name: "a", numbers: [1]))
        try vault.update(Settings.self, as: "settings") { $0.numbers.append(2) }
        #expect(try vault.read(Settings.self, as: "settings") == Settings(name: "a", numbers: [1, 2]))
        try vault.save(7, as: "number")
        #expect(try vault.read(Int.self, as: "number") == 7)
        #expect(throws: DecodingError.self) { try vault.read(Settings.self, as: "number") }
        #expect(try vault.service(Vault.codableService).accounts() == ["number", "settings"])
        try vault.delete("settings")
        try vault.delete("settings")
        #expect(try vault.read(Settings.self, as: "settings") == nil)
        #expect(throws: VaultError.code(.notFound)) { try vault.update(Settings.self, as: "settings") { _ in } }
    }
}
