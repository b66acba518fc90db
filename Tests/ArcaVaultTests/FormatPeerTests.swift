import ArcaCore
import ArcaContainers
import ArcaCrypto
import ArcaOTP
import ArcaPatterns
import ArcaSystem
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaVault

/// Reads vaults made by Python, and lets Python read Arca's.
///
/// `Peer/vault.py` is written from the format document alone.
@Suite(
    "The format, checked against a second implementation", .enabled(if: Peer.hasPython(module: "cryptography")),
    .enabled(if: runsSlowTests, "slow")
)
struct FormatPeerTests {
    /// The output of `vault.py make`: the vault's credentials and content.
    struct Made: Decodable {
        struct Credentials: Decodable {
            let passphrase, file, keyFile, recovery, x25519, device: String
            let pattern: [Int]
        }

        let credentials: Credentials
        let content: PeerContent
    }

    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let vectors = tests.appendingPathComponent("../../Vectors/vault").standardized

    private static func peer(_ arguments: [String], environment: [String: String] = [:]) throws -> Peer.Answer {
        let script = tests.appendingPathComponent("Peer/vault.py").path
        return try Peer.run(["python3", script] + arguments, environment: environment)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// A folder with a vault and a state folder.
    private struct Place {
        let folder: URL
        var vault: URL { folder.appendingPathComponent("a.vault") }
        var path: BytePath { BytePath(vault.path) }
        var options: Vault.OpenOptions { Vault.OpenOptions(stateFolder: state) }
        var state: Vault.StateFolder { Vault.StateFolder(BytePath(folder.appendingPathComponent("state").path)) }

        /// Creates the vault with Python.
        func make(_ options: [String]) throws -> Made {
            let answer = try FormatPeerTests.peer(["make", vault.path, "--seed", "7"] + options)
            #expect(answer.status == 0, "\(answer.errors)")
            return try FormatPeerTests.decode(Made.self, answer.output)
        }

        func open(_ credential: VaultCredential) throws -> Vault {
            try Vault.open(at: path, with: credential, options: options)
        }

        /// Verifies and reads the vault with Python.
        func dump(_ arguments: [String], environment: [String: String] = [:]) throws -> PeerContent {
            let answer = try FormatPeerTests.peer(["dump", vault.path] + arguments, environment: environment)
            #expect(answer.status == 0, "\(answer.errors)")
            return try FormatPeerTests.decode(PeerContent.self, answer.output).sorted
        }
    }

    private func inPlace(_ body: (Place) throws -> Void) throws {
        try Peer.inFolder { folder in try body(Place(folder: folder)) }
    }

    private func secret(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

    private func keyFile(_ made: Made) throws -> VaultCredential {
        .keyFile(try VaultKeyFile(made.credentials.keyFile.utf8))
    }

    // MARK: Made by Python

    @Test(
        "The vaults in Vectors, of formats 1 and 2, open with each of their credentials",
        arguments: ["passphrase", "passphrase and file", "key file", "X25519", "RSA", "recovery code"],
        ["all", "all-2"])
    func vector(name: String, file: String) throws {
        try inPlace { place in
            try Data(contentsOf: Self.vectors.appendingPathComponent("\(file).vault")).write(to: place.vault)
            let made = try Self.decode(
                Made.self, [UInt8](Data(contentsOf: Self.vectors.appendingPathComponent("\(file).json"))))
            let given = made.credentials
            let credential: VaultCredential
            switch name {
            case "passphrase": credential = .passphrase(secret(given.passphrase))
            case "passphrase and file":
                credential = .passphraseAndKeyFile(
                    secret(given.passphrase), contents: SecretBytes(copying: hex(given.file)))
            case "key file": credential = try keyFile(made)
            case "X25519": credential = .x25519(try .init(rawRepresentation: SecretBytes(copying: hex(given.x25519))))
            case "RSA":
                let key = try Data(contentsOf: Self.vectors.appendingPathComponent("rsa.pem"))
                credential = try VaultCredential.all(in: [UInt8](key)) { secret("") }[0]
            default: credential = .recoveryCode(try RecoveryCode(given.recovery.utf8))
            }
            #expect(try PeerContent(of: place.open(credential)) == made.content.sorted)
        }
    }

    @Test(
        "Reads a long log, an attachment in many pieces, an empty last chunk, rotations and the trash",
        arguments: [
            ["--transactions", "300"], ["--attachment", "3000000"], ["--attachment", "16383"], ["--rotated", "-1"],
            ["--trash"], ["--trash", "--rotated", "3"],
            ["--transactions", "300", "--format", "1"], ["--rotated", "-1", "--format", "1"],
        ])
    func reads(options: [String]) throws {
        try inPlace { place in
            let made = try place.make(options)
            #expect(try PeerContent(of: place.open(keyFile(made))) == made.content.sorted)
        }
    }

    @Test(
        "Reads and changes a vault while Python's rotation is unfinished, and Python reads it",
        arguments: [0, 2], [1, 2])
    func rotation(moved: Int, format: Int) throws {
        try inPlace { place in
            let made = try place.make(["--rotated", "\(moved)", "--format", "\(format)"])
            let vault = try place.open(keyFile(made))
            #expect(try PeerContent(of: vault) == made.content.sorted)
            #expect(made.content.rotating && made.content.items.count == 6)
            for item in try vault.items().dropLast() {
                try vault.update(item.name) { $0.attributes.comment += "changed" }
            }
            let read = try place.dump(["--key-file", try keyFileOnDisk(made, place)])
            #expect(try read == PeerContent(of: vault))
            #expect(read.items.filter { $0.comment.description.hasSuffix("changed") }.count == 5)
        }
    }

    @Test(
        "Reads format 1 as it is, and the first write upgrades it to format 2 with a valid chain",
        arguments: [[], ["--transactions", "230"], ["--transactions", "300"], ["--rotated", "-1"]])
    func upgrade(options: [String]) throws {
        try inPlace { place in
            let made = try place.make(["--format", "1"] + options)
            let bytes = try Data(contentsOf: place.vault)
            let vault = try place.open(keyFile(made))
            #expect(try vault.verify().isSound)
            #expect(try PeerContent(of: vault) == made.content.sorted)
            #expect(try Data(contentsOf: place.vault) == bytes && bytes[63] == 1)
            try vault.add(ItemDraft("upgraded", "", "1"))
            #expect(try Data(contentsOf: place.vault)[63] == 2)
            #expect(try vault.verify().isSound)
            let key = try keyFileOnDisk(made, place)
            #expect(try place.dump(["--key-file", key]) == PeerContent(of: vault))
            // With 230 transactions, the window moves.
            let count = options.contains("230") ? 60 : 3
            for number in 0..<count { try vault.set(ItemDraft("upgraded", "", "\(number)")) }
            #expect(try place.open(keyFile(made)).verify().isSound)
            #expect(try place.dump(["--key-file", key]) == PeerContent(of: vault))
            #expect(try vault.status.generation == made.content.generation + UInt64(count) + 1)
        }
    }

    @Test("Python reads a backup restored without a vault: a new key and one slot")
    func renewed() throws {
        try inPlace { place in
            let (vault, openers) = try made(in: place)
            let items = try PeerContent(of: vault).items
            let copy = BytePath(place.folder.appendingPathComponent("copy").path)
            try vault.backup(to: copy)
            try FileManager.default.removeItem(at: place.vault)
            let key = try VaultKeyFile([UInt8](Data(contentsOf: place.folder.appendingPathComponent("key"))))
            let restored = try Vault.restore(from: copy, to: place.path, with: .keyFile(key), options: place.options)
            let content = try PeerContent(of: restored)
            #expect(content.epoch == 2)
            #expect(content.slots.count == 1)
            #expect(content.items == items)
            #expect(content.logStart == content.generation)
            for opener in openers {
                if opener[0] == "--key-file" {
                    #expect(try read(place, opener) == content)
                } else {
                    #expect(
                        try Self.peer(["dump", place.vault.path] + opener, environment: ["PASS": "a b"]).status == 3)
                }
            }
        }
    }

    @Test("Python detects a forged log row")
    func forgedLog() throws {
        try inPlace { place in
            let made = try place.make(["--transactions", "300"])
            let database = try Database(place.path, .readWrite)
            try database.write {
                try database.execute("UPDATE log SET digest = zeroblob(32) WHERE generation = 200")
            }
            let arguments = ["dump", place.vault.path, "--key-file", try keyFileOnDisk(made, place)]
            #expect(try Self.peer(arguments).status == 4)
        }
    }

    @Test("A backup made by Python opens only as a backup")
    func backup() throws {
        try inPlace { place in
            let made = try place.make(["--backup"])
            #expect(throws: VaultError.code(.tampered)) { try place.open(keyFile(made)) }
            var options = place.options
            options.isBackup = true
            let vault = try Vault.open(at: place.path, with: keyFile(made), options: options)
            #expect(try PeerContent(of: vault) == made.content.sorted)
        }
    }

    private func keyFileOnDisk(_ made: Made, _ place: Place) throws -> String {
        let file = place.folder.appendingPathComponent("key")
        try Data(made.credentials.keyFile.utf8).write(to: file)
        return file.path
    }

    // MARK: Made by Arca

    /// Adds items of all classes with every feature and changes, renames, reverts, removes, attaches and detaches.
    private func fill(_ vault: Vault) throws {
        let totp = try OTPGenerator(
            .time, key: secret("12345678901234567890"), algorithm: .sha512, digits: 7, period: 60, issuer: "Beispiel",
            account: "björn")
        let hotp = try OTPGenerator(.counter, key: secret("k"), counter: .max - 1)
        var full = VaultItem.Attributes()
        (full.label, full.kind, full.comment, full.group) = ("Post", "mailbox", "two\nlines", "Work/Mail")
        full.expires = Vault.Timestamp(milliseconds: 0)
        full.fields = [VaultItem.Field("color", "blue"), VaultItem.Field("empty", "")]
        let mail = VaultItem.Name(server: "mail.example", account: "bob", scheme: "imaps", port: 993, path: "/in")
        let fields = [ItemSecret.Field("PIN", secret("0000")), ItemSecret.Field("none", secret(""))]
        let plain = VaultItem.Name("github.com", "alice")
        let note = VaultItem.Name("Zürich", "e\u{301}", class: .note)
        let file = VaultItem.Name("files", class: .file)
        try vault.add([
            ItemDraft(plain, secret: ItemSecret(secret("s3cret"))),
            ItemDraft(
                mail, full,
                secret: ItemSecret(SecretBytes(copying: [0, 0xff, 0x80]), fields: fields, oneTimePassword: totp)),
            ItemDraft(.init(server: "mail.example", account: "bob"), secret: ItemSecret(secret(""))),
            ItemDraft(.init("ssh", class: .key), secret: ItemSecret(secret(""), oneTimePassword: hotp)),
            ItemDraft(
                .init("ca", class: .certificate), secret: ItemSecret(secret(String(repeating: "x", count: 3000)))),
            ItemDraft(note, secret: ItemSecret(secret("Ω"))),
            ItemDraft(file, secret: ItemSecret(secret(""))),
            ItemDraft(.init("removed"), secret: ItemSecret(secret("gone"))),
        ])
        for number in 0..<12 {
            try vault.update(plain) { $0.secret.value = SecretBytes(copying: "version \(number)".utf8) }
        }
        try vault.update(note) { $0.name.service = "renamed" }
        try vault.revert(plain, to: vault.history(of: plain)[3].version)
        for byteCount in [0, 1, 1024, 16_383, 16_384, 3_000_000] {
            let content = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try vault.attach("\(byteCount) bytes", mediaType: "text/plain", from: MemoryReader(content), to: file)
        }
        try vault.detach("1 bytes", from: file)
        try vault.attach("a", from: MemoryReader(Array("removed".utf8)), to: .init("removed"))
        _ = try vault.oneTimePassword(of: .init("ssh", class: .key))
        try vault.remove(.init("removed"))
        try vault.add(ItemDraft(.init("in the trash"), secret: ItemSecret(secret("1"))))
        try vault.set(ItemDraft(.init("in the trash"), secret: ItemSecret(secret("2"))))
        try vault.attach("kept", from: MemoryReader(Array("kept".utf8)), to: .init("in the trash"))
        try vault.moveToTrash(.init("in the trash"))
        try vault.add(ItemDraft(.init("in the trash"), secret: ItemSecret(secret("another"))))
    }

    /// A filled vault with a slot of each kind that needs no device, and the arguments that open it in Python.
    private func made(in place: Place) throws -> (vault: Vault, openers: [[String]]) {
        let (keyFile, code) = (try VaultKeyFile(), try RecoveryCode())
        let identity = Curve25519.KeyAgreement.PrivateKey()
        let pem = Self.vectors.appendingPathComponent("rsa.pem")
        guard
            case .rsa(let rsa) = try VaultCredential.all(
                in: [UInt8](Data(contentsOf: pem)), passphrase: { secret("") })[0]
        else { throw VaultError(.malformed, "no RSA key") }
        let cost = try Scrypt.Cost(logN: 10)
        let hybrid = try XWingMLKEM768X25519.PrivateKey()
        let vault = try Vault.create(
            at: place.path,
            slots: [
                NewVaultSlot.passphrase(secret("a b"), cost: cost).permittingAnyCostForTests, .keyFile(keyFile),
                NewVaultSlot.passphraseAndKeyFile(secret("a b"), contents: secret("file\n"), cost: cost)
                    .permittingAnyCostForTests,
                .x25519(identity.publicKey), .hybrid(hybrid.publicKey), .rsa(rsa.publicKey), .recoveryCode(code),
            ], options: place.options)
        try fill(vault)
        let (key, file) = (place.folder.appendingPathComponent("key"), place.folder.appendingPathComponent("file"))
        try Data(keyFile.text.withBytes { [UInt8](bytes: $0) }).write(to: key)
        try Data("file\n".utf8).write(to: file)
        let codeText = code.text.withBytes { String(decoding: [UInt8](bytes: $0), as: UTF8.self) }
        let anchor = [
            "--anchor", place.folder.appendingPathComponent("state/anchors/\(hexText(vault.identifier))").path,
        ]
        let openers = [
            ["--passphrase-env", "PASS"], ["--passphrase-env", "PASS", "--file", file.path], ["--key-file", key.path],
            ["--x25519", hexText(identity.rawRepresentation.withBytes { [UInt8](bytes: $0) })],
            ["--hybrid", hexText(hybrid.seedRepresentation.withBytes { [UInt8](bytes: $0) })],
            ["--rsa", pem.path], ["--recovery", codeText],
        ]
        return (vault, openers.map { $0 + anchor })
    }

    private func read(_ place: Place, _ opener: [String]) throws -> PeerContent {
        try place.dump(opener, environment: ["PASS": "a b"])
    }

    @Test("Python opens Arca's vault with each credential, verifies it and reads the same content")
    func written() throws {
        try inPlace { place in
            let (vault, openers) = try made(in: place)
            let content = try PeerContent(of: vault)
            #expect(content.items.count == 9)
            #expect(content.slots.count == 7)
            #expect(content.generation > 20)
            for opener in openers { #expect(try read(place, opener) == content, "\(opener)") }
        }
    }

    @Test("Python opens Arca's slots of Argon2id", .enabled(if: Peer.hasPython(module: "argon2")))
    func argon2id() throws {
        try inPlace { place in
            let cost = VaultSlot.Cost.argon2id(try Argon2.Cost(memoryKiB: 256, passes: 2, lanes: 3))
            let vault = try Vault.create(
                at: place.path,
                slots: [
                    NewVaultSlot.passphrase(secret("a b")).derived(with: cost).permittingAnyCostForTests,
                    NewVaultSlot.passphraseAndKeyFile(secret("a b"), contents: secret("file\n")).derived(with: cost)
                        .permittingAnyCostForTests,
                ], options: place.options)
            let file = place.folder.appendingPathComponent("file")
            try Data("file\n".utf8).write(to: file)
            for opener in [["--passphrase-env", "PASS"], ["--passphrase-env", "PASS", "--file", file.path]] {
                #expect(try read(place, opener) == PeerContent(of: vault), "\(opener)")
            }
        }
    }

    @Test("Python reads a merged vault with all conflicting values")
    func merged() throws {
        try inPlace { place in
            let (vault, openers) = try made(in: place)
            let names = try vault.items().map(\.name)
            let other = place.folder.appendingPathComponent("other")
            try FileManager.default.copyItem(at: place.vault, to: other)
            let key = try VaultKeyFile([UInt8](Data(contentsOf: place.folder.appendingPathComponent("key"))))
            let copy = try Vault.open(
                at: BytePath(other.path), with: .keyFile(key), options: Vault.OpenOptions(stateFolder: nil))
            for (vault, text) in [(vault, "of one"), (copy, "of the other")] {
                try vault.update(names[0]) {
                    $0.secret.value = SecretBytes(copying: text.utf8)
                    $0.attributes.comment = text
                }
                try vault.attach(text, from: MemoryReader([1, 2, 3]), to: names[0])
                try vault.add(ItemDraft("both add", "it", text))
            }
            #expect(try vault.merge(copy).conflicts == [names[0]])
            let opener = try #require(openers.first { $0[0] == "--key-file" })
            #expect(try read(place, opener) == PeerContent(of: vault))
            let answer = try Self.peer(["dump", place.vault.path] + opener)
            let all = try #require(try JSONSerialization.jsonObject(with: Data(answer.output)) as? [String: Any])
            let items = try #require(all["items"] as? [[String: Any]])
            let conflicts = items.compactMap { $0["conflicts"] as? [String: [String]] }.filter { !$0.isEmpty }
            #expect(conflicts.count == 1 && conflicts[0].keys.sorted() == ["comment", "password"])
            let shown = try vault.secret(of: names[0]).text
            #expect(conflicts[0]["password"] == [hexText(Array((shown == "of one" ? "of the other" : "of one").utf8))])
        }
    }

    @Test("Python reads Arca's backups only as backups, and the vault restored from one")
    func backups() throws {
        try inPlace { place in
            let (vault, openers) = try made(in: place)
            let items = try PeerContent(of: vault).items
            let copy = place.folder.appendingPathComponent("copy")
            try vault.backup(to: BytePath(copy.path))
            let key = try VaultKeyFile([UInt8](Data(contentsOf: place.folder.appendingPathComponent("key"))))
            let opener = ["--key-file", place.folder.appendingPathComponent("key").path]
            #expect(try Self.peer(["dump", copy.path] + opener).status == 4)
            let backup = try Self.peer(["dump", copy.path, "--backup"] + opener)
            let read = try Self.decode(PeerContent.self, backup.output).sorted
            #expect(read.items == items && read.kind == 2)
            try vault.remove(.init("ca", class: .certificate))
            let restored = try Vault.restore(
                from: BytePath(copy.path), to: place.path, with: .keyFile(key), replacing: true, options: place.options)
            // The removed item is restored as a new version; the others did not change.
            var content = try PeerContent(of: restored)
            let back = try #require(content.items.firstIndex { $0.service.description == "ca" })
            #expect(content.items[back].version == content.generation)
            content.items[back].version = try #require(items.first { $0.service.description == "ca" }).version
            #expect(content.items == items && content.slots.count == openers.count)
            content = try PeerContent(of: restored)
            for opener in openers { #expect(try self.read(place, opener) == content, "\(opener)") }
        }
    }
}
