import ArcaSystem
import ArcaTestSupport
import ArcaVectors
import Foundation
import Testing

/// ECDSA and ECDH vectors of Wycheproof and NIST.
@Suite struct EllipticVectorTests {
    private static let root = BytePath(
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Vectors")
    private static let samples = "signatures/wycheproof/"
    /// The number of cases in each sample; none fails or is skipped, and some are acceptable.
    private static let files: [(name: String, count: Int)] = [
        ("ecdh_brainpoolP256r1", 12), ("ecdh_secp256k1", 15), ("ecdh_secp256r1_ecpoint", 18),
        ("ecdh_secp256r1_pem", 25), ("ecdh_secp256r1", 39), ("ecdh_secp256r1_webcrypto", 18), ("ecdh_secp521r1", 15),
        ("ecdh_sect283k1", 8), ("ecdsa_brainpoolP320r1_sha384", 10), ("ecdsa_secp160k1_sha256", 8),
        ("ecdsa_secp224r1_sha224", 20), ("ecdsa_secp256k1_sha256_bitcoin", 30), ("ecdsa_secp256k1_sha3_256", 12),
        ("ecdsa_secp256r1_sha256_p1363", 26), ("ecdsa_secp256r1_sha256", 35), ("ecdsa_secp256r1_shake128", 12),
        ("ecdsa_secp384r1_sha384", 20), ("ecdsa_secp384r1_shake256_p1363", 10), ("ecdsa_secp521r1_sha512_p1363", 15),
        ("ecdsa_secp521r1_sha512", 20),
    ]

    @Test("passes Wycheproof's files", .enabled(if: SharedSamples.arePresent), arguments: files)
    func wycheproof(name: String, count: Int) {
        let path = SharedSamples.url(Self.samples + name + "_test.json").path
        let report = VectorRunner().run(VectorTree([BytePath(path)]))
        #expect(report.totals.failed == 0, "\(name): \(report.reasons)")
        #expect(report.totals.skipReasons == [:], "\(name)")
        #expect(report.totals.total == count && report.totals.passed > count / 2, "\(name)")
    }

    @Test("passes NIST's files", arguments: ["ecdsa", "ecdh"])
    func cavp(folder: String) {
        let report = VectorRunner().run(VectorTree([Self.root.appending(BytePath(folder))]))
        #expect(report.totals.failed == 0, "\(report.reasons)")
        #expect(report.totals.skipReasons == [:])
        #expect(report.totals.passed > 100)
    }

    /// RFC 6979, appendix A.2.5: P-256 with SHA-256 and "sample".
    private static let signature = """
        [P-256,SHA-256]

        Msg = 73616d706c65
        Qx = 60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6
        Qy = 7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299
        R = efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716
        S = f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8
        Result = P (0 )

        """

    @Test("fails a case with any value changed, and skips unsupported curves")
    func changed() {
        #expect(VectorReport.of(Self.signature, named: "SigVer.rsp").totals.passed == 1)
        for (old, new) in [
            ("73616d", "73616e"), ("60fed4", "60fed5"), ("462299", "462298"), ("efd48b", "efd48c"),
            ("f7cb1c", "f7cb1d"), ("= P (0 )", "= F (3 - S changed)"), ("SHA-256", "SHA-384"), ("P-256", "P-384"),
        ] {
            let report = VectorReport.of(Self.signature.replacing(old, with: new), named: "SigVer.rsp")
            #expect(report.totals.failed == 1, "\(old)")
        }
        let refused = Self.signature.replacing("f7cb1c", with: "f7cb1d").replacing("= P (0 )", with: "= F (3 )")
        #expect(VectorReport.of(refused, named: "SigVer.rsp").totals.passed == 1)
        let absent = VectorReport.of(Self.signature.replacing("P-256", with: "K-160"), named: "SigVer.rsp")
        #expect(absent.totals.skipReasons == ["Arca has no curve K-160": 1])
    }

    /// RFC 7027, appendix A.1.
    private static let agreement = """
        COUNT = 0
        curve = brainpoolP256r1
        dA = 81DB1EE100150FF2EA338D708271BE38300CB54241D79950F77B063039804F1D
        x_qA = 44106E913F92BC02A1705D9953A8414DB95E1AAA49E81D9E85F929A8E3100BE5
        y_qA = 8AB4846F11CACCB73CE49CBDD120F5A900A69FD32C272223F789EF10EB089BDC
        dB = 55E40BC41E37E3E2AD25C3C6654511FFA8474A91A0032087593852D3E7D76BD3
        x_qB = 8D2D688C6CF93E1160AD04CC4429117DC2C41825E1E9FCA0ADDD34E6F1B39F7B
        y_qB = 990C57520812BE512641E47034832106BC7D3E8DD0E4C7F1136D7006547CEC6A
        x_Z = 89AFC39D41D3B327814B80940B042590F96556EC91E6AE7939BCE31F3A18BF2B
        y_Z = 49C27868F4ECA2179BFD7D59B1E3BF34C1DBDE61AE12931648F43E59632504DE

        """

    @Test("fails a key agreement with any value changed")
    func changedAgreement() {
        #expect(VectorReport.of(Self.agreement, named: "x.txt").totals.passed == 1)
        for value in ["81DB1E", "44106E", "8AB484", "55E40B", "8D2D68", "990C57", "89AFC3"] {
            let text = Self.agreement.replacing(value, with: "00" + value.dropFirst(2))
            #expect(VectorReport.of(text, named: "x.txt").totals.failed == 1, "\(value)")
        }
    }
}
