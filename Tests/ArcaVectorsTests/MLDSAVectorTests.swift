import ArcaCore
import ArcaVectors
import Testing

/// ML-DSA in the layouts of CAVP and ACVP; `FamilyVectorTests` and `RooterbergVectorTests` run the others.
@Suite struct MLDSAVectorTests {
    /// The first case of a file below `Vectors/ml-dsa`, by field name.
    private static func values(_ set: String = "44") throws -> [String: String] {
        let name = "ml-dsa/kat_MLDSA_\(set)_det_pure-excerpt.rsp.gz"
        let text = String(decoding: try EncapsulationFiles.bytes(name), as: UTF8.self)
        var values: [String: String] = [:]
        for line in text.split(separator: "\n").dropFirst() {
            let parts = line.split(separator: " = ")
            guard parts[0] != "count" else { break }
            values[String(parts[0])] = String(parts[1])
        }
        return values
    }

    private static let names = ["xi", "seed", "pk", "sk", "msg", "mlen", "sm", "smlen", "ctx"]

    private static func kat(_ values: [String: String]) -> VectorReport {
        let lines = names.compactMap { name in values[name].map { "\(name) = \($0)" } }
        return .of((["count = 0"] + lines).joined(separator: "\n") + "\n", named: "ml-dsa/kat_MLDSA.rsp")
    }

    @Test("reads NIST's layout, and fails a case with any value changed, truncated or missing")
    func cavp() throws {
        for set in ["44", "65", "87"] {
            let report = Self.kat(try Self.values(set))
            #expect(report.totals.passed == 1 && report.isGood, "\(report.reasons)")
            #expect(report.files[0].family == "ml-dsa")
        }
        let values = try Self.values()
        for name in ["xi", "pk", "sk", "msg", "sm", "ctx"] {
            let value = try #require(values[name])
            for changed in [EncapsulationFiles.changed(value), String(value.dropLast(2)), value + "00"] {
                var values = values
                values[name] = changed
                #expect(Self.kat(values).totals.failed == 1, "\(name) \(changed.prefix(8))")
            }
        }
    }

    private static func acvp(_ mode: String, _ group: String, _ test: String) -> VectorReport {
        .of(
            """
            {"vsId": 1, "algorithm": "ML-DSA", "mode": "\(mode)", "revision": "FIPS204", "testGroups": [{"tgId": 1,
            "testType": "AFT", "parameterSet": "ML-DSA-44", \(group) "tests": [{"tcId": 7, \(test)}]}]}
            """, named: "internalProjection.json")
    }

    @Test("reads ACVP's keys and signatures of both interfaces, and fails changed ones")
    func acvp() throws {
        let values = try Self.values()
        let (message, context) = (try #require(values["msg"]), try #require(values["ctx"]))
        let (pk, sk, xi) = (try #require(values["pk"]), try #require(values["sk"]), try #require(values["xi"]))
        let signature = try #require(values["sm"]).dropLast(message.count)
        let count = context.count / 2
        let formatted = "00" + (count < 16 ? "0" : "") + String(count, radix: 16) + context + message
        let external = "\"signatureInterface\": \"external\", \"preHash\": \"pure\","
        let plain = "\"message\": \"\(message)\", \"context\": \"\(context)\", \"hashAlg\": \"none\""
        let inner = "\"signatureInterface\": \"internal\", \"externalMu\": false,"
        let sig = "\"signature\": \"\(signature)\""
        let cases: [(mode: String, group: String, test: String)] = [
            ("keyGen", "", "\"seed\": \"\(xi)\", \"pk\": \"\(pk)\", \"sk\": \"\(sk)\", \"deferred\": false"),
            ("sigGen", "\"deterministic\": true, \(external)", "\"sk\": \"\(sk)\", \(plain), \(sig)"),
            ("sigGen", "\"deterministic\": true, \(inner)", "\"sk\": \"\(sk)\", \"message\": \"\(formatted)\", \(sig)"),
            ("sigGen", "\"deterministic\": true,", "\"sk\": \"\(sk)\", \"message\": \"\(formatted)\", \(sig)"),
            ("sigVer", external, "\"pk\": \"\(pk)\", \(plain), \(sig), \"testPassed\": true, \"reason\": \"\""),
            ("sigVer", inner, "\"pk\": \"\(pk)\", \"message\": \"\(formatted)\", \(sig), \"testPassed\": true"),
        ]
        for (mode, group, test) in cases {
            let report = Self.acvp(mode, group, test)
            #expect(report.totals.passed == 1 && report.isGood, "\(mode) \(group): \(report.reasons)")
            for value in [message, formatted, pk, sk, xi, String(signature), context]
            where test.contains("\"\(value)\"") {
                let wrong = test.replacing("\"\(value)\"", with: "\"\(EncapsulationFiles.changed(value))\"")
                #expect(Self.acvp(mode, group, wrong).totals.failed == 1, "\(mode) \(group)")
            }
            let answer = test.replacing("\"testPassed\": true", with: "\"testPassed\": false")
            if answer != test { #expect(Self.acvp(mode, group, answer).totals.failed == 1) }
            #expect(Self.acvp(mode, group, test + ", \"more\": 1").totals.failed == 1)
        }
        let changed = EncapsulationFiles.changed(String(signature))
        let forged =
            "\"pk\": \"\(pk)\", \(plain), \"signature\": \"\(changed)\", \"testPassed\": false, \"reason\": \"modified\""
        #expect(Self.acvp("sigVer", external, forged).totals.passed == 1)
        #expect(Self.acvp("sigVer", inner.replacing("internal", with: "other"), forged).totals.failed == 1)
        let hashed = external.replacing("pure", with: "preHash")
        #expect(
            Self.acvp("sigVer", hashed, forged).totals.skipReasons
                == ["Arca has no HashML-DSA, which signs digests": 1])
    }
}
