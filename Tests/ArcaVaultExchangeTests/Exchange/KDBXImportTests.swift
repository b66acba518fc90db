internal import ArcaCore
import ArcaCrypto
import ArcaOTP
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault
@testable import ArcaVaultExchange

@Suite("KeePass database import")
struct KDBXImportTests {
    @Test("reads every field in every combination of version, encryption, derivation, stream and key")
    func combinations() throws {
        let samples = try KDBXSamples()
        #expect(samples.names.count == 108)
        for name in samples.names {
            let found = try samples.open(name)
            try check(found, name)
        }
    }

    private func check(_ found: ImportedItems, _ name: String) throws {
        #expect(found.items.count == 7 && found.items.allSatisfy { $0.line == 0 }, "\(name)")
        let item = try #require(found.item("example.com"), "\(name)")
        let attributes = item.draft.attributes
        #expect(item.draft.name == .init(server: "example.com", account: "alice", scheme: "https"), "\(name)")
        #expect(item.password == "pä\"ss & <1>" && item.protected("notes") == "line 1\nline 2 ü", "\(name)")
        #expect(attributes.label == "Example & <Co>" && attributes.group == "Work/Servers", "\(name)")
        #expect(
            attributes.fields == [
                .init("url", "https://example.com/login"), .init("url (2)", "https://shop.example"),
                .init("tags", "work, web"), .init("Color", "blue"),
            ], "\(name)")
        #expect(item.draft.secret.fields.map(\.name) == ["notes", "PIN"] && item.protected("PIN") == "1234", "\(name)")
        #expect(attributes.expires?.description == "2030-01-01T00:00:00Z", "\(name)")
        #expect(item.draft.created?.description == "2020-01-02T03:04:05Z", "\(name)")
        #expect(item.draft.modified?.description == "2023-03-04T00:00:00Z", "\(name)")
        let password = try #require(item.draft.secret.oneTimePassword, "\(name)")
        #expect(password.issuer == "Example" && password.account == "alice" && text(password.key) == "Hello!")
        #expect(password.period == 60 && password.digits == 8, "\(name)")
        #expect(item.attachments.map(\.name) == ["a.txt", "data.bin", "again.txt"], "\(name)")
        #expect(
            item.attachments.map { Array(bytes: $0.content) } == [
                Array("attached\n".utf8), Array(0...255), Array("attached\n".utf8),
            ], "\(name)")
        #expect(item.history.map { text($0.secret.value) } == ["oldest", "older"], "\(name)")
        #expect(
            item.history.map { $0.attributes.fields.first { $0.name == "tags" }?.value } == ["old", nil], "\(name)")
        #expect(
            item.history.map { $0.secret.fields.first.map { text($0.value) } } == ["first", "second"], "\(name)")
        #expect(
            item.history.map { $0.modified?.description } == ["2021-01-01T00:00:00Z", "2022-01-01T00:00:00Z"], "\(name)"
        )

        func generator(_ title: String) -> OTPGenerator? { found.item(title)?.draft.secret.oneTimePassword }
        #expect(generator("KeeOtp").map { [$0.period, $0.digits] } == [45, 7], "\(name)")
        #expect(generator("Tray").map { [$0.period, $0.digits] } == [60, 8], "\(name)")
        #expect(generator("Time")?.algorithm == .sha256 && generator("Time")?.digits == 8, "\(name)")
        #expect(generator("Counter")?.kind == .counter && generator("Counter")?.counter == 5, "\(name)")
        for title in ["KeeOtp", "Tray", "Time", "Counter"] {
            #expect(generator(title).map { text($0.key) } == "Hello!", "\(name) \(title)")
        }

        let reference = try #require(found.item("Reference"), "\(name)")
        #expect(reference.draft.name.account == "alice" && reference.password == "<pä\"ss & <1>>", "\(name)")
        // The first reference is replaced by empty notes.
        #expect(reference.protected("notes") == "{REF:P@I:00}", "\(name)")
        #expect(found.item("Last")?.password == "the stream is in step", "\(name)")
        #expect(found.item("Last")?.draft.attributes.group == "End", "\(name)")
        #expect(
            found.notes.map { "\($0.kind) \($0.item?.service ?? "-"): \($0.text)" } == [
                "warning Reference: 'Reference' holds values of other entries now, not references: user name, password, notes",
                "warning Reference: 'Reference' holds references that could not be replaced by values: notes",
                "skipped example.com: the auto-type settings of 'Example & <Co>' are not imported",
                "skipped example.com: the data of plugins and other programs of 'Example & <Co>' are not imported",
                "skipped -: 2 entries of the recycle bin",
            ], "\(name)")
    }

    @Test("asks for passphrase or key file, and refuses wrong ones")
    func credentials() throws {
        let samples = try KDBXSamples()
        let wrong = SecretBytes(copying: "wrong".utf8)
        for name in samples.names.filter({ $0.contains("aes-aeskdf-salsa20") || $0.contains("argon2id-chacha20") }) {
            let (file, own, keyFile) = (
                try samples.file(name), samples.passphrase(of: name), try samples.keyFile(of: name)
            )
            #expect(KDBXSamples.error(file, nil)?.code == .locked, "\(name)")
            #expect(KDBXSamples.error(file, wrong, keyFile: keyFile)?.code == .wrongCredential, "\(name)")
            if keyFile != nil {
                #expect(KDBXSamples.error(file, own, keyFile: wrong)?.code == .wrongCredential, "\(name)")
                if own != nil {
                    #expect(KDBXSamples.error(file, own)?.code == .wrongCredential, "\(name)")
                    #expect(KDBXSamples.error(file, nil, keyFile: keyFile)?.code == .wrongCredential, "\(name)")
                }
            }
        }
    }

    @Test("finds every changed byte of the header, a sample of the others, and every cut, in both versions")
    func damage() throws {
        let samples = try KDBXSamples()
        for name in ["3.1-aes-aeskdf-salsa20-none", "3.1-chacha20-aeskdf-chacha20-none", "4.0-aes-aeskdf-salsa20-none"]
        {
            let file = try samples.file(name)
            let header = try #require(file.withBytes { KDBXHeader($0)?.byteCount })
            for index in Array(0..<header + 64) + Array(stride(from: header + 64, to: file.count, by: 37)) {
                var damaged = file
                damaged[index] ^= 1 << (index % 8)
                let error = KDBXSamples.error(damaged)
                #expect(error != nil, "\(name): byte \(index)")
                // The signature, the hash of the header, and its MAC.
                guard name.hasPrefix("4"), let code = error?.code else { continue }
                switch index {
                case ..<12: #expect([.malformed, .unsupported, .tampered].contains(code), "\(name): byte \(index)")
                case ..<header: #expect([.malformed, .tampered].contains(code), "\(name): byte \(index)")
                case header..<header + 32: #expect(code == .tampered, "\(name): byte \(index)")
                case header + 32..<header + 64: #expect(code == .wrongCredential, "\(name): byte \(index)")
                default: #expect(code == .tampered, "\(name): byte \(index)")
                }
            }
            for count in Array(0..<header + 80) + Array(stride(from: header + 80, to: file.count, by: 41)) {
                #expect(KDBXSamples.error(Array(file[..<count])) != nil, "\(name): \(count) bytes")
            }
            #expect(KDBXSamples.error(file + [0])?.code == .tampered, "\(name)")
        }
    }

    @Test("a header that was changed in version 3 is found by its hash, though the key is right")
    func headerHash() throws {
        var file = try KDBXSamples().file("3.1-aes-aeskdf-salsa20-none")
        // A comment in front of the cipher changes no value.
        file.insert(contentsOf: [1, 1, 0, 0x41], at: 12)
        let error = KDBXSamples.error(file)
        #expect(error?.code == .tampered && error?.reason.contains("header") == true)
    }

    @Test("refuses other programs' encryption and older databases by name")
    func unsupported() throws {
        let file = try KDBXSamples().file("3.1-aes-aeskdf-salsa20-none")
        for (identifier, name) in [
            ("ad68f29f576f4bb9a36ad47af965346c", "Twofish"), ("61ab05a1946441c38d743a563df8dd35", "AES-128-CBC"),
            ("00000000000000000000000000000000", "unknown (0000"),
        ] {
            var other = file
            other.replaceSubrange(15..<31, with: hex(identifier))
            let error = KDBXSamples.error(other)
            #expect(error?.code == .unsupported && error?.reason.contains(name) == true, "\(name)")
            #expect(error?.hint != nil)
        }
        var old = file
        old.replaceSubrange(4..<5, with: [0x65])
        let error = #expect(throws: VaultError.self) { try ImportedItems(reading: old) }
        #expect(error?.code == .unsupported && error?.reason.contains("KeePass 1") == true)
        var newer = file
        newer[10] = 5
        #expect(KDBXSamples.error(newer)?.reason.contains("version 5.1") == true)
    }

    @Test("refuses costs above the limits before deriving anything")
    func costs() throws {
        let samples = try KDBXSamples()
        var old = try samples.file("3.1-aes-aeskdf-salsa20-none")
        // The rounds, 100, after the type and the length of their field.
        let place = try #require(old.indices.first { old[$0...].starts(with: [6, 8, 0, 100, 0, 0]) })
        old[place + 7] = 1
        let error = KDBXSamples.error(old)
        #expect(error?.code == .costTooHigh)
        #expect(error?.reason == "4294967396 rounds of AES-KDF are above the limit of 200000000")
        for (name, byteCount, change) in [("M", 8, 5), ("I", 8, 3), ("P", 4, 2)] {
            var file = try samples.file("4.0-aes-argon2id-chacha20-none")
            let header = try #require(file.withBytes { KDBXHeader($0)?.byteCount })
            let key = [1, 0, 0, 0] + Array(name.utf8) + [UInt8(byteCount), 0, 0, 0]
            let place = try #require(file.indices.first { file[$0...].starts(with: key) })
            file[place + key.count + change] = 1
            file.replaceSubrange(header..<header + 32, with: SHA256.hash(file[..<header]))
            let error = KDBXSamples.error(file)
            // Too many lanes for the memory are an invalid parameter.
            #expect(error?.code == (name == "P" ? .malformed : .costTooHigh), "\(name): \(error?.reason ?? "")")
            #expect(error?.reason.contains("limit") == (name != "P"), "\(error?.reason ?? "")")
        }
        var limits = KDBXSamples.limits
        limits.aesKDFRounds = 1...99
        let file = try samples.file("4.0-aes-aeskdf-salsa20-none")
        #expect(throws: VaultError.code(.costTooHigh)) {
            try ImportedItems(reading: file, passphrase: KDBXSamples.passphrase, limits: limits)
        }
    }

    @Test("reads key files of every kind, and finds a damaged XML key file")
    func keyFiles() throws {
        func key(_ text: String) throws -> [UInt8] {
            Array(bytes: try KDBXKeyFile.key(in: SecretBytes(copying: text.utf8)))
        }
        let digits = String(repeating: "0f", count: 32)
        #expect(try key(digits) == Array(repeating: 15, count: 32))
        #expect(try key(digits.uppercased()) == Array(repeating: 15, count: 32))
        #expect(try key(String(repeating: "x", count: 32)) == Array(repeating: 0x78, count: 32))
        for other in ["", "any", String(repeating: "zz", count: 32), digits + "\n", "<html></html>", "<KeyFile/>"] {
            #expect(try key(other) == SHA256.hash(other.utf8), "\(other)")
        }
        func file(_ version: String, _ data: String) -> String {
            "<KeyFile><Meta><Version>\(version)</Version></Meta><Key><Data\(data)</Data></Key></KeyFile>"
        }
        // SHA-256 of 32 bytes 0x0f.
        let hash = Base16Text(SHA256.hash(Array(repeating: 15, count: 32)).prefix(4))
        #expect(try key(file("2.0", " Hash=\"\(hash)\">\n 0F0F \(digits.dropFirst(4))")).count == 32)
        #expect(try key(file("1.00", ">AAEC")) == [0, 1, 2])
        for wrong in [
            file("2.0", " Hash=\"00000000\">\(digits)"), file("2.0", ">0f0f"), file("1.0", ">%%"), file("1.0", ">"),
            "<KeyFile><Key></Key></KeyFile>", "<KeyFile><Meta>", file("2.0", ">\(digits)</Data><Data>\(digits)"),
        ] {
            #expect(throws: VaultError.code(.malformed), "\(wrong)") { try key(wrong) }
        }
        #expect(throws: VaultError.code(.unsupported)) { try key(file("3.0", ">AAEC")) }
    }
}

private func Base16Text(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
