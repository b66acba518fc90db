import ArcaCore
import ArcaContainers
import ArcaCrypto
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@Suite("Secrets from files, variables and terminals")
struct SecretSourcesTests {
    @Test("a file is read completely, or rejected if it is too long")
    func files() throws {
        try Peer.inFolder { folder in
            let path = BytePath(folder.path + "/secret")
            try Data("correct horse\r\n".utf8).write(to: URL(fileURLWithPath: path.description))
            let secret = try SecretBytes(contentsOf: path, limit: 15)
            #expect([UInt8](bytes: secret) == Array("correct horse\r\n".utf8))
            #expect([UInt8](bytes: secret.withoutLineEnd) == Array("correct horse".utf8))
            #expect(throws: SystemError(.limitExceeded, "")) { try SecretBytes(contentsOf: path, limit: 14) }
            #expect(throws: SystemError(.limitExceeded, "")) { try SecretBytes(contentsOf: path, limit: -1) }
            #expect(try [UInt8](bytes: SecretBytes(contentsOf: path, limit: .max)) == [UInt8](bytes: secret))
            let missing = BytePath(folder.path + "/none")
            let error = #expect(throws: SystemError.self) { try SecretBytes(contentsOf: missing) }
            #expect(error?.code == .notFound)
        }
    }

    @Test(
        "removes one trailing line end and nothing else",
        arguments: [
            ("", ""), ("\n", ""), ("\r\n", ""), ("\r", "\r"), ("a\n\n", "a\n"), ("a\r\r\n", "a\r"), (" a ", " a "),
        ])
    func lineEnds(text: String, expected: String) {
        #expect([UInt8](bytes: SecretBytes(copying: Array(text.utf8)).withoutLineEnd) == Array(expected.utf8))
    }

    @Test("a variable is gone after it was taken")
    func variables() async {
        // In a separate process: other tests read the environment at the same time.
        await #expect(processExitsWith: .success) {
            setenv("ARCA_TEST_TAKEN", "secret value", 1)
            let place = getenv("ARCA_TEST_TAKEN")
            let secret = try #require(SecretBytes(takingVariable: "ARCA_TEST_TAKEN"))
            #expect([UInt8](bytes: secret) == Array("secret value".utf8))
            #expect(getenv("ARCA_TEST_TAKEN") == nil)
            #expect(place?.pointee == 0, "wiped where it stood")
            #expect(SecretBytes(takingVariable: "ARCA_TEST_TAKEN") == nil)
        }
    }
}
