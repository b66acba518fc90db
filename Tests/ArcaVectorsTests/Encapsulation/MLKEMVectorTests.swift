import ArcaCore
import ArcaVectors
import Testing

/// ML-KEM in the layouts of CAVP, ACVP, CCTV and Wycheproof; a CAVP case is converted to each of the others.
@Suite struct MLKEMVectorTests {
    /// The first case of a file below `Vectors/ml-kem`, by field name.
    static func values(_ name: String = "kat_MLKEM_512-excerpt.rsp") throws -> [String: String] {
        let text = String(decoding: try EncapsulationFiles.bytes("ml-kem/\(name).gz"), as: UTF8.self)
        var values: [String: String] = [:]
        for line in text.split(separator: "\n").dropFirst() {
            let parts = line.split(separator: " = ")
            guard parts[0] != "count" else { break }
            values[String(parts[0])] = String(parts[1])
        }
        return values
    }

    static let names = ["z", "d", "msg", "seed", "pk", "sk", "ct_n", "ss_n", "ct", "ss"]

    private static func kat(_ values: [String: String]) -> VectorReport {
        let lines = names.compactMap { name in values[name].map { "\(name) = \($0)" } }
        return .of((["count = 0"] + lines).joined(separator: "\n") + "\n", named: "kat_MLKEM.rsp")
    }

    @Test("reads NIST's layout, and fails a case with any value changed, truncated or missing")
    func cavp() throws {
        for set in ["512", "768", "1024"] {
            let report = Self.kat(try Self.values("kat_MLKEM_\(set)-excerpt.rsp"))
            #expect(report.totals.passed == 1 && report.isGood, "\(report.reasons)")
        }
        let values = try Self.values()
        for name in Self.names where name != "seed" {
            let value = try #require(values[name])
            for changed in [EncapsulationFiles.changed(value), String(value.dropLast(2)), value + "00", nil] {
                var values = values
                values[name] = changed
                // If the invalid ciphertext is removed, its secret becomes an unknown field.
                #expect(Self.kat(values).totals.failed == 1, "\(name) \(changed?.prefix(8) ?? "")")
            }
        }
    }

    // MARK: - CCTV

