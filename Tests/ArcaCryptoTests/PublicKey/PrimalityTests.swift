internal import ArcaCore
internal import ArcaTestSupport
import ArcaCrypto
import Testing

@Suite struct PrimalityTests {
    @Test("agrees with a sieve for all numbers below 2,000")
    func smallNumbers() throws {
        var isComposite = [Bool](repeating: false, count: 2000)
        for factor in 2..<45 {
            for multiple in stride(from: factor * factor, to: 2000, by: factor) { isComposite[multiple] = true }
        }
        for number in 0..<2000 {
            let bytes = [UInt8(number >> 8), UInt8(number & 255)]
            #expect(try Primality.isPrime(bytes) == (number >= 2 && !isComposite[number]), "\(number)")
        }
        #expect(try !Primality.isPrime([UInt8]()))
    }

    @Test("detects composite numbers that pass tests with fixed bases")
    func pseudoprimes() throws {
        // Carmichael numbers, and Arnault's of 1995, which passes Miller-Rabin with every prime base below 307.
        for number in [561, 41041, 825_265, 321_197_185, 3_215_031_751] {
            #expect(try !Primality.isPrime(withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }), "\(number)")
        }
        let answer = try Peer.python(
            """
            p1=29674495668685510550154174642905332730771991799853043350995075531276838753171770199594238596428121188033664754218345562493168782883
            print('%x' % (p1*(313*(p1-1)+1)*(353*(p1-1)+1)))
            """)
        let digits = answer.text.filter(\.isHexDigit)
        #expect(try !Primality.isPrime(hex(digits.count.isMultiple(of: 2) ? digits : "0" + digits)))
        // 2^521 - 1 is prime, 2^523 - 1 is not.
        #expect(try Primality.isPrime([1] + [UInt8](repeating: 0xff, count: 65)))
        #expect(try !Primality.isPrime([7] + [UInt8](repeating: 0xff, count: 65)))
    }

    @Test("rejects a number that would take too long")
    func refusesLongNumbers() {
        #expect(throws: CryptoError.code(.invalidInputLength)) {
            try Primality.isPrime([UInt8](repeating: 1, count: 2049))
        }
    }
}
