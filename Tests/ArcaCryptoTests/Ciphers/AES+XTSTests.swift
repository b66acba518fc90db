import ArcaCrypto
import ArcaTestSupport
import Testing

@Suite struct AESXTSTests {
    static let key = SymmetricKey(
        hex: "1111111111111111111111111111111122222222222222222222222222222222")

    @Test("gives IEEE 1619's known answers, by tweak and by sector number")
    func knownAnswers() throws {
        // IEEE 1619-2007, annex B, vectors 2 and 15
        let plaintext = [UInt8](repeating: 0x44, count: 32)
        let expected = hex("c454185e6a16936e39334038acef838bfb186fff7480adc4289382ecd6d394f0")
        let tweak = hex("33333333330000000000000000000000")
        for _ in 0..<2 {
            #expect(try AES.XTS.encrypt(plaintext, using: Self.key, tweak: tweak) == expected)
            #expect(try AES.XTS.encrypt(plaintext, using: Self.key, sectorNumber: 0x33_3333_3333) == expected)
            #expect(try AES.XTS.decrypt(expected, using: Self.key, tweak: tweak) == plaintext)
            #expect(try AES.XTS.decrypt(expected, using: Self.key, sectorNumber: 0x33_3333_3333) == plaintext)
        }
        #expect(try AES.XTS.decrypt(expected, using: Self.key, sectorNumber: 0x33_3333_3334) != plaintext)
        let odd = SymmetricKey(hex: "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0bfbebdbcbbbab9b8b7b6b5b4b3b2b1b0")
        let stolen = hex("6c1625db4671522d3d7599601de7ca09ed")
        #expect(try AES.XTS.encrypt([UInt8](from: 0, 17), using: odd, sectorNumber: 0x12_3456_789a) == stolen)
        #expect(try AES.XTS.decrypt(stolen, using: odd, sectorNumber: 0x12_3456_789a) == [UInt8](from: 0, 17))
    }

    @Test("gives IEEE 1619's first blocks with a key of 64 bytes")
    func longKey() throws {
        // IEEE 1619-2007, annex B, vector 10
        let key = SymmetricKey(
            hex: "2718281828459045235360287471352662497757247093699959574966967627"
                + "3141592653589793238462643383279502884197169399375105820974944592")
        let sealed = try AES.XTS.encrypt([UInt8](from: 0, 512), using: key, sectorNumber: 0xff)
        #expect(Array(sealed[..<16]) == hex("1c3b3a102f770386e4836c99e370cf9b"))
        #expect(try AES.XTS.decrypt(sealed, using: key, sectorNumber: 0xff) == [UInt8](from: 0, 512))
    }

    @Test("refuses equal halves of a key, AES-192, short and long units, and other tweaks")
    func refusesMisuse() throws {
        let unit = [UInt8](from: 0, 16)
        let equal = SymmetricKey(copying: [UInt8](repeating: 5, count: 32))
        #expect(throws: CryptoError(.invalidParameter, "")) { try AES.XTS.encrypt(unit, using: equal, sectorNumber: 0) }
        #expect(throws: CryptoError(.invalidParameter, "")) { try AES.XTS.decrypt(unit, using: equal, sectorNumber: 0) }
        for count in [0, 1, 15, (16 << 20) + 1] {
            #expect(throws: CryptoError(.invalidInputLength, "")) {
                try AES.XTS.encrypt([UInt8](repeating: 0, count: count), using: Self.key, sectorNumber: 0)
            }
        }
        for count in [0, 8, 15, 17] {
            #expect(throws: CryptoError(.invalidIVLength, "")) {
                try AES.XTS.encrypt(unit, using: Self.key, tweak: [UInt8](from: 0, count))
            }
        }
        #expect(throws: CryptoError(.invalidKeyLength, "")) {
            try AES.XTS.encrypt(unit, using: SymmetricKey(copying: [UInt8](from: 0, 16)), sectorNumber: 0)
        }
    }
}
