import ArcaCore
import ArcaCrypto
import ArcaTestSupport
@testable import ArcaVault
@testable import ArcaVaultExchange
import Testing

@Suite("Password strength")
struct PasswordStrengthTests {
    private static func bits(_ text: String) -> Double { PasswordStrength(of: text.utf8).bits }

    @Test(
        "Common passwords are weak",
        arguments: [
            "", "a", "password", "Password1", "passw0rd", "P@ssw0rd", "123456", "qwerty", "qwertz123", "abcdef",
            "987654321",
            "aaaaaaaa", "abcabcabc", "iloveyou", "monkey1", "1qaz2wsx", "asdfghjkl", "20011999", "1987", "24.12.1999",
            "summer2024", "Summer2024!", "samanthasmith90", "SamanthaSmith1987", "!QAZ2wsx#EDC4rfv",
            "zaq1@WSX", "QWERTY!@#$%^", "qwedsazxc", "Kowalski!", "Michael1985!", "dragon", "letmein", "admin123",
            "trustno1", "zxcvbnm", "PASSWORD", "azerty",
        ])
    func weak(text: String) {
        #expect(Self.bits(text) < 30, "\(text): \(Self.bits(text))")
    }

    @Test(
        "Random or long passwords are strong",
        arguments: [
            "correcthorsebatterystaple", "kX9#mQ2$vL7z", "rWibMFACxAUGZmxhVncy", "Ba9ZyWABu99[BK#6MBgbH88Tofv)vs$w",
            "abdomen-unleash-plywood-glutton-yodel", "neverforgettotunafish-zebra-quilt",
        ])
    func strong(text: String) {
        #expect(Self.bits(text) >= 50, "\(text): \(Self.bits(text))")
    }

    @Test("Texts known of an item are tried first: its names whole, in parts and joined")
    func knownTexts() {
        for (password, texts) in [
            ("alexandra.kowalski", ["alexandra.kowalski"]), ("Xqvkowolski7", ["x.xqvkowolski@example.org"]),
            ("vqzxwkfjord.example", ["vqzxwkfjord.example"]),
            ("Vqzxwkfjord2024!", ["https://www.vqzxwkfjord.example/"]),
            ("kvitrtjønn99", ["Kvitr", "tjønn"]), ("vqzxwk_fjordur", ["vqzxwk fjordur"]),
        ] {
            let bits = PasswordStrength(of: password.utf8, knowing: texts).bits
            #expect(bits < 35, "\(password): \(bits)")
            #expect(bits <= Self.bits(password))
        }
        // Known texts do not weaken other passwords.
        let random = "kX9#mQ2$vL7z"
        #expect(
            PasswordStrength(of: random.utf8, knowing: ["github.com", "alice"]) == PasswordStrength(of: random.utf8))
    }

    @Test("Each kind of pattern costs less than random letters")
    func pieces() {
        for (text, random) in [
            ("abcdefgh", "akfgtqzm"), ("hgfedcba", "akfgtqzm"), ("qwertyui", "akfgtqzm"), ("aaaaaaaa", "akfgtqzm"),
            ("xkxkxkxk", "akfgtqzm"), ("umbrella", "akfgtqzm"), ("Umbrella", "Akfgtqzm"), ("umbr3ll4", "akf6tqz9"),
            ("19871224", "58302746"), ("24121987", "58302746"), ("1987-12-24", "5830-27-46"), ("24.12.87", "58.30.46"),
            ("!@#$%^&*", "^$!*&@#("), ("1q2w3e4r5t", "5r1t3q2w4e"),
        ] {
            #expect(
                Self.bits(text) < Self.bits(random) - 5, "\(text): \(Self.bits(text)), \(random): \(Self.bits(random))")
        }
    }

    @Test("Only the first characters of a very long password count")
    func length() {
        var random = Repeatable(3)
        let long = random.bytes(500)
        #expect(PasswordStrength(of: long) == PasswordStrength(of: long[..<100]))
        #expect(PasswordStrength(of: long[..<99]).bits < PasswordStrength(of: long[..<100]).bits)
    }

    @Test("Random passwords and passphrases get nearly their entropy")
    func generated() throws {
        var sum = 0.0
        for _ in 0..<20 {
            let password = try SecretBytes(randomByteCount: 16).withBytes { span in
                (0..<16).map { UInt8(ascii: "!") + span[$0] % 94 }
            }
            // One in 60,000 contains a keyboard row or a repeat and scores less.
            let bits = PasswordStrength(of: password).bits
            #expect(bits > 50 && bits < 106, "\(bits)")
            sum += bits
            let words = PasswordStrength(of: try Passphrase.generate(wordCount: 6, separator: "-")).bits
            #expect(words > 70 && words < 125, "\(words)")
        }
        #expect(abs(sum / 20 - 104.25) < 5, "\(sum / 20)")
    }

    @Test(
        "The order agrees with zxcvbn where its scores differ clearly", .enabled(if: Peer.has("keepassxc-cli")))
    func order() throws {
        let passwords = [
            // Omits Tr0ub4dour&3: its word is not in Arca's list, as the documentation warns.
            "password", "qwerty123", "monkey", "correcthorsebatterystaple", "abcdefghijk987654321",
            "rWibMFACxAUGZmxhVncy", "D0g..................", "zxcvbn", "aaaaaaaaaaaaaaa", "1q2w3e4r5t", "Summer2024!",
            "kX9#mQ2$vL7z", "temppass22", "sunshine99", "Ba9ZyWABu99[BK#6MBgbH88Tofv)vs$w",
        ]
        let theirs = try passwords.map { password -> Double in
            let answer = try Peer.output(["keepassxc-cli", "estimate", password])
            let words = answer.split { $0 == " " || $0 == "\t" || $0 == "\n" }.map(String.init)
            let place = try #require(words.firstIndex(of: "Entropy"))
            return try #require(Double(words[place + 1]))
        }
        for first in passwords.indices {
            for second in passwords.indices where theirs[first] + 20 < theirs[second] {
                let ours = (Self.bits(passwords[first]), Self.bits(passwords[second]))
                #expect(
                    ours.0 < ours.1,
                    "\(passwords[first]) \(theirs[first]) \(passwords[second]) \(theirs[second]): \(ours)")
            }
        }
    }
}

