internal import ArcaTestSupport
internal import Foundation
import ArcaCore
import ArcaCrypto
import ArcaKeys
import Testing

@Suite struct KeyLintTests {
    /// Keys with one flaw each, from `Vectors/keys`.
    private static let made: [String: AnyKey.Content] = {
        let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
        let text = (try? String(contentsOfFile: root + "/Vectors/keys/weak-rsa.txt", encoding: .utf8)) ?? ""
        var keys: [String: AnyKey.Content] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            let numbers = words.dropFirst().map { hex($0.count.isMultiple(of: 2) ? String($0) : "0\($0)") }
            keys[String(words[0])] = .privateKey(
                .rsa(
                    RSAPrivateNumbers(
                        publicNumbers: RSAPublicNumbers(modulus: numbers[0], exponent: numbers[1]),
                        privateExponent: numbers[2], prime1: numbers[3], prime2: numbers[4], exponent1: numbers[5],
                        exponent2: numbers[6], coefficient: numbers[7]), nil))
        }
        return keys
    }()

    private static let expected: [(name: String, kinds: [KeyFinding.Kind], publicKinds: [KeyFinding.Kind])] = [
        ("good", [], []), ("small", [.smallModulus], [.smallModulus]), ("e3", [.tinyExponent], [.tinyExponent]),
        ("e1", [.tinyExponent, .smallPrivateExponent], [.tinyExponent]),
        ("even-e", [.evenExponent, .smallPrivateExponent, .inconsistent], [.evenExponent]),
        ("huge-e", [.hugeExponent], [.hugeExponent]), ("composite", [.notPrime], []),
        ("equal", [.closePrimes, .equalPrimes, .inconsistent], [.closePrimes]), ("close", [.closePrimes], []),
        ("very-close", [.closePrimes], [.closePrimes]), ("dp", [.inconsistent], []), ("qi", [.inconsistent], []),
        ("d", [.smallPrivateExponent, .inconsistent], []), ("n", [.inconsistent], []),
        ("even-n", [.evenModulus, .inconsistent], [.evenModulus]),
        ("prime-n", [.primeModulus, .inconsistent], [.primeModulus]),
        ("small-factor", [.smallFactor, .inconsistent], [.smallFactor]),
        ("small-d", [.hugeExponent, .smallPrivateExponent], [.hugeExponent]),
        ("roca", [.structuredPrimes], [.structuredPrimes]),
    ]

    @Test("finds the flaw of each bad key, and nothing else")
    func findsBadKeys() throws {
        for (name, kinds, publicKinds) in Self.expected {
            let key = try #require(Self.made[name], "\(name)")
            func unique(_ findings: [KeyFinding]) -> [KeyFinding.Kind] {
                findings.reduce(into: []) { if !$0.contains($1.kind) { $0.append($1.kind) } }
            }
            let findings = KeyLint.findings(key)
            #expect(unique(findings) == kinds, "\(name): \(findings)")
            #expect(unique(KeyLint.findings(try key.publicHalf())) == publicKinds, "\(name), public half")
            #expect(findings.allSatisfy { !$0.reason.isEmpty && !$0.reason.hasSuffix(".") })
        }
    }

    @Test("finds keys that share a prime, and counts equal moduli as one key")
    func findsSharedFactors() throws {
        func numbers(_ name: String) throws -> RSAPublicNumbers {
            guard case .publicKey(.rsa(let numbers, _)) = try #require(Self.made[name]).publicHalf() else {
                throw KeyError(.wrongKind, name)
            }
            return numbers
        }
        let (good, shares, small) = (try numbers("good"), try numbers("shares"), try numbers("small"))
        let others = try [numbers("e3"), numbers("roca"), numbers("even-n")]
        #expect(KeyLint.sharedFactors([]) == [])
        #expect(KeyLint.sharedFactors([good]) == [[]])
        #expect(KeyLint.sharedFactors([good, good]) == [[], []])
        #expect(KeyLint.sharedFactors([good, small] + others) == [[], [], [], [], []])
        #expect(KeyLint.sharedFactors([good, small, shares] + others) == [[2], [], [0], [], [], []])
        #expect(KeyLint.sharedFactors([shares, good, shares]) == [[1], [0, 2], [1]])
        let zero = RSAPublicNumbers(modulus: [] as [UInt8], exponent: [3])
        #expect(KeyLint.sharedFactors([zero, good, shares]) == [[], [2], [1]])
    }

    @Test("finds points off their curves, and private keys of other points", .enabled(if: PeerKeys.canRun))
    func findsBadPoints() throws {
        for name in ["P-224", "P-256", "P-384", "P-521", "secp256k1", "brainpoolP384r1"] {
            let family = try #require(PeerKeys.family(name))
            guard case .elliptic(let key) = try AnyKey(family.pkcs8).privateKey() else {
                Issue.record("\(name)")
                continue
            }
            let good = key.publicKey
            func kinds(_ point: [UInt8], _ scalar: SecretBytes) throws -> [KeyFinding.Kind] {
                let point = try EllipticPublicKey(good.curve, point: point)
                return KeyLint.findings(
                    .privateKey(.elliptic(try EllipticPrivateKey(publicKey: point, scalar: scalar)))
                ).map(\.kind)
            }
            #expect(KeyLint.findings(.publicKey(.elliptic(good))).isEmpty, "\(name)")
            #expect(try kinds(good.point, key.scalar).isEmpty, "\(name)")
            // Compressed, with the correct and the opposite sign of y.
            let (x, y) = try #require(good.coordinates)
            let isOdd = (y.last ?? 0) & 1
            #expect(try kinds([2 + isOdd] + x, key.scalar).isEmpty, "\(name)")
            #expect(try kinds([3 - isOdd] + x, key.scalar) == [.inconsistent], "\(name)")
            var off = good.point
            off[off.count - 1] ^= 1
            #expect(try kinds(off, key.scalar) == [.offCurve], "\(name)")
            let other = KeyLint.findings(.publicKey(.elliptic(try EllipticPublicKey(good.curve, point: off))))
            #expect(other.map(\.kind) == [.offCurve] && other[0].reason.contains(good.curve.name))
            // A coordinate outside the field is invalid, whatever its value modulo the prime.
            let beyond = [4] + [UInt8](repeating: 0xff, count: x.count) + y
            #expect(try kinds(beyond, key.scalar) == [.offCurve], "\(name)")
            for scalar in [[UInt8](repeating: 0, count: x.count), [UInt8](repeating: 0xff, count: x.count)] {
                #expect(try kinds(good.point, SecretBytes(copying: scalar)) == [.unusable], "\(name)")
            }
            let one = [UInt8](repeating: 0, count: x.count - 1) + [1]
            #expect(try kinds(good.point, SecretBytes(copying: one)) == [.inconsistent], "\(name)")
        }
    }

    @Test("handles empty keys and other kinds of keys")
    func takesAnyKey() throws {
        let empty = RSAPublicNumbers(modulus: [] as [UInt8], exponent: [] as [UInt8])
        #expect(
            KeyLint.findings(.publicKey(.rsa(empty, nil))).map(\.kind) == [.smallModulus, .evenExponent, .unusable])
        let huge = RSAPublicNumbers(modulus: [UInt8](repeating: 255, count: 5000), exponent: [1, 0, 1])
        #expect(KeyLint.findings(.publicKey(.rsa(huge, nil))).map(\.kind) == [.unusable])
        #expect(KeyLint.findings(.symmetric(SymmetricKey(copying: [1, 2, 3]))).map(\.kind) == [.shortKey])
        #expect(KeyLint.findings(.symmetric(try SymmetricKey(bitCount: 128))).isEmpty)
        #expect(KeyLint.findings(.privateKey(.ed25519(Curve25519.Signing.PrivateKey()))).isEmpty)
    }
}
