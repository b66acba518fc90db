internal import ArcaCore
internal import CArcaLibcrypto

extension PublicKeyHandle {
    convenience init(_ numbers: RSAPublicNumbers) throws(CryptoError) {
        try self.init(
            rsa: [(OSSL_PKEY_PARAM_RSA_N, numbers.modulus), (OSSL_PKEY_PARAM_RSA_E, numbers.exponent)], secrets: [])
    }

    convenience init(_ numbers: RSAPrivateNumbers) throws(CryptoError) {
        let (primes, exponents, coefficients) = numbers.components
        var secrets = [(OSSL_PKEY_PARAM_RSA_D, numbers.privateExponent)]
        // Libcrypto counts from 1: `rsa-factor1`, `rsa-exponent1`, `rsa-coefficient1`.
        let lists = [("rsa-factor", primes), ("rsa-exponent", exponents), ("rsa-coefficient", coefficients)]
        for (name, values) in lists {
            for (index, value) in values.enumerated() { secrets.append(("\(name)\(index + 1)", value)) }
        }
        try self.init(
            rsa: [
                (OSSL_PKEY_PARAM_RSA_N, numbers.publicNumbers.modulus),
                (OSSL_PKEY_PARAM_RSA_E, numbers.publicNumbers.exponent),
            ], secrets: secrets)
    }

    private convenience init(
        rsa numbers: [(name: String, value: [UInt8])], secrets: [(name: String, value: SecretBytes)]
    ) throws(CryptoError) {
        Libcrypto.prepare()
        let byteCount =
            numbers.reduce(0) { $0 + $1.value.count } + secrets.reduce(0) { $0 + $1.value.count }
        // Libcrypto expects little-endian; the reversed copies of secrets are wiped.
        let turned = SecretBytes(byteCount: byteCount) { output in
            for (_, value) in numbers { append(value, turnedTo: &output) }
            for (_, value) in secrets { append(value, turnedTo: &output) }
        }
        let names = numbers.map { ($0.name, $0.value.count) } + secrets.map { ($0.name, $0.value.count) }
        let key = try turned.withBytes { span throws(CryptoError) in
            try span.withUnsafeBufferPointer { bytes throws(CryptoError) in
                var parameters = Parameters()
                var start = 0
                for (name, count) in names {
                    parameters.add(name, integer: UnsafeBufferPointer(rebasing: bytes[start..<start + count]))
                    start += count
                }
                return try PublicKeyHandle.make("RSA", parameters, isPrivate: !secrets.isEmpty)
            }
        }
        self.init(adopting: key)
    }

    func rsaNumbers(primeCount: Int) throws(CryptoError) -> RSAPrivateNumbers {
        let primes = try (1...primeCount).map { index throws(CryptoError) in try secret("rsa-factor\(index)") }
        let exponents = try (1...primeCount).map { index throws(CryptoError) in try secret("rsa-exponent\(index)") }
        let coefficients = try (1..<primeCount).map { index throws(CryptoError) in
            try secret("rsa-coefficient\(index)")
        }
        return RSAPrivateNumbers(
            publicNumbers: RSAPublicNumbers(
                modulus: try secret(OSSL_PKEY_PARAM_RSA_N), exponent: try secret(OSSL_PKEY_PARAM_RSA_E)),
            privateExponent: try secret(OSSL_PKEY_PARAM_RSA_D), prime1: primes[0], prime2: primes[1],
            exponent1: exponents[0], exponent2: exponents[1], coefficient: coefficients[0],
            otherPrimes: (2..<primeCount).map { index in
                RSAPrivateNumbers.OtherPrime(
                    prime: primes[index], exponent: exponents[index], coefficient: coefficients[index - 1])
            })
    }
}

/// Appends big-endian bytes as little-endian.
func append(_ number: borrowing some Bytes, turnedTo output: inout OutputSpan<UInt8>) {
    number.withBytes { span in
        for index in span.indices.reversed() { output.append(span[index]) }
    }
}
