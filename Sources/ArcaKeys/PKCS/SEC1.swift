internal import ArcaCodecs
internal import ArcaCrypto

/// Private keys of elliptic curves: `EC PRIVATE KEY`, and inside PKCS #8.
///
/// Source: RFC 5915, section 3.
enum SEC1 {
    /// Reads a private key; `curve` is what the structure around it says, which may stand inside as well.
    static func privateKey(
        _ reader: inout DERReader, curve: EllipticCurve?, in bytes: Span<UInt8>
    ) throws(KeyError) -> EllipticPrivateKey {
        var sequence = try reader.sequence(in: bytes)
        let place = sequence.offset
        guard try sequence.smallInteger(in: bytes) == 1 else {
            throw KeyError(.malformed, at: place, "an elliptic-curve private key of another version than 1")
        }
        let scalar = SecretBytes(copying: bytes.extracting(try sequence.read(.octetString, in: bytes)))
        var curve = curve
        if let content = try sequence.readIfPresent(.context(0, isConstructed: true), in: bytes) {
            let inner = try SPKI.namedCurve(DERReader(content), in: bytes)
            guard curve == nil || curve == inner else {
                throw KeyError(.malformed, at: content.lowerBound, "a key that names two different curves")
            }
            curve = inner
        }
        guard let curve else { throw KeyError(.malformed, at: place, "a key that names no curve") }
        guard let content = try sequence.readIfPresent(.context(1, isConstructed: true), in: bytes) else {
            throw KeyError(.unsupported, "an elliptic-curve private key without its public half")
        }
        var explicit = DERReader(content)
        let point = [UInt8](bytes: bytes.extracting(try explicit.bitString(in: bytes)))
        try explicit.finish()
        try sequence.finish()
        return try EllipticPrivateKey(publicKey: EllipticPublicKey(curve, point: point), scalar: scalar)
    }

    /// The key as a value; inside PKCS #8 the curve stands outside.
    static func value(_ key: EllipticPrivateKey, namesCurve: Bool) -> DERValue {
        var values: [DERValue] = [.integer(1), .octetString(key.scalar)]
        if namesCurve { values.append(.explicit(0, .objectIdentifier(key.publicKey.curve.identifier))) }
        values.append(.explicit(1, .bitString(key.publicKey.point)))
        return .sequence(values)
    }
}
