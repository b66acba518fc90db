import ArcaCodecs
import ArcaCore
import Testing

@Suite struct SubstitutionTests {
    @Test("the mixed alphabet starts with the keyword, followed by the other letters")
    func keywords() throws {
        let cipher = try Substitution(key: "zebras")
        #expect(cipher.alphabet == "ZEBRASCDFGHIJKLMNOPQTUVWXY")
        #expect(cipher.encode("Flee at once. We are discovered!") == "Siaa zq lkba. Va zoa rfpbluaoar!")
        #expect(cipher.decode("SIAA ZQ LKBA") == "FLEE AT ONCE")
        #expect(try Substitution(key: cipher.alphabet) == cipher)
        #expect(try Substitution(key: "hello").alphabet == "HELOABCDFGIJKMNPQRSTUVWXYZ")
    }

    @Test("round-trips all bytes")
    func roundTrip() throws {
        let cipher = try Substitution(key: "QWERTYUIOPASDFGHJKLZXCVBNM")
        let bytes = (0...255).map { UInt8($0) }
        #expect(cipher.decode(cipher.encode(bytes)) == bytes)
    }

    @Test("rejects invalid keys", arguments: ["", "ab1", "ä"])
    func badKeys(key: String) { #expect(throws: CodecError.self) { try Substitution(key: key) } }
}
