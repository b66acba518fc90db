internal import ArcaCore
internal import ArcaCrypto

/// The MAC of a store: HMAC with the key derivation of PKCS #12, or PBMAC1.
///
/// Source: RFC 7292, section 4 and appendix B; RFC 9579, section 4.
struct PKCS12MAC: CustomStringConvertible {
    private let hash: AnyHashFunction
    private let code: [UInt8]
    private let salt: [UInt8]
    private let iterations: Int
    /// The hash and key length of PBKDF2, or nil for the derivation of PKCS #12.
    private let pbkdf2: (hash: AnyHashFunction, byteCount: Int)?

    init(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        var data = try reader.sequence(in: bytes)
        var digest = try data.sequence(in: bytes)
        let algorithm = try AlgorithmIdentifier(&digest, in: bytes)
        code = [UInt8](bytes: bytes.extracting(try digest.read(.octetString, in: bytes)))
        try digest.finish()
        let salt = [UInt8](bytes: bytes.extracting(try data.read(.octetString, in: bytes)))
        let iterations = data.isAtEnd ? 1 : try data.smallInteger(in: bytes)
        try data.finish()
        if algorithm.identifier == .pbmac1 {
            // PBMAC1 ignores the outer salt and iteration count.
            var parameters = algorithm.parameters
            var sequence = try parameters.sequence(in: bytes)
            let derivation = try AlgorithmIdentifier(&sequence, in: bytes)
            let scheme = try AlgorithmIdentifier(&sequence, in: bytes)
            try sequence.finish()
            guard derivation.identifier == .pbkdf2, let hash = ASN1ObjectIdentifier.hmacs[scheme.identifier] else {
                throw KeyError(
                    .unsupported,
                    "PBMAC1 with \(derivation.identifier.name) and \(scheme.identifier.name) is not supported")
            }
            try scheme.requireNoParameters(in: bytes)
            self.hash = hash
            (self.salt, self.iterations, pbkdf2) = try Self.pbkdf2(derivation, in: bytes)
            return
        }
        try algorithm.requireNoParameters(in: bytes)
        guard let hash = ASN1ObjectIdentifier.hashes[algorithm.identifier] else {
            throw KeyError(.unsupported, "a store with a MAC of \(algorithm.identifier.name) is not supported")
        }
        self.hash = hash
        self.salt = salt
        self.iterations = iterations
        pbkdf2 = nil
    }

    /// Reads PBKDF2-params; RFC 9579 requires the key length.
    private static func pbkdf2(
        _ algorithm: AlgorithmIdentifier, in bytes: Span<UInt8>
    ) throws(KeyError) -> ([UInt8], Int, (hash: AnyHashFunction, byteCount: Int)) {
        var parameters = algorithm.parameters
        var sequence = try parameters.sequence(in: bytes)
        let salt = [UInt8](bytes: bytes.extracting(try sequence.read(.octetString, in: bytes)))
        let iterations = try sequence.smallInteger(in: bytes)
        let place = sequence.offset
        let byteCount = try sequence.smallInteger(in: bytes)
        guard (20...64).contains(byteCount) else {
            throw KeyError(.malformed, at: place, "a key of \(byteCount) bytes for PBMAC1; expected 20 to 64")
        }
        var hash = AnyHashFunction.sha1
        if !sequence.isAtEnd {
            let function = try AlgorithmIdentifier(&sequence, in: bytes)
            try function.requireNoParameters(in: bytes)
            guard let named = ASN1ObjectIdentifier.hmacs[function.identifier] else {
                throw KeyError(.unsupported, "PBKDF2 with \(function.identifier.name) is not supported")
            }
            hash = named
        }
        try sequence.finish()
        return (salt, iterations, (hash, byteCount))
    }

    /// Verifies the MAC and charges the cost of the derivation.
    func isValid(_ content: Span<UInt8>, _ parts: inout PKCS12Reader) throws(KeyError) -> Bool {
        let (passphrase, limits) = (parts.passphrase, parts.limits)
        try KeyError.wrap { try limits.check(pbkdf2Iterations: iterations) }
        try parts.spend(iterations)
        return try KeyError.wrap {
            let key =
                if let (function, count) = pbkdf2 {
                    try PBKDF2.deriveKey(
                        from: passphrase, salt: salt, using: function, iterations: iterations, outputByteCount: count)
                } else {
                    try Insecure.PKCS12KDF.deriveKey(
                        from: passphrase, salt: salt, using: hash, iterations: iterations, purpose: .mac,
                        outputByteCount: hash.digestByteCount)
                }
            return try MACFunction.hmac(hash).isValid(code, for: content, using: key)
        }
    }

    var description: String { "\(pbkdf2 == nil ? "" : "PBMAC1 ")HMAC-\(hash.name), \(iterations) iterations" }
}
