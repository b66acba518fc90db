internal import ArcaCore
internal import CArcaLibcrypto

extension SigningPublicKey where Curve == Curve25519.Signing {
    /// The corresponding X25519 public key, for encryption to the owner of the Ed25519 key.
    ///
    /// The private counterpart is ``SigningPrivateKey/keyAgreementKey``. Using one key for both is safe if signed and
    /// encrypted messages cannot be confused, as in age.
    ///
    /// Source: RFC 7748, section 4.1 (the birational map).
    ///
    /// - Throws: ``CryptoError`` with code `.invalidKey` for bytes that are not a point on the curve, or the neutral
    ///   element.
    public var keyAgreementKey: Curve25519.KeyAgreement.PublicKey {
        get throws(CryptoError) {
            var bytes = Array(rawRepresentation.reversed())
            // The highest bit is the sign of x, which the map ignores.
            bytes[0] &= 0x7f
            let y = BigNumber(bytes)
            guard y < Self.prime, Self.isOnCurve(y),
                let denominator = ((Self.one + Self.prime - y) % Self.prime).inverse(modulo: Self.prime)
            else { throw CryptoError(.invalidKey, "the Ed25519 public key has no X25519 equivalent") }
            // u = (1 + y) / (1 - y)
            let u = ((Self.one + y) * denominator % Self.prime).bytes
            let padded = [UInt8](repeating: 0, count: 32 - u.count) + u
            return try Curve25519.KeyAgreement.PublicKey(rawRepresentation: Array(padded.reversed()))
        }
    }

    /// Whether x² = (y² - 1) / (d·y² + 1) has a root (RFC 8032, section 5.1.3), by Euler's criterion.
    private static func isOnCurve(_ y: BigNumber) -> Bool {
        let square = y * y % prime
        let numerator = (square + prime - one) % prime
        let denominator = (d * square + one) % prime
        // A quotient is a square if and only if the product is.
        let product = numerator * denominator % prime
        return product.isZero || product.power((prime - one) / BigNumber(2), modulo: prime).isOne
    }

    private static var one: BigNumber { BigNumber(1) }
    /// 2^255 - 19.
    private static var prime: BigNumber {
        BigNumber([0x7f] + [UInt8](repeating: 0xff, count: 30) + [0xed])
    }
    /// The curve's constant d = -121665 / 121666.
    private static var d: BigNumber {
        let divisor = BigNumber(121_666).inverse(modulo: prime) ?? one
        return (prime - BigNumber(121_665)) * divisor % prime
    }
}

extension SigningPrivateKey where Curve == Curve25519.Signing {
    /// The corresponding X25519 private key, with the same secret scalar.
    ///
    /// Source: RFC 8032, section 5.1.5 (seed expansion); RFC 7748, section 5.
    ///
    /// - Throws: ``CryptoError`` with code `.backendFailure`.
    public var keyAgreementKey: Curve25519.KeyAgreement.PrivateKey {
        get throws(CryptoError) {
            let seed = rawRepresentation
            // Hashes directly into memory that is wiped.
            let scalar = SecretBytes(byteCount: 64) { output in
                output.withUnsafeMutableBufferPointer { space, count in
                    seed.withBytes { bytes in
                        bytes.withUnsafeBufferPointer {
                            _ = CArcaLibcrypto.SHA512($0.baseAddress, $0.count, space.baseAddress)
                        }
                    }
                    count = space.count
                }
            }
            return try scalar.withBytes { bytes throws(CryptoError) in
                try Curve25519.KeyAgreement.PrivateKey(
                    rawRepresentation: SecretBytes(copying: bytes.extracting(..<32)))
            }
        }
    }
}
