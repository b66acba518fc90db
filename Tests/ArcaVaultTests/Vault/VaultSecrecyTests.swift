import ArcaCore
import ArcaCrypto
import ArcaOTP
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

@Suite("Secrecy of the file, and detection of changed bytes", .enabled(if: runsSlowTests, "slow"))
struct VaultSecrecyTests {
    @Test("no name, secret, label, field or attachment appears in any file, before or after its removal")
    func nothingInClear() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            var draft = ItemDraft("marker-service", "marker-account", "marker-secret")
            draft.attributes.label = "marker-label"
            draft.attributes.comment = "marker-comment"
            draft.attributes.fields = [.init("marker-field", "marker-value")]
            draft.secret.fields = [.init("marker-protected", SecretBytes(copying: "marker-pin".utf8))]
            draft.secret.oneTimePassword = try OTPGenerator(
                .time, key: SecretBytes(copying: "marker-otp-key".utf8), issuer: "marker-issuer")
            try vault.add(draft)
            try vault.attach(
                "marker-attachment", mediaType: "marker/type",
                from: MemoryReader(Array(String(repeating: "marker-content ", count: 200).utf8)), to: draft.name)
            try vault.addSlot(.recoveryCode(RecoveryCode()).labeled("marker-slot"))
            func search() throws {
                var count = 0
                let files = FileManager.default.enumerator(at: fixture.folder, includingPropertiesForKeys: nil)
                while let file = files?.nextObject() as? URL {
                    guard let bytes = try? Data(contentsOf: file) else { continue }
                    count += 1
                    #expect(bytes.range(of: Data("marker".utf8)) == nil, "\(file.lastPathComponent)")
                    #expect(bytes.range(of: Data("sqlite_sequence".utf8)) == nil)
                }
                #expect(count >= 2)
            }
            try search()
            try vault.set(ItemDraft("marker-service", "marker-account", "marker-other"))
            try vault.remove(draft.name)
            try search()
            // The encrypted bytes are gone as well.
            #expect(
                try fixture.number(
                    "SELECT (SELECT count(*) FROM item) + (SELECT count(*) FROM history) + (SELECT count(*) FROM piece)"
                ) == 0)
        }
    }

    @Test("secrets and names whose lengths share a bucket give files of equal size")
    func sizes() throws {
        func size(_ secretCount: Int, _ labelCount: Int, _ attachmentCount: Int) throws -> Int {
            try VaultFixture.run { fixture in
                let vault = try fixture.create()
                for number in 0..<20 {
                    var draft = ItemDraft("s", "\(number)", String(repeating: "x", count: secretCount))
                    draft.attributes.label = String(repeating: "x", count: labelCount)
                    try vault.add(draft)
                }
                try vault.attach(
                    "a", from: MemoryReader([UInt8](repeating: 1, count: attachmentCount)), to: .init("s", "0"))
                return try Data(contentsOf: fixture.file).count
            }
        }
        // Secret TLV: 2 bytes before the value; buckets 64 and 96, 384 and 512.
        #expect(try size(1, 1, 1) == size(61, 20, 1024))
        #expect(try size(400, 220, 2049) == size(500, 280, 2176))
        #expect(try size(1, 1, 1) < size(3000, 1, 1))
    }

    @Test("a changed byte is detected or has no effect")
    func flippedBytes() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "old"))
            try vault.set(ItemDraft("s", "a", "secret"))
            try vault.attach("x", from: MemoryReader([1, 2, 3]), to: .init("s", "a"))
            try vault.add(ItemDraft("s", "b", "other"))
            let name = VaultItem.Name("s", "a")
            let expected = try (vault.items(), vault.history(of: name))
            vault.lock()
            let bytes = try [UInt8](Data(contentsOf: fixture.file))
            let isLong = ProcessInfo.processInfo.environment["ARCA_LONG_TESTS"] != nil
            // Every nonzero byte; in a long run the free space as well.
            for place in bytes.indices where isLong || bytes[place] != 0 || place < 100 {
                var changed = bytes
                changed[place] ^= place.isMultiple(of: 2) ? 0x01 : 0x80
                try Data(changed).write(to: fixture.file)
                do {
                    let vault = try fixture.open { $0.isReadOnly = true }
                    #expect(try vault.items() == expected.0, "byte \(place)")
                    #expect(try vault.history(of: name) == expected.1, "byte \(place)")
                    #expect(try vault.text("s", "a") == "secret", "byte \(place)")
                    #expect(try vault.text("s", "b") == "other", "byte \(place)")
                    #expect(try vault.secret(of: name, version: 2).text == "old", "byte \(place)")
                    #expect(try vault.extract("x", of: name, to: MemoryWriter()).bytes == [1, 2, 3], "byte \(place)")
                } catch let error as VaultError {
                    let codes: [VaultError.Code] = [.tampered, .malformed, .unsupported, .forked, .olderFile, .locked]
                    #expect(codes.contains(error.code), "byte \(place): \(error.code) \(error)")
                }
            }
            try Data(bytes).write(to: fixture.file)
            #expect(try fixture.open().verify().findings.isEmpty)
        }
    }

    @Test("no nonce is used twice, even when an older file is put back and written to")
    func noncesAfterRestoring() throws {
        try VaultFixture.run { fixture in
            let vault = try fixture.create()
            try vault.add(ItemDraft("s", "a", "1"))
            let old = try Data(contentsOf: fixture.file)
            var nonces: [[UInt8]] = []
            for run in 0..<2 {
                if run > 0 { try old.write(to: fixture.file) }
                let vault = try fixture.open { $0.stateFolder = nil }
                try vault.set(ItemDraft("s", "a", "2"))
                let database = try Database(fixture.path, .readOnly)
                try database.read {
                    try database.statement("SELECT attrs, sn FROM item").forEach { row in
                        nonces.append(Array(try row.blob(0, count: 40...)[..<24]))
                        nonces.append(Array(try row.blob(1, count: 40)[..<24]))
                    }
                    nonces.append(Array(try database.state.row().sealed[..<24]))
                }
            }
            #expect(Set(nonces).count == 6)
        }
    }
}
