public import ArcaCodecs

/// A public key of ECDSA or ECDH: a point that is carried along and not operated with.
///
/// Nobody should compute with such a point before ``KeyLint`` has looked whether it lies on its curve.
public struct EllipticPublicKey: Sendable, Hashable {
    /// The curve.
    public let curve: EllipticCurve
    /// The point as the file has it: 04, x and y, or 02 or 03 and x (SEC 1, section 2.3.3).
    public let point: [UInt8]

    /// Takes a point; ``KeyLint`` tells whether it lies on the curve.
    ///
    /// - Parameters:
    ///   - curve: The curve.
    ///   - point: The point in SEC 1's form, compressed or not.
    /// - Throws: ``KeyError`` `.invalidKey` for a point of another form or length, the point at infinity among them.
    public init(_ curve: EllipticCurve, point: [UInt8]) throws(KeyError) {
        let expected =
            switch point.first {
            case 4: 1 + 2 * curve.byteCount
            case 2, 3: 1 + curve.byteCount
            default: 0
            }
        guard !point.isEmpty, point.count == expected else {
            throw KeyError(.invalidKey, "the public key is no point of \(curve.name): it has another form or length")
        }
        self.curve = curve
        self.point = point
    }

    /// Both coordinates, each as long as the curve's; nil for a compressed point.
    public var coordinates: (x: [UInt8], y: [UInt8])? {
        guard point[0] == 4 else { return nil }
        return (Array(point[1...curve.byteCount]), Array(point[(1 + curve.byteCount)...]))
    }
}
