internal import ArcaTestSupport
internal import Foundation
import Testing

struct JWTCommandTests {
    /// The key of RFC 7515, appendix A.1.
    private static let key =
        #"{"kty":"oct","kid":"k1","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}"#
    private static let edwards =
        #"{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","#
        + #""x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#

    /// Runs `body` in a folder with keys, and passes it a function that runs `arca jwt` there.
    private static func inFolder(
        _ body: (_ jwt: ([String], String) throws -> Peer.Answer, URL) throws -> Void
    ) throws {
        try Peer.inFolder { folder in
            try Data(key.utf8).write(to: folder.appendingPathComponent("k.jwk"))
            try Data(edwards.utf8).write(to: folder.appendingPathComponent("e.jwk"))
            try body({ try Arca.run(["jwt"] + $0, input: Array($1.utf8), in: folder) }, folder)
        }
    }

    private static let verify = ["verify", "--key", "k.jwk", "--issuer", "joe", "--audience", "app", "--time", "1000"]

    @Test("signs claims and verifies them; the exit status gives the reason for a rejection")
    func roundTrips() throws {
        try Self.inFolder { jwt, _ in
            let claims = #"{"exp":2000,"nbf":500,"sub":"ann"}"#
            let signed = try jwt(["sign", "--key", "k.jwk", "--issuer", "joe", "--audience", "app"], claims)
            #expect(signed.status == 0 && signed.errors.isEmpty, "\(signed.errors)")
            let good = try jwt(Self.verify + ["--type", "jwt", "--alg", "HS256,HS512"], signed.text)
            #expect(good.status == 0, "\(good.errors)")
            #expect(
                good.text == """
                    standard input: good token, signed by HS512 with the key k1
                      exp  2000 (1970-01-01T00:33:20Z)
                      nbf  500 (1970-01-01T00:08:20Z)
                      sub  ann
                      iss  joe
                      aud  app

                    """)
            let refusals: [(options: [String], status: Int32, message: String)] = [
                (["--time", "2000"], 7, "has expired"), (["--time", "499"], 7, "not valid yet"),
                (["--issuer", "ann"], 7, "issuer is \"joe\", not ann"), (["--audience", "x"], 7, "not for x"),
                (["--type", "at+jwt"], 7, "type is \"JWT\""), (["--key", "e.jwk"], 3, "needs a symmetric key"),
                (["--alg", "ES256"], 5, "allowed are ES256"),
            ]
            for (options, status, message) in refusals {
                var words = Self.verify
                for index in stride(from: 0, to: options.count, by: 2) {
                    if let place = words.firstIndex(of: options[index]) {
                        words[place + 1] = options[index + 1]
                    } else {
                        words += options[index...(index + 1)]
                    }
                }
                let answer = try jwt(words, signed.text)
                #expect(answer.status == status && answer.output.isEmpty, "\(options): \(answer.errors)")
                #expect(answer.errors.contains(message), "\(answer.errors)")
            }
            #expect(try jwt(Self.verify.dropLast(2) + ["--time", "2005", "--leeway", "10"], signed.text).status == 0)
            let changed = signed.text.replacingOccurrences(of: ".eyJ", with: ".eyK")
            #expect(try jwt(Self.verify, changed).status == 1)
            #expect(try jwt(Self.verify, "x.y").status == 5)
        }
    }

    @Test("requires an audience and an expiry")
    func asksForWhatIsMissing() throws {
        try Self.inFolder { jwt, _ in
            let endless = try jwt(["sign", "--key", "e.jwk"], "{}")
            #expect(endless.status == 2 && endless.errors.contains("--lifetime"), "\(endless.errors)")
            let signed = try jwt(["sign", "--key", "e.jwk", "--no-expiry", "--audience", "app"], "{}")
            let refused = try jwt(["verify", "--key", "e.jwk", "--any-audience"], signed.text)
            #expect(refused.status == 7 && refused.errors.contains("--no-expiry"), "\(refused.errors)")
            let unnamed = try jwt(["verify", "--key", "e.jwk", "--no-expiry"], signed.text)
            #expect(unnamed.status == 7 && unnamed.errors.contains("--any-audience"), "\(unnamed.errors)")
            #expect(try jwt(["verify", "--key", "e.jwk", "--no-expiry", "--any-audience"], signed.text).status == 0)
            let twice = try jwt(["sign", "--key", "e.jwk", "--issuer", "a", "--no-expiry"], #"{"iss":"b"}"#)
            #expect(twice.status == 2 && twice.errors.contains("iss"))
            #expect(try jwt(["sign", "--key", "e.jwk", "--no-expiry"], "[]").status == 5)
            #expect(try jwt(["sign", "--key", "e.jwk", "--no-expiry", "--alg", "RS256"], "{}").status == 3)
        }
    }

    @Test("sets the lifetime of a token")
    func lifetime() throws {
        try Self.inFolder { jwt, folder in
            let signed = try jwt(["sign", "--key", "e.jwk", "--lifetime", "30d", "-o", "token"], "{}")
            #expect(signed.status == 0 && signed.output.isEmpty, "\(signed.errors)")
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/token")[.posixPermissions]
            #expect(mode as? Int == 0o600)
            let good = try jwt(["verify", "--key", "e.jwk", "--json", "token"], "")
            #expect(good.status == 0, "\(good.errors)")
            let report = try JSONSerialization.jsonObject(with: Data(good.output)) as? [String: Any]
            let claims = report?["claims"] as? [String: Int]
            #expect(try #require(claims?["exp"]) - #require(claims?["iat"]) == 30 * 86_400)
            #expect(report?["verdict"] as? String == "good")
        }
    }

    @Test("shows a token and says that nothing was verified")
    func decodes() throws {
        let token =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLm"
            + "NvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        try Self.inFolder { jwt, _ in
            let shown = try jwt(["decode"], token + "\n")
            #expect(shown.status == 0)
            #expect(
                shown.text == """
                    header (not verified)
                      typ  JWT
                      alg  HS256
                    claims (not verified)
                      iss                         joe
                      exp                         1300819380 (2011-03-22T18:43:00Z)
                      http://example.com/is_root  true

                    """)
            #expect(shown.errors.contains("nothing was verified"))
            let json = try jwt(["decode", "--json"], token)
            let report = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
            #expect(report?["verified"] as? Bool == false)
            #expect((report?["claims"] as? [String: Any])?["iss"] as? String == "joe")
            #expect(try jwt(["decode"], "x").status == 5)
            // Control characters of a token do not reach the terminal: literally {"alg":"\u001b[2J\u009b"}.
            let hostile = try jwt(["decode"], "eyJhbGciOiJcdTAwMWJbMkpcdTAwOWIifQ.e30.AA")
            #expect(hostile.status == 0 && !hostile.text.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{9b}" })
        }
    }

    @Test("reports rejections as JSON, without secrets")
    func reportsAsJSON() throws {
        try Self.inFolder { jwt, _ in
            let signed = try jwt(["sign", "--key", "k.jwk"], #"{"exp":2000,"password":"hunter2"}"#)
            let refused = try jwt(["verify", "--key", "k.jwk", "--time", "3000", "--json"], signed.text)
            let report = try JSONSerialization.jsonObject(with: Data(refused.output)) as? [String: Any]
            #expect(refused.status == 7)
            #expect(report?["valid"] as? Bool == false)
            #expect(report?["verdict"] as? String == "expired")
            for text in [refused.text, refused.errors] {
                #expect(!text.contains("hunter2"))
                #expect(!text.contains("AyM1SysPpbyDfgZld3umj1"))
                #expect(!text.contains("eyJ"))
            }
            let argument = try jwt(["verify", "--key", "k.jwk", signed.text.trimmingCharacters(in: .newlines)], "")
            #expect(argument.status != 0 && argument.output.isEmpty)
        }
    }

    @Test("encrypts to a key or with a passphrase; a wrong key and damage end with 3")
    func encrypts() throws {
        try Self.inFolder { jwt, folder in
            let receiver =
                #"{"kty":"OKP","crv":"X25519","kid":"r","d":"dwdtCnMYpX08FsFyUbJmRd9ML4frwJkqsXf7pR25LCo","#
                + #""x":"hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo"}"#
            try Data(receiver.utf8).write(to: folder.appendingPathComponent("r.jwk"))
            try Data("secret words\n".utf8).write(to: folder.appendingPathComponent("pass"))
            let message = #"{"sub":"ann"}"#
            let sealed = try jwt(["encrypt", "--key", "r.jwk", "--type", "note"], message)
            #expect(sealed.status == 0 && !sealed.text.contains("ann"), "\(sealed.errors)")
            let opened = try jwt(["decrypt", "--key", "r.jwk"], sealed.text)
            #expect(opened.status == 0 && opened.text == message, "\(opened.errors)")
            let shown = try jwt(["decrypt", "--key", "r.jwk", "--json"], sealed.text)
            let report = try JSONSerialization.jsonObject(with: Data(shown.output)) as? [String: Any]
            #expect(report?["algorithm"] as? String == "ECDH-ES+A256KW")
            #expect(report?["encryption"] as? String == "A256GCM")
            #expect((report?["claims"] as? [String: Any])?["sub"] as? String == "ann")
            #expect((report?["header"] as? [String: Any])?["typ"] as? String == "note")

            let words = ["-p", "--passphrase-from", "file:pass"]
            let locked = try jwt(["encrypt", "--enc", "A128CBC-HS256"] + words, message)
            #expect(locked.status == 0, "\(locked.errors)")
            #expect(try jwt(["decrypt"] + words, locked.text).text == message)
            #expect(try jwt(["decrypt"] + words, sealed.text).status == 3)
            try Data("another\n".utf8).write(to: folder.appendingPathComponent("pass"))
            let wrong = try jwt(["decrypt"] + words, locked.text)
            #expect(wrong.status == 3 && wrong.output.isEmpty, "\(wrong.errors)")
            let parts = sealed.text.split(separator: ".")
            let damaged = try jwt(
                ["decrypt", "--key", "r.jwk"], parts[..<4].joined(separator: ".") + "." + "AAAAAAAAAAAAAAAAAAAAAA")
            #expect(damaged.status == 3 && damaged.output.isEmpty, "\(damaged.errors)")
            #expect(try jwt(["decrypt", "--key", "r.jwk", "--alg", "dir"], sealed.text).status == 5)
            let none = try jwt(["decrypt"], sealed.text)
            #expect(none.status == 2 && none.errors.contains("--key FILE, or -p"), "\(none.errors)")
            #expect(try jwt(["encrypt", "--key", "r.jwk", "--alg", "RSA1_5"], message).status == 3)
        }
    }

    @Test("verifies a signed token inside an encrypted one, and rejects an unsigned one")
    func nests() throws {
        try Self.inFolder { jwt, folder in
            let claims = #"{"exp":2000,"sub":"ann"}"#
            let signed = try jwt(["sign", "--key", "e.jwk"], claims)
            let nested = try jwt(["encrypt", "--key", "k.jwk", "--alg", "dir", "--enc", "A256CBC-HS512"], signed.text)
            #expect(nested.status == 0, "\(nested.errors)")
            let verify = ["verify", "--key", "e.jwk", "--time", "1000", "--decryption-key", "k.jwk"]
            let good = try jwt(verify, nested.text)
            #expect(good.status == 0 && good.text.contains("ann"), "\(good.errors)")
            // Without the decryption key the format is invalid; another signer's key does not verify.
            #expect(try jwt(["verify", "--key", "e.jwk", "--time", "1000"], nested.text).status == 5)
            let other = try jwt(["sign", "--key", "k.jwk"], claims)
            let foreign = try jwt(["encrypt", "--key", "k.jwk", "--alg", "dir", "--enc", "A256CBC-HS512"], other.text)
            let refused = try jwt(verify, foreign.text)
            #expect(refused.status == 3 && refused.output.isEmpty, "\(refused.errors)")
            let unsigned = try jwt(["encrypt", "--key", "k.jwk", "--alg", "dir", "--enc", "A256CBC-HS512"], claims)
            let nobody = try jwt(verify, unsigned.text)
            #expect(nobody.status == 5)
            #expect(nobody.output.isEmpty)
            #expect(nobody.errors.contains("no signed token inside"))
            let hint = try jwt(["decrypt", "--key", "k.jwk"], nested.text)
            #expect(hint.text + "\n" == signed.text && hint.errors.contains("--decryption-key"))
        }
    }

    @Test("gives the shared samples the status of each verdict", .enabled(if: SharedSamples.arePresent))
    func samples() throws {
        let folder = SharedSamples.url("signatures/jose")
        let statuses: [String: Int32] = [
            "good": 0, "bad": 1, "wrong-key-type": 3, "weak-key": 3, "unknown-key": 3, "malformed": 5, "unsupported": 5,
            "expired": 7, "not-yet-valid": 7, "no-expiry": 7, "audience": 7, "issuer": 7,
        ]
        let cases = String(decoding: try SharedSamples.data("signatures/jose/cases.tsv"), as: UTF8.self)
        var count = 0
        for line in cases.split(separator: "\n") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells[1] == "jwt" else { continue }
            count += 1
            let words =
                ["jwt", "verify", "--key", cells[3], cells[2]] + cells[4].split(separator: " ").map(String.init)
            let answer = try Arca.run(words, in: folder)
            #expect(answer.status == statuses[cells[7]], "\(cells[0]): \(answer.errors)")
        }
        #expect(count == 16)
    }
}
