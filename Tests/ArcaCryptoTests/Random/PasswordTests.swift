import ArcaCore
import ArcaCrypto
import Testing

@Suite struct PasswordTests {
    typealias Class = Password.CharacterClass

    @Test("has the requested length and every class", arguments: [4, 5, 20, 1000])
    func followsRules(length: Int) throws {
        let rules = try Password.Rules(length: length)
        for _ in 0..<20 {
            let password = [UInt8](bytes: try Password.generate(rules))
            #expect(password.count == length)
            #expect(password.allSatisfy { (0x21...0x7e).contains($0) })
            for characters in [Class.lowercase, .uppercase, .digits, .symbols] {
                #expect(password.contains { characters.characters.utf8.contains($0) })
            }
        }
    }

    @Test("defaults to twenty characters of all printable ASCII")
    func hasDefaults() throws {
        let rules = try Password.Rules()
        #expect(rules.length == 20)
        #expect([Class.lowercase, .uppercase, .digits, .symbols].map(\.characters.utf8.count) == [26, 26, 10, 32])
        var seen = Set<UInt8>()
        for _ in 0..<100 { seen.formUnion([UInt8](bytes: try Password.generate(rules))) }
        #expect(seen == Set(0x21...0x7e))
    }

    @Test("excludes look-alikes on request")
    func avoidsLookAlikes() throws {
        let rules = try Password.Rules(length: 1000, avoidingLookAlikes: true)
        let password = [UInt8](bytes: try Password.generate(rules))
        #expect(!password.contains { Password.lookAlikes.utf8.contains($0) })
        let all = [UInt8](bytes: try Password.generate(Password.Rules(length: 1000)))
        #expect(all.contains { Password.lookAlikes.utf8.contains($0) })
    }

    @Test("draws each valid password about equally often")
    func drawsUniformly() throws {
        // Three characters of a, b, c and 1, with a letter and the digit: 4^3 - 3^3 - 1^3 = 36.
        let rules = try Password.Rules(length: 3, classes: [Class("abc"), Class("1")])
        #expect(abs(rules.entropyBits - 5.16993) < 0.0001)
        var counts: [[UInt8]: Int] = [:]
        for _ in 0..<36_000 { counts[[UInt8](bytes: try Password.generate(rules)), default: 0] += 1 }
        // Chi-square with 35 degrees of freedom: above 97 less than once in 5 million runs.
        let chiSquare = counts.values.reduce(0) { $0 + Double(($1 - 1000) * ($1 - 1000)) / 1000 }
        #expect(counts.count == 36 && chiSquare < 97)
    }

    @Test("reports the exact entropy of one class, and slightly less for several")
    func tellsEntropy() throws {
        #expect(abs(try Password.Rules(length: 8, classes: [.digits]).entropyBits - 26.5754) < 0.0001)
        let several = try Password.Rules(length: 20).entropyBits
        #expect(several < 131.092 && several > 130.8)
    }

    @Test("rejects rules that no or almost no password meets")
    func refusesRules() throws {
        let wrong = CryptoError.code(.invalidParameter)
        #expect(throws: wrong) { try Password.Rules(length: 3) }
        #expect(throws: wrong) { try Password.Rules(length: 1001) }
        #expect(throws: wrong) { try Password.Rules(length: 8, classes: []) }
        #expect(throws: wrong) { try Password.Rules(length: 8, classes: [.digits, .digits]) }
        #expect(throws: wrong) { try Password.Rules(length: 8, classes: [.digits, Class("x5")]) }
        #expect(throws: wrong) {
            try Password.Rules(length: 8, classes: [.digits, Class("Il1")], avoidingLookAlikes: true)
        }
        #expect(throws: wrong) {
            let symbols = try "!#$%&".map { try Class(String($0)) }
            _ = try Password.Rules(length: 6, classes: symbols + [.lowercase])
        }
        #expect(throws: wrong) { try Class("") }
        #expect(throws: wrong) { try Class("aa") }
        #expect(throws: wrong) { try Class("a b") }
        #expect(throws: wrong) { try Class("ä") }
    }
}
