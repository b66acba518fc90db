import ArcaCodecs
import ArcaCore
internal import ArcaCompression
internal import ArcaCrypto
internal import ArcaImages
import ArcaInspect
internal import ArcaKeys
internal import ArcaTestSupport
import Testing

/// Inspection of Arca's own formats and of common texts: tokens, keys, one-time passwords, mail.
@Suite struct OwnFormatTests {
    private static func inspect(_ text: String) -> Inspection { InspectorTests.inspect(text) }
    private static func fact(_ inspection: Inspection, _ name: String) -> String? {
        InspectorTests.fact(inspection, name)
    }

    /// The smallest image, a GIF of one pixel.
    private static let image: [UInt8] = [
        0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c, 0, 0, 0, 0, 1, 0, 1,
        0, 0,
        2, 2, 0x44, 1, 0, 0x3b,
    ]

    @Test("salted images: reports media type, size and protection, in every text form", arguments: ImageText.all)
    func images(form: ImageText) throws {
        let open = Self.inspect(try SaltedImage.pack(Self.image, as: form))
        #expect(open.identifier == "arca-image")
        #expect(Self.fact(open, "text") == form.name)
        #expect(Self.fact(open, "image") == "image/gif")
        #expect(Self.fact(open, "image bytes") == "\(Self.image.count)")
        #expect(!open.isEncrypted)
        #expect(open.notes == ["not encrypted: anyone can read the image"])
    }

