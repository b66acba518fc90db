internal import ArcaCore
internal import ArcaCrypto

extension EllipticPublicKey {
    /// The same key with an uncompressed point, as used in all written files and fingerprints.
    ///
    /// - Throws: ``KeyError`` `.invalidKey` for a compressed point that is not on the curve, `.unsupported` if
    ///   libcrypto lacks the curve.
    var uncompressed: EllipticPublicKey {
        get throws(KeyError) {
            guard coordinates == nil else { return self }
            return try KeyError.wrap { try EllipticPublicKey(curve, point: uncompressedPoint) }
        }
    }
}
