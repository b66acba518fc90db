import ArcaCore
import ArcaVectors
import Testing

/// JSON of HPKE and X-Wing: every value is checked, so any change makes its case fail.
@Suite struct HPKEVectorTests {
    private static func cases(_ name: String) throws -> [JSONObject] {
        let list = try JSONReader.read(try EncapsulationFiles.bytes("hpke/\(name).json.gz")).array ?? []
        return list.compactMap(\.object)
    }

    private static func report(_ object: JSONObject) -> VectorReport {
        .of(JSONValue.array([.object(object)]).text(), named: "test-vectors.json")
    }

    /// Copies of the object with one value changed, named for messages.
    private static func changes(of object: JSONObject) -> [(name: String, object: JSONObject)] {
        object.names.flatMap { name -> [(String, JSONObject)] in
            func with(_ value: JSONValue) -> JSONObject {
                var copy = object
                copy[name] = value
                return copy
            }
            switch object[name] {
            case .string(let text):
                let values = text.isEmpty ? ["00"] : [EncapsulationFiles.changed(text), String(text.dropLast(2))]
                return values.map { (name, with(.string($0))) }
            case .number(let number): return [(name, with(.integer((number.int ?? 0) ^ 1)))]
            case .array(let list):
                guard let first = list.first?.object else { return [] }
                return changes(of: first).map { inner in
                    ("\(name)[0].\(inner.name)", with(.array([.object(inner.object)] + list.dropFirst())))
                } + [(name, with(.string("")))]
            default: return []
            }
        }
    }

    /// Input for key generation; Arca's keys are random.
    private static let passedOver: Set<String> = ["ikmR", "ikmS"]

    @Test(
        "checks every value of each mode, and of an export-only suite, with X25519, P-256 and P-521",
        arguments: [0, 1, 2, 3], [0x0020, 0x0010, 0x0012])
    func classical(mode: Int, kem: Int) throws {
        let all = try Self.cases(kem == 0x0020 ? "rfc9180-x25519" : "rfc9180-nist").filter {
            $0["mode"]?.int == mode && $0["kem_id"]?.int == kem
        }
        #expect(all.count == 8)
        for aead in [3, 0xffff] {
            let object = try #require(all.first { $0["aead_id"]?.int == aead })
            let report = Self.report(object)
            #expect(report.totals.passed == 1 && report.isGood, "\(report.reasons)")
            for (name, changed) in Self.changes(of: object) {
                let report = Self.report(changed)
                let isPassedOver = Self.passedOver.contains(name) || name == "ikmE"
                #expect(report.totals.passed == (isPassedOver ? 1 : 0), "\(name) \(report.reasons)")
                // Another algorithm identifier may be skipped as unsupported, but nothing else passes.
                #expect(report.isGood == isPassedOver, "\(name)")
            }
        }
    }

    @Test("checks every value of the hybrid KEM")
    func hybrid() throws {
        let all = try Self.cases("hpke-pq-mlkem768-x25519")
        let object = try #require(all.first)
        #expect(Self.report(object).totals.passed == 1)
        #expect(Self.report(all[1]).totals.skipReasons == ["Arca has no HPKE with the one-stage KDF SHAKE256": 1])
        for (name, changed) in Self.changes(of: object) {
            let report = Self.report(changed)
            let isPassedOver = Self.passedOver.contains(name)
            #expect(report.totals.passed == (isPassedOver ? 1 : 0), "\(name)")
            #expect(report.totals.failed == (isPassedOver ? 0 : 1), "\(name)")
        }
        var authenticated = object
        authenticated["mode"] = 2
        #expect(
            Self.report(authenticated).totals.skipReasons == ["Arca has no HPKE with X-Wing and a sender's key": 1])
    }

    @Test("fails a file that is truncated, has an unknown member, or too many messages")
    func malformed() throws {
        let object = try #require(try Self.cases("rfc9180-x25519").first)
        let text = JSONValue.array([.object(object)]).text()
        #expect(VectorReport.of(String(text.dropLast(text.count / 2)), named: "x.json").totals.failed == 1)
        for (name, value) in [
            ("more", "00"), ("key_schedule_context", ""), ("key_schedule_context", "00"), ("base_nonce", ""),
            ("kem_id", "0"), ("info", "xyz"),
        ] {
            var changed = object
            changed[name] = .string(value)
            #expect(Self.report(changed).totals.failed == 1, "\(name)")
        }
        for name in ["encryptions", "exports", "enc", "mode", "pkEm", "shared_secret", "exporter_secret"] {
            var changed = object
            changed[name] = nil
            #expect(Self.report(changed).totals.failed == 1, "\(name)")
        }
        var endless = object
        endless["exports"] = .array(Array(repeating: object["exports"]?[0] ?? .null, count: 1_001))
        #expect(Self.report(endless).reasons == ["1001 exports; the limit is 1000"])
        var empty = object
        empty["encryptions"] = .array([])
        #expect(Self.report(empty).totals.failed == 1)
    }

    @Test("reads X-Wing's vectors, with the values of HPKE's")
    func xWing() throws {
        let source = try #require(try Self.cases("hpke-pq-mlkem768-x25519").first)
        var object = JSONObject()
        for (name, other) in [
            ("seed", "skRm"), ("eseed", "ikmE"), ("ss", "shared_secret"), ("sk", "skRm"), ("pk", "pkRm"), ("ct", "enc"),
        ] { object[name] = source[other] }
        let report = Self.report(object)
        #expect(report.totals.passed == 1 && report.isGood, "\(report.reasons)")
        #expect(report.files[0].format == "ietf-kem" && report.files[0].families == ["x-wing"])
        for (name, changed) in Self.changes(of: object) {
            let report = Self.report(changed)
            #expect(report.totals.failed == 1 && report.totals.total == 1, "\(name)")
        }
        object["more"] = "00"
        #expect(Self.report(object).totals.failed == 1)
        object["more"] = nil
        object["sk"] = .string(String(repeating: "00", count: 2_464))
        #expect(Self.report(object).totals.skipReasons == ["expanded private keys of an old draft of X-Wing": 1])
    }
}
