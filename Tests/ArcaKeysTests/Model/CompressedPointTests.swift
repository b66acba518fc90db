import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
import ArcaTestSupport
import Testing

/// Keys with compressed points equal their uncompressed forms and are written uncompressed.
@Suite struct CompressedPointTests {
    static let curves: [EllipticCurve] = [.p224, .p256, .p384, .p521, .secp256k1, .brainpoolP256r1, .sect283k1]

    private static func forms(_ key: EllipticPublicKey) throws -> (full: AnyPublicKey, short: AnyPublicKey) {
        (.elliptic(key), .elliptic(try EllipticPublicKey(key.curve, point: key.compressedPoint)))
    }

    @Test("a key has one fingerprint and one encoding per format", arguments: curves)
    func publicKeys(curve: EllipticCurve) throws {
        let (full, short) = try Self.forms(EllipticPrivateKey(curve).publicKey)
        #expect(full == short)
        #expect(try KeyFingerprint(short) == KeyFingerprint(full))
        #expect(try SPKI.encode(short) == SPKI.encode(full))
        if curve.jwkName != nil {
            #expect(try JWK.encode(.publicKey(short)) == JWK.encode(.publicKey(full)))
        }
        if curve.openSSHName != nil {
            #expect(try OpenSSHPublicKey(short).text == OpenSSHPublicKey(full).text)
        }
    }

    @Test("a private key with a compressed public half is written with the uncompressed one", arguments: curves)
    func privateKeys(curve: EllipticCurve) throws {
        let key = try EllipticPrivateKey(curve)
        let (_, short) = try Self.forms(key.publicKey)
        guard case .elliptic(let half) = short else { preconditionFailure("made so") }
        let content = AnyKey.Content.privateKey(
            .elliptic(try EllipticPrivateKey(publicKey: half, scalar: key.scalar)))
        for format in KeyFormat.allCases where format != .pkcs1 && format != .spki {
            guard format != .openssh || curve.openSSHName != nil, format != .jwk || curve.jwkName != nil else {
                continue
            }
            guard case .elliptic(let found) = try AnyKey(content.encoded(as: format)).privateKey() else {
                Issue.record("\(format)")
                continue
            }
            #expect(found == key, "\(format)")
        }
    }

    @Test("an x-coordinate that is not on the curve is rejected when the key is written")
    func noPoint() throws {
        let none = try EllipticPublicKey(.p256, point: [2] + [UInt8](repeating: 0, count: 31) + [Self.strangeX()])
        let key = AnyPublicKey.elliptic(none)
        #expect(throws: KeyError.code(.invalidKey)) { try KeyFingerprint(key) }
        #expect(throws: KeyError.code(.invalidKey)) { try SPKI.encode(key) }
        #expect(throws: KeyError.code(.invalidKey)) { _ = try JWK.encode(.publicKey(key)) }
        #expect(throws: KeyError.code(.invalidKey)) { try OpenSSHPublicKey(key) }
    }

    /// The smallest x-coordinate that is not on P-256.
    private static func strangeX() throws -> UInt8 {
        for x in UInt8(1)...100 {
            let key = try EllipticPublicKey(.p256, point: [2] + [UInt8](repeating: 0, count: 31) + [x])
            if (try? key.uncompressedPoint) == nil { return x }
        }
        preconditionFailure("half of all numbers are no coordinate")
    }

    @Test("the number of decompressed points per file is limited")
    func limits() throws {
        // P-224's generator (SEC 2, section 2.3.2). Square roots are slowest in this field.
        let block = """
            -----BEGIN PUBLIC KEY-----
            \(Base64.standard.encode(
                hex("3032301006072a8648ce3d020106052b81040021031e0002b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21")))
            -----END PUBLIC KEY-----

            """
        let keys = try AnyKey.all(in: String(repeating: block, count: 500).utf8)
        #expect(keys.count == 500)
        #expect(throws: KeyError.code(.costTooHigh)) {
            try AnyKey.all(in: String(repeating: block, count: 501).utf8)
        }
        guard case .elliptic(let key) = try keys[0].publicKey() else {
            Issue.record("not an elliptic key")
            return
        }
        #expect(
            try key.uncompressedPoint
                == hex(
                    "04b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21"
                        + "bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34"))
    }

    @Test("sample keys have the same fingerprint in both forms", .enabled(if: SharedSamples.arePresent))
    func samples() throws {
        for name in ["p256", "p384", "p521", "secp256k1"] {
            func fingerprint(_ form: String) throws -> KeyFingerprint {
                let file = try SharedSamples.data("signatures/ec/keys/\(name).\(form).pem")
                return try KeyFingerprint(AnyKey(Array(file)).publicKey())
            }
            #expect(try fingerprint("spki-compressed") == fingerprint("spki"), "\(name)")
        }
    }
}
