import ArcaCore
internal import ArcaTestSupport
import Testing

@testable import ArcaVectors

/// Wycheproof's tokens and keys.
@Suite struct TokenVectorTests {
    private static let files: [(name: String, count: Int, disputed: [String])] = [
        ("crypto", 21, []), ("encryption", 42, []), ("key", 18, []),
        ("signature", 47, ["346", "347", "367", "370", "372", "373"]),
    ]

    private static func report(_ name: String, _ change: (String) -> String = { $0 }) throws -> VectorReport {
        let data = try SharedSamples.data("signatures/wycheproof/json_web_\(name)_test.json")
        return .of(change(String(decoding: data, as: UTF8.self)), named: name)
    }

    @Test(
        "runs every case except the disputed ones, which are reported", .enabled(if: SharedSamples.arePresent),
        arguments: files)
    func published(name: String, count: Int, disputed: [String]) throws {
        let report = try Self.report(name)
        #expect(report.totals.failed == 0, "\(report.reasons)")
        #expect(report.totals.passed == count - disputed.count && report.totals.skipped == disputed.count)
        for number in disputed {
            #expect(
                report.totals.skipReasons.keys.contains {
                    $0.hasPrefix("disputed, case \(number) of json_web_signature: ")
                }, "\(number)")
        }
    }

    @Test(
        "identifies a disputed case by its token, and runs it in another edition, where it fails",
        .enabled(if: SharedSamples.arePresent))
    func otherEdition() throws {
        // Changes the numbers, so no case matches a disputed one.
        let report = try Self.report("signature") { $0.replacing("\"tcId\": ", with: "\"tcId\": 10") }
        let numbers = report.files[0].failures.compactMap(\.id).map { $0.dropFirst(2) }
        #expect(numbers == ["346", "347", "367", "370", "372", "373"])
        #expect(report.totals.skipped == 0)
    }

    @Test("fails a changed token, and one that should be rejected but is not")
    func changed() {
        let file = """
            {"numberOfTests": 2, "testGroups": [{"type": "JsonWebSignature", "comment": "",
             "private": {"kty": "oct", "alg": "HS256", "k": "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"},
             "tests": [
              {"tcId": 1, "comment": "RFC 7515, A.1", "result": "valid", "flags": [], "jws": "TOKEN"},
              {"tcId": 2, "comment": "cut", "result": "invalid", "flags": [], "jws": "CUT"}]}]}
            """
        let token =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        let cut = String(token.dropLast(4))
        let good = file.replacing("TOKEN", with: token).replacing("CUT", with: cut)
        #expect(VectorReport.of(good, named: "a").totals.passed == 2)
        let bad = file.replacing("TOKEN", with: cut).replacing("CUT", with: token)
        #expect(VectorReport.of(bad, named: "a").totals.failed == 2)
    }

    /// RFC 7515, appendix A.3; as in case 349 of Wycheproof's `json_web_signature`, the private key has a slip.
    @Test("verifies with the public key alone, whatever the private one says")
    func privateKeyWithSlip() {
        let numbers =
            "\"kty\": \"EC\", \"crv\": \"P-256\", \"x\": \"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\", \"y\": \"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0\""
        let token =
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        func report(private ownOperations: String, public operations: String) -> VectorReport {
            .of(
                """
                {"numberOfTests": 1, "testGroups": [{"type": "JsonWebSignature", "comment": "",
                 "private": {\(numbers), "d": "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI", "key_ops": [\(ownOperations)]},
                 "public": {\(numbers), "key_ops": [\(operations)]},
                 "tests": [{"tcId": 1, "comment": "", "result": "valid", "flags": [], "jws": "\(token)"}]}]}
                """, named: "slip")
        }
        #expect(report(private: "\"sign, verify\"", public: "\"verify\"").totals.passed == 1)
        #expect(report(private: "\"verify\"", public: "\"encrypt\"").totals.failed == 1)
    }
}
