internal import ArcaCodecs
public import ArcaCore
public import ArcaCrypto

// SM2 keys in files: the formats of every elliptic curve, and the bare numbers that Chinese libraries print.

extension NamedCurvePrivateKey where Use == SM2 {
    /// Reads a private key: PKCS #8 or SEC 1 as PEM, DER or Base64, or the bare number of 32 bytes.
    ///
    /// - Parameters:
    ///   - file: The whole file; secret. A bare number is bytes, hexadecimal digits or Base64; 33 bytes with a leading
    ///     zero, as `BigInteger` of Java writes them, are accepted.
    ///   - passphrase: The passphrase of an encrypted key.
    ///   - limits: The maximum cost of a key derivation. The file chooses its parameters.
    /// - Throws: ``KeyError``, as ``AnyKey/init(_:passphrase:limits:)`` does; `.wrongKind` for another kind of key.
    public init(
        file: borrowing some Bytes, passphrase: SecretBytes? = nil, limits: CostLimits = .keys
    ) throws(KeyError) {
        let bare = file.withBytes { SM2Number.secret($0, byteCounts: [32, 33]) }
        if let bare {
            self = try KeyError.wrap { try Self(EllipticPrivateKey(.sm2, scalar: bare)) }
            return
        }
        let key = try AnyKey(file, passphrase: passphrase, limits: limits).privateKey()
        guard case .elliptic(let elliptic) = key else { throw KeyError.wrongKind(key.algorithmName, "SM2") }
        self = try KeyError.wrap { try Self(elliptic) }
    }
}

extension NamedCurvePublicKey where Use == SM2 {
    /// Reads a public key: `SubjectPublicKeyInfo` or a certificate as PEM, DER or Base64, a private key, or the point.
    ///
    /// - Parameter file: The whole file. A bare point is 04 ‖ x ‖ y, x ‖ y or compressed, as bytes, hexadecimal digits
    ///   or Base64.
    /// - Throws: ``KeyError``, as ``AnyKey/init(_:passphrase:limits:)`` does; `.wrongKind` for another kind of key.
    public init(file: borrowing some Bytes) throws(KeyError) {
        if let bare = file.withBytes({ SM2Number.secret($0, byteCounts: [32, 33, 64, 65]) }) {
            let first = bare.withBytes { $0[0] }
            guard bare.count > 33 || bare.count == 33 && first != 0 else {
                self = try SM2.PrivateKey(file: bare).publicKey
                return
            }
            let point = bare.withBytes { (bare.count == 64 ? [4] : []) + [UInt8](bytes: $0) }
            self = try KeyError.wrap { try Self(EllipticPublicKey(.sm2, point: point)) }
            return
        }
        let key = try AnyKey(file).publicKey()
        guard case .elliptic(let elliptic) = key else { throw KeyError.wrongKind(key.algorithmName, "SM2") }
        self = try KeyError.wrap { try Self(elliptic) }
    }
}

private enum SM2Number {
    /// The bytes of a bare number in binary, hexadecimal digits or Base64; nil for any other length or text.
    static func secret(_ file: Span<UInt8>, byteCounts: [Int]) -> SecretBytes? {
        guard file.count <= 256 else { return nil }
        for isHexadecimal in [true, false] {
            let secret = try? SecretBytes(byteCount: file.count) { output throws(CodecError) in
                isHexadecimal
                    ? try Base16.standard.allowing([.whitespace, .letterCase]).decode(file, into: &output)
                    : try Base64.standard.allowing([.whitespace, .missingPadding, .mixedAlphabets]).decode(
                        file, into: &output)
            }
            if let secret, byteCounts.contains(secret.count) { return secret }
        }
        // Text last: 64 hexadecimal digits are a private number, not a point.
        return byteCounts.contains(file.count) ? SecretBytes(copying: file) : nil
    }
}