@Suite("Vault audit")
struct VaultAuditTests {
    private static let now = Vault.Timestamp(seconds: 1_800_000_000)
    private static let day: Int64 = 86_400_000

    private static func draft(
        _ service: String, _ password: String, class itemClass: VaultItem.Class = .genericPassword, age: Int64 = 0,
        expiresIn: Int64? = nil
    ) -> ItemDraft {
        var draft = ItemDraft(
            .init(service, class: itemClass), secret: ItemSecret(SecretBytes(copying: password.utf8)))
        draft.secretChanged = now.advanced(byMilliseconds: -age * day)
        draft.attributes.expires = expiresIn.map { now.advanced(byMilliseconds: $0) }
        return draft
    }

    private static func audit(
        _ drafts: [ItemDraft], options: VaultAudit.Options = .init(), matching query: VaultQuery = .all
    ) throws -> VaultAudit {
        var contents = TestContents()
        for draft in drafts { contents.add(draft) }
        return try VaultAudit(contents, matching: query, options: options, at: now)
    }

    private static func list(_ audit: VaultAudit) -> [String] {
        audit.findings.map { "\($0.code.rawValue) \($0.item.service)" }
    }

    @Test("Finds weak, reused, old, expired and expiring passwords, and no good ones")
    func findings() throws {
        let strong = "kX9#mQ2$vL7zT"
        let audit = try Self.audit([
            Self.draft("good", strong), Self.draft("weak", "password1"), Self.draft("twin 1", "rWibMFACxAUGZmxhVncy"),
            Self.draft("twin 2", "rWibMFACxAUGZmxhVncy", age: 366), Self.draft("gone", strong + "1", expiresIn: 0),
            Self.draft("soon", strong + "2", expiresIn: 30 * Self.day),
            Self.draft("later", strong + "3", expiresIn: 31 * Self.day),
            Self.draft("year", strong + "4", age: 365), Self.draft("empty", ""),
            Self.draft("note", "password1", class: .note, age: 1000),
            Self.draft("key", "x", class: .key, expiresIn: -1),
        ])
        #expect(
            Self.list(audit) == [
                "weak weak", "reused twin 1", "reused twin 2", "old twin 2", "expired gone", "expired key",
                "expiring soon",
            ])
        #expect(audit.itemCount == 11 && audit.passwordCount == 8)
        #expect(audit.findings[1].others == [.init("twin 2")])
    }

    @Test("A password made of its own item's names is weak")
    func ownNames() throws {
        var draft = Self.draft("vqzxwk.example", "Vqzxwk-sqbrtn.0193")
        draft.name.account = "sqbrtn"
        var other = draft
        other.name = .init("elsewhere")
        var labeled = other
        labeled.name = .init("labeled")
        labeled.attributes.label = "Vqzxwk"
        labeled.attributes.fields = [.init("user", "sqbrtn")]
        labeled.secret.value = SecretBytes(copying: "sqbrtn#Vqzxwk#93".utf8)
        #expect(try Self.list(Self.audit([draft])) == ["weak vqzxwk.example"])
        #expect(try Self.list(Self.audit([other])).isEmpty)
        #expect(try Self.list(Self.audit([labeled])) == ["weak labeled"])
    }

    @Test("Applies every option")
    func options() throws {
        var options = VaultAudit.Options()
        let drafts = [Self.draft("a", "password1", age: 10, expiresIn: 5 * Self.day)]
        options.minimumBits = 1
        #expect(try Self.list(Self.audit(drafts, options: options)) == ["expiring a"])
        options.expiringWithin = Self.day
        #expect(try Self.list(Self.audit(drafts, options: options)).isEmpty)
        options.oldAfter = 9 * Self.day
        #expect(try Self.list(Self.audit(drafts, options: options)) == ["old a"])
        options.oldAfter = nil
        options.minimumBits = 50
        #expect(try Self.list(Self.audit(drafts, options: options)) == ["weak a"])
        #expect(try Self.audit(drafts, matching: VaultQuery(service: "b")).itemCount == 0)
    }

    @Test("The report contains no secrets and names at most 20 items that share a password")
    func report() throws {
        let audit = try Self.audit((0..<30).map { Self.draft("s\($0)", "password1") })
        let text = audit.json.text()
        #expect(!text.contains("password1"))
        #expect(audit.findings.count == 60)
        #expect(
            audit.findings.allSatisfy {
                $0.others.count == ($0.code == .reused ? 20 : 0) && !$0.others.contains($0.item)
            })
        #expect(audit.findings[30].text == "the password of 29 other items too")
        #expect(audit.json["findings"]?[0]?["code"]?.string == "weak")
        #expect(audit.json["items"]?.int == 30 && audit.json["schema"]?.int == 1)
    }
}
