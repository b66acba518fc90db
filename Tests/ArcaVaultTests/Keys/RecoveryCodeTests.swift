import ArcaCore
import ArcaCrypto
import Testing

@testable import ArcaVault

@Suite struct RecoveryCodeTests {
    private func text(_ code: RecoveryCode) -> [UInt8] { code.text.withBytes { [UInt8](bytes: $0) } }

    @Test("a new code is random, has six groups of five, and reads back")
    func roundTrips() throws {
        var seen: Set<[UInt8]> = []
        for _ in 0..<100 {
            let code = try RecoveryCode()
            let written = text(code)
            #expect(written.count == 35 && seen.insert(written).inserted)
            #expect(written.enumerated().allSatisfy { $0 % 6 == 5 ? $1 == 0x2d : $1 != 0x2d })
            #expect(try RecoveryCode(written) == code)
        }
    }

    @Test("every single typo is detected in the right group")
    func slips() throws {
        let code = RecoveryCode(bits: SecretBytes(copying: Array(16..<32)))
        let written = text(code)
        let symbols = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
        var named = 0
        for place in written.indices where written[place] != 0x2d {
            for symbol in [symbols[place % 32], symbols[(7 * place + 3) % 32]] where symbol != written[place] {
                var wrong = written
                wrong[place] = symbol
                let error = #expect(throws: VaultError.self) { try RecoveryCode(wrong) }
                #expect(error?.code == .malformed)
                // With two possible corrections no group is named.
                if let offset = error?.offset {
                    #expect(offset == place / 6 * 6)
                    named += 1
                }
            }
        }
        #expect(named > 50)
    }

    @Test("a long text is rejected early, and a code is never printed")
    func hostile() throws {
        let code = try RecoveryCode()
        #expect(throws: VaultError.code(.malformed)) {
            try RecoveryCode([UInt8](repeating: 0x20, count: 1 << 20) + text(code))
        }
        var dumped = ""
        dump(code, to: &dumped)
        #expect(dumped == "- RecoveryCode\n" && "\(code)" == "RecoveryCode")
    }
}
