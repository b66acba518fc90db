internal import ArcaTestSupport
internal import Foundation
import ArcaCore
import ArcaCrypto
import Testing

@Suite struct ECDSATests {
    private static let malformed = CryptoError.code(.invalidFormat)

    @Test(
        "signs and verifies on every curve, with both signature formats",
        arguments: EllipticCurve.ecdsaCases)
    func signs(curve: EllipticCurve) throws {
        let key = try EllipticPrivateKey(curve)
        let digest = SHA256.hash("message".utf8)
        let signature = try key.signature(forDigest: digest)
        #expect(try key.publicKey.isValidSignature(signature, forDigest: digest))
        #expect(signature.rawRepresentation.count == 2 * curve.orderByteCount)
        #expect(try ECDSASignature(rawRepresentation: signature.rawRepresentation, curve: curve) == signature)
        #expect(try ECDSASignature(derRepresentation: signature.derRepresentation, curve: curve) == signature)
        #expect(try !key.publicKey.isValidSignature(signature, forDigest: SHA256.hash("massage".utf8)))
        #expect(try !EllipticPrivateKey(curve).publicKey.isValidSignature(signature, forDigest: digest))
        // Longer than most group orders, so it is truncated to the leftmost bits.
        let long = SHA512.hash("message".utf8)
        #expect(try key.publicKey.isValidSignature(key.signature(forDigest: long), forDigest: long))
        // A key created from its scalar, without the public key.
        let again = try EllipticPrivateKey(curve, scalar: key.scalar)
        #expect(again == key)
        #expect(try again.publicKey.isValidSignature(again.signature(forDigest: digest), forDigest: digest))
        let compressed = try EllipticPublicKey(curve, point: key.publicKey.compressedPoint)
        #expect(compressed.point.count == 1 + curve.byteCount)
        #expect(compressed == key.publicKey && compressed.hashValue == key.publicKey.hashValue)
        #expect(try compressed.uncompressedPoint == key.publicKey.point)
        #expect(try compressed.isValidSignature(signature, forDigest: digest))
    }

