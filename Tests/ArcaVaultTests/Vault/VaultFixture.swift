import ArcaCore
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Synchronization

@testable import ArcaVault

/// A vault file in its own folder, next to a state folder.
struct VaultFixture {
    let folder: URL
    let key: VaultKeyFile

    /// Notes received when opening.
    final class Notes: Sendable {
        private let all = Mutex<[VaultNote]>([])
        var list: [VaultNote] { all.withLock { $0 } }
        func add(_ note: VaultNote) { all.withLock { $0.append(note) } }
    }
    let notes = Notes()

    static func run<Result>(_ body: (VaultFixture) throws -> Result) throws -> Result {
        try Peer.inFolder { try body(VaultFixture(folder: $0, key: VaultKeyFile())) }
    }

    var file: URL { folder.appendingPathComponent("test.vault") }
    var path: BytePath { path(of: "test.vault") }

    func path(of name: String) -> BytePath { BytePath(Array(folder.appendingPathComponent(name).path.utf8)) }

    func options(_ change: (inout Vault.OpenOptions) -> Void = { _ in }) -> Vault.OpenOptions {
        var options = Vault.OpenOptions(stateFolder: Vault.StateFolder(path(of: "state")))
        options.notes = { [notes] in notes.add($0) }
        options.busyMilliseconds = 60_000
        change(&options)
        return options
    }

    func create() throws -> Vault { try Vault.create(at: path, slots: [.keyFile(key)], options: options()) }

    func open(_ change: (inout Vault.OpenOptions) -> Void = { _ in }) throws -> Vault {
        try Vault.open(at: path, with: .keyFile(key), options: options(change))
    }

    /// Changes rows as an attacker who has the file and no key could.
    func edit(_ statements: String...) throws {
        let database = try Database(path, .readWrite)
        try database.write {
            for statement in statements { try database.execute(statement) }
        }
    }

    /// The number returned by an SQL query.
    func number(_ query: String) throws -> Int {
        let database = try Database(path, .readOnly)
        return try database.read { Int(try database.integer(query)) }
    }

    /// Flips a bit of a blob in the row with a tag, or in all rows of another table.
    ///
    /// A negative `place` counts from the end.
    func flip(_ column: String, _ place: Int, bit: Int = 0, tag: String? = nil, table: String = "item") throws {
        let rows = tag.map { "\(table) WHERE tag = \($0)" } ?? table
        let start = try place < 0 ? number("SELECT length(\(column)) FROM \(rows)") + place : place
        let all = (0...255).map { String(format: "%02x", $0) }.joined()
        let byte = try number("SELECT instr(X'\(all)', substr(\(column), \(start + 1), 1)) - 1 FROM \(rows)")
        let changed = String(format: "%02x", byte ^ 1 << bit)
        try edit(
            "UPDATE \(table) SET \(column) = CAST(substr(\(column), 1, \(start)) || X'\(changed)' || "
                + "substr(\(column), \(start + 2)) AS BLOB)" + (tag.map { " WHERE tag = \($0)" } ?? ""))
    }

    func forgetAnchor() throws { try FileManager.default.removeItem(at: folder.appendingPathComponent("state")) }
}

extension ItemDraft {
    init(_ service: String, _ account: String = "", _ secret: String) {
        self.init(VaultItem.Name(service, account), secret: ItemSecret(SecretBytes(copying: secret.utf8)))
    }
}

extension ItemSecret {
    var text: String { String(decoding: [UInt8](bytes: value), as: UTF8.self) }
}

extension Vault {
    func text(_ service: String, _ account: String = "") throws -> String {
        try secret(of: .init(service, account)).text
    }

    func group(_ service: String, _ account: String = "") throws -> Int {
        try read { transaction in
            transaction.keys.lookupTag(.init(service, account)).group
        }
    }

    /// The tag of a name as an SQL literal.
    func tag(_ service: String, _ account: String = "") throws -> String {
        let tag = try read { transaction in transaction.keys.lookupTag(.init(service, account)) }
        return "X'" + tag.value.bigEndianBytes.map { String(format: "%02x", $0) }.joined() + "'"
    }
}
