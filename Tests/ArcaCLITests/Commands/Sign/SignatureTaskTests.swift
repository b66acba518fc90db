internal import ArcaTestSupport
internal import Foundation
import Testing

@Suite struct SignatureTaskTests {
    @Test(
        "every task in Documentation/SIGNATURES.md runs", .enabled(if: runsSlowTests, "slow"),
        .enabled(if: ["bash", "git", "openssl", "signify-openbsd"].allSatisfy { Peer.has($0) }, "needs other programs"))
    func tasks() throws {
        let root = URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
        let text = try String(contentsOfFile: "\(root)/Documentation/SIGNATURES.md", encoding: .utf8)
        let blocks = text.components(separatedBy: "```sh\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        #expect(blocks.count == 12)
        try Peer.inFolder { folder in
            for name in ["release.tar", "notes.txt"] {
                try Data(name.utf8).write(to: folder.appendingPathComponent(name))
            }
            let prepared = """
                signify-openbsd -G -n -p openbsd.pub -s openbsd.sec
                (echo "SHA256 (notes.txt) = $(sha256sum notes.txt | cut -c1-64)") > list
                signify-openbsd -S -e -s openbsd.sec -m list -x SHA256.sig

                """
            let path = URL(fileURLWithPath: Peer.arca).deletingLastPathComponent().path
            let answer = try Peer.run(
                ["bash", "-euo", "pipefail", "-c", prepared + blocks.joined()],
                environment: [
                    "PATH": "\(path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")", "HOME": folder.path,
                    "PW": "correct horse",
                ], in: folder)
            #expect(answer.status == 0, "\(answer.text)\n\(answer.errors)")
            #expect(answer.text.contains("by alice@example.com, Ed25519 SHA256:"))
            #expect(answer.text.contains("release.tar: OK\n") && answer.text.contains("notes.txt: OK\n"))
        }
    }
}
