internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaKeys

/// ECDSA as SSH has it: two integers, and the hash function that the curve decides.
///
/// Source: RFC 5656, sections 3.1.2 and 6.2.1.
enum SSHECDSA {
    static func isValid(
        r: [UInt8], s: [UInt8], for signed: [UInt8], key: EllipticPublicKey
    ) throws(SignatureError) -> Bool {
        throw SignatureError(.unsupported, "ECDSA is not supported yet")
    }

    static func signature(for signed: [UInt8], key: EllipticPrivateKey) throws(SignatureError) -> SSHSignature.Value {
        throw SignatureError(.unsupported, "ECDSA is not supported yet")
    }
}
