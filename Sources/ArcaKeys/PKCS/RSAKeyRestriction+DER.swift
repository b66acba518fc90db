internal import ArcaCore
internal import ArcaCrypto

extension RSAKeyRestriction {
    /// Reads the parameters of an RSASSA-PSS key.
    ///
    /// Source: RFC 4055, section 3.1; RFC 8017, appendix A.2.3.
    init(_ algorithm: AlgorithmIdentifier, in bytes: Span<UInt8>) throws(KeyError) {
        var reader = algorithm.parameters
        guard !reader.isAtEnd else {
            self.init()
            return
        }
        var sequence = try reader.sequence(in: bytes)
        var hash = AnyHashFunction.sha1
        var maskHash = AnyHashFunction.sha1
        var saltByteCount = 20
        if let content = try sequence.readIfPresent(.context(0, isConstructed: true), in: bytes) {
            var explicit = DERReader(content)
            hash = try RSAKeyRestriction.hash(&explicit, in: bytes)
            try explicit.finish()
        }
        if let content = try sequence.readIfPresent(.context(1, isConstructed: true), in: bytes) {
            var explicit = DERReader(content)
            let mask = try AlgorithmIdentifier(&explicit, in: bytes)
            try explicit.finish()
            guard mask.identifier == .mgf1 else {
                throw KeyError(.unsupported, "a PSS key with the mask generation \(mask.identifier)")
            }
            var parameters = mask.parameters
            maskHash = try RSAKeyRestriction.hash(&parameters, in: bytes)
        }
        if let content = try sequence.readIfPresent(.context(2, isConstructed: true), in: bytes) {
            var explicit = DERReader(content)
            saltByteCount = try explicit.smallInteger(in: bytes)
            try explicit.finish()
        }
        if let content = try sequence.readIfPresent(.context(3, isConstructed: true), in: bytes) {
            var explicit = DERReader(content)
            let place = explicit.offset
            guard try explicit.smallInteger(in: bytes) == 1 else {
                throw KeyError(.malformed, at: place, "a trailer field of PSS other than 1")
            }
            try explicit.finish()
        }
        try sequence.finish()
        self.init(parameters: RSAPSSParameters(hash: hash, maskHash: maskHash, saltByteCount: saltByteCount))
    }

    private static func hash(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) -> AnyHashFunction {
        let algorithm = try AlgorithmIdentifier(&reader, in: bytes)
        try algorithm.requireNoParameters(in: bytes)
        guard let function = ASN1ObjectIdentifier.hashes[algorithm.identifier] else {
            throw KeyError(.unsupported, "a PSS key with the hash function \(algorithm.identifier)")
        }
        return function
    }

    /// DER omits default values.
    func algorithm() throws(KeyError) -> DERValue {
        guard let parameters else { return .algorithm(.rsassaPSS) }
        guard let hash = ASN1ObjectIdentifier.hashes[parameters.hash],
            let maskHash = ASN1ObjectIdentifier.hashes[parameters.maskHash]
        else {
            throw KeyError(
                .unsupported,
                "PSS with \(parameters.hash.name) and \(parameters.maskHash.name) has no form in a key")
        }
        var values: [DERValue] = []
        if parameters.hash != .sha1 { values.append(.explicit(0, .algorithm(hash, .null))) }
        if parameters.maskHash != .sha1 {
            values.append(.explicit(1, .algorithm(.mgf1, .algorithm(maskHash, .null))))
        }
        if parameters.saltByteCount != 20 { values.append(.explicit(2, .integer(parameters.saltByteCount))) }
        return .algorithm(.rsassaPSS, .sequence(values))
    }
}
