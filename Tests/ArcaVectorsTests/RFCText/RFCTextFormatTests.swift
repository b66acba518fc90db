import ArcaVectors
import Testing

@Suite struct RFCTextFormatTests {
    /// RFC 4231, cases 1 and 5, with a page break inside a value.
    static let hmac = """
        4.2.  Test Case 1

           Key =          0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b

        Nystrom                     Standards Track                     [Page 4]
        RFC 4231                   HMAC-SHA Identifiers            December 2005

                          0b0b0b0b                          (20 bytes)
           Data =         4869205468657265                  ("Hi There")

           HMAC-SHA-224 = 896fb1128abbdf196832107cd49df33f
                          47b4b1169912ba4f53684b22
           HMAC-SHA-256 = b0344c61d8db38535ca8afceaf0bf12b
                          881dc200c9833da726e9376c2e32cff7

        4.6.  Test Case 5

           Test with a truncation of output to 128 bits.

           Key =          0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c
                          0c0c0c0c                          (20 bytes)
           Data =         546573742057697468205472756e6361  ("Test With Trunca")
                          74696f6e                          ("tion")

           HMAC-SHA-256 = a3b6167473100ee06e0c796c2955552b

        """
    /// RFC 5869, A.1 and A.7.
    static let hkdf = """
        A.1.  Test Case 1

           Hash = SHA-256
           IKM  = 0x0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b (22 octets)
           salt = 0x000102030405060708090a0b0c (13 octets)
           info = 0xf0f1f2f3f4f5f6f7f8f9 (10 octets)
           L    = 42

           PRK  = 0x077709362c2e32df0ddc3f0dc47bba63
                  90b6c73bb50f9c3122ec844ad7c2b3e5 (32 octets)
           OKM  = 0x3cb25f25faacd57a90434f64d0362f2a
                  2d2d0a90cf1a5a4c5db02d56ecc4c5bf
                  34007208d5b887185865 (42 octets)

        A.7.  Test Case 7

           Hash = SHA-1
           IKM  = 0x0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c (22 octets)
           salt = not provided (defaults to HashLen zero octets)
           info = 0x (0 octets)
           L    = 42

           PRK  = 0x2adccada18779e7c2077ad2eb19d3f3e731385dd (20 octets)
           OKM  = 0x2c91117204d745f3500d636a62f64f0a
                  b3bae548aa53d423b0d1f27ebba6f5e5
                  673a081d70cce7acfc48 (42 octets)

        """
    /// RFC 6070, the first and last case.
    static let pbkdf2 = """
             Input:
               P = "password" (8 octets)
               S = "salt" (4 octets)
               c = 1
               dkLen = 20

             Output:
               DK = 0c 60 c8 0f 96 1f 0e 71
                    f3 a9 b5 24 af 60 12 06
                    2f e0 37 a6             (20 octets)

             Input:
               P = "pass\\0word" (9 octets)
               S = "sa\\0lt" (5 octets)
               c = 4096
               dkLen = 16

             Output:
               DK = 56 fa 6a a7 55 48 09 9d
                    cc 37 d7 f0 34 25 e0 c3 (16 octets)

        """
    /// RFC 8032, section 7.1, tests 1 and 2.
    static let eddsa = """
           -----TEST 1

           ALGORITHM:
           Ed25519

           SECRET KEY:
           9d61b19deffd5a60ba844af492ec2cc4
           4449c5697b326919703bac031cae7f60

           PUBLIC KEY:
           d75a980182b10ab7d54bfed3c964073a
           0ee172f3daa62325af021a68f707511a

           MESSAGE (length 0 bytes):

           SIGNATURE:
           e5564300c360ac729086e2cc806e828a
           84877f1eb8e5d974d873e06522490155
           5fb8821590a33bacc61e39701cf9b46b
           d25bf5f0595bbe24655141438e7a100b

           -----TEST 2

           ALGORITHM:
           Ed25519

           SECRET KEY:
           4ccd089b28ff96da9db6c346ec114e0f
           5b8a319f35aba624da8cf6ed4fb8a6fb

           PUBLIC KEY:
           3d4017c3e843895a92b70aa74d1b7ebc
           9c982ccf2ec4968cc0cd55f12af4660c

           MESSAGE (length 1 byte):
           72

           SIGNATURE:
           92a009a9f0d4cab8720e820b5f642540
           a2b27b5416503f8fb3762223ebdb69da
           085ac1e43e15996e458f3613d0f11d8c
           387b2eaeb4302aeeb00d291612bb0c00
           -----

        """
    /// RFC 4648, section 10, an excerpt.
    static let codecs = """
           BASE64("") = ""
           BASE64("fo") = "Zm8="
           BASE32("foob") = "MZXW6YQ="
           BASE32-HEX("foob") = "CPNMUOG="
           BASE16("foobar") = "666F6F626172"

        """
    /// The second line of `sign.input` by Ed25519's authors.
    static let lines =
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"
        + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c:"
        + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c:72:"
        + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c0072:\n"

    @Test(
        "runs vectors printed in RFCs, and the lines of Ed25519's authors",
        arguments: [
            (hmac, 2), (hkdf, 2), (pbkdf2, 2),
            (eddsa, 2),
            (codecs, 5), (lines, 1),
        ])
    func runs(text: String, count: Int) {
        let report = VectorReport.of(text, named: "rfc.txt")
        #expect(report.totals.passed == count && report.isGood, "\(report.reasons)")
        #expect(report.files[0].format == "rfc-text")
    }

    @Test(
        "fails vectors with an error",
        arguments: [
            hmac.replacing("47b4b1", with: "47b4b2"), hmac.replacing("(20 bytes)", with: "(21 bytes)"),
            hkdf.replacing("90b6c7", with: "90b6c8"),
            hkdf.replacing("info =", with: "infos ="), pbkdf2.replacing("4096", with: "4095"),
            pbkdf2.replacing("dkLen = 16", with: "dkLen = 15"), eddsa.replacing("387b2e", with: "387b2f"),
            codecs.replacing("Zm8=", with: "Zm9="), lines.replacing(":72:", with: ":73:"),
        ])
    func fails(text: String) {
        let report = VectorReport.of(text, named: "rfc.txt")
        #expect(!report.isGood && report.totals.failed + report.totals.skipped > 0, "\(report.reasons)")
    }

    @Test("does not claim prose without vectors")
    func claims() {
        #expect(
            VectorReport.of("Note: this is a text.\nKey = value\n", named: "x.txt").reasons == [
                "no test-vector format"
            ])
    }
}
