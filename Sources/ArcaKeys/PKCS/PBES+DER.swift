internal import ArcaCore
internal import ArcaCrypto

extension PBES {
    init(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        let algorithm = try AlgorithmIdentifier(&reader, in: bytes)
        var parameters = algorithm.parameters
        if algorithm.identifier == .pbes2 {
            try self.init(pbes2: &parameters, in: bytes)
        } else if let scheme = ASN1ObjectIdentifier.passwordSchemes.first(where: {
            $0.identifier == algorithm.identifier
        }),
            let cipher = scheme.cipher
        {
            var sequence = try parameters.sequence(in: bytes)
            let place = sequence.offset
            let salt = [UInt8](bytes: bytes.extracting(try sequence.read(.octetString, in: bytes)))
            let iterations = try sequence.smallInteger(in: bytes)
            try sequence.finish()
            if let hash = scheme.hash {
                // RFC 8018, section 6.1.
                guard salt.count == 8 else {
                    throw KeyError(.malformed, at: place, "a salt of \(salt.count) bytes where PBES1 has 8")
                }
                self.init(.pbkdf1(hash, iterations: iterations, salt: salt), cipher, iv: nil)
            } else {
                self.init(.pkcs12(iterations: iterations, salt: salt), cipher, iv: nil)
            }
        } else {
            throw KeyError(
                .unsupported, "the key is encrypted with \(algorithm.identifier.name), which is not supported")
        }
    }

    private init(pbes2 parameters: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        var sequence = try parameters.sequence(in: bytes)
        let derivationAlgorithm = try AlgorithmIdentifier(&sequence, in: bytes)
        let cipherAlgorithm = try AlgorithmIdentifier(&sequence, in: bytes)
        try sequence.finish()
        let known = ASN1ObjectIdentifier.ciphers.first { $0.identifier == cipherAlgorithm.identifier }
        guard let cipher = known?.cipher else {
            throw KeyError(
                .unsupported, "the key is encrypted with \(cipherAlgorithm.identifier.name), which is not supported")
        }
        var vector = cipherAlgorithm.parameters
        let place = vector.offset
        let iv = [UInt8](bytes: bytes.extracting(try vector.read(.octetString, in: bytes)))
        guard iv.count == cipher.ivByteCount else {
            throw KeyError(
                .malformed, at: place,
                "\(cipher.name) has an initialization vector of \(cipher.ivByteCount) bytes, not \(iv.count)")
        }
        var reader = derivationAlgorithm.parameters
        let derivation: Derivation
        switch derivationAlgorithm.identifier {
        case .pbkdf2: derivation = try PBES.pbkdf2(&reader, in: bytes, cipher)
        case .scrypt: derivation = try PBES.scrypt(&reader, in: bytes, cipher)
        default:
            throw KeyError(
                .unsupported,
                "the key is encrypted with a key derived by \(derivationAlgorithm.identifier.name), which is not supported"
            )
        }
        self.init(derivation, cipher, iv: iv)
    }

    /// RFC 8018, appendix A.2.
    private static func pbkdf2(
        _ reader: inout DERReader, in bytes: Span<UInt8>, _ cipher: Cipher
    ) throws(KeyError) -> Derivation {
        var sequence = try reader.sequence(in: bytes)
        if sequence.peek(in: bytes) == .sequence {
            throw KeyError(.unsupported, "otherSource as the salt of PBKDF2 is not supported")
        }
        let salt = [UInt8](bytes: bytes.extracting(try sequence.read(.octetString, in: bytes)))
        let iterations = try sequence.smallInteger(in: bytes)
        try keyLength(&sequence, in: bytes, cipher)
        var hash = AnyHashFunction.sha1
        if !sequence.isAtEnd {
            let function = try AlgorithmIdentifier(&sequence, in: bytes)
            try function.requireNoParameters(in: bytes)
            guard let named = ASN1ObjectIdentifier.hmacs[function.identifier] else {
                throw KeyError(
                    .unsupported, "PBKDF2 with \(function.identifier.name), which is not supported")
            }
            hash = named
        }
        try sequence.finish()
        return .pbkdf2(hash, iterations: iterations, salt: salt)
    }

    /// RFC 7914, section 7.1.
    private static func scrypt(
        _ reader: inout DERReader, in bytes: Span<UInt8>, _ cipher: Cipher
    ) throws(KeyError) -> Derivation {
        var sequence = try reader.sequence(in: bytes)
        let salt = [UInt8](bytes: bytes.extracting(try sequence.read(.octetString, in: bytes)))
        let place = sequence.offset
        let n = try sequence.smallInteger(in: bytes)
        let r = try sequence.smallInteger(in: bytes)
        let p = try sequence.smallInteger(in: bytes)
        try keyLength(&sequence, in: bytes, cipher)
        try sequence.finish()
        guard n > 1, n & (n - 1) == 0 else {
            throw KeyError(.malformed, at: place, "scrypt's N is \(n), which is not a power of two above 1")
        }
        let cost = try KeyError.wrap {
            try Scrypt.Cost(logN: n.trailingZeroBitCount, r: r, p: p)
        }
        return .scrypt(cost, salt: salt)
    }

    /// Reads the optional length of the derived key, which must match the cipher.
    private static func keyLength(
        _ sequence: inout DERReader, in bytes: Span<UInt8>, _ cipher: Cipher
    ) throws(KeyError) {
        guard sequence.peek(in: bytes) == .integer else { return }
        let place = sequence.offset
        let count = try sequence.smallInteger(in: bytes)
        guard count == cipher.keyByteCount else {
            throw KeyError(
                .malformed, at: place, "a derived key of \(count) bytes where \(cipher.name) has \(cipher.keyByteCount)"
            )
        }
    }

    /// Supports the schemes of ``KeyEncryption`` only.
    func algorithm() -> DERValue {
        let function: DERValue
        switch derivation {
        case .scrypt(let cost, let salt):
            function = .algorithm(
                .scrypt, .sequence([.octetString(salt), .integer(cost.n), .integer(cost.r), .integer(cost.p)]))
        case .pbkdf2(let hash, let iterations, let salt):
            guard let identifier = ASN1ObjectIdentifier.hmacs[hash] else {
                preconditionFailure("KeyEncryption checks the hash")
            }
            function = .algorithm(
                .pbkdf2, .sequence([.octetString(salt), .integer(iterations), .algorithm(identifier, .null)]))
        case .pbkdf1, .pkcs12: preconditionFailure("old schemes are not written")
        }
        guard let identifier = ASN1ObjectIdentifier.ciphers.first(where: { $0.cipher == cipher })?.identifier
        else {
            preconditionFailure("KeyEncryption knows the cipher")
        }
        return .algorithm(.pbes2, .sequence([function, .algorithm(identifier, .octetString(iv ?? []))]))
    }
}
