import ArcaCodecs
import ArcaCore
import ArcaCrypto
import ArcaKeys
import ArcaTestSupport
import Testing

@testable import ArcaJOSE

/// The examples of the standards.
struct JOSEStandardsTests {
    private static func keys(_ json: String) throws -> JWKSet { try JWKSet(json.utf8) }

    private static let hmacKey =
        #"{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}"#
    private static let claims =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    @Test("RFC 7515, appendix A.1: HS256, and the claims of RFC 7519")
    func hmac() throws {
        let text = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(Self.claims).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        let keys = try Self.keys(Self.hmacKey)
        let token = try JSONWebToken(
            verifying: text, keys: keys, policy: JWTPolicy(issuer: "joe", type: "JWT"), now: 1_300_819_379)
        #expect(token.issuer == "joe")
        #expect(token.claims["http://example.com/is_root"]?.bool == true)
        #expect(token.signed.algorithm == .hs256)
        #expect(throws: JOSEError.code(.expired)) {
            _ = try JSONWebToken(verifying: text, keys: keys, policy: JWTPolicy(issuer: "joe"), now: 1_300_819_380)
        }
    }

    @Test("RFC 7515, appendix A.3: ES256")
    func ecdsa() throws {
        let keys = try Self.keys(
            #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
                + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#)
        let token = try JWS(
            verifying:
                "eyJhbGciOiJFUzI1NiJ9.\(Self.claims).DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSA"
                + "pmWQxfKTUJqPP3-Kg6NU1Q", keys: keys)
        #expect(token.algorithm == .es256)
    }

    @Test("RFC 7797, section 4.2: an unencoded payload")
    func unencoded() throws {
        let text =
            "eyJhbGciOiJIUzI1NiIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19..A5dxf2s96_n5FLueVuW1Z_vh161FwXZC4YLPff6dmDY"
        let keys = try Self.keys(Self.hmacKey)
        #expect(try JWS(verifying: text, keys: keys, detached: Array("$.02".utf8)).payload == Array("$.02".utf8))
        #expect(throws: JOSEError.code(.badSignature)) {
            _ = try JWS(verifying: text, keys: keys, detached: Array("$.03".utf8))
        }
    }

    @Test("RFC 8037, appendix A.4: Ed25519, which is deterministic")
    func edwards() throws {
        let keys = try Self.keys(
            #"{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","#
                + #""x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#)
        let text =
            "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR"
            + "4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
        let token = try JWS(verifying: text, keys: keys)
        #expect(token.payload == Array("Example of Ed25519 signing".utf8))
        #expect(try JWS.sign("Example of Ed25519 signing".utf8, using: keys.keys[0]) == text)
    }

    @Test("RFC 7516, appendix A.3: A128KW and A128CBC-HS256")
    func keyWrap() throws {
        let keys = try Self.keys(#"{"kty":"oct","k":"GawgguFyGrWKav7AX4VKUg"}"#)
        let token = try JWE(
            decrypting:
                "eyJhbGciOiJBMTI4S1ciLCJlbmMiOiJBMTI4Q0JDLUhTMjU2In0.6KB707dM9YTIgHtLvtgWQ8mKwboJW3of9locizkDTHzBC2"
                + "IlrT1oOQ.AxY8DCtDaGlsbGljb3RoZQ.KDlTtXchhZTGufMYmOYGS4HffxPSUrfmqCHXaI9wOGY.U0m_YmjN04DJvceFICbCVQ",
            keys: keys)
        #expect(token.plaintext == SecretBytes(copying: "Live long and prosper.".utf8))
    }

    @Test("RFC 7518, appendix C: key agreement")
    func keyAgreement() throws {
        let keys = try Self.keys(
            #"{"kty":"EC","crv":"P-256","x":"weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ","#
                + #""y":"e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck","d":"VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw"}"#
        )
        let header = try JOSEHeader(
            protected: CompactText.object(
                Array(
                    (#"{"alg":"ECDH-ES","enc":"A128GCM","apu":"QWxpY2U","apv":"Qm9i","epk":{"kty":"EC","crv":"P-256","#
                        + #""x":"gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0","#
                        + #""y":"SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps"}}"#).utf8), "header"))
        let secret = try KeyAgreement.secret(header, by: keys.keys[0])
        let key = try KeyAgreement.key(secret, header, purpose: "A128GCM", byteCount: 16)
        #expect(key == SymmetricKey(copying: try Base64.urlUnpadded.decode("VqqN6vgjbSBcIijNcacQGg")))
    }
}
