internal import ArcaCodecs
internal import ArcaCrypto

/// The name of an algorithm and its parameters, which the algorithm defines.
///
/// Source: RFC 5280, section 4.1.1.2.
struct AlgorithmIdentifier {
    let identifier: ASN1ObjectIdentifier
    /// At the parameters; at its end when there are none.
    let parameters: DERReader

    /// Reads the next value.
    init(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) {
        var sequence = try reader.sequence(in: bytes)
        identifier = try sequence.objectIdentifier(in: bytes)
        parameters = sequence
        // One value at most.
        if !sequence.isAtEnd { _ = try sequence.skip(in: bytes) }
        try sequence.finish()
    }

    /// Checks that the parameters are NULL or absent; standards ask for one or the other, files have both.
    func requireNoParameters(in bytes: Span<UInt8>) throws(KeyError) {
        var reader = parameters
        if !reader.isAtEnd { try reader.null(in: bytes) }
    }

    /// Checks that there are no parameters, not even NULL (RFC 8410, section 3).
    func requireAbsentParameters() throws(KeyError) {
        guard parameters.isAtEnd else {
            throw KeyError(.malformed, at: parameters.offset, "parameters where \(identifier.name) has none")
        }
    }
}

extension DERValue {
    /// An algorithm without parameters.
    static func algorithm(_ identifier: ASN1ObjectIdentifier) -> DERValue { .sequence([.objectIdentifier(identifier)]) }

    /// An algorithm with parameters.
    static func algorithm(_ identifier: ASN1ObjectIdentifier, _ parameters: DERValue) -> DERValue {
        .sequence([.objectIdentifier(identifier), parameters])
    }
}
