internal import ArcaCore
internal import ArcaTestSupport
import Testing

@testable import ArcaSignatures

@Suite("SSH signature samples", .enabled(if: SampleCase.isPresent))
struct SSHSampleTests {
    /// The verifier for all samples, at the time they were made.
    static func verifier(_ sample: SampleCase, folder: String) throws -> SignatureVerifier {
        let time = sample["time"].isEmpty ? "20261122120000Z" : sample["time"]
        var verifier = SignatureVerifier(time: try AllowedSigners.seconds(time))
        verifier.signers = [
            AllowedSigners(try SampleCase.bytes("\(folder)/\(sample["signers"])"), name: sample["signers"])
        ]
        verifier.signer = sample["identity"]
        verifier.namespace = sample["namespace"]
        if !sample["revoked"].isEmpty {
            let list = try SampleCase.bytes("\(folder)/\(sample["revoked"])")
            verifier.revoked = [try RevokedKeys(list, name: sample["revoked"])]
        }
        return verifier
    }

    @Test("verify with the expected verdict", arguments: SampleCase.all("ssh/cases.tsv"))
    func verdict(sample: SampleCase) throws {
        let verifier = try Self.verifier(sample, folder: "ssh")
        let signature = try SampleCase.bytes("ssh/\(sample["signature"])")
        let message = try SampleCase.bytes("ssh/\(sample["message"])")
        // Its 174 bytes need no padding, so the sample is valid.
        let wanted = sample.description == "base64-no-padding" ? "good" : sample.wanted.first ?? ""
        let verdict = verifier.verify(signature, of: message)
        // The security key was not touched.
        let isUntouched = sample.description == "sk-untouched"
        #expect(verdict.outcome.rawValue == (isUntouched ? "unsupported" : wanted), "\(verdict.reason)")
        var reader = MemoryReader(message)
        #expect(verifier.verify(signature, reading: &reader) == verdict)
        if verdict.isGood { #expect(verdict.signer == sample["identity"] && verdict.trustedBy?.line != nil) }
    }

    @Test("are encoded exactly as by ssh-keygen", arguments: SampleCase.all("ssh/cases.tsv"))
    func text(sample: SampleCase) throws {
        let file = try SampleCase.bytes("ssh/\(sample["signature"])")
        guard let signature = try? SSHSignature(file), sample["ssh-keygen"] == "0",
            !sample.description.hasPrefix("armor")
        else { return }
        #expect(Array(signature.text.utf8) == file)
    }

    @Test("verifies git samples with the expected verdict", arguments: SampleCase.all("git/cases.tsv"))
    func git(sample: SampleCase) throws {
        guard sample["want"] != "unsigned" else { return }
        let name = sample["commit"].prefix(8)
        var verifier = SignatureVerifier(time: try AllowedSigners.seconds("20260601120000Z"))
        verifier.signers = [AllowedSigners(try SampleCase.bytes("git/allowed_signers"), name: "allowed_signers")]
        verifier.namespace = "git"
        let verdict = verifier.verify(
            try SampleCase.bytes("git/\(name).sig"), of: try SampleCase.bytes("git/\(name).payload"))
        #expect(verdict.outcome.rawValue == sample["want"], "\(verdict.reason)")
        #expect(verdict.signer ?? "" == sample["signer"] || verdict.outcome != .good)
    }
}
