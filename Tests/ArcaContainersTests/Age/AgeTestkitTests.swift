internal import ArcaCodecs
import ArcaContainers
import ArcaCrypto
internal import ArcaTestSupport
import Testing

/// The public test kit of age: what must be read, and what must be refused, and where.
@Suite struct AgeTestkitTests {
    @Test("comes to what the kit says", arguments: AgeTestkit.names)
    func agrees(name: String) throws {
        let kit = try AgeTestkit(name)
        var (input, output) = (MemoryReader(kit.file), MemoryWriter())
        var failure: (any Error)?
        do {
            try Age(identities: kit.identities).open(&input, into: &output)
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
    }

    @Test("is there, all of the files that are taken from it")
    func isComplete() { #expect(AgeTestkit.names.count == 18) }
}
