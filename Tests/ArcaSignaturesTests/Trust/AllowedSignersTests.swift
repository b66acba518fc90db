internal import ArcaCodecs
internal import ArcaCore
internal import ArcaKeys
internal import ArcaTestSupport
import Testing

@testable import ArcaSignatures

@Suite("allowed signers")
struct AllowedSignersTests {
    private func text(_ seed: UInt64) throws -> String { try TestKeys.ssh(seed).publicKey.text ?? "" }

    private func list(_ lines: String...) -> AllowedSigners {
        AllowedSigners(lines.joined(separator: "\n").utf8, name: "signers")
    }

    @Test("parses principals, options, key and comment")
    func line() throws {
        let list = list(
            "# comment", "",
            "\t *@example.com,!bob@example.com cert-authority,NameSpaces=\"file,git\","
                + "valid-after=\"20260101Z\",valid-before=\"202607010000Z\"\t\(try text(1))  laptop of Alice\r",
            "\"Alice Smith,carol\" \(try text(2))")
        #expect(list.faults.isEmpty && list.lines.count == 2)
        let first = try #require(list.lines.first)
        #expect(first.number == 3)
        #expect(first.isAuthority)
        #expect(first.namespaces == "file,git")
        #expect(first.principals == "*@example.com,!bob@example.com" && first.comment == "laptop of Alice")
        #expect(first.validAfter == 1_767_225_600 && first.validBefore == 1_782_864_000)
        #expect(first.patterns == ["*@example.com", "!bob@example.com"])
        #expect(list.lines[1].patterns == ["Alice Smith", "carol"] && list.lines[1].names("Alice Smith"))
        #expect(list.lines(naming: "carol").map { $0.number } == [4])
    }

