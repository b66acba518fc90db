public import ArcaCodecs
public import ArcaCrypto

/// A private key of ECDSA or ECDH: a number that is carried along and not operated with.
public struct EllipticPrivateKey: Sendable, Equatable {
    /// The public half as the file has it; ``AnyPrivateKey/publicKey`` is the one that was checked.
    public let publicKey: EllipticPublicKey
    /// The number, the highest byte first, as long as the curve's coordinates.
    public let scalar: SecretBytes

    /// Takes both halves of a key; ``KeyLint`` tells whether they belong together.
    ///
    /// - Parameters:
    ///   - publicKey: The public half.
    ///   - scalar: The private number, the highest byte first; leading zeros are added or taken away.
    /// - Throws: ``KeyError`` `.invalidKey` for a number that is longer than the curve's.
    public init(publicKey: EllipticPublicKey, scalar: borrowing SecretBytes) throws(KeyError) {
        let byteCount = publicKey.curve.byteCount
        self.publicKey = publicKey
        self.scalar = try scalar.withBytes { bytes throws(KeyError) in
            let surplus = max(bytes.count - byteCount, 0)
            // Only how many zeros there are in front shows, which the file's length shows as well.
            guard (0..<surplus).reduce(0, { $0 | bytes[$1] }) == 0 else {
                throw KeyError(.invalidKey, "the private key is longer than \(byteCount) bytes")
            }
            return SecretBytes(byteCount: byteCount) { output in
                for _ in bytes.count..<max(byteCount, bytes.count) { output.append(0) }
                output.append(contentsOf: bytes.extracting(surplus...))
            }
        }
    }
}

extension EllipticPrivateKey {
    /// The public half, which has been seen to belong to the private number; libcrypto may have been built without the
    /// curve, and then nothing can be seen.
    var checkedPublicKey: EllipticPublicKey {
        get throws(KeyError) {
            guard let group = EllipticGroup(objectIdentifier: publicKey.curve.identifier.description) else {
                return publicKey
            }
            guard group.isPrivate(scalar), group.isPoint(publicKey.point, of: scalar) else {
                throw KeyError(.invalidKey, "the public half of the key does not belong to the private number")
            }
            return publicKey
        }
    }
}

extension EllipticPrivateKey: CustomStringConvertible, CustomReflectable {
    /// The kind of key, never the content.
    public var description: String { "\(publicKey.curve.name) private key" }

    /// A mirror without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
