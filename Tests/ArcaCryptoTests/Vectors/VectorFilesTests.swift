import ArcaCodecs
import ArcaCore
import ArcaCrypto
import Foundation
import Testing

/// Checks that all vector files are present and unchanged, and that the command passes every case.
@Suite struct VectorFilesTests {
    /// The number of files in each folder.
    static let folders = [
        "aes-ccm": 15, "aes-gcm": 3, "aes-gcm-siv": 2, "aes-keywrap": 8, "aes-modes": 105, "aes-siv": 1, "aes-xts": 4,
        "argon2": 6,
        "blake2": 2, "chacha20-poly1305": 2, "cmac": 3, "ecdh": 3, "ecdsa": 3, "eddsa": 2, "hkdf": 3, "hmac": 8,
        "hpke": 3, "kmac": 1, "md5": 1, "ml-dsa": 3, "ml-kem": 3, "pbkdf2": 3, "ripemd160": 1, "rsa": 10, "scrypt": 1,
        "sha1": 3,
        "sha2": 15, "sha3": 9, "shake": 7, "sm3": 1, "sm4": 6, "tdes": 48, "xdh": 2,
    ]
    /// The number of skipped cases per folder and reason; the other folders skip none.
    static let skipped = [
        // Units of 130, 140 and 250 bits require a bitwise implementation.
        "aes-xts": [
            "data units of 130 bits, which are not whole bytes": 400,
            "data units of 140 bits, which are not whole bytes": 400,
            "data units of 250 bits, which are not whole bytes": 400,
        ],
        "argon2": ["Argon2 with 1024 MiB of memory": 2],
        "eddsa": ["signatures with a context": 1],
        "hpke": ["Arca has no HPKE with the one-stage KDF SHAKE256": 1],
        "scrypt": ["scrypt with 1024 MiB of memory": 1],
    ]

    @Test("each folder contains the files listed in its SOURCE.md", arguments: folders.keys.sorted())
    func files(folder: String) throws {
        let entries = VectorFiles.entries(in: folder)
        #expect(entries.count == Self.folders[folder])
        #expect(VectorFiles.paths(in: folder) == entries.map(\.path).sorted())
        for entry in entries {
            let digest = try SHA256.hash(VectorFiles.bytes(of: entry.path))
            #expect(Base16.standard.encode(digest) == entry.digest, "\(entry.path)")
            #expect(entry.caseCount > 0, "\(entry.path)")
        }
    }

    /// The output of `arca vectors verify --report json`: the release build runs all files once for all tests.
    private static let report: [String: FileReport]? = {
        guard let path = ProcessInfo.processInfo.environment["ARCA_VECTOR_REPORT"] else { return nil }
        let data = (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()
        let files = (try? JSONDecoder().decode(Report.self, from: data))?.files ?? []
        return Dictionary(files.map { ($0.path.replacing(".gz", with: ""), $0) }) { $1 }
    }()

    private struct Report: Decodable {
        let files: [FileReport]
    }

    private struct FileReport: Decodable {
        let path: String
        let total: Int
        let failed: Int
        let skipReasons: [String: Int]
    }

    @Test(
        "each case gives the published result", .enabled(if: report != nil, "scripts/test makes the report"),
        arguments: folders.keys.sorted())
    func cases(folder: String) throws {
        var skipped: [String: Int] = [:]
        for entry in VectorFiles.entries(in: folder) {
            let file = try #require(Self.report?["Vectors/" + entry.path], "\(entry.path) did not run")
            #expect(file.total == entry.caseCount, "cases of \(entry.path)")
            #expect(file.failed == 0, "\(entry.path)")
            skipped.merge(file.skipReasons, uniquingKeysWith: +)
        }
        #expect(skipped == Self.skipped[folder] ?? [:])
    }
}
