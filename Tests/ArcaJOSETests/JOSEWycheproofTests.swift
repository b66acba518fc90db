import ArcaCodecs
import ArcaCrypto
import ArcaJOSE
import ArcaKeys
import ArcaTestSupport
import Testing

/// Wycheproof's tokens and keys.
@Suite(.enabled(if: SharedSamples.arePresent))
struct JOSEWycheproofTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let number: Int
        let comment: String
        let isValid: Bool
        let token: String
        let plaintext: String?
        let isEncrypted: Bool
        let key: JSONValue

        var testDescription: String { "\(file) \(number): \(comment)" }
    }

    static let cases: [Case] = {
        guard SharedSamples.arePresent else { return [] }
        return ["crypto", "encryption", "key", "signature"].flatMap { file -> [Case] in
            let path = "signatures/wycheproof/json_web_\(file)_test.json"
            guard let data = try? SharedSamples.data(path), let root = try? JSONReader.read(Array(data))
            else { return [] }
            return (root["testGroups"]?.array ?? []).flatMap { group -> [Case] in
                (group["tests"]?.array ?? []).compactMap { test in
                    let isEncrypted = test["jws"] == nil
                    guard let token = test["jws"] ?? test["jwe"],
                        let key = group["private"] ?? group["public"]
                    else { return nil }
                    return Case(
                        file: file, number: test["tcId"]?.int ?? 0, comment: test["comment"]?.string ?? "",
                        isValid: test["result"]?.string == "valid", token: token.string ?? token.text(),
                        plaintext: test["pt"]?.string,
                        isEncrypted: isEncrypted, key: key)
                }
            }
        }
    }()

    /// Where we answer otherwise, and why.
    static let disputed: [String: String] = [
        "signature 346": "PS384 under a key whose alg is PS256; 338 and 340 refuse the same under PS512",
        "signature 350": "PS384 under a key whose alg is PS256; 338 and 340 refuse the same under PS512",
        "signature 347": "the key's alg is ES521, which no standard defines; key 19 refuses it",
        "signature 351": "the key's alg is ES521, which no standard defines; key 19 refuses it",
        "signature 367": "the same bytes as 357, which is valid",
        "signature 370": "the same bytes as 357, which is valid",
        "signature 372": "a question mark in the Base64, and a code that is not over that text",
        "signature 373": "a question mark in the Base64, and a code that is not over that text",
    ]

    @Test(arguments: cases)
    func answer(_ test: Case) throws {
        let isDisputed = Self.disputed["\(test.file) \(test.number)"] != nil
        let isGood = test.isValid != isDisputed
        do {
            let keys = try JWKSet(Array(test.key.text().utf8))
            if test.isEncrypted {
                let token = try JWE(decrypting: test.token, keys: keys, options: JWE.Options(allowsRSA15: true))
                if let plaintext = test.plaintext {
                    #expect(token.plaintext.withBytes { [UInt8](bytes: $0) } == hex(plaintext))
                }
            } else {
                _ = try JWS(verifying: test.token, keys: keys)
            }
            #expect(isGood)
        } catch {
            #expect(!isGood, "\(error)")
        }
    }

    @Test func thereAreAllOfThem() { #expect(Self.cases.count == 128) }
}
