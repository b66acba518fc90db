internal import ArcaCore
internal import ArcaCrypto

/// ECDSA in SSH's encoding: two integers; the curve determines the hash function.
///
/// Source: RFC 5656, sections 3.1.2 and 6.2.1.
enum SSHECDSA {
    static func isValid(
        r: [UInt8], s: [UInt8], for signed: [UInt8], key: EllipticPublicKey
    ) throws(SignatureError) -> Bool {
        try SignatureError.wrap {
            let signature: ECDSASignature
            do throws(CryptoError) {
                signature = try ECDSASignature(r: r, s: s, curve: key.curve)
            } catch {
                // A signature with r or s out of range is invalid.
                guard error.code == .invalidFormat else { throw error }
                return false
            }
            return try key.isValidSignature(signature, forDigest: key.curve.hash.hash(signed))
        }
    }

    static func signature(for signed: [UInt8], key: EllipticPrivateKey) throws(SignatureError) -> SSHSignature.Value {
        try SignatureError.wrap {
            let signature = try key.signature(forDigest: key.publicKey.curve.hash.hash(signed))
            return .ecdsa(r: Array(signature.r.drop { $0 == 0 }), s: Array(signature.s.drop { $0 == 0 }))
        }
    }
}