    @Test("accepts only digests of 20 to 64 bytes")
    func checksDigests() throws {
        let key = try EllipticPrivateKey(.p256)
        let signature = try key.signature(forDigest: [UInt8](repeating: 1, count: 20))
        for count in [0, 1, 16, 19, 65] {
            let digest = [UInt8](repeating: 1, count: count)
            #expect(throws: CryptoError.code(.invalidInputLength)) { try key.signature(forDigest: digest) }
            #expect(throws: CryptoError.code(.invalidInputLength)) {
                try key.publicKey.isValidSignature(signature, forDigest: digest)
            }
        }
    }

    @Test("parses r and s of their exact length, between 1 and the order minus 1", arguments: EllipticCurve.allCases)
    func checksRawForm(curve: EllipticCurve) throws {
        let order = try #require(EllipticGroup.named(curve)).order
        let one = [UInt8](repeating: 0, count: order.count - 1) + [1]
        let zero = [UInt8](repeating: 0, count: order.count)
        let largest = order.dropLast() + [order[order.count - 1] - 1]
        #expect(try ECDSASignature(rawRepresentation: one + largest, curve: curve).r == one)
        for bad in [
            one + zero, zero + one, order + one, one + order, one + [UInt8](repeating: 255, count: order.count),
            Array((one + one).dropFirst()), [0] + one + one, one, [], one + one + [0, 0],
        ] {
            #expect(throws: Self.malformed) { try ECDSASignature(rawRepresentation: bad, curve: curve) }
        }
        for (r, s) in [(one, zero), (order, one), (one, order)] {
            #expect(throws: Self.malformed) { try ECDSASignature(r: r, s: s, curve: curve) }
        }
        // The same numbers in DER, where a leading zero marks them as positive.
        let positive: [UInt8] = order[0] >> 7 == 1 ? [0] + order : order
        let padded = [0x02, UInt8(positive.count)] + positive
        let content = [0x02, 1, 1] + padded
        let long: [UInt8] = content.count < 0x80 ? [] : [0x81]
        #expect(throws: Self.malformed) {
            try ECDSASignature(derRepresentation: [0x30] + long + [UInt8(content.count)] + content, curve: curve)
        }
    }

    @Test("accepts only canonical DER")
    func checksDER() throws {
        let good = hex("3006020101020102")
        let signature = try ECDSASignature(derRepresentation: good, curve: .p256)
        #expect(signature.r.last == 1)
        #expect(signature.s.last == 2)
        #expect(signature.derRepresentation == good)
        for bad in [
            "", "30", "3000", "3006", "300602010102", "30060201010201", "300602010102010200", "3106020101020102",
            "3006030101020102", "3006020101030102", "308106020101020102", "30820006020101020102",
            "3080020101020102", "30800201010201020000", "3003020101", "30090201010201020201 03", "3005020002 0102",
            "300702020001020102", "300702010102020002", "3006020181020102", "3006020101020181", "3006020100020102",
            "3006020101020100", "3007020101028102 02", "3007020101020102", "3005020101020102", "30050201010201",
            "3008020101020102 0500", "02010102 0102",
        ] {
            #expect(throws: Self.malformed, "\(bad)") {
                try ECDSASignature(derRepresentation: hex(bad), curve: .p256)
            }
        }
        // Every modified bit of a real signature makes it malformed or invalid.
        let key = try EllipticPrivateKey(.p256)
        let digest = SHA256.hash("message".utf8)
        let der = try key.signature(forDigest: digest).derRepresentation
        for bit in 0..<8 * der.count {
            var changed = der
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            if let other = try? ECDSASignature(derRepresentation: changed, curve: .p256) {
                #expect(try !key.publicKey.isValidSignature(other, forDigest: digest))
            }
        }
        let huge = [UInt8](repeating: 0x30, count: 1 << 20)
        #expect(throws: Self.malformed) { try ECDSASignature(derRepresentation: huge, curve: .p521) }
    }

    @Test("converts to low s, which is also valid", arguments: [EllipticCurve.secp256k1, .p256, .p521, .sect409k1])
    func makesLowS(curve: EllipticCurve) throws {
        let key = try EllipticPrivateKey(curve)
        let digest = SHA256.hash("message".utf8)
        let low = try key.signature(forDigest: digest).lowS
        #expect(low.isLowS && low.lowS == low)
        // n - s by independent big-number subtraction.
        let order = BigNumber(try #require(EllipticGroup.named(curve)).order)
        let high = try ECDSASignature(r: low.r, s: (order - BigNumber(low.s)).bytes, curve: curve)
        #expect(!high.isLowS && high.lowS == low)
        for signature in [low, high] { #expect(try key.publicKey.isValidSignature(signature, forDigest: digest)) }
        // The limit: (n - 1) / 2 is low, the next number is not.
        let half = (order - BigNumber(1)) / BigNumber(2)
        #expect(try ECDSASignature(r: [1], s: half.bytes, curve: curve).isLowS)
        #expect(try !ECDSASignature(r: [1], s: (half + BigNumber(1)).bytes, curve: curve).isLowS)
    }

    @Test("rejects a signature on another curve")
    func tellsCurvesApart() throws {
        let digest = SHA256.hash("message".utf8)
        let (key, other) = (try EllipticPrivateKey(.p256), try EllipticPrivateKey(.secp256k1))
        let signature = try key.signature(forDigest: digest)
        let foreign = try ECDSASignature(rawRepresentation: signature.rawRepresentation, curve: .secp256k1)
        #expect(try !key.publicKey.isValidSignature(foreign, forDigest: digest))
        #expect(try !other.publicKey.isValidSignature(signature, forDigest: digest))
    }

    @Test("makes the deterministic signatures of RFC 6979, appendix A.2.5")
    func deterministic() throws {
        let scalar = hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")
        let key = try EllipticPrivateKey(.p256, scalar: SecretBytes(copying: scalar))
        for (hash, r, s) in [
            (
                AnyHashFunction.sha256, "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
                "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
            ),
            (
                .sha1, "61340c88c3aaebeb4f6d667f672ca9759a6ccaa9fa8811313039ee4a35471d32",
                "6d7f147dac089441bb2e2fe8f7a3fa264b9c475098fdcf6e00d7c996e1b8b7eb"
            ),
        ] {
            let signature = try key.deterministicSignature(forDigest: hash.hash("sample".utf8), hash: hash)
            #expect(signature.r == hex(r) && signature.s == hex(s))
        }
        let named = try P256.Signing.PrivateKey(rawRepresentation: scalar)
        let signature = try named.deterministicSignature(for: "sample".utf8)
        #expect(signature.signature.r == hex("efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"))
        #expect(!signature.signature.isLowS && signature.lowS.signature.isLowS)
        #expect(named.publicKey.isValidSignature(signature.lowS, for: "sample".utf8))
        #expect(throws: CryptoError.code(.unsupported)) {
            try key.deterministicSignature(forDigest: AnyHashFunction.shake128.hash("sample".utf8), hash: .shake128)
        }
    }

    @Test("signs deterministically on every curve, and differently for other messages and hash functions")
    func deterministicOnAllCurves() throws {
        for curve in EllipticCurve.allCases where curve.isAvailable && curve != .sm2 {
            let key = try EllipticPrivateKey(curve)
            var seen: Set<[UInt8]> = []
            for hash in [AnyHashFunction.sha256, .sha3_512] {
                for text in ["", "a", "sample"] {
                    let digest = try hash.hash(text.utf8)
                    let signature = try key.deterministicSignature(forDigest: digest, hash: hash)
                    #expect(try key.publicKey.isValidSignature(signature, forDigest: digest), "\(curve)")
                    #expect(try key.deterministicSignature(forDigest: digest, hash: hash) == signature)
                    #expect(seen.insert(signature.r).inserted, "\(curve)")
                }
            }
        }
    }

    @Test("accepts and rejects the samples as documented", .enabled(if: SharedSamples.arePresent))
    func samples() throws {
        let message = Array(try SharedSamples.data(EllipticSamples.folder + "message.txt"))
        let rows = try EllipticSamples.rows("signatures.tsv")
        #expect(rows.count == 22)
        for row in rows {
            let key = try EllipticSamples.key(row[1])
            let bytes = Array(try SharedSamples.data(EllipticSamples.folder + row[0]))
            let digest = try #require(EllipticSamples.hashes[row[2]]).hash(message)
            let curve = key.publicKey.curve
            let signature =
                row[3] == "der"
                ? try? ECDSASignature(derRepresentation: bytes, curve: curve)
                : try? ECDSASignature(rawRepresentation: bytes, curve: curve)
            let isValid = try signature.map { try key.publicKey.isValidSignature($0, forDigest: digest) } ?? false
            #expect(isValid == (row[4] == "good"), "\(row[0])")
        }
    }

    @Test("verifies the signatures of RFC 6979", .enabled(if: SharedSamples.arePresent))
    func verifiesDeterministic() throws {
        let rows = try EllipticSamples.rows("rfc6979.tsv")
        #expect(rows.count == 32)
        for row in rows {
            let curve = try #require(EllipticCurve(rawValue: row[0]))
            let key = try EllipticPrivateKey(curve, scalar: SecretBytes(copying: hex(row[3])))
            let digest = try #require(EllipticSamples.hashes[row[1]]).hash(row[2].utf8)
            let signature = try ECDSASignature(r: hex(row[5]), s: hex(row[6]), curve: curve)
            #expect(try key.publicKey.isValidSignature(signature, forDigest: digest), "\(row[0]) \(row[1]) \(row[2])")
            let hash = try #require(EllipticSamples.hashes[row[1]])
            #expect(try key.deterministicSignature(forDigest: digest, hash: hash) == signature, "\(row)")
        }
    }
}
