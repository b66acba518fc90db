public import ArcaCore
public import ArcaCrypto

/// RSA keys in the format that supports RSA only: `RSA PRIVATE KEY`, `RSA PUBLIC KEY`.
///
/// Numbers are read without consistency checks; ``RSAPrivateKey`` and ``RSAPublicKey`` perform them.
///
/// Source: RFC 8017, appendix A.1.
public enum PKCS1 {
    /// Reads a public key.
    ///
    /// - Throws: ``KeyError`` `.malformed`.
    public static func publicNumbers(der: borrowing some Bytes) throws(KeyError) -> RSAPublicNumbers {
        try der.withBytes { bytes throws(KeyError) in
            var reader = DERReader(bytes)
            let numbers = try publicNumbers(&reader, in: bytes)
            try reader.finish()
            return numbers
        }
    }

    /// Reads a private key with at least two primes from its DER, which is secret.
    ///
    /// - Throws: ``KeyError`` `.malformed`.
    public static func privateNumbers(der: borrowing some Bytes) throws(KeyError) -> RSAPrivateNumbers {
        try der.withBytes { bytes throws(KeyError) in
            var reader = DERReader(bytes)
            let numbers = try privateNumbers(&reader, in: bytes)
            try reader.finish()
            return numbers
        }
    }

    /// Writes a public key.
    ///
    /// - Returns: `RSAPublicKey` in DER.
    public static func encode(_ numbers: RSAPublicNumbers) -> [UInt8] { value(numbers).encoded() }

    /// Writes a private key.
    ///
    /// - Returns: `RSAPrivateKey` in DER; secret.
    public static func encode(_ numbers: RSAPrivateNumbers) -> SecretBytes { value(numbers).encodedSecret() }

    static func publicNumbers(_ reader: inout DERReader, in bytes: Span<UInt8>) throws(KeyError) -> RSAPublicNumbers {
        var sequence = try reader.sequence(in: bytes)
        let modulus = try sequence.unsignedInteger(in: bytes)
        let exponent = try sequence.unsignedInteger(in: bytes)
        try sequence.finish()
        return RSAPublicNumbers(modulus: bytes.extracting(modulus), exponent: bytes.extracting(exponent))
    }

    static func privateNumbers(
        _ reader: inout DERReader, in bytes: Span<UInt8>
    ) throws(KeyError) -> RSAPrivateNumbers {
        var sequence = try reader.sequence(in: bytes)
        let place = sequence.offset
        let version = try sequence.smallInteger(in: bytes)
        guard version <= 1 else {
            throw KeyError(.malformed, at: place, "version \(version) of an RSA private key, which is 0 or 1")
        }
        let modulus = try sequence.unsignedInteger(in: bytes)
        let exponent = try sequence.unsignedInteger(in: bytes)
        let privateExponent = try sequence.unsignedInteger(in: bytes)
        let prime1 = try sequence.unsignedInteger(in: bytes)
        let prime2 = try sequence.unsignedInteger(in: bytes)
        let exponent1 = try sequence.unsignedInteger(in: bytes)
        let exponent2 = try sequence.unsignedInteger(in: bytes)
        let coefficient = try sequence.unsignedInteger(in: bytes)
        var further: [RSAPrivateNumbers.OtherPrime] = []
        if version == 1 {
            var primes = try sequence.sequence(in: bytes)
            repeat {
                var prime = try primes.sequence(in: bytes)
                let factor = try prime.unsignedInteger(in: bytes)
                let exponent = try prime.unsignedInteger(in: bytes)
                let coefficient = try prime.unsignedInteger(in: bytes)
                try prime.finish()
                further.append(
                    .init(
                        prime: bytes.extracting(factor), exponent: bytes.extracting(exponent),
                        coefficient: bytes.extracting(coefficient)))
                // More primes are useless for any modulus size, and each costs time.
                guard further.count <= 3 else {
                    throw KeyError(.unsupported, at: primes.offset, "an RSA key with more than 5 primes")
                }
            } while !primes.isAtEnd
        }
        try sequence.finish()
        return RSAPrivateNumbers(
            publicNumbers: RSAPublicNumbers(modulus: bytes.extracting(modulus), exponent: bytes.extracting(exponent)),
            privateExponent: bytes.extracting(privateExponent), prime1: bytes.extracting(prime1),
            prime2: bytes.extracting(prime2), exponent1: bytes.extracting(exponent1),
            exponent2: bytes.extracting(exponent2), coefficient: bytes.extracting(coefficient), otherPrimes: further)
    }

    static func value(_ numbers: RSAPublicNumbers) -> DERValue {
        .sequence([.integer(numbers.modulus), .integer(numbers.exponent)])
    }

    static func value(_ numbers: RSAPrivateNumbers) -> DERValue {
        var values: [DERValue] = [
            .integer(numbers.otherPrimes.isEmpty ? 0 : 1), .integer(numbers.publicNumbers.modulus),
            .integer(numbers.publicNumbers.exponent), .integer(numbers.privateExponent), .integer(numbers.prime1),
            .integer(numbers.prime2), .integer(numbers.exponent1), .integer(numbers.exponent2),
            .integer(numbers.coefficient),
        ]
        if !numbers.otherPrimes.isEmpty {
            values.append(
                .sequence(
                    numbers.otherPrimes.map {
                        .sequence([.integer($0.prime), .integer($0.exponent), .integer($0.coefficient)])
                    }))
        }
        return .sequence(values)
    }
}
