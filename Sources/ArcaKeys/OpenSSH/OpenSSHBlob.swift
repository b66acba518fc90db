internal import ArcaCore
package import ArcaCrypto

/// Public keys in SSH's binary format, which key lines contain in Base64.
///
/// Source: RFC 4253, section 6.6 (RSA); RFC 5656, section 3.1 (ECDSA); RFC 8709, section 4 (Ed25519).
package enum OpenSSHBlob {
    package static func typeName(_ key: AnyPublicKey) throws(KeyError) -> String {
        switch key {
        case .rsa(_, nil): return "ssh-rsa"
        case .ed25519: return "ssh-ed25519"
        case .elliptic(let key):
            guard let name = key.curve.openSSHName else {
                throw KeyError(.wrongKind, "OpenSSH has no keys on the curve \(key.curve.name)")
            }
            return "ecdsa-sha2-\(name)"
        case .rsa: throw KeyError(.wrongKind, "OpenSSH has no RSA keys that are restricted to PSS")
        case .ed448, .x25519, .x448, .xWing, .mldsa:
            throw KeyError(.wrongKind, "OpenSSH has no \(key.algorithmName) keys")
        }
    }

    static func encode(_ key: AnyPublicKey) throws(KeyError) -> [UInt8] {
        let name = SSHValue.text(try typeName(key))
        switch key {
        case .rsa(let numbers, _):
            return SSHValue.encode([name, .integer(numbers.exponent), .integer(numbers.modulus)])
        case .ed25519(let key): return SSHValue.encode([name, .string(key.rawRepresentation)])
        case .elliptic(let key):
            // OpenSSH does not support compressed points.
            return SSHValue.encode(
                [name, .text(key.curve.openSSHName ?? ""), .string(try key.uncompressed.point)])
        case .ed448, .x25519, .x448, .xWing, .mldsa:
            preconditionFailure("these have no name, which was asked for before")
        }
    }

    package static func decode(_ reader: inout SSHReader, in bytes: Span<UInt8>) throws(KeyError) -> AnyPublicKey {
        let name = try reader.text(in: bytes)
        switch name {
        case "ssh-rsa":
            let exponent = try reader.unsignedInteger(in: bytes)
            let modulus = try reader.unsignedInteger(in: bytes)
            return .rsa(
                RSAPublicNumbers(modulus: bytes.extracting(modulus), exponent: bytes.extracting(exponent)), nil)
        case "ssh-ed25519":
            return try RawKeys.ed25519([UInt8](bytes: bytes.extracting(try reader.string(in: bytes))))
        default:
            guard let curve = curve(named: name) else { throw unsupported(name) }
            return .elliptic(try point(curve, &reader, in: bytes))
        }
    }

    package static func point(
        _ curve: EllipticCurve, _ reader: inout SSHReader, in bytes: Span<UInt8>
    ) throws(KeyError) -> EllipticPublicKey {
        let place = reader.offset
        guard try reader.text(in: bytes) == curve.openSSHName else {
            throw KeyError(.malformed, at: place, "a key whose type and curve differ")
        }
        let point = [UInt8](bytes: bytes.extracting(try reader.string(in: bytes)))
        guard point.first == 4 else {
            throw KeyError(.malformed, at: place, "a compressed point, which OpenSSH does not have")
        }
        return try RawKeys.point(curve, point)
    }

    static func curve(named name: String) -> EllipticCurve? {
        EllipticCurve.allCases.first { curve in curve.openSSHName.map { "ecdsa-sha2-\($0)" == name } ?? false }
    }

    package static func unsupported(_ name: String) -> KeyError {
        // Quotes only plausible type names: the input may be anything.
        let isName = name.utf8.count <= 64 && name.utf8.allSatisfy { $0.isVisible }
        return KeyError(
            .unsupported, isName ? "an OpenSSH key of type \(name), which is not supported" : "not an OpenSSH key")
    }
}
