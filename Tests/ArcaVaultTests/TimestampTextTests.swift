internal import ArcaCore
import ArcaTestSupport
import ArcaVault
import Testing

@Suite("Timestamps as text")
struct TimestampTextTests {
    private static let pairs: [(String, Int64)] = [
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999Z", -1), ("2000-02-29T12:00:00Z", 951_825_600_000),
        ("2026-11-21T22:00:50.125Z", 1_795_298_450_125), ("0000-01-01T00:00:00Z", -62_167_219_200_000),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999), ("+010000-01-01T00:00:00Z", 253_402_300_800_000),
        ("-000001-12-31T00:00:00Z", -62_167_305_600_000), ("1900-02-28T00:00:00Z", -2_203_977_600_000),
    ]

    @Test("Formats and parses a time", arguments: pairs)
    func text(text: String, milliseconds: Int64) throws {
        #expect(Vault.Timestamp(milliseconds: milliseconds).description == text)
        #expect(try Vault.Timestamp(text: text).milliseconds == milliseconds)
    }

    @Test("Days and leap years agree with Python's calendar")
    func calendar() throws {
        var random = Repeatable(6)
        let seconds = (0..<300).map { _ in Int64.random(in: -62_135_596_800...253_402_300_799, using: &random) }
        let script = """
            import sys, datetime
            for line in sys.stdin:
                print((datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=int(line))).isoformat() + "Z")
            """
        let answer = try Peer.python(script, input: Array(seconds.map { "\($0)\n" }.joined().utf8))
        #expect(answer.lines.map(String.init) == seconds.map { Vault.Timestamp(seconds: $0).description })
        for line in answer.lines { #expect(try Vault.Timestamp(text: String(line)).description == line) }
    }

    @Test("Every 64-bit time has a text that reads back")
    func extremes() throws {
        #expect(Vault.Timestamp(milliseconds: .max).description == "+292278994-08-17T07:12:55.807Z")
        #expect(Vault.Timestamp(milliseconds: .min).description == "-292275055-05-16T16:47:04.192Z")
        for time in [Vault.Timestamp(milliseconds: .max), Vault.Timestamp(milliseconds: .min)] {
            #expect(try Vault.Timestamp(text: time.description) == time)
        }
    }

    @Test(
        "Reads other forms of a time",
        arguments: [
            "2026-11-21t22:00:50z", "2026-11-21 22:00:50Z", "2026-11-21T23:00:50+01:00", "2026-11-21T16:30:50-0530",
            "2026-11-21T22:00:50.000000999Z", "2026-11-21T22:00:50,0Z", "2026-11-22T08:00:50+10:00",
        ])
    func accepted(text: String) throws {
        #expect(try Vault.Timestamp(text: text).milliseconds == 1_795_298_450_000)
    }

    @Test("A date means its midnight, and a time may omit its seconds")
    func shorter() throws {
        #expect(try Vault.Timestamp(text: "2026-11-21").description == "2026-11-21T00:00:00Z")
        #expect(try Vault.Timestamp(text: "2026-11-21T22:01+00:00").description == "2026-11-21T22:01:00Z")
        #expect(try Vault.Timestamp(text: "2026-11-21T22:01:00.1239Z").milliseconds % 1000 == 123)
    }

    @Test(
        "Rejects an invalid time at its offset",
        arguments: [
            ("", 0), ("now", 0), ("2026", 4), ("2026-1-1", 5), ("2026-13-01", 5), ("2026-00-01", 5),
            ("2026-02-29", 8), ("2000-02-30", 8), ("1900-02-29", 8), ("2026-04-31", 8), ("2026-11-21T", 11),
            ("2026-11-21_22:00", 10), ("2026-11-21T24:00Z", 11), ("2026-11-21T22:60Z", 14),
            ("2026-11-21T22:00:60Z", 17), ("2026-11-21T22:00:50", 19), ("2026-11-21T22:00:50.Z", 20),
            ("2026-11-21T22:00:50.0123456789Z", 20), ("2026-11-21T22:00:50Z ", 20), ("2026-11-21T22:00:50+1", 20),
            ("2026-11-21T22:00:50+01:60", 23), ("2026-11-21T22:00:50+24:00", 20), ("+2026-11-21", 1),
            ("-1000000000-01-01", 1), ("+292278994-08-17T07:12:55.808Z", 1),
            ("+292278995-01-01", 1), ("-292275055-05-16", 1), ("-292277021-01-01", 1),
            ("２026-11-21", 0), (" 2026-11-21", 0),
        ])
    func refused(text: String, offset: Int) {
        #expect(throws: VaultError.code(.malformed, at: offset)) { try Vault.Timestamp(text: text) }
    }
}
