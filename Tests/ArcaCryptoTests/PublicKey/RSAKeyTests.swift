internal import ArcaCore
internal import ArcaTestSupport
import ArcaCrypto
import Testing

@Suite struct RSAKeyTests {
    /// Shared by all tests.
    static let key = Result { try RSAPrivateKey(bitCount: 2048) }

    @Test("generates consistent keys and reports progress", arguments: [2, 3])
    func generates(primeCount: Int) throws {
        var steps: [RSAPrivateKey.GenerationProgress] = []
        let key = try RSAPrivateKey(bitCount: 2048, primeCount: primeCount) { steps.append($0) }
        #expect(key.bitCount == 2048)
        #expect(key.byteCount == 256)
        #expect(!key.isShort)
        #expect(key.publicKey.exponent == [1, 0, 1])
        #expect(key.numbers.otherPrimes.count == primeCount - 2)
        #expect(key.numbers.contradictions() == [])
        for prime in [key.numbers.prime1, key.numbers.prime2] + key.numbers.otherPrimes.map(\.prime) {
            #expect(try Primality.isPrime(prime))
        }
        let last = try #require(steps.last)
        #expect(last.primeCount >= primeCount && last.candidateCount >= primeCount)
        #expect(try RSAPrivateKey(key.numbers) == key)
    }

