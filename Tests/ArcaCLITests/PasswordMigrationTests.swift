import ArcaCodecs
import ArcaCore
import ArcaCrypto
import Foundation
import Testing

/// The code in Documentation/MIGRATION.md that upgrades passwords from MD5 to a slow hash.
@Suite struct PasswordMigrationTests {
    // The document shows from here
    func wrapped(md5 digest: String) throws -> String {
        "md5:" + (try PasswordHash(hashing: digest.utf8).text)
    }

    /// The hash to store from now on, or nil if the password is wrong.
    func login(_ password: SecretBytes, stored: String) throws -> String? {
        guard stored.hasPrefix("md5:") else {
            return try PasswordHash(stored).verify(password) ? stored : nil
        }
        let digest = Base16.standard.encode(Insecure.MD5.hash(password))
        guard try PasswordHash(String(stored.dropFirst(4))).verify(digest.utf8) else { return nil }
        return try PasswordHash(hashing: password).text
    }
    // to here.

    @Test("an MD5 hash is wrapped, and the right password replaces it")
    func migration() throws {
        let old = try wrapped(md5: "1e7de5cc28c72e3326e7e31e5eb830b2")
        let (right, wrong) = (SecretBytes(copying: "tulips".utf8), SecretBytes(copying: "roses".utf8))
        #expect(try login(wrong, stored: old) == nil)
        let new = try #require(try login(right, stored: old))
        #expect(new.hasPrefix("$scrypt$"))
        #expect(try login(wrong, stored: new) == nil)
        #expect(try login(right, stored: new) == new)
    }

    @Test("the document shows this code")
    func document() throws {
        let root = URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
        let document = try String(contentsOfFile: "\(root)/Documentation/MIGRATION.md", encoding: .utf8)
        let shown = try #require(document.components(separatedBy: "```swift\n").dropFirst().first)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let code = try #require(source.components(separatedBy: "shows from here\n").dropFirst().first)
        let lines = code.components(separatedBy: "    // to here.")[0].split(
            separator: "\n", omittingEmptySubsequences: false
        ).map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
        #expect(shown.components(separatedBy: "```")[0] == lines.joined(separator: "\n"))
    }
}