    @Test("recognizes short strings as bytes and as text, but not words in Base64")
    func shortStrings() throws {
        let texts = [
            "{\"id\":7,\"name\":\"Ann\"}", "https://example.com/index.html?page=2", "the quick brown fox jumps",
        ]
        for text in texts {
            for kind in [nil] + ShortStringKind.allCases.map(Optional.some) {
                let bytes = ShortString.compress(text.utf8, kind: kind)
                guard bytes.count < text.utf8.count else { continue }
                for form in [
                    bytes, Array(Base64.urlUnpadded.encode(bytes).utf8), Array(Base64.standard.encode(bytes).utf8),
                    Array((Base16.standard.encode(bytes) + "\n").utf8),
                ] {
                    let found = Inspector.inspect(InspectedData(form, byteCount: form.count))
                    #expect(
                        found.notes.contains { $0.contains("short string of Arca, of \(text.utf8.count) bytes") },
                        "\(text), \(found.name), \(found.notes)")
                }
            }
        }
        for word in [
            "password", "tulips", "hello world", "deadbeef", "AAAA", "0123456789abcdef", "notes.txt", "Zm9vYmFy",
        ] {
            #expect(!Self.inspect(word).notes.contains { $0.contains("short string") }, "\(word)")
        }
    }

    @Test("recognizes encrypted and damaged salted images, and parts of one")
    func sealedImages() throws {
        let key = Self.inspect(try SaltedImage.pack(Self.image, protectedBy: .key(try SymmetricKey(bitCount: 256))))
        #expect(key.isEncrypted)
        #expect(key.recipients == ["a key of 32 bytes"])
        let cost = try Scrypt.Cost(logN: 10, r: 8, p: 1)
        let text = try SaltedImage.pack(
            Self.image, protectedBy: .passphrase(SecretBytes(copying: "x".utf8)), cost: cost)
        let passphrase = Self.inspect(text)
        #expect(passphrase.derivations.first?.cost == "N = 2^10, r = 8, p = 1")
        #expect(passphrase.derivations.first?.verdict == .weak)
        let damaged = Self.inspect(text.replacing("A", with: "B"))
        #expect(damaged.identifier == "arca-image")
        #expect(damaged.notes.first?.hasPrefix("it is damaged: ") == true)

        let parts = try SaltedStringParts.split(text, characterLimit: 80)
        #expect(parts.count > 1)
        let all = Self.inspect(parts.reversed().joined(separator: "\n"))
        #expect(all.identifier == "arca-image-parts")
        #expect(Self.fact(all, "characters") == "\(text.utf8.count)")
        let some = Self.inspect(parts.dropLast().joined(separator: "\n"))
        #expect(some.notes == ["parts are missing or damaged"])
    }

    @Test("hashes of patterns: reports cost, grid and a missing pepper")
    func patterns() {
        let hash = "$arca-pattern$v=1$ln=17,r=8,p=1,grid=3x3,rules=android%@$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2g"
        let bare = Self.inspect(hash.replacing("%@", with: ""))
        #expect(bare.name == "hash of an unlock pattern, by Arca")
        #expect(Self.fact(bare, "grid") == "3x3")
        #expect(Self.fact(bare, "rules") == "android")
        #expect(bare.derivations.first?.verdict == .strong)
        #expect(bare.notes.count == 1)
        #expect(!bare.isEncrypted)
        #expect(Self.inspect(hash.replacing("%@", with: ",keyid=AAAAAA")).notes.isEmpty)
    }

    @Test("tokens: reports every claim, and times as dates")
    func tokens() {
        // RFC 7519, section 3.1. The signature is irrelevant.
        func token(_ claims: String) -> Inspection {
            let parts = [#"{"typ":"JWT","alg":"HS256"}"#, claims].map { Base64.urlUnpadded.encode($0.utf8) }
            return Self.inspect(parts.joined(separator: ".") + ".c2ln")
        }
        let found = token(
            #"{"iss":"joe","exp":1300819380,"http://example.com/is_root":true,"roles":["a","b"],"iat":-1}"#)
        #expect(found.identifier == "jwt")
        #expect(Self.fact(found, "iss") == "joe")
        #expect(Self.fact(found, "exp") == "2011-03-22T18:43:00Z")
        #expect(Self.fact(found, "http://example.com/is_root") == "true")
        #expect(Self.fact(found, "roles") == #"["a","b"]"#)
        #expect(Self.fact(found, "iat") == "-1")
        #expect(found.notes == ["nothing was verified: run 'arca jwt verify' with the signer's key"])
        #expect(Self.fact(token(#"{"exp":1e300}"#), "exp") == "1e300")
    }

    @Test("reports JSON Web Keys and key sets without their secrets")
    func keys() throws {
        // RFC 8037, appendix A.
        let publicKey = #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#
        let secret = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
        let privateKey = String(publicKey.dropLast()) + #","d":"\#(secret)","kid":"a"}"#
        let open = Self.inspect(publicKey)
        #expect(open.identifier == "jwk")
        #expect(open.name == "public JSON Web Key")
        #expect(Self.fact(open, "crv") == "Ed25519")
        let closed = Self.inspect(privateKey)
        #expect(closed.name == "private JSON Web Key")
        #expect(closed.notes == ["not encrypted: who has the file has the key"])
        #expect(!"\(closed)".contains(secret))
        let set = Self.inspect(#"{"keys":[\#(publicKey),\#(privateKey),{"kty":"oct","k":"AAAA"}]}"#)
        #expect(set.identifier == "jwk-set")
        #expect(Self.fact(set, "keys") == "3")
        #expect(set.contents.map(\.name).last == "symmetric JSON Web Key")
        #expect(!"\(set)".contains(secret))
        #expect(Self.inspect(#"{"keys":[1,2]}"#).identifier == "json")
    }

    @Test("reports one-time passwords without their key, and the reason if one is malformed")
    func oneTimePasswords() {
        let found = Self.inspect("otpauth://totp/Example:alice@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Example\n")
        #expect(found.identifier == "otpauth")
        #expect(Self.fact(found, "issuer") == "Example")
        #expect(Self.fact(found, "account") == "alice@example.com")
        #expect(Self.fact(found, "digits") == "6")
        #expect(Self.fact(found, "seconds") == "30")
        #expect(!"\(found)".contains("JBSWY3DP"))
        #expect(Self.inspect("otpauth://totp/a?secret=1").notes.count == 1)
    }

    @Test("mail: reports header fields and parts; lines with colons alone are not mail")
    func mail() {
        let message = """
            From: =?UTF-8?Q?J=C3=BCrgen?= <a@example.org>\r
            To: b@example.org\r
            Subject: =?UTF-8?B?R3LDvMOfZQ==?=\r
            Date: Mon, 23 Nov 2026 10:00:00 +0000\r
            MIME-Version: 1.0\r
            Content-Type: multipart/mixed; boundary=x\r
            \r
            --x\r
            Content-Type: text/plain\r
            \r
            hello\r
            --x\r
            Content-Type: image/png\r
            Content-Disposition: attachment; filename=a.png\r
            \r
            ...\r
            --x--\r

            """
        let found = Self.inspect(message)
        #expect(found.identifier == "mail")
        #expect(Self.fact(found, "from") == "Jürgen <a@example.org>")
        #expect(Self.fact(found, "subject") == "Grüße")
        #expect(Self.fact(found, "type") == "multipart/mixed")
        #expect(Self.fact(found, "parts") == #"["text/plain","image/png"]"#)
        #expect(Self.fact(found, "attachments") == #"["a.png"]"#)
        #expect(found.notes.isEmpty)
        for other in [
            "to: do\nfrom here on nothing\n", "key: value\nother: value\n", ": \n", "From: a\n\nSubject: b\n",
        ] {
            #expect(Self.inspect(other).identifier != "mail", "\(other)")
        }
        // A message truncated anywhere does not fail.
        for count in stride(from: 60, to: message.utf8.count, by: 7) {
            _ = Self.inspect(String(decoding: message.utf8.prefix(count), as: UTF8.self))
        }
    }

    @Test("recognizes systemd credentials in Base64")
    func credentials() throws {
        let head = try Base16.standard.decode("93a894094874449090caf2fc93cab55320000000010000000c00000010000000")
        let inside = Self.inspect(Base64.mime.encode(head + [UInt8](repeating: 0x9c, count: 200)))
        #expect(inside.isEncrypted)
        #expect(inside.contents.first?.identifier == "systemd-credential")
        #expect(inside.contents.first?.recipients == ["the machine's key and TPM"])
    }
}
