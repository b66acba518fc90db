internal import ArcaTestSupport
internal import Foundation
import ArcaCodecs
import ArcaCrypto
import ArcaKeys
import Testing

@Suite struct KeyLintTests {
    /// Keys with one fault each, from `Vectors/keys`.
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

    @Test("finds what each bad key was made for, and nothing else")
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

    @Test("finds two of many keys that share a prime, and takes equal moduli for one key")
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

    @Test("looks at keys of no size, and at other kinds")
    func takesAnyKey() throws {
        let empty = RSAPublicNumbers(modulus: [] as [UInt8], exponent: [] as [UInt8])
        #expect(
            KeyLint.findings(.publicKey(.rsa(empty, nil))).map(\.kind) == [.smallModulus, .evenExponent, .unusable])
        let huge = RSAPublicNumbers(modulus: [UInt8](repeating: 255, count: 5000), exponent: [1, 0, 1])
        #expect(KeyLint.findings(.publicKey(.rsa(huge, nil))).map(\.kind) == [.unusable])
        #expect(KeyLint.findings(.symmetric(SymmetricKey(copying: [1, 2, 3]))).map(\.kind) == [.shortKey])
        #expect(KeyLint.findings(.symmetric(try SymmetricKey(bitCount: 128))).isEmpty)
        #expect(KeyLint.findings(.privateKey(.ed25519(try Curve25519.Signing.PrivateKey()))).isEmpty)
    }
}
