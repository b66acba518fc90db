internal import ArcaTestSupport
import Foundation
import Testing

/// Certificate chains, stores and folders of keys.
@Suite(.enabled(if: Peer.has("openssl"))) struct ChainCommandTests {
    private static let script = """
        set -e
        openssl req -x509 -newkey rsa:2048 -nodes -keyout root.key -subj /CN=root -days 365 -out root.pem 2>/dev/null
        openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout inter.key -subj /CN=inter \
          -out inter.csr 2>/dev/null
        printf 'basicConstraints=critical,CA:TRUE\\nkeyUsage=keyCertSign\\n' > ca
        openssl x509 -req -in inter.csr -CA root.pem -CAkey root.key -CAcreateserial -days 99 -extfile ca \
          -out inter.pem 2>/dev/null
        openssl req -new -newkey ed25519 -nodes -keyout site.key -subj /CN=site -out site.csr
        printf 'subjectAltName=DNS:site.example,DNS:www.site.example\\nextendedKeyUsage=serverAuth\\n' > web
        openssl x509 -req -in site.csr -CA inter.pem -CAkey inter.key -CAcreateserial -days 50 -extfile web \
          -out site.pem 2>/dev/null
        cat site.pem inter.pem > full.pem
        cat inter.pem root.pem > ca.pem
        for o in '' -legacy; do
          openssl pkcs12 -export $o -inkey site.key -in site.pem -certfile ca.pem -passout pass:pw -out site$o.p12
        done
        openssl crl2pkcs7 -nocrl -certfile ca.pem -certfile site.pem -outform DER -out all.p7b
        openssl crl2pkcs7 -nocrl -certfile ca.pem -certfile site.pem -out text.p7b
        openssl pkey -in site.key -aes256 -passout pass:pw -out locked.pem
        printf 'text' > notes.txt
        openssl cms -encrypt -in notes.txt -aes-128-cbc -outform DER -out mail.p7m root.pem
        openssl cms -encrypt -in notes.txt -aes-128-cbc -outform PEM -out mail.pem root.pem
        openssl cms -encrypt -in notes.txt -aes-128-cbc -outform SMIME -out mail.eml -from a@b.example -to c@d.example \
          -subject x root.pem
        openssl cms -sign -in notes.txt -signer root.pem -inkey root.key -outform SMIME -out signed.eml -from a@b.example \
          -to c@d.example
        # In the second of its creation, a certificate for 50 days has 50 days left, and then 49.
        sleep 1.1
        """

    private func inFolder(_ body: (_ folder: URL, _ arca: (String) throws -> Peer.Answer) throws -> Void) throws {
        try Peer.inFolder { folder in
            let made = try Peer.run(["bash", "-c", Self.script], in: folder)
            #expect(made.status == 0, "\(made.errors)")
            try body(folder) { words in
                try Arca.run(
                    words.split(separator: " ").map(String.init), input: [], environment: ["PW": "pw"], in: folder)
            }
        }
    }

    @Test("verifies a chain, and says what is not checked")
    func verifies() throws {
        try inFolder { _, arca in
            for files in ["full.pem", "site.pem inter.pem", "all.p7b", "text.p7b"] {
                let valid = try arca("key verify-chain --root root.pem --name www.site.example \(files)")
                #expect(valid.status == 0 && valid.text.contains(": valid\n  1  CN=site  valid, 49 days left"))
                #expect(valid.text.contains("3  CN=root  trusted root, "), "\(valid.text)\(valid.errors)")
                #expect(valid.text.contains("usage (server), name (www.site.example)\n"))
                #expect(valid.text.contains("not checked: revocation (CRL, OCSP)"))
            }
            let store = try arca("key verify-chain --root root.pem --passphrase-from env:PW site-legacy.p12")
            #expect(store.status == 0 && store.text.contains("not checked: name (give --name), "), "\(store.errors)")
            for (words, text) in [
                ("--root root.pem site.pem", "the certificate of its issuer is missing: CN=inter"),
                ("--root root.pem --name site full.pem", "not for site; its alternative names: DNS:site.example, "),
                ("--root root.pem --purpose client full.pem", "not for purpose client: extended key usage serverAuth"),
                ("--root root.pem --at 20990101 full.pem", "error: expired "),
                ("full.pem", "the certificate of its issuer is missing: CN=root"),
                ("full.pem root.pem", "self-signed, and not one of the trusted roots"),
            ] {
                let wrong = try arca("key verify-chain " + words)
                #expect(wrong.status == 1 && wrong.text.contains(": not valid\n"), "\(words): \(wrong.errors)")
                #expect(wrong.text.contains(text), "\(words): \(wrong.text)")
            }
            for words in ["--name https://a.example full.pem", "--name a.example:443 full.pem", "--name .a full.pem"] {
                #expect(try arca("key verify-chain " + words).status == 2, "\(words)")
            }
            #expect(try arca("key verify-chain site.key").status == 5)
            let json = try arca("key verify-chain --json --root root.pem --name a.example full.pem")
            let report = try #require(JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
            #expect(report["valid"] as? Bool == false && report["trustedRoot"] as? Bool == true)
            let problems = try #require(report["problems"] as? [[String: Any]])
            #expect(problems.map { $0["code"] as? String } == ["wrongName"])
        }
    }

    @Test("extracts certificates of stores and messages, leaf first")
    func extracts() throws {
        try inFolder { folder, arca in
            for file in ["site.p12", "site-legacy.p12", "all.p7b", "text.p7b", "full.pem"] {
                let made = try arca("key extract --passphrase-from env:PW \(file)")
                #expect(made.status == 0, "\(file): \(made.errors)")
                let expected = ["site", "inter", "root"].prefix(file == "full.pem" ? 2 : 3)
                #expect(made.text.components(separatedBy: "-----BEGIN CERTIFICATE-----\n").count == expected.count + 1)
                try Data(made.output).write(to: folder.appendingPathComponent("out.pem"))
                let verified = try Peer.run(
                    ["openssl", "verify", "-CAfile", "root.pem", "-untrusted", "out.pem", "out.pem"], in: folder)
                #expect(verified.status == 0, "\(file): \(verified.errors)")
            }
            let leaf = try arca("key extract --leaf --der all.p7b -o leaf.cer")
            #expect(leaf.status == 0, "\(leaf.errors)")
            let compared = try Peer.run(
                ["bash", "-c", "openssl x509 -in site.pem -outform DER | cmp - leaf.cer"], in: folder)
            #expect(compared.status == 0)
            #expect(try arca("key extract --der all.p7b -o x").status == 2)
            #expect(try arca("key extract site.key").errors.contains("the file contains no certificate"))
            #expect(try arca("key show all.p7b").text.contains("PKCS #7 DER"))
        }
    }

    @Test("shows several files and folders as one table with matching private keys")
    func showsTable() throws {
        try inFolder { folder, arca in
            let table = try arca("key show site.pem inter.pem site.key locked.pem site.csr")
            #expect(table.status == 0, "\(table.errors)")
            #expect(
                table.lines == [
                    "site.pem\tsite\tsite.example, www.site.example\t49\tsite.key", "inter.pem\tinter\t\t98\t-",
                    "site.key\tEd25519 private key\t\t\t", "locked.pem\tlocked\t\t\t",
                    "site.csr\trequest of site\t\t\tsite.key",
                ])
            #expect(table.errors.contains("1 file encrypted") && table.errors.contains("give --passphrase-from"))
            let opened = try arca("key show --passphrase-from env:PW site.pem locked.pem")
            #expect(opened.lines.first == "site.pem\tsite\tsite.example, www.site.example\t49\tlocked.pem")
            let whole = try arca("key show .")
            #expect(whole.status == 0 && whole.text.contains("\tsite\t") && !whole.text.contains("notes.txt"))
            let json = try arca("key show --json inter.key inter.pem")
            let report = try #require(JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
            let keys = try #require(report["keys"] as? [[String: Any]])
            #expect(keys.map { $0["file"] as? String } == ["inter.key", "inter.pem"])
            #expect(keys[1]["privateKeys"] as? [String] == ["inter.key"] && keys[1]["daysLeft"] as? Int == 98)
            let failed = try arca("key show site.pem notes.txt none.pem")
            #expect(failed.status != 0 && failed.lines.count == 1 && failed.errors.contains("notes.txt"))
        }
    }

    @Test("inspects CMS messages: cipher, recipient and a command that decrypts them")
    func inspects() throws {
        try inFolder { folder, arca in
            for (file, form) in [("mail.p7m", "DER"), ("mail.pem", "PEM"), ("mail.eml", "SMIME")] {
                let text = try arca("inspect \(file)").text
                #expect(text.contains("cipher: AES-128-CBC\n"), "\(text)")
                #expect(text.contains("recipient: RSA: serial ") && text.contains(", issuer CN=root\n"), "\(text)")
                let command = try #require(text.split(separator: "'").first { $0.hasPrefix("openssl cms ") })
                #expect(
                    command == "openssl cms -decrypt -recip CERTIFICATE.pem -inkey KEY.pem -inform \(form) -in FILE")
                let words = command.replacing("CERTIFICATE.pem", with: "root.pem").replacing(
                    "KEY.pem", with: "root.key"
                )
                .replacing("FILE", with: file)
                #expect(try Peer.run(["bash", "-c", String(words)], in: folder).text.contains("text"))
            }
            let signed = try arca("inspect signed.eml").text
            #expect(signed.contains("inside: detached signature (CMS, PKCS #7)\n"), "\(signed)")
            #expect(signed.contains("run 'openssl cms -verify -CAfile ROOTS.pem -inform SMIME -in FILE'"), "\(signed)")
            let chain = try arca("inspect all.p7b").text
            #expect(chain.contains("certificate: CN=site, valid, 49 days left\n"), "\(chain)")
            #expect(chain.contains("run 'arca key extract FILE'"))
            #expect(try arca("inspect site.pem").text.contains("validity: valid, 49 days left\n"))
        }
    }
}
