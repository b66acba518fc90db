import Arca
import Foundation
import Synchronization
import Testing

/// The code of the article PatternsInAnApp, and a run of it.
///
/// DocumentationTests compares both texts.
@Suite struct PatternsInAnAppTests {
    /// The app's database: one row per user.
    protocol Accounts: Sendable {
        func patternHash(of user: String) throws -> String?
        func setPatternHash(_ text: String, of user: String) throws
        func lockout(of user: String) throws -> [UInt8]?
        /// UPDATE accounts SET lockout = :record WHERE name = :user AND lockout IS :old; returns whether a row changed.
        func replaceLockout(_ old: [UInt8]?, by record: [UInt8], of user: String) throws -> Bool
    }

    struct PatternLogin {
        let accounts: any Accounts
        /// A secret of the server that is not in the database.
        let pepper: SymmetricKey

        func enroll(_ pattern: Pattern, as user: String) throws {
            try accounts.setPatternHash(PatternHash(hashing: pattern, pepper: pepper).text, of: user)
            try lockout(of: user).reset()
        }

        func isRight(_ pattern: Pattern, for user: String) throws -> Bool {
            guard let text = try accounts.patternHash(of: user) else { return false }
            let hash = try PatternHash(text)
            return try lockout(of: user).attempt { try hash.verify(pattern, pepper: pepper) }
        }

        func unlock(_ user: String) throws { try lockout(of: user).reset() }

        func migrate(_ digest: [UInt8], of user: String) throws -> Bool {
            guard let finding = try PatternAudit.find(digest) else { return false }
            try enroll(finding.pattern, as: user)
            return true
        }

        private func lockout(of user: String) throws -> Pattern.Lockout {
            let identifier = Array(SHA256.hash(user.utf8).prefix(16))
            return try Pattern.Lockout(identifier: identifier, key: pepper, clock: .system) {
                try accounts.lockout(of: user)
            } store: { record, old in
                try accounts.replaceLockout(old, by: record, of: user)
            }
        }
    }

    private final class Table: Accounts {
        private struct Row {
            var hash: String?
            var lockout: [UInt8]?
        }
        private let rows = Mutex<[String: Row]>([:])

        func patternHash(of user: String) -> String? { rows.withLock { $0[user]?.hash } }
        func setPatternHash(_ text: String, of user: String) { rows.withLock { $0[user, default: Row()].hash = text } }
        func lockout(of user: String) -> [UInt8]? { rows.withLock { $0[user]?.lockout } }
        func replaceLockout(_ old: [UInt8]?, by record: [UInt8], of user: String) -> Bool {
            rows.withLock { rows in
                guard rows[user]?.lockout == old else { return false }
                rows[user, default: Row()].lockout = record
                return true
            }
        }
        func set(lockout record: [UInt8]?, of user: String) { rows.withLock { $0[user]?.lockout = record } }
    }

    private let table = Table()
    private var login: PatternLogin { PatternLogin(accounts: table, pepper: SymmetricKey(copying: [UInt8](0..<32))) }

    @Test("enrolls, verifies, locks out after five wrong patterns, and unlocks")
    func lockout() throws {
        let right = try Pattern(dots: [0, 3, 6, 7, 8]), wrong = try Pattern(dots: [0, 1, 2, 5])
        #expect(try !login.isRight(right, for: "alice"))
        try login.enroll(right, as: "alice")
        #expect(try login.isRight(right, for: "alice"))
        for _ in 0..<5 { #expect(try !login.isRight(wrong, for: "alice")) }
        let error = try #require(throws: PatternError.self) { try login.isRight(right, for: "alice") }
        #expect(error.code == .locked)
        // Another user is not locked out.
        try login.enroll(wrong, as: "bob")
        #expect(try login.isRight(wrong, for: "bob"))
        try login.unlock("alice")
        #expect(try login.isRight(right, for: "alice"))
    }

    @Test("a deleted or foreign lockout record gives no free attempts")
    func records() throws {
        let right = try Pattern(dots: [0, 3, 6, 7, 8])
        for user in ["alice", "bob"] { try login.enroll(right, as: user) }
        for record in [nil, table.lockout(of: "bob")] {
            table.set(lockout: record, of: "alice")
            let error = try #require(throws: PatternError.self) { try login.isRight(right, for: "alice") }
            #expect(error.code == .locked)
        }
    }

    @Test("replaces an unsalted digest by a hash of its pattern")
    func audit() throws {
        let digest = try AnyHashFunction.sha1.hash([0, 3, 6, 7, 8] as [UInt8])
        #expect(try login.migrate(digest, of: "alice"))
        #expect(try login.isRight(Pattern(dots: [0, 3, 6, 7, 8]), for: "alice"))
        #expect(try !login.migrate([UInt8](repeating: 1, count: 20), of: "bob"))
        #expect(table.patternHash(of: "bob") == nil)
    }
}
