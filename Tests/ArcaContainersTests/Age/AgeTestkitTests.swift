internal import ArcaCore
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
internal import Foundation
import Testing

/// Files in the layout of the age test kit, with the expected result or error.
@Suite struct AgeTestkitTests {
    @Test("has the outcome stated in the file", arguments: AgeTestkit.ownPaths + AgeTestkit.publicPaths)
    func agrees(path: String) throws {
        let kit = try AgeTestkit(path)
        let format = Age(identities: try kit.identities)
        var (input, output) = (MemoryReader(kit.file), MemoryWriter())
        var failure: (any Error)?
        do {
            try format.open(&input, into: &output)
        } catch { failure = error }
        if kit.expectation == "success" {
            #expect(failure == nil)
        } else {
            let error = try #require(failure as? ContainerError, "\(kit.expectation)")
            #expect(kit.allowedCodes.contains(error.code), "\(kit.expectation): \(error)")
        }
        if let digest = kit.payloadDigest {
            #expect(hexText(SHA256.hash(output.bytes)) == digest)
        } else {
            #expect(output.bytes.isEmpty)
        }
        // As a range as well: the same output, and nothing if the file is not intact.
        let everything = try ByteRange("0-")
        let bytes = try? format.open(everything, of: kit.file)
        #expect(bytes == (failure == nil ? output.bytes : nil))
    }

    @Test("our own files match the output of their generator", .enabled(if: Peer.hasPython(module: "cryptography")))
    func generator() throws {
        #expect(AgeTestkit.ownPaths.count > 500)
        let program = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Vectors/age/generate.py")
        let answer = try Peer.run(["python3", program.standardized.path, "--check"])
        #expect(answer.status == 0, "\(answer.errors)")
    }
}
