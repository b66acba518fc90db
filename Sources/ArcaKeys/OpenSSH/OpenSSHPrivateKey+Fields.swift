public import ArcaCore
public import ArcaCrypto

extension OpenSSHPrivateKey {
    /// Writes a private key.
    ///
    /// - Parameters:
    ///   - key: RSA with two primes, Ed25519, or ECDSA on a NIST curve.
    ///   - comment: One line of text, usually the owner of the key.
    ///   - passphrase: The passphrase, at least 1 byte; secret. Nil writes the key unencrypted.
    ///   - rounds: The bcrypt round count, at least 1; 24 by default, about 100 ms.
    /// - Returns: The binary form; secret unless encrypted.
    /// - Throws: ``KeyError`` `.wrongKind` for a key that OpenSSH does not support, `.invalidOption` for an empty
    ///   passphrase, zero rounds, or a comment with a control character, which a public key line cannot contain.
    public static func encode(
        _ key: AnyPrivateKey, comment: String = "", passphrase: SecretBytes? = nil, rounds: Int = 24
    ) throws(KeyError) -> SecretBytes {
        try OpenSSHPublicKey.check(comment: comment)
        let publicBlob = try OpenSSHBlob.encode(try key.publicKey)
        let scheme = try passphrase.map { passphrase throws(KeyError) in
            guard !passphrase.isEmpty else { throw KeyError(.invalidOption, "an empty passphrase protects nothing") }
            return try OpenSSHEncryption.fresh(rounds: rounds)
        }
        let check = try KeyError.wrap { try SecureRandom.bytes(4) }
        var values: [SSHValue] = [.bytes(check), .bytes(check)]
        values += try fields(key)
        values.append(.text(comment))
        var section = SSHValue.encodeSecret(values, blockByteCount: scheme?.cipher.paddingBlockByteCount ?? 8)
        if let scheme, let passphrase {
            section = SecretBytes(copying: try scheme.encrypt(section, passphrase: passphrase))
        }
        return SSHValue.encodeSecret(
            [
                .bytes(magic), .text(scheme?.cipherName ?? "none"), .text(scheme == nil ? "none" : "bcrypt"),
                .string(scheme?.options ?? []), .number(1), .string(publicBlob), .secret([section]),
            ], blockByteCount: 1)
    }

    /// The type and the numbers of a key, as ``privateKey(_:in:)`` reads them.
    package static func fields(_ key: AnyPrivateKey) throws(KeyError) -> [SSHValue] {
        [.text(try OpenSSHBlob.typeName(try key.publicKey))] + (try numbers(key))
    }

    private static func numbers(_ key: AnyPrivateKey) throws(KeyError) -> [SSHValue] {
        switch key {
        case .rsa(let numbers, _):
            guard numbers.otherPrimes.isEmpty else {
                throw KeyError(.wrongKind, "OpenSSH has no RSA keys with more than two primes")
            }
            return [
                .integer(numbers.publicNumbers.modulus), .integer(numbers.publicNumbers.exponent),
                .secretInteger(numbers.privateExponent), .secretInteger(numbers.coefficient),
                .secretInteger(numbers.prime1), .secretInteger(numbers.prime2),
            ]
        case .ed25519(let key):
            let raw = key.publicKey.rawRepresentation
            return [.string(raw), .secret([key.rawRepresentation, SecretBytes(copying: raw)])]
        case .elliptic(let key):
            return [
                .text(key.publicKey.curve.openSSHName ?? ""), .string(try key.publicKey.uncompressed.point),
                .secretInteger(withoutLeadingZeros(key.scalar)),
            ]
        case .ed448, .x25519, .x448, .xWing, .mldsa:
            preconditionFailure("these have no name, which was asked for before")
        }
    }

    private static func withoutLeadingZeros(_ number: SecretBytes) -> SecretBytes {
        number.withBytes { bytes in
            // The number of zeros is visible in the length of the file.
            var start = 0
            while start < bytes.count, bytes[start] == 0 { start += 1 }
            return SecretBytes(copying: bytes.extracting(start...))
        }
    }

    /// Reads a private key without its comment, as in this format and in requests to an agent.
    package static func privateKey(
        _ reader: inout SSHReader, in bytes: Span<UInt8>
    ) throws(KeyError) -> AnyPrivateKey {
        let name = try reader.text(in: bytes)
        switch name {
        case "ssh-rsa": return try rsa(&reader, in: bytes)
        case "ssh-ed25519":
            let place = reader.offset
            let publicKey = bytes.extracting(try reader.string(in: bytes))
            let both = bytes.extracting(try reader.string(in: bytes))
            guard publicKey.count == 32, both.count == 64, constantTimeEqual(both.extracting(32...), publicKey) else {
                throw KeyError(.malformed, at: place, "an Ed25519 key whose parts contradict each other")
            }
            return try RawKeys.ed25519(SecretBytes(copying: both.extracting(..<32)))
        default:
            guard let curve = OpenSSHBlob.curve(named: name) else { throw OpenSSHBlob.unsupported(name) }
            let publicKey = try OpenSSHBlob.point(curve, &reader, in: bytes)
            let scalar = SecretBytes(copying: bytes.extracting(try reader.unsignedInteger(in: bytes)))
            return .elliptic(try RawKeys.elliptic(publicKey, scalar))
        }
    }

    private static func rsa(_ reader: inout SSHReader, in bytes: Span<UInt8>) throws(KeyError) -> AnyPrivateKey {
        let modulus = try reader.unsignedInteger(in: bytes)
        let exponent = try reader.unsignedInteger(in: bytes)
        let privateExponent = try reader.unsignedInteger(in: bytes)
        let coefficient = try reader.unsignedInteger(in: bytes)
        let prime1 = try reader.unsignedInteger(in: bytes)
        let prime2 = try reader.unsignedInteger(in: bytes)
        let primes = [prime1, prime2].map { SecretBytes(copying: bytes.extracting($0)) }
        let publicNumbers = RSAPublicNumbers(
            modulus: bytes.extracting(modulus), exponent: bytes.extracting(exponent))
        guard coefficient.count <= modulus.count else {
            throw KeyError(.invalidKey, "a number of the RSA key is longer than the modulus")
        }
        // The file does not contain the CRT exponents.
        let completed = try KeyError.wrap {
            try RSAPrivateNumbers(
                publicNumbers: publicNumbers, privateExponent: bytes.extracting(privateExponent), primes: primes)
        }
        return .rsa(
            RSAPrivateNumbers(
                publicNumbers: publicNumbers, privateExponent: completed.privateExponent, prime1: completed.prime1,
                prime2: completed.prime2, exponent1: completed.exponent1, exponent2: completed.exponent2,
                coefficient: bytes.extracting(coefficient)), nil)
    }
}