    @Test("reports invalid lines and continues")
    func faults() throws {
        let key = try text(1)
        let wrong = [
            ("a", "missing key"), ("a ssh-ed25519", "missing key"), ("a \(key.prefix(40))", ""),
            ("a nonsense \(key)", "bad options: unknown key option"),
            ("a namespaces=file \(key)", "bad options: a value without quotes"),
            ("a namespaces=\"file \(key)", ""), ("a namespaces \(key)", "bad options: namespaces has no value"),
            ("a namespaces=\"\" \(key)", "bad options: namespaces is empty"),
            ("a cert-authority=\"x\" \(key)", "bad options: unknown key option"),
            ("a cert-authority,cert-authority \(key)", "bad options: cert-authority is given twice"),
            ("a namespaces=\"a\",namespaces=\"b\" \(key)", "bad options: namespaces is given twice"),
            ("a valid-after=\"2026\" \(key)", ""), ("a valid-before=\"20260230\" \(key)", ""),
            (
                "a valid-after=\"20260101Z\",valid-before=\"20260101Z\" \(key)",
                "bad options: valid-before is not after valid-after"
            ),
            ("a namespaces=\"a\", \(key)", "bad options: unexpected end of options"),
            ("a namespaces=\"a\"x \(key)", "bad options: unexpected text after a value"),
            (", \(key)", "empty principals"), ("\",,\" \(key)", "empty principals"),
            ("a namespaces=\",\" \(key)", "bad options: namespaces is empty"),
            ("a,\",\",b \(key)", "a quote within the principals: quote all of them"),
            ("\ra \(key)", "a carriage return within the line"),
            ("a\rcert-authority \(key)", "a carriage return within the line"),
            ("\"a \(key)", "a quote at the principals that does not end"), ("\"a\"b \(key)", ""), ("\"\" \(key)", ""),
            ("a ssh-dss AAAAB3NzaC1kc3MAAAABAQ==", ""), ("a ssh-rsa \(key.split(separator: " ")[1])", ""),
            ("a minisign RWQx", ""), ("a ssh-ed25519-cert-v01@openssh.com \(key.split(separator: " ")[1])", ""),
        ]
        for (line, reason) in wrong {
            let list = list(line, "b \(key)")
            #expect(list.faults.map { $0.line } == [1] && list.lines.map { $0.number } == [2], "\(line)")
            if !reason.isEmpty { #expect(list.faults.first?.reason == reason) }
        }
    }

    @Test("ignore names that are missing between commas, and may be indented")
    func emptyNames() throws {
        let key = try text(1)
        for names in ["alice,", "alice,,", ",alice", ",alice,,bob,", "\"alice,\"", "alice,!"] {
            for indent in ["", " ", "\t ", "  "] {
                let list = list("\(indent)\(names) \(key)")
                #expect(list.lines(naming: "alice").count == 1, "\(indent)\(names)")
                #expect(list.lines(naming: "").isEmpty && list.lines(naming: " alice").isEmpty, "\(indent)\(names)")
            }
        }
    }

    @Test("returns the first matching line, or else the closest reason for rejection")
    func answers() throws {
        let key = try TestKeys.ssh(1).publicKey
        let text = try text(1)
        func answer(_ lines: String..., principal: String? = "alice", time: Int = TestKeys.time)
            -> AllowedSigners.Answer
        {
            AllowedSigners(lines.joined(separator: "\n").utf8, name: "signers")
                .find(key, principal: principal, namespace: "file", time: time)
        }
        func number(_ answer: AllowedSigners.Answer) -> Int? {
            if case .listed(let line) = answer { line.number } else { nil }
        }
        let old = "alice valid-before=\"20200101Z\" \(text)"
        #expect(number(answer(old, "alice \(text)")) == 2)
        #expect(number(answer("bob \(text)", principal: nil)) == 1)
        #expect(number(answer("alice namespaces=\"git\" \(text)", "alice namespaces=\"f*\" \(text)")) == 2)
        if case .expired(let line) = answer("bob \(text)", old) { #expect(line.number == 2) } else { Issue.record() }
        if case .notYetValid = answer("alice valid-after=\"20990101\" \(text)") {} else { Issue.record() }
        if case .otherNamespace = answer("alice namespaces=\"git\" \(text)") {} else { Issue.record() }
        if case .otherPrincipal = answer("bob \(text)") {} else { Issue.record() }
        if case .authority = answer("alice cert-authority \(text)") {} else { Issue.record() }
        #expect(answer("alice \(try self.text(2))") == .unlisted)
    }

    @Test("warns of an expiry without effect")
    func warnings() throws {
        let (one, two) = (try text(1), try text(2))
        let ending = "alice valid-before=\"20260101Z\" \(one)"
        #expect(list(ending, "bob \(two)", "*@x cert-authority \(one)").warnings().isEmpty)
        #expect(list(ending, "alice valid-before=\"20250101Z\" \(one)").warnings().map { $0.line } == [2])
        #expect(
            list("bob \(one)", ending).warnings() == [
                .init(line: 2, reason: "the time of the key ends, but line 1 has the same key for longer")
            ])
    }

    @Test("includes both ends of the validity period, to the second")
    func times() throws {
        let list = list("a valid-after=\"20260101000000Z\",valid-before=\"20260101000010Z\" \(try text(1))")
        let key = try TestKeys.ssh(1).publicKey
        for (seconds, isListed) in [(-1, false), (0, true), (10, true), (11, false)] {
            #expect((list.firstLine(with: key, time: 1_767_225_600 + seconds) != nil) == isListed)
        }
    }

    @Test("parses times of three lengths, and only dates that exist")
    func timeTexts() throws {
        #expect(try AllowedSigners.seconds("20240229Z") == 1_709_164_800)
        #expect(try AllowedSigners.seconds("202402291201Z") == 1_709_164_800 + 43_260)
        #expect(try AllowedSigners.seconds("20240229120159Z") == 1_709_164_800 + 43_319)
        for text in [
            "", "2024", "20230229Z", "20241301Z", "20240100Z", "202402292401Z", "20240229120160Z", "20240229z",
            "2024022912Z", "+0240229Z",
        ] {
            #expect(throws: SignatureError.self) { try AllowedSigners.seconds(text) }
        }
    }

    @Test("parses times without Z in the system's time zone", .enabled(if: Peer.has("python3")))
    func localTimes() throws {
        for (text, parts) in [("20260601120000", "2026,6,1,12,0,0"), ("20260101", "2026,1,1,0,0,0")] {
            let answer = try Peer.python("import time; print(int(time.mktime((\(parts),0,0,-1))))")
            #expect(try AllowedSigners.seconds(text) == Int(answer.lines.first ?? ""))
        }
    }

    @Test("combines trusted keys, revoked keys and the expected signer")
    func policy() throws {
        let made = try TestKeys.sign("message", TestKeys.ssh(1)).text
        var verifier = SignatureVerifier(time: TestKeys.time)
        let nobody = verifier.verify(made, of: "message")
        #expect(nobody.outcome == .unknownSigner && nobody.isIntact)
        #expect(try nobody.key?.line == text(1))
        verifier.signers = [list("alice,carol \(try text(1))", "bob \(try text(2))")]
        let verdict = verifier.verify(made, of: "message")
        #expect(verdict.isGood && verdict.signer == "alice,carol")
        #expect(verdict.trustedBy == .init(name: "signers", line: 1))
        verifier.signer = "carol"
        #expect(verifier.verify(made, of: "message").signer == "carol")
        verifier.signer = "bob"
        #expect(verifier.verify(made, of: "message").outcome == .unknownSigner)
        // A key without a principal cannot match an expected signer.
        verifier.keys = [TrustedKey(try TestKeys.ssh(1).publicKey, name: "key")]
        #expect(verifier.verify(made, of: "message").outcome == .unknownSigner)
        verifier.signer = nil
        #expect(verifier.verify(made, of: "message").trustedBy?.name == "key")
        verifier.revoked = [try RevokedKeys("# lost\n\n\(try text(1)) laptop\n".utf8, name: "revoked")]
        let revoked = verifier.verify(made, of: "message")
        #expect(revoked.outcome == .revoked && revoked.trustedBy == .init(name: "revoked", line: 3))
        #expect(verifier.verify(made, of: "massage").outcome == .bad)
        verifier.revoked = [try RevokedKeys(try text(2).utf8, name: "revoked")]
        #expect(verifier.verify(made, of: "message").isGood)
    }

    @Test("accepts minisign and signify keys, and revokes them in any form")
    func numbered() throws {
        let secret = try MinisignSecretKey()
        let made = try TestKeys.sign("message", .minisign(secret)).text
        var verifier = SignatureVerifier(time: TestKeys.time)
        verifier.signers = [list("release minisign \(secret.publicKey.text) of 2026")]
        #expect(verifier.verify(made, of: "message").signer == "release")
        verifier.revoked = [try RevokedKeys("minisign \(secret.publicKey.text)".utf8, name: "r")]
        #expect(verifier.verify(made, of: "message").outcome == .revoked)
        verifier.revoked = [try RevokedKeys(secret.publicKey.text.utf8, name: "r")]
        #expect(verifier.verify(made, of: "message").outcome == .revoked)
        verifier.revoked = []
        verifier.namespace = "git"
        verifier.signers = [list("release namespaces=\"file\" minisign \(secret.publicKey.text)")]
        #expect(verifier.verify(made, of: "message").outcome == .namespace)
    }

    @Test("rejects the whole list of revoked keys if a line is invalid")
    func revocation() throws {
        #expect(throws: SignatureError.code(.unsupported)) {
            _ = try RevokedKeys(Array("SSHKRL\n\0".utf8) + [0, 0, 0, 1], name: "krl")
        }
        let key = try text(1)
        for line in [
            "nonsense", "ssh-ed25519", "ssh-rsa \(key.split(separator: " ")[1])", "RWQx", "\(key)x\n\(key.dropLast(3))",
        ] {
            #expect(throws: SignatureError.self, "\(line)") { _ = try RevokedKeys("\(key)\n\(line)".utf8, name: "r") }
        }
        // A key of a type that Arca does not verify is still valid in the list.
        let dsa = Base64.standard.encode(SSHValue.encode([.text("ssh-dss"), .integer([1])]))
        _ = try RevokedKeys("ssh-dss \(dsa)".utf8, name: "r")
    }
}