    @Test("generates 3,072 bits by default, and rejects sizes below 2,048 or above 8,192")
    func sizes() throws {
        #expect(try RSAPrivateKey().bitCount == 3072)
        for bitCount in [0, 512, 1024, 2047, 8193, 16_384] {
            #expect(throws: CryptoError.code(.invalidKeyLength)) { try RSAPrivateKey(bitCount: bitCount) }
        }
        for primeCount in [1, 4] {
            #expect(throws: CryptoError.code(.invalidParameter)) {
                try RSAPrivateKey(bitCount: 2048, primeCount: primeCount)
            }
        }
    }

    @Test("completes a key from its primes or from its exponents only")
    func completes() throws {
        let numbers = try Self.key.get().numbers
        let ofPrimes = try RSAPrivateNumbers(
            publicNumbers: numbers.publicNumbers, privateExponent: numbers.privateExponent,
            primes: [numbers.prime1, numbers.prime2])
        #expect(ofPrimes == numbers)
        let ofExponents = try RSAPrivateNumbers(
            publicNumbers: numbers.publicNumbers, privateExponent: numbers.privateExponent)
        #expect(ofExponents.contradictions() == [])
        #expect([ofExponents.prime1, ofExponents.prime2].contains(numbers.prime1))
        let three = try RSAPrivateKey(bitCount: 2048, primeCount: 3).numbers
        let completed = try RSAPrivateNumbers(
            publicNumbers: three.publicNumbers, privateExponent: three.privateExponent,
            primes: [three.prime1, three.prime2] + three.otherPrimes.map(\.prime))
        #expect(completed == three)
        // With another key's exponent no factor is found, and none is made up.
        #expect(throws: CryptoError.code(.invalidKey)) {
            try RSAPrivateNumbers(publicNumbers: numbers.publicNumbers, privateExponent: three.privateExponent)
        }
        #expect(throws: CryptoError.code(.invalidKey)) {
            try RSAPrivateNumbers(
                publicNumbers: numbers.publicNumbers, privateExponent: numbers.privateExponent,
                primes: [numbers.prime1, numbers.prime1])
        }
    }

    @Test("immediately rejects numbers made to keep the search for primes running")
    func refusesHostileExponents() throws {
        let key = try Self.key.get()
        let start = ThreadClock.seconds
        defer { #expect(ThreadClock.seconds - start < 60) }
        // e·d - 1 is 2^8191, which can be halved 8,191 times.
        let powerOfTwo = hex("2" + String(repeating: "a", count: 2046) + "b")
        let long = RSAPublicNumbers(modulus: [UInt8](repeating: 0xff, count: 1024), exponent: [3])
        #expect(throws: CryptoError.code(.invalidKey)) {
            try RSAPrivateNumbers(publicNumbers: long, privateExponent: powerOfTwo)
        }
        // Modulo a prime or its square every exponent pair is consistent, and no root of 1 gives a factor.
        let prime = BigNumber(key.numbers.prime1)
        let one = BigNumber(1)
        for (modulus, order) in [(prime, prime - one), (prime * prime, prime * (prime - one))] {
            let inverse = try #require(BigNumber(65537).inverse(modulo: order))
            #expect(throws: CryptoError.code(.invalidKey)) {
                try RSAPrivateNumbers(
                    publicNumbers: RSAPublicNumbers(modulus: modulus.bytes, exponent: [1, 0, 1]),
                    privateExponent: inverse.secretBytes)
            }
        }
    }

    @Test("distinguishes long primes from composite numbers in a few rounds")
    func probablePrimes() throws {
        let numbers = try Self.key.get().numbers
        let (first, second) = (BigNumber(numbers.prime1), BigNumber(numbers.prime2))
        #expect(first.isProbablyPrime(rounds: 8) && second.isProbablyPrime(rounds: 8))
        #expect(!(first * second).isProbablyPrime(rounds: 8) && !(first * first).isProbablyPrime(rounds: 8))
        // 2^521 - 1; a Carmichael number that also passes with the bases 2, 3, 5 and 7; a prime with many halvings.
        #expect(BigNumber([1] + [UInt8](repeating: 0xff, count: 65)).isProbablyPrime(rounds: 8))
        #expect(!BigNumber(3_215_031_751).isProbablyPrime(rounds: 30))
        #expect(BigNumber(786_433).isProbablyPrime(rounds: 8) && BigNumber(786_432).trailingZeroBitCount == 18)
    }

    @Test("rejects a key if any one of its numbers is modified")
    func refusesContradictions() throws {
        let good = try Self.key.get().numbers
        func changed(_ place: Int, _ secret: SecretBytes, at index: Int) -> SecretBytes {
            guard place == index else { return secret }
            var bytes = secret.withBytes { span in span.indices.map { span[$0] } }
            bytes[bytes.count - 1] ^= 2
            return SecretBytes(copying: bytes)
        }
        for place in 0..<6 {
            let numbers = RSAPrivateNumbers(
                publicNumbers: good.publicNumbers, privateExponent: changed(place, good.privateExponent, at: 0),
                prime1: changed(place, good.prime1, at: 1), prime2: changed(place, good.prime2, at: 2),
                exponent1: changed(place, good.exponent1, at: 3), exponent2: changed(place, good.exponent2, at: 4),
                coefficient: changed(place, good.coefficient, at: 5))
            #expect(numbers != good)
            #expect(throws: CryptoError.code(.invalidKey), "number \(place)") { try RSAPrivateKey(numbers) }
        }
    }

    @Test("rejects numbers that are not a usable public key")
    func refusesPublicNumbers() throws {
        let modulus = try Self.key.get().publicKey.modulus
        let exponent: [UInt8] = [1, 0, 1]
        #expect(try RSAPublicKey(modulus: [0, 0] + modulus, exponent: [0] + exponent) == Self.key.get().publicKey)
        for wrong in [[], [0], [1], [2], [1, 0, 0], modulus] {
            #expect(throws: CryptoError.code(.invalidKey), "exponent \(wrong)") {
                try RSAPublicKey(modulus: modulus, exponent: wrong)
            }
        }
        var even = modulus
        even[even.count - 1] ^= 1
        #expect(throws: CryptoError.code(.invalidKey)) { try RSAPublicKey(modulus: even, exponent: exponent) }
        for count in [0, 1, 63, 2049] {
            #expect(throws: CryptoError.code(.invalidKeyLength)) {
                try RSAPublicKey(modulus: [UInt8](repeating: 0xff, count: count), exponent: exponent)
            }
        }
        // With a large modulus, a long exponent would let an attacker choose the verification time.
        #expect(throws: CryptoError.code(.invalidKey)) {
            try RSAPublicKey(
                modulus: [UInt8](repeating: 0xff, count: 512), exponent: [UInt8](repeating: 0xff, count: 9))
        }
    }

    @Test("reads keys under 2,048 bits and marks them as short")
    func readsShortKeys() throws {
        let key = try RSAPublicKey(modulus: [UInt8](repeating: 0xff, count: 128), exponent: [3])
        #expect(key.isShort && key.bitCount == 1024)
    }

    @Test("prints sizes, not numbers")
    func printsNothing() throws {
        let key = try Self.key.get()
        var dumped = ""
        dump(key, to: &dumped)
        dump(key.numbers, to: &dumped)
        #expect("\(key) \(key.numbers) \(key.publicKey)".contains("RSAPrivateKey(2048 bits)"))
        #expect(dumped.split(separator: "\n").count == 2)
    }
}
