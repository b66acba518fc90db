internal import ArcaCore
internal import ArcaCrypto
internal import ArcaTestSupport
import Testing

@testable import ArcaSignatures

@Suite("minisign samples", .enabled(if: SampleCase.isPresent))
struct MinisignSampleTests {
    static let passphrase = SecretBytes(copying: "correct horse".utf8)

    @Test("verify with the expected verdict", arguments: SampleCase.all("minisign/cases.tsv"))
    func verdict(sample: SampleCase) throws {
        var verifier = SignatureVerifier(time: 0)
        let key = try SignerKey.all(in: try SampleCase.bytes("minisign/\(sample["key"])"))
        verifier.keys = key.map { TrustedKey($0, name: sample["key"]) }
        let signature = try SampleCase.bytes("minisign/\(sample["signature"])")
        let message = try SampleCase.bytes("minisign/\(sample["message"])")
        let verdict = verifier.verify(signature, of: message)
        let outcome = verdict.outcome.rawValue + (verdict.isGood && verdict.isLegacy ? "-legacy" : "")
        #expect(outcome == sample["want"], "\(verdict.reason)")
        #expect(verdict.comment == nil || verdict.isIntact)
        #expect(verdict.comment?.unicodeScalars.allSatisfy { $0.value >= 0x20 } ?? true)
        verifier.allowsLegacy = false
        let strict = verifier.verify(signature, of: message)
        if sample["minisign -H"] != "0" || sample["want"] == "malformed" { #expect(!strict.isGood) }
    }

    @Test(
        "reads or rejects secret keys as expected", .enabled(if: runsSlowTests, "slow"),
        arguments: SampleCase.all("minisign/keys.tsv"))
    func secretKey(sample: SampleCase) throws {
        let bytes = try SampleCase.bytes("minisign/\(sample["key"])")
        let passphrase = sample["passphrase"].isEmpty ? nil : SecretBytes(copying: sample["passphrase"].utf8)
        try expect(sample) {
            let key = try MinisignSecretKey(bytes, passphrase: passphrase)
            let name = sample["key"] == "cheap.key" ? "encrypted" : String(sample["key"].dropLast(4))
            if let file = try? SampleCase.bytes("minisign/\(name).pub") {
                #expect(try key.publicKey == MinisignPublicKey(file))
            }
        }
        #expect(MinisignSecretKey.isEncrypted(bytes) != nil || sample["key"] == "short.key")
    }

    /// Compares the error of reading a key with the expectation of a sample.
    func expect(_ sample: SampleCase, _ body: () throws -> Void) throws {
        let codes: [String: [SignatureErrorCode]] = [
            "wrong-passphrase": [.wrongPassphrase], "too-costly": [.costTooHigh], "unsupported": [.unsupported],
            "malformed": [.malformed, .invalidKey],
        ]
        do {
            try body()
            #expect(sample["want"] == "good")
        } catch let error as SignatureError {
            #expect(codes[sample["want"]]?.contains(error.code) == true, "\(error)")
        }
    }

    @Test("verifies signify samples with the expected verdict", arguments: SampleCase.all("signify/cases.tsv"))
    func signify(sample: SampleCase) throws {
        var verifier = SignatureVerifier(time: 0)
        let key = try SignerKey.all(in: try SampleCase.bytes("signify/\(sample["key"])"))
        verifier.keys = key.map { TrustedKey($0, name: sample["key"]) }
        let file = try SampleCase.bytes("signify/\(sample["signature"])")
        switch sample["mode"] {
        case "detached":
            let verdict = verifier.verify(file, of: try SampleCase.bytes("signify/\(sample["message"])"))
            // Judged by its content, this is a truncated minisign signature.
            guard sample.description != "algorithm" else {
                #expect(throws: SignatureError.code(.unsupported, at: 41)) { try SignifySignature(file) }
                #expect(verdict.outcome == .malformed)
                return
            }
            #expect(verdict.outcome.rawValue == sample["want"], "\(verdict.reason)")
        case "embedded":
            #expect(verifier.verify(embedded: file).verdict.outcome.rawValue == sample["want"])
        case "gzip":
            #expect(SignatureFormat(detecting: file) == .signifyGzip)
            #expect(verifier.verify(file, of: []).outcome == .unsupported)
        default: #expect(try checkList(sample, file, verifier) == sample["want"])
        }
    }

    /// The verdict for a signed list and its files.
    private func checkList(_ sample: SampleCase, _ file: [UInt8], _ verifier: SignatureVerifier) throws -> String {
        let (verdict, offset) = verifier.verify(embedded: file)
        guard verdict.isGood, let offset else { return verdict.outcome.rawValue }
        do {
            let names = sample["files"].split(separator: " ").map { Array($0.utf8) }
            let entries = try ChecksumList(file[offset...]).entries(for: names)
            let fits = try entries.allSatisfy { entry in
                guard let content = try? SampleCase.bytes("signify/\(entry.shownName)") else { return false }
                return try entry.hash.hash(content) == entry.digest
            }
            return fits ? "good" : "bad"
        } catch let error as SignatureError {
            return error.code == .unsupported
                ? "unsupported" : error.code == .invalidOption || error.place == nil ? "bad" : "malformed"
        }
    }

    @Test("reads or rejects signify secret keys as expected", arguments: SampleCase.all("signify/keys.tsv"))
    func signifyKey(sample: SampleCase) throws {
        let bytes = try SampleCase.bytes("signify/\(sample["key"])")
        let passphrase = sample["passphrase"].isEmpty ? nil : SecretBytes(copying: sample["passphrase"].utf8)
        try expect(sample) {
            let key = try SignifySecretKey(bytes, passphrase: passphrase ?? Self.passphrase)
            let file = try SampleCase.bytes("signify/\(sample["key"].dropLast(4)).pub")
            #expect(try key.publicKey == SignifyPublicKey(file))
        }
    }

    @Test(
        "detects OpenPGP signatures and shows the command that verifies them",
        arguments: SampleCase.all("openpgp/cases.tsv"))
    func openPGP(sample: SampleCase) throws {
        let file = try SampleCase.bytes("openpgp/\(sample["file"])")
        let isText = sample["form"] == "cleartext framework"
        let format = try #require(SignatureFormat(detecting: file))
        #expect(format == (isText ? .openPGPText : .openPGP))
        #expect(
            format.foreignCommand(signature: "F.asc", file: "F")
                == (isText ? "gpg --verify F.asc" : "gpg --verify F.asc F"))
        #expect(SignatureVerifier(time: 0).verify(file, of: []).outcome == .unsupported)
    }
}
