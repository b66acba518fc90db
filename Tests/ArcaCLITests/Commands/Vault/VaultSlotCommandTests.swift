import ArcaTestSupport
import Foundation
import Testing

@Suite("arca vault slot, passwd and rotate", .enabled(if: runsSlowTests, "slow"))
struct VaultSlotCommandTests {
    /// A vault in its own folder, opened by a key file or by the passphrase `old`.
    private struct Files {
        let folder: URL

        @discardableResult
        func arca(
            _ words: String, status: Int32 = 0, environment: [String: String] = [:],
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> Peer.Answer {
            let variables = [
                "XDG_STATE_HOME": folder.path + "/state", "XDG_DATA_HOME": folder.path + "/data",
                "ARCA_VAULT": folder.path + "/v.arca", "OLD": "crater plywood 71 ivory canal",
                "NEW": "ostrich velvet 93 napkin gorge",
            ].merging(environment) { $1 }
            let words = ["vault"] + words.split(separator: " ").map(String.init)
            let answer = try Arca.run(words, environment: variables, in: folder)
            #expect(answer.status == status, "\(words): \(answer.errors)", sourceLocation: sourceLocation)
            return answer
        }

        /// The short name of the only slot of a kind.
        func slot(_ kind: String, with credential: String = "--key-file k") throws -> String {
            let line = try arca("slot list \(credential)").lines.first { $0.contains(kind) }
            return String(try #require(line).prefix(8))
        }
    }

    private func with(_ body: (Files) throws -> Void) throws {
        try Peer.inFolder { folder in
            let files = Files(folder: folder)
            try files.arca("init --new-key-file k")
            try body(files)
        }
    }

    @Test("--kdf argon2id makes slots of Argon2id, passwd and rotate keep it, and 'slot list' names it")
    func argon2id() throws {
        try with { files in
            let added = try files.arca("slot add --key-file k --new-passphrase-from env:OLD --kdf argon2id")
            #expect(added.errors.contains("passphrase with Argon2id"))
            let id = try files.slot("Argon2id")
            try files.arca("slot list --passphrase-from env:OLD")
            try files.arca("slot list --passphrase-from env:NEW", status: 3)
            let list = try files.arca("slot list --key-file k --json").text
            #expect(list.contains("\"keyDerivation\": \"Argon2id with m = 262144 KiB, t = 2, p = 4\""))
            #expect(list.contains("\"keyDerivation\": null"))
            try files.arca("passwd --passphrase-from env:OLD --new-passphrase-from env:NEW")
            #expect(try files.slot("Argon2id") != id)
            let key = try files.slot("key file")
            try files.arca("rotate --passphrase-from env:NEW --drop \(key)")
            try files.arca("slot list --passphrase-from env:NEW")
            #expect(try files.slot("Argon2id", with: "--passphrase-from env:NEW") != id)
            try files.arca("passwd --passphrase-from env:NEW --new-passphrase-from env:OLD --kdf scrypt")
            #expect(try !files.arca("slot list --passphrase-from env:OLD").text.contains("Argon2id"))
            let refused = try files.arca(
                "slot add --passphrase-from env:OLD --new-passphrase-from env:NEW --kdf argon2id --cost 20", status: 2)
            #expect(refused.errors.contains("argon2id has no cost 20") && refused.errors.contains("17, 18 or 19"))
        }
    }

    @Test("a post-quantum slot opens the vault; the list and 'inspect' mark slots that a quantum computer opens")
    func postQuantum() throws {
        try with { files in
            #expect(try Arca.run(["key", "generate", "x25519", "--pq", "-o", "pq"], in: files.folder).status == 0)
            #expect(try Arca.run(["key", "generate", "x25519", "-o", "old"], in: files.folder).status == 0)
            for name in ["pq", "old"] {
                let half = ["key", "convert", "--to", "age", "--public", "-o", "\(name).pub", name]
                #expect(try Arca.run(half, in: files.folder).status == 0)
            }
            try files.arca("set a/b --key-file k --secret-from file:pq.pub")
            let added = try files.arca("slot add --key-file k --new-recipients-file pq.pub --slot-label Alice")
            #expect(added.errors.contains("post-quantum key 'Alice' of age1pq1") && added.errors.utf8.count < 300)
            #expect(try files.arca("get a/b --identity pq --field password").text.hasPrefix("age1pq1"))
            let before = try files.arca("slot list --key-file k")
            #expect(!before.text.contains("quantum computers"))
            let inspected = try Arca.run(["inspect", "v.arca"], in: files.folder)
            #expect(inspected.text.contains("post-quantum: yes"), "\(inspected)")
            try files.arca("slot add --key-file k --new-recipients-file old.pub")
            let after = try files.arca("slot list --key-file k").lines
                .filter { $0.contains("open to quantum computers") }
            #expect(after.count == 1 && after[0].contains("X25519 key"))
            let list = try files.arca("slot list --key-file k --json").text
            #expect(list.replacing(" ", with: "").contains(#""postQuantum":false"#))
            try files.arca("get a/b --identity old")
        }
    }

    @Test("adds, lists, changes and removes slots, but never the last one")
    func slots() throws {
        try with { files in
            let added = try files.arca("slot add --key-file k --new-recovery-code --slot-label paper")
            let code = String(try #require(added.lines.first))
            #expect(code.count == 35 && added.errors.contains("write it down now"))
            let list = try files.arca("slot list --key-file k")
            #expect(list.lines.count == 2 && list.text.contains("recovery code 'paper'"))
            let json = try files.arca("slot list --json --recovery-code-from env:CODE", environment: ["CODE": code])
            #expect(json.text.contains("\"kind\": \"recovery code\"") && json.text.contains("\"label\": \"paper\""))
            let old = try files.slot("recovery code")
            let changed = try files.arca("slot change \(old) --new-recovery-code --key-file k")
            #expect(changed.errors.contains("opens all later copies too"))
            try files.arca("slot list --recovery-code-from env:CODE", status: 3, environment: ["CODE": code])
            // One typo in a thousand is also plausible in another group, and then no group is named.
            let told = try ["0", "1", "2"].filter { !code.hasPrefix($0) }.map { slip in
                try files.arca(
                    "slot list --recovery-code-from env:CODE", status: 5,
                    environment: ["CODE": slip + code.dropFirst()]
                ).errors
            }
            #expect(told.contains { $0.contains("group 1 of the recovery code is mistyped") })
            #expect(told.allSatisfy { $0.contains("mistyped") })
            let removed = try files.arca("slot remove \(files.slot("recovery code")) --key-file k")
            #expect(removed.errors.contains("opens all later copies too"))
            try files.arca("slot remove \(files.slot("key file")) --key-file k", status: 2)
            try files.arca("slot remove 00000000 --key-file k", status: 7)
            try files.arca("slot remove xyz --key-file k", status: 2)
            try files.arca("slot remove --key-file k", status: 2)
            try files.arca("slot list --key-file nothing", status: 8)
        }
    }

    @Test("a new vault's slots have the given label and cost")
    func options() throws {
        try Peer.inFolder { folder in
            let files = Files(folder: folder)
            try files.arca("init --new-passphrase-from env:OLD --cost 18 --slot-label desk")
            let list = try files.arca("slot list --passphrase-from env:OLD")
            #expect(list.text.contains("passphrase 'desk'"), "\(list.text)")
            // Unencrypted in the file (VAULT-FORMAT): magic, version, vault, slot, epoch, kind, length, then 2^18, 8,
            // 1.
            func cost() throws -> [UInt8] {
                let vault = try [UInt8](Data(contentsOf: folder.appendingPathComponent("v.arca")))
                let start = try #require(vault.indices.first { vault[$0...].starts(with: "arcaslot\u{1}".utf8) })
                return Array(vault[(start + 45)..<(start + 53)])
            }
            #expect(try cost() == [1, 0, 0, 0, 3, 18, 8, 1])
            try files.arca("rotate --passphrase-from env:OLD")
            #expect(try cost() == [1, 0, 0, 0, 3, 17, 8, 1])
            try files.arca("rotate --passphrase-from env:OLD --cost 18")
            #expect(try cost() == [1, 0, 0, 0, 3, 18, 8, 1])
        }
    }

    @Test("options that have no effect, or contradict one another, are refused and change nothing")
    func contradictions() throws {
        try with { files in
            try files.arca("slot add --key-file k --new-passphrase-from env:OLD --new-recovery-code")
            let (file, passphrase) = (try files.slot("key file"), try files.slot("passphrase"))
            let change = "passwd --passphrase-from env:OLD --new-passphrase-from env:NEW"
            let dropped = try files.arca("\(change) --drop \(file)", status: 2)
            #expect(dropped.errors.contains("add --rotate"))
            for decisions in [
                "--drop \(passphrase) --drop \(file)", "--drop \(file) --keep \(file)", "--drop \(file) --drop \(file)",
            ] {
                let answer = try files.arca("\(change) --rotate \(decisions)", status: 2)
                #expect(answer.errors.contains("two decisions about slot"))
            }
            let code = try files.slot("recovery code")
            try files.arca("rotate --key-file k --drop \(passphrase) --keep \(code)", status: 2)
            #expect(try files.arca("slot list --passphrase-from env:OLD").lines.count == 3)
        }
    }

    @Test("passwd --slot selects the passphrase to change")
    func namedSlot() throws {
        try with { files in
            try files.arca("slot add --key-file k --new-passphrase-from env:OLD")
            let first = try files.slot("passphrase")
            try files.arca(
                "slot add --key-file k --new-passphrase-from env:OTHER",
                environment: ["OTHER": "walnut grotto 58 pewter sling"])
            let unnamed = try files.arca("passwd --key-file k --new-passphrase-from env:NEW", status: 2)
            #expect(unnamed.errors.contains("2 slots for a passphrase"))
            try files.arca("passwd --key-file k --slot \(first) --new-passphrase-from env:NEW")
            try files.arca("slot list --passphrase-from env:OLD", status: 3)
            try files.arca("slot list --passphrase-from env:NEW")
            try files.arca(
                "slot list --passphrase-from env:OTHER", environment: ["OTHER": "walnut grotto 58 pewter sling"])
        }
    }

    @Test("passwd changes the passphrase, reports its limits, and the old one opens nothing")
    func passwd() throws {
        try with { files in
            try files.arca("slot add --key-file k --new-passphrase-from env:OLD")
            let answer = try files.arca("passwd --passphrase-from env:OLD --new-passphrase-from env:NEW")
            #expect(answer.errors.contains("old copy of the vault and its passphrase opens all later copies too"))
            #expect(answer.errors.contains("arca vault rotate"))
            try files.arca("slot list --passphrase-from env:OLD", status: 3)
            try files.arca("slot list --passphrase-from env:NEW")
            // Opened with another credential: the only passphrase changes.
            try files.arca("passwd --key-file k --new-passphrase-from env:OLD")
            let rotated = try files.arca(
                "passwd --passphrase-from env:OLD --new-passphrase-from env:NEW --rotate", status: 2)
            #expect(rotated.errors.contains("1 of 2 slots without a decision; nothing was changed"))
            let file = try files.slot("key file")
            try files.arca(
                "passwd --passphrase-from env:OLD --new-passphrase-from env:NEW --rotate --rewrap \(file)=file:k")
            try files.arca("slot list --passphrase-from env:OLD", status: 3)
            #expect(try files.arca("slot list --passphrase-from env:NEW").lines.count == 2)
            try files.arca("slot list --key-file k")
        }
    }

    @Test("rotate requires a decision about each slot, prints new recovery codes, and locks out dropped slots")
    func rotate() throws {
        try with { files in
            let code = String(
                try #require(try files.arca("slot add --key-file k --new-recovery-code").lines.first))
            let identity = try Arca.run(["key", "generate", "x25519", "-o", "age.key"], in: files.folder)
            try #require(identity.status == 0)
            let recipient = try #require(
                identity.errors.split(whereSeparator: \.isWhitespace).last { $0.hasPrefix("age1") })
            try files.arca("slot add --key-file k --new-recipient \(recipient) --slot-label Alice")
            let undecided = try files.arca("rotate --key-file k", status: 2)
            #expect(
                undecided.errors.contains("1 of 3 slots") && undecided.errors.contains("X25519 key 'Alice' of age1"))
            #expect(undecided.output.isEmpty)
            try files.arca("slot list --recovery-code-from env:CODE", environment: ["CODE": code])
            let alice = try files.slot("X25519")
            let rotated = try files.arca("rotate --key-file k --keep \(alice)")
            let new = String(try #require(rotated.lines.first))
            #expect(new.count == 35)
            #expect(new != code)
            #expect(rotated.errors.contains("the vault has a new key"))
            try files.arca("slot list --recovery-code-from env:CODE", status: 3, environment: ["CODE": code])
            try files.arca("slot list --recovery-code-from env:CODE", environment: ["CODE": new])
            try files.arca("slot list -i age.key")
            // Opened with the recovery code, which can be used only once: its slot gets a new one.
            let file = try files.slot("key file")
            let again = try files.arca(
                "rotate --recovery-code-from env:CODE --drop \(files.slot("X25519")) --rewrap \(file)=file:k",
                environment: ["CODE": new])
            #expect(again.lines.first.map(String.init) != new)
            try files.arca("slot list -i age.key", status: 3)
            #expect(try files.arca("slot list --key-file k").lines.count == 2)
            try files.arca("rotate --key-file k --drop \(files.slot("key file"))")
        }
    }
}
