import ArcaCodecs
import ArcaCrypto
import Testing

/// The vector files themselves: all there, unchanged, and each run by some suite.
@Suite struct VectorFilesTests {
    static let claimed =
        AEADVectorTests.gcmFiles + AEADVectorTests.ccmFiles + AEADVectorTests.sivFiles + AEADVectorTests.chaChaFiles
        + BlockModeVectorTests.entries + XTSVectorTests.entries + KeyWrapVectorTests.entries
        + DigestVectorTests.entries + MACVectorTests.entries + DerivationVectorTests.entries
        + CurveVectorTests.agreementFiles + CurveVectorTests.signatureFiles + RSAVectorTests.entries
    /// How many files each folder has.
    static let folders = [
        "aes-ccm": 15, "aes-gcm": 3, "aes-keywrap": 8, "aes-modes": 105, "aes-siv": 1, "aes-xts": 4, "blake2": 2,
        "chacha20-poly1305": 2, "cmac": 3, "eddsa": 2, "hkdf": 3, "hmac": 8, "kmac": 1, "md5": 1, "pbkdf2": 3,
        "ripemd160": 1, "rsa": 10,
        "scrypt": 1, "sha1": 3, "sha2": 15, "sha3": 9, "shake": 7, "sm3": 1, "tdes": 48, "xdh": 2,
    ]

    @Test("each folder holds the files that its SOURCE.md lists, unchanged", arguments: folders.keys.sorted())
    func files(folder: String) throws {
        let entries = VectorFiles.entries(in: folder)
        #expect(entries.count == Self.folders[folder])
        #expect(VectorFiles.paths(in: folder) == entries.map(\.path).sorted())
        for entry in entries {
            let digest = try SHA256.hash(VectorFiles.bytes(of: entry.path))
            #expect(Base16.encode(digest) == entry.digest, "\(entry.path)")
            #expect(entry.caseCount > 0, "\(entry.path)")
        }
    }

    @Test("each file is run by one suite")
    func claims() {
        let claimed = Self.claimed.map(\.path).sorted()
        #expect(claimed == Self.folders.keys.flatMap { VectorFiles.entries(in: $0).map(\.path) }.sorted())
    }
}
