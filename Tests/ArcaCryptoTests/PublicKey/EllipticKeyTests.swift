internal import ArcaTestSupport
internal import Foundation
import ArcaCodecs
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct EllipticKeyTests {
    private static let invalid = CryptoError.code(.invalidKey)
    private static let digest = SHA256.hash("message".utf8)

    @Test("has the same parameters as libcrypto", arguments: EllipticCurve.allCases)
    func table(curve: EllipticCurve) throws {
        let group = try #require(EllipticGroup.named(curve))
        #expect(group.bitCount == curve.bitCount)
        #expect(BigNumber(group.order).bitCount == curve.orderBitCount)
        #expect(group.order.count == curve.orderByteCount)
        #expect(group.cofactor == curve.cofactor)
    }

    @Test("rejects scalars that are 0 or not below the order", arguments: EllipticCurve.ecdsaCases)
    func checksScalars(curve: EllipticCurve) throws {
        let order = try #require(EllipticGroup.named(curve)).order
        let point = try EllipticPrivateKey(curve).publicKey
        for scalar in [
            [UInt8](repeating: 0, count: order.count), order, [UInt8](repeating: 255, count: order.count), [],
        ] {
            let scalar = SecretBytes(copying: scalar)
            #expect(throws: Self.invalid) { try EllipticPrivateKey(curve, scalar: scalar) }
            let key = try EllipticPrivateKey(publicKey: point, scalar: scalar)
            #expect(throws: Self.invalid) { try key.check() }
            #expect(throws: Self.invalid) { try key.signature(forDigest: Self.digest) }
            #expect(throws: Self.invalid) { try key.sharedSecretFromKeyAgreement(with: point) }
        }
        let long = SecretBytes(copying: [1] + [UInt8](repeating: 0, count: order.count))
        #expect(throws: Self.invalid) { try EllipticPrivateKey(curve, scalar: long) }
        // Both ends of the range, with and without leading zeros.
        let one = try EllipticPrivateKey(curve, scalar: SecretBytes(copying: [1]))
        #expect(one.scalar.count == curve.orderByteCount)
        let largest = order.dropLast() + [order[order.count - 1] - 1]
        let opposite = try EllipticPrivateKey(curve, scalar: SecretBytes(copying: [0, 0] + largest))
        #expect(opposite.publicKey.coordinates?.x == one.publicKey.coordinates?.x)
        #expect(opposite.publicKey != one.publicKey)
        #expect(try EllipticPublicKey(curve, point: opposite.publicKey.compressedPoint) != one.publicKey)
    }

    @Test("rejects a public key that does not match the scalar")
    func checksHalves() throws {
        let (key, other) = (try EllipticPrivateKey(.p384), try EllipticPrivateKey(.p384))
        let mixed = try EllipticPrivateKey(publicKey: other.publicKey, scalar: key.scalar)
        #expect(throws: Self.invalid) { try mixed.check() }
        #expect(throws: Self.invalid) { try mixed.signature(forDigest: Self.digest) }
        #expect(throws: Self.invalid) { try mixed.sharedSecretFromKeyAgreement(with: key.publicKey) }
        try key.check()
    }

    @Test("rejects invalid point encodings: infinity, hybrid, wrong lengths", arguments: EllipticCurve.allCases)
    func checksForms(curve: EllipticCurve) throws {
        let point = try EllipticPrivateKey(curve).publicKey.point
        let hybrid = 6 + (point[point.count - 1] & 1)
        let forms: [[UInt8]] = [
            [], [0], [UInt8](repeating: 0, count: point.count), [hybrid] + point.dropFirst(), [6] + point.dropFirst(),
            [7] + point.dropFirst(), Array(point.dropLast()), point + [0], Array(point.dropFirst()), [4],
            [2] + point.dropFirst(), [5] + point[1...curve.byteCount],
        ]
        for bad in forms {
            #expect(throws: Self.invalid) { try EllipticPublicKey(curve, point: bad) }
        }
    }

    @Test("rejects points off the curve in every operation", arguments: EllipticCurve.ecdsaCases)
    func checksPoints(curve: EllipticCurve) throws {
        let key = try EllipticPrivateKey(curve)
        let signature = try key.signature(forDigest: Self.digest)
        let (x, y) = try #require(key.publicKey.coordinates)
        var off = key.publicKey.point
        off[off.count - 1] ^= 1
        let beyond = [4] + [UInt8](repeating: 0xff, count: x.count) + y
        for point in [off, beyond, [4] + [UInt8](repeating: 0, count: 2 * x.count)] {
            let bad = try EllipticPublicKey(curve, point: point)
            #expect(throws: Self.invalid) { try bad.check() }
            #expect(throws: Self.invalid) { try bad.isValidSignature(signature, forDigest: Self.digest) }
            #expect(throws: Self.invalid) { try bad.compressedPoint }
            #expect(throws: Self.invalid) { try key.sharedSecretFromKeyAgreement(with: bad) }
            let private_ = try EllipticPrivateKey(publicKey: bad, scalar: key.scalar)
            #expect(throws: Self.invalid) { try private_.signature(forDigest: Self.digest) }
        }
    }

    @Test("rejects points of small order on curves with a cofactor")
    func checksOrder() throws {
        // On a curve y² + xy = x³ + ax² + b over a binary field the point of order 2 has x = 0. Over a prime field it
        // has y = 0; its x is a precomputed root of the equation's right side.
        let roots: [EllipticCurve: [UInt8]] = [
            .secp112r2: try Base16.standard.decode("b1fd8de127d4656b573eb513984d"),
            .secp128r2: try Base16.standard.decode("ea1e91cc9229e872d1e910ce3edcb319"),
        ]
        for curve in EllipticCurve.allCases where curve.cofactor > 1 {
            let x = roots[curve] ?? [UInt8](repeating: 0, count: curve.byteCount)
            let small = try EllipticPublicKey(curve, point: [2] + x)
            #expect(try small.uncompressedPoint.count == 1 + 2 * curve.byteCount)
            #expect(throws: Self.invalid) { try small.check() }
            let key = try EllipticPrivateKey(curve)
            #expect(throws: Self.invalid) { try key.sharedSecretFromKeyAgreement(with: small) }
        }
    }

    @Test("computes the same secret on both sides, as long as a coordinate", arguments: EllipticCurve.ecdsaCases)
    func agrees(curve: EllipticCurve) throws {
        let (alice, bob) = (try EllipticPrivateKey(curve), try EllipticPrivateKey(curve))
        let secret = try alice.sharedSecretFromKeyAgreement(with: bob.publicKey)
        #expect(try secret == bob.sharedSecretFromKeyAgreement(with: alice.publicKey))
        #expect(secret.withBytes { $0.count } == curve.byteCount)
        // With the scalar 1 the secret is the peer's x.
        let one = try EllipticPrivateKey(curve, scalar: SecretBytes(copying: [1]))
        let x = try one.sharedSecretFromKeyAgreement(with: bob.publicKey)
        #expect(x.withBytes { [UInt8](bytes: $0) } == bob.publicKey.coordinates?.x)
    }

    @Test("accepts an all-zero secret: P-256 has a point with x = 0")
    func takesZero() throws {
        let zero = try EllipticPublicKey(.p256, point: [2] + [UInt8](repeating: 0, count: 32))
        let one = try EllipticPrivateKey(.p256, scalar: SecretBytes(copying: [1]))
        let secret = try one.sharedSecretFromKeyAgreement(with: zero)
        #expect(secret.withBytes { [UInt8](bytes: $0) } == [UInt8](repeating: 0, count: 32))
    }

    @Test("rejects a key agreement between two curves")
    func tellsCurvesApart() throws {
        let (key, other) = (try EllipticPrivateKey(.p256), try EllipticPrivateKey(.brainpoolP256r1))
        #expect(throws: Self.invalid) { try key.sharedSecretFromKeyAgreement(with: other.publicKey) }
    }

    @Test("prints no secret, and supports concurrent use of one key")
    func keepsQuiet() async throws {
        let key = try EllipticPrivateKey(.p521)
        #expect("\(key)" == "P-521 private key" && Array(key.customMirror.children).isEmpty)
        // Created from its numbers, so the threads race to create libcrypto's key.
        let again = try EllipticPrivateKey(publicKey: key.publicKey, scalar: key.scalar)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<16 as Range<UInt8> {
                group.addTask {
                    let digest = SHA256.hash([number])
                    return try key.publicKey.isValidSignature(again.signature(forDigest: digest), forDigest: digest)
                }
            }
            for try await isValid in group { #expect(isValid) }
        }
    }
}
