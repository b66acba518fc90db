import ArcaCodecs
import ArcaCore
import ArcaCrypto
import Testing

@testable import ArcaVectors

/// Files in Rooterberg's layout, with cases computed by the library or from standards.
@Suite struct RooterbergFormatTests {
    /// A file with an algorithm's parameters and tests, as JSON text.
    private static func file(_ type: String, _ algorithm: String, _ tests: String...) -> String {
        let cases = tests.enumerated().map {
            "{\"tcId\": \($0 + 1), \"comment\": \"c\", \"flags\": [\"Basic\"], \($1)}"
        }
        return """
            {"testType": "\(type)", "algorithm": {\(algorithm)}, "version": "0.1", "description": [],
             "numTests": \(tests.count), "references": [], "notes": {"Basic": {"type": "GENERATION", "desc": "d"}},
             "tests": [\(cases.joined(separator: ","))]}
            """
    }

    private static func hexed(_ bytes: [UInt8]) -> String { Base16.standard.encode(bytes) }

    private static let key = [UInt8](0..<16)
    private static let message = Array("flat".utf8)

    private static let gcm: String = {
        let nonce = [UInt8](repeating: 7, count: 12)
        let sealed = try? AEADCipher(named: "aes-128-gcm").seal(
            message, using: SymmetricKey(copying: key), nonce: nonce, authenticating: [1], tagByteCount: 16)
        let (ct, tag) = ((sealed ?? []).prefix(4), (sealed ?? []).suffix(16))
        func test(_ valid: Bool, _ tag: String) -> String {
            "\"key\": \"\(hexed(key))\", \"iv\": \"\(hexed(nonce))\", \"aad\": \"01\", \"msg\": \"\(hexed(message))\", "
                + "\"ct\": \"\(hexed(Array(ct)))\", \"tag\": \"\(tag)\", \"valid\": \(valid)"
        }
        return file(
            "Aead",
            "\"algorithmType\": \"Aead\", \"primitive\": \"AesGcm\", \"keySize\": 128, \"ivSize\": 96, \"tagSize\": 128",
            test(true, hexed(Array(tag))), test(false, hexed([UInt8](repeating: 0, count: 16))))
    }()

    /// RFC 4231, case 1; RFC 8032, test 1; RFC 3394, section 4.1.
    private static let hmac = file(
        "Mac", "\"algorithmType\": \"Mac\", \"primitive\": \"HmacSha256\", \"macSize\": 256",
        "\"key\": \"0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b\", \"msg\": \"4869205468657265\", \"mac\": \"b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7\""
    )
    private static let ed25519 =
        "\"msg\": \"\", \"sig\": \"e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b\""
    private static let sign = file(
        "EddsaSign", "\"algorithmType\": \"Eddsa\", \"curve\": \"edwards25519\", \"cofactored\": false",
        "\"privateKey\": \"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60\", \(ed25519)")
    private static let verify = file(
        "EddsaVerify", "\"algorithmType\": \"Eddsa\", \"curve\": \"edwards25519\", \"cofactored\": false",
        "\"publicKey\": \"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a\", \(ed25519), \"valid\": true"
    )
    private static let xdh = file(
        "Xdh", "\"algorithmType\": \"Xdh\", \"primitive\": \"X25519\"",
        "\"privateKey\": \"1111111111111111111111111111111111111111111111111111111111111111\", \"publicKey\": \"00\", \"shared\": \"00\", \"valid\": false",
        "\"privateKey\": \"1111111111111111111111111111111111111111111111111111111111111111\", \"publicKey\": \"0000000000000000000000000000000000000000000000000000000000000000\", \"shared\": \"0000000000000000000000000000000000000000000000000000000000000000\", \"valid\": true"
    )
    private static let wrap = file(
        "KeyWrap", "\"algorithmType\": \"KeyWrap\", \"primitive\": \"AesKw\", \"key_size\": 16",
        "\"key\": \"000102030405060708090A0B0C0D0E0F\", \"msg\": \"00112233445566778899AABBCCDDEEFF\", \"ct\": \"1FA68B0A8112B447AEF34BD8FB5A7B829D3E862371D2CFE5\", \"valid\": true"
    )

