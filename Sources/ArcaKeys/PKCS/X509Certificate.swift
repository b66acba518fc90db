public import ArcaCodecs

/// The public key in an X.509 certificate; everything else in it is stepped over, and nothing is verified.
///
/// Source: RFC 5280, section 4.1.
public enum X509Certificate {
    /// Takes the public key out of a certificate.
    ///
    /// - Parameter der: `Certificate`.
    /// - Returns: The key. That the certificate is genuine or valid is not said by that.
    /// - Throws: ``KeyError`` `.malformed`, and as ``SPKI/publicKey(der:)``.
    public static func publicKey(der: borrowing some Bytes) throws(KeyError) -> AnyPublicKey {
        try der.withBytes { bytes throws(KeyError) in
            var reader = DERReader(bytes)
            var certificate = try reader.sequence(in: bytes)
            try reader.finish()
            var content = try certificate.sequence(in: bytes)
            _ = try AlgorithmIdentifier(&certificate, in: bytes)
            _ = try certificate.bitString(in: bytes)
            try certificate.finish()
            _ = try content.readIfPresent(.context(0, isConstructed: true), in: bytes)  // version
            _ = try content.read(.integer, in: bytes)  // serial number
            _ = try AlgorithmIdentifier(&content, in: bytes)  // signature
            for _ in ["issuer", "validity", "subject"] { _ = try content.read(.sequence, in: bytes) }
            return try SPKI.publicKey(&content, in: bytes)
        }
    }
}
