import ArcaSystem
import ArcaTestSupport
import ArcaVectors
import Testing

@Suite struct PKCSTextFormatTests {
    @Test(
        "reads every example of a file in PKCS #1's layout",
        .enabled(if: PKCSTextFormatTests.hasVectors))
    func reads() throws {
        let folder = try Peer.python(
            "import cryptography_vectors, os; print(os.path.dirname(cryptography_vectors.__file__), end='')"
        ).text
        for (name, family, count) in [
            ("asymmetric/RSA/pkcs-1v2-1d2-vec/oaep-vect.txt", "rsa-oaep", 60),
            ("asymmetric/RSA/pkcs-1v2-1d2-vec/pss-vect.txt", "rsa-pss", 60),
            // With intermediate values.
            ("asymmetric/RSA/pkcs-1v2-1d2-vec/oaep-int.txt", "rsa-oaep", 1),
            ("asymmetric/RSA/pkcs-1v2-1d2-vec/pss-int.txt", "rsa-pss", 1),
            ("asymmetric/RSA/oaep-custom/oaep-sha256-sha384.txt", "rsa-oaep", 60),
        ] {
            let report = VectorRunner().run(VectorTree([BytePath("\(folder)/\(name)")]))
            #expect(report.totals.passed == count && report.isGood, "\(name)")
            #expect(report.files[0].family == family && report.files[0].format == "pkcs-text")
        }
    }

    static var hasVectors: Bool { Peer.hasPython(module: "cryptography_vectors") }

    @Test("reports the line of an unknown label, and of digits without a label")
    func refuses() {
        let start = "# Modulus:\n00\n# Message:\n01\n"
        let label = VectorReport.of(start + "# Nonce:\n02\n", named: "x.txt")
        #expect(label.reasons == ["line 5: the label Nonce is not known"])
        let twice = VectorReport.of(start + "# Seed:\n02\n# Seed:\n03\n# Salt:\n", named: "x.txt")
        #expect(twice.reasons.contains("line 9: seed stands twice in one example"))
        let unknown = VectorReport.of(start, named: "x.txt")
        #expect(unknown.totals.failed == 1)
    }
}