    @Test("reads CCTV's layouts, and fails a case with any value changed, truncated or missing")
    func cctv() throws {
        let values = try Self.values()
        let fields = [
            ("d", "d"), ("z", "z"), ("ek", "pk"), ("dk", "sk"), ("m", "msg"), ("K", "ss"), ("c", "ct"),
        ]
        for names in [["dk", "c", "K"], fields.map(\.0)] {
            func text(_ change: (String, String) -> String?) -> String {
                names.compactMap { name in
                    let value = fields.first { $0.0 == name }.flatMap { values[$0.1] } ?? ""
                    return change(name, value).map { "\(name) = \($0)\n" }
                }.joined()
            }
            let whole = VectorReport.of(text { $1 }, named: "x.txt")
            #expect(whole.totals.passed == 1 && whole.files.first?.format == "cctv", "\(whole.reasons)")
            let twice = VectorReport.of(text { $1 } + "\n" + text { $1 }, named: "x.txt")
            #expect(twice.totals.passed == 2)
            // The draft derived a different key from d.
            for name in names where name != "d" {
                let reports = [
                    VectorReport.of(text { $0 == name ? EncapsulationFiles.changed($1) : $1 }, named: "x.txt"),
                    VectorReport.of(text { $0 == name ? String($1.dropLast(2)) : $1 }, named: "x.txt"),
                    VectorReport.of(text { $0 == name ? nil : $1 }, named: "x.txt"),
                ]
                for report in reports { #expect(report.totals.failed == 1 && report.totals.passed == 0, "\(name)") }
            }
            #expect(VectorReport.of(text { $1 } + "unknown = 00\n", named: "x.txt").totals.failed == 1)
            #expect(VectorReport.of(text { $1 } + "no equation\n", named: "x.txt").totals.failed == 1)
        }
    }

    @Test("requires that CCTV's modulus keys are rejected for their coefficient, and no other reason")
    func modulus() throws {
        for set in ["512", "768", "1024"] {
            let good = try #require(try Self.values("kat_MLKEM_\(set)-excerpt.rsp")["pk"])
            // The first two coefficients are 3329 and 0.
            let bad = "010d00" + good.dropFirst(6)
            let report = VectorReport.of("\(bad)\n\(bad)\n", named: "modulus.txt")
            #expect(report.totals.passed == 2 && report.isGood, "\(report.reasons)")
            #expect(VectorReport.of("\(bad)\n\(good)\n", named: "modulus.txt").totals.failed == 1)
            for wrong in [String(bad.dropLast(2)), bad + "00", String(bad.dropLast()) + "x"] {
                let report = VectorReport.of("\(bad)\n\(wrong)\n", named: "modulus.txt")
                #expect(report.totals.failed == 1 && report.totals.passed == 1)
            }
        }
    }

    // MARK: - ACVP

    private static func acvp(_ mode: String, _ group: String, _ test: String) -> VectorReport {
        .of(
            """
            {"vsId": 1, "algorithm": "ML-KEM", "mode": "\(mode)", "revision": "FIPS203", "testGroups": [{"tgId": 1,
            "testType": "VAL", "parameterSet": "ML-KEM-512", \(group) "tests": [{"tcId": 7, \(test)}]}]}
            """, named: "internalProjection.json")
    }

    @Test("reads ACVP's keys, ciphertexts and seeds, and fails changed ones")
    func acvp() throws {
        let values = try Self.values().mapValues { $0.uppercased() }
        func field(_ name: String, _ key: String) -> String { "\"\(name)\": \"\(values[key] ?? "")\"" }
        let (ek, dk) = (field("ek", "pk"), field("dk", "sk"))
        let sent = "\(field("c", "ct")), \(field("k", "ss"))"
        let halves = "\(field("d", "d")), \(field("z", "z"))"
        let cases: [(mode: String, group: String, test: String)] = [
            ("keyGen", "", "\(halves), \(ek), \(dk), \"deferred\": false"),
            ("encapDecap", "\"function\": \"encapsulation\",", "\(ek), \(field("m", "msg")), \(sent)"),
            ("encapDecap", "\"function\": \"encapsulation\",", "\(ek), \(dk), \(field("m", "msg")), \(sent)"),
            ("encapDecap", "\"function\": \"decapsulation\",", "\(dk), \(sent), \"reason\": \"none\""),
            ("encapDecap", "\"function\": \"decapsulation\", \(ek), \(dk),", "\(sent)"),
            ("encapDecap", "\"function\": \"decapsulation\", \"keyFormat\": \"expanded\",", "\(dk), \(sent)"),
            ("encapDecap", "\"function\": \"decapsulation\", \"keyFormat\": \"seed\",", "\(halves), \(sent)"),
            (
                "encapDecap", "\"function\": \"decapsulation\", \"keyFormat\": \"seed\",",
                "\(halves), \(ek), \(dk), \(sent)"
            ),
            ("encapDecap", "\"function\": \"decapsulation\",", "\(dk), \(field("c", "ct_n")), \(field("k", "ss_n"))"),
        ]
        for (mode, group, test) in cases {
            let report = Self.acvp(mode, group, test)
            #expect(report.totals.passed == 1 && report.isGood, "\(group): \(report.reasons)")
            let isRejected = test.contains(values["ct_n"] ?? "")
            for (name, value) in values where (group + test).contains("\"\(value)\"") {
                // Implicit rejection depends only on z, and nothing else depends on z.
                if isRejected && name == "sk" || name == "z" && !test.contains("\"dk\"") { continue }
                for wrong in [EncapsulationFiles.changed(value), String(value.dropLast(2))] {
                    func change(_ text: String) -> String { text.replacing("\"\(value)\"", with: "\"\(wrong)\"") }
                    let changed = Self.acvp(mode, change(group), change(test))
                    #expect(changed.totals.failed == 1, "\(group.prefix(80)) \(name)")
                }
            }
            #expect(Self.acvp(mode, group, test + ", \"more\": 1").totals.failed == 1)
        }
        // Prompts without answers.
        #expect(Self.acvp("keyGen", "", halves).totals.failed == 1)
        let unanswered = "\(dk), \(field("c", "ct"))"
        #expect(Self.acvp("encapDecap", "\"function\": \"decapsulation\",", unanswered).totals.failed == 1)
        #expect(Self.acvp("encapDecap", "\"function\": \"rotation\",", "\(dk), \(sent)").totals.failed == 1)
        #expect(Self.acvp("sigGen", "", halves).totals.failed == 1)
    }

    @Test("checks ACVP keys with a wrong digest, coefficient or length, and requires an answer")
    func acvpChecks() throws {
        let values = try Self.values()
        let (publicKey, privateKey) = (try #require(values["pk"]), try #require(values["sk"]))
        let digest = privateKey.index(privateKey.endIndex, offsetBy: -128)
        let forged = privateKey[..<digest] + EncapsulationFiles.changed(String(privateKey[digest...]))
        for (function, name, good, bad) in [
            ("encapsulationKeyCheck", "ek", publicKey, ["010d00" + publicKey.dropFirst(6), publicKey + "00"]),
            ("decapsulationKeyCheck", "dk", privateKey, [String(forged), privateKey + "00"]),
        ] {
            func report(_ key: String, _ answer: String) -> VectorReport {
                Self.acvp("encapDecap", "\"function\": \"\(function)\",", "\"\(name)\": \"\(key)\"\(answer)")
            }
            let (yes, no) = (", \"testPassed\": true", ", \"testPassed\": false, \"reason\": \"x\"")
            #expect(report(good, yes).totals.passed == 1)
            #expect(report(good, no).totals.failed == 1)
            #expect(report(good, "").totals.failed == 1)
            for bad in bad {
                #expect(report(bad, no).totals.passed == 1)
                #expect(report(bad, yes).totals.failed == 1)
                #expect(report(bad, "").totals.failed == 1)
            }
        }
        let missing = Self.acvp(
            "encapDecap", "\"function\": \"decapsulationKeyCheck\", \"keyFormat\": \"none\",", "\"testPassed\": true")
        #expect(missing.totals.skipReasons == ["checks of a key that the file does not hold": 1])
    }

    // MARK: - Wycheproof

    private static func wycheproof(_ type: String, _ test: String, set: String = "ML-KEM-512") -> VectorReport {
        .of(
            """
            {"algorithm": "ML-KEM", "numberOfTests": 1, "testGroups": [{"type": "\(type)", "parameterSet": "\(set)",
            "tests": [{"tcId": 1, "comment": "", \(test)}]}]}
            """, named: "mlkem_test.json")
    }

    @Test("reads Wycheproof's four types without flags, and requires each stated result")
    func wycheproof() throws {
        let values = try Self.values()
        func field(_ name: String, _ key: String) -> String { "\"\(name)\": \"\(values[key] ?? "")\"" }
        let seed = "\"seed\": \"\((values["d"] ?? "") + (values["z"] ?? ""))\""
        let (ek, dk, c, secret) = (field("ek", "pk"), field("dk", "sk"), field("c", "ct"), field("K", "ss"))
        for (type, test) in [
            ("MLKEMTest", "\(seed), \(ek), \(c), \(secret)"),
            ("MLKEMEncapsTest", "\(field("m", "msg")), \(ek), \(c), \(secret)"),
            ("MLKEMKeyGen", "\(seed), \(ek), \(dk)"),
            ("MLKEMDecapsValidationTest", "\(dk), \(c), \(ek), \(secret)"),
            ("MLKEMDecapsValidationTest", "\(dk), \(c), \(ek)"),
        ] {
            #expect(Self.wycheproof(type, test + ", \"result\": \"valid\"").totals.passed == 1, "\(type)")
            for wrong in ["invalid", "acceptable", "good"] {
                #expect(Self.wycheproof(type, test + ", \"result\": \"\(wrong)\"").totals.failed == 1, "\(type)")
            }
            #expect(Self.wycheproof(type, test).totals.failed == 1)
            #expect(Self.wycheproof(type, test + ", \"more\": 1, \"result\": \"valid\"").totals.failed == 1)
            for set in ["ML-KEM-768", "ML-KEM-640"] {
                #expect(Self.wycheproof(type, test + ", \"result\": \"valid\"", set: set).totals.failed == 1)
            }
            // Without a shared secret, only the public key determines the private key.
            let isComplete = test.contains("\"K\"") || type == "MLKEMKeyGen"
            for value in values.values where test.contains("\"\(value)\"") && (isComplete || ek.contains(value)) {
                let changed = test.replacing("\"\(value)\"", with: "\"\(EncapsulationFiles.changed(value))\"")
                #expect(Self.wycheproof(type, changed + ", \"result\": \"valid\"").totals.failed == 1, "\(type)")
            }
        }
        let wrongSeed = seed.replacing(values["d"] ?? "", with: values["z"] ?? "")
        let other = Self.wycheproof("MLKEMKeyGen", "\(wrongSeed), \(ek), \(dk), \"result\": \"valid\"")
        #expect(other.totals.failed == 1)
        let unknown = Self.wycheproof("MLKEMTests", "\(seed), \"result\": \"valid\"")
        #expect(unknown.reasons == ["wycheproof files have no kind of case MLKEMTests ML-KEM"])
    }
}