    /// ECDSA signatures of a key in both forms, with the key as a point in both encodings.
    private static let ecdsa: [String] = {
        guard let key = try? EllipticPrivateKey(.p256), let point = try? key.publicKey.uncompressedPoint,
            let signature = try? key.signature(forDigest: SHA256.hash(message))
        else { return [] }
        let x = point[1..<33]
        let compressed = [UInt8(2 + (point.last ?? 0) & 1)] + x
        return [("DER", signature.derRepresentation), ("P1363", signature.rawRepresentation)].map { form, bytes in
            let test =
                "\"publicKeyUncompressed\": \"\(hexed(point))\", \"publicKeyCompressed\": \"\(hexed(compressed))\", "
                + "\"sig\": \"\(hexed(bytes))\""
            return file(
                "EcdsaVerify",
                "\"algorithmType\": \"Ecdsa\", \"curve\": \"secp256r1\", \"sha\": \"SHA-256\", \"encoding\": \"\(form)\", \"normalize\": false, \"signature_generation\": \"Generic\"",
                test + ", \"msg\": \"\(hexed(message))\", \"valid\": true", test + ", \"msg\": \"\", \"valid\": false")
        }
    }()

    @Test("reads every supported family, and passes each case")
    func families() {
        for (text, family, count) in [
            (Self.gcm, "aes-gcm", 2), (Self.hmac, "hmac-sha256", 1), (Self.sign, "eddsa", 1), (Self.verify, "eddsa", 1),
            (Self.wrap, "aes-kw", 1),
        ] {
            let report = VectorReport.of(text, named: family)
            #expect(report.files[0].format == "rooterberg" && report.files[0].family == family)
            #expect(report.totals.passed == count && report.totals.total == count, "\(family): \(report.reasons)")
        }
        #expect(Self.ecdsa.count == 2)
        for text in Self.ecdsa {
            let report = VectorReport.of(text, named: "ecdsa")
            #expect(report.totals.passed == 2 && report.totals.total == 2, "\(report.reasons)")
        }
        // One is rejected for its length; the all-zero shared secret may be rejected.
        let xdh = VectorReport.of(Self.xdh, named: "xdh")
        #expect(xdh.totals.passed == 1 && xdh.totals.acceptable == 1, "\(xdh.reasons)")
    }

    @Test("fails a wrong value, count, flag, member or field, and a repeated number")
    func faults() {
        for (right, wrong) in [
            ("b0344c61", "b0344c62"), ("\"numTests\": 1", "\"numTests\": 2"), ("[\"Basic\"]", "[\"Other\"]"),
            ("\"version\"", "\"other\""), ("\"macSize\"", "\"keyCount\": 1, \"macSize\""),
            ("\"msg\"", "\"message\""), ("\"desc\"", "\"text\""),
        ] {
            #expect(Self.hmac.contains(right))
            let report = VectorReport.of(Self.hmac.replacing(right, with: wrong), named: right)
            #expect(report.totals.failed > 0, "\(right)")
        }
        let twice = Self.gcm.replacing("\"tcId\": 2", with: "\"tcId\": 1")
        #expect(VectorReport.of(twice, named: "twice").reasons.contains { $0.contains("stands twice") })
        let forged = Self.gcm.replacing("\"valid\": false", with: "\"valid\": true")
        #expect(VectorReport.of(forged, named: "forged").totals.failed == 1)
    }

    @Test("skips unsupported algorithms by name, never silently")
    func absent() {
        for (right, wrong, reason) in [
            ("AesGcm", "Aegis128", "Arca has no Aegis128 (Aead)"),
            (
                "\"Aead\", \"algorithm\"", "\"FrobTest\", \"algorithm\"",
                "Arca has no AesGcm (FrobTest)"
            ),
        ] {
            #expect(Self.gcm.contains(right))
            let report = VectorReport.of(Self.gcm.replacing(right, with: wrong), named: wrong)
            #expect(report.totals.skipReasons == [reason: 2])
        }
        let ethereum = Self.ecdsa[0].replacing("\"DER\"", with: "\"ETHEREUM_MAIN\"")
        #expect(
            VectorReport.of(ethereum, named: "ethereum").totals.skipReasons
                == ["Arca has no ECDSA signatures in the form ETHEREUM_MAIN": 2])
        let cofactored = Self.verify.replacing("\"cofactored\": false", with: "\"cofactored\": true")
        let report = VectorReport.of(cofactored, named: "cofactored")
        #expect(report.totals.skipReasons == ["Arca has no EdDSA signatures verified with the cofactor": 1])
    }
}
