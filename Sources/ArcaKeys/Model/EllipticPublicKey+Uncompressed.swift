internal import ArcaCore
internal import ArcaCrypto

extension EllipticPublicKey {
    /// The same key with its point in full, as all files are written and all fingerprints computed.
    ///
    /// - Throws: ``KeyError`` `.invalidKey` for a compressed point that no point of the curve belongs to, `.unsupported`
    ///   where libcrypto was built without the curve.
    var uncompressed: EllipticPublicKey {
        get throws(KeyError) {
            guard coordinates == nil else { return self }
            return try KeyError.wrap { try EllipticPublicKey(curve, point: uncompressedPoint) }
        }
    }
}
