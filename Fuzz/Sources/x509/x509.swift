import Arca
import FuzzSupport

/// Certificates, requests, PKCS #12 stores and CMS messages in DER and BER: parsed values keep their encoding, and can be displayed.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    if let certificate = try? X509Certificate(der: bytes) {
        check(certificate.der == bytes, "a certificate is the bytes that it was read from")
        check(!certificate.subject.description.utf8.contains { $0 < 0x20 }, "a name has no control characters")
        check(
            certificate.extensions.alternativeNames.allSatisfy { !$0.description.utf8.contains { $0 < 0x20 } },
            "another name has no control characters")
        _ = certificate.isSelfSigned
    }
    if let request = try? CertificateRequest(der: bytes) { _ = (request.subject.description, request.isSelfSigned) }
    let limits = CostLimits(scryptLogN: 1...4, scryptR: 2, scryptP: 2, pbkdf2Iterations: 1...10)
    if let store = try? PKCS12(bytes, passphrase: SecretBytes(copying: "p".utf8), limits: limits) {
        check(!store.keys.isEmpty || !store.certificates.isEmpty, "a store without content is refused")
    }
    for isPrefix in [false, true] {
        guard let message = try? CMSMessage(bytes, isPrefix: isPrefix) else { continue }
        check(
            message.recipients.allSatisfy { !$0.description.utf8.contains { $0 < 0x20 } },
            "a recipient has no control characters")
    }
    if let certificates = try? X509Certificate.all(
        in: bytes, passphrase: SecretBytes(copying: "p".utf8), limits: limits)
    {
        check(
            X509Certificate.sortedByIssuer(certificates).count == certificates.count, "sorting keeps all certificates")
    }
    return 0
}
