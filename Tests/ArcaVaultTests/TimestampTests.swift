import ArcaVault
import Testing

@Suite("Vault timestamps")
struct TimestampTests {
    @Test("Seconds are rounded down, also before 1970")
    func seconds() {
        #expect(Vault.Timestamp(milliseconds: 1_999).seconds == 1)
        #expect(Vault.Timestamp(milliseconds: -1).seconds == -1)
        #expect(Vault.Timestamp(milliseconds: -1_000).seconds == -1)
        #expect(Vault.Timestamp(seconds: 7).milliseconds == 7_000)
    }

    @Test("An earlier time is less")
    func order() {
        let now = Vault.Timestamp.now()
        #expect(now < now.advanced(byMilliseconds: 1))
        #expect(now > Vault.Timestamp(seconds: 1_700_000_000))
    }
}
