internal import CArcaLibcrypto

enum FetchedKDF {
    static func pbkdf2(
        _ passphrase: Span<UInt8>, _ salt: Span<UInt8>, hash: AnyHashFunction, iterations: Int,
        into space: UnsafeMutableBufferPointer<UInt8>
    ) throws(CryptoError) {
        // Otherwise SP 800-132's minimum salt length, iterations and key length may be enforced.
        let skipsMinimum: UInt64 = Libcrypto.usesProvidersOnly ? 0 : 1
        try derive(
            "PBKDF2", passphrase, salt, names: passphraseAndSalt, hash: hash,
            numbers: [(OSSL_KDF_PARAM_ITER, UInt64(iterations)), (OSSL_KDF_PARAM_PKCS5, skipsMinimum)], into: space)
    }

    static func pkcs12(
        _ passphrase: Span<UInt8>, _ salt: Span<UInt8>, hash: AnyHashFunction, iterations: Int, purpose: Int,
        into space: UnsafeMutableBufferPointer<UInt8>
    ) throws(CryptoError) {
        try derive(
            "PKCS12KDF", passphrase, salt, names: passphraseAndSalt, hash: hash,
            numbers: [(OSSL_KDF_PARAM_ITER, UInt64(iterations)), (OSSL_KDF_PARAM_PKCS12_ID, UInt64(purpose))],
            into: space)
    }

    /// Derives a key with the single-step KDF over a hash function, or with X9.63's, where the counter follows the
    /// secret.
    static func singleStep(
        _ secret: Span<UInt8>, _ info: Span<UInt8>, hash: AnyHashFunction,
        into space: UnsafeMutableBufferPointer<UInt8>,
        name: String
    ) throws(CryptoError) {
        try derive(
            name, secret, info, names: (OSSL_KDF_PARAM_SECRET, OSSL_KDF_PARAM_INFO), hash: hash, numbers: [],
            into: space)
    }

    static func scrypt(
        _ passphrase: Span<UInt8>, _ salt: Span<UInt8>, cost: Scrypt.Cost,
        into space: UnsafeMutableBufferPointer<UInt8>
    ) throws(CryptoError) {
        try derive(
            "SCRYPT", passphrase, salt, names: passphraseAndSalt, hash: nil,
            numbers: [
                (OSSL_KDF_PARAM_SCRYPT_N, UInt64(cost.n)), (OSSL_KDF_PARAM_SCRYPT_R, UInt64(cost.r)),
                (OSSL_KDF_PARAM_SCRYPT_P, UInt64(cost.p)),
                (OSSL_KDF_PARAM_SCRYPT_MAXMEM, UInt64(cost.memoryByteCount) * 2),
            ], into: space)
    }

    /// Argon2 of libcrypto 3.2 or newer; older headers lack the names of its parameters, so they are text here.
    static func argon2(
        _ computation: Argon2Computation, _ passphrase: Span<UInt8>, _ salt: Span<UInt8>, secret: Span<UInt8>,
        associatedData: Span<UInt8>, into space: UnsafeMutableBufferPointer<UInt8>
    ) throws(CryptoError) {
        let cost = computation.cost
        try secret.withUnsafeBufferPointer { secret throws(CryptoError) in
            try associatedData.withUnsafeBufferPointer { associatedData throws(CryptoError) in
                try derive(
                    computation.variant.name.uppercased(), passphrase, salt, names: passphraseAndSalt, hash: nil,
                    numbers: [
                        (OSSL_KDF_PARAM_ITER, UInt64(cost.passes)), ("lanes", UInt64(cost.lanes)),
                        ("memcost", UInt64(cost.memoryKiB)), ("version", UInt64(computation.version.rawValue)),
                    ],
                    more: [(OSSL_KDF_PARAM_SECRET, secret), ("ad", associatedData)], into: space)
            }
        }
    }

    /// One of HKDF's two steps (RFC 5869): `EXTRACT_ONLY` with a salt, or `EXPAND_ONLY` with the key's purpose.
    static func hkdf(
        _ mode: String, _ secret: Span<UInt8>, _ other: Span<UInt8>, hash: AnyHashFunction,
        into space: UnsafeMutableBufferPointer<UInt8>
    ) throws(CryptoError) {
        let name = mode == "EXTRACT_ONLY" ? OSSL_KDF_PARAM_SALT : OSSL_KDF_PARAM_INFO
        try derive(
            "HKDF", secret, other, names: (OSSL_KDF_PARAM_KEY, name), hash: hash, numbers: [],
            texts: [(OSSL_KDF_PARAM_MODE, mode)], into: space)
    }

    private static var passphraseAndSalt: (String, String) { (OSSL_KDF_PARAM_PASSWORD, OSSL_KDF_PARAM_SALT) }

    private static func derive(
        _ name: String, _ secret: Span<UInt8>, _ other: Span<UInt8>, names: (String, String), hash: AnyHashFunction?,
        numbers: [(String, UInt64)], texts: [(String, String)] = [],
        more: [(String, UnsafeBufferPointer<UInt8>)] = [], into space: UnsafeMutableBufferPointer<UInt8>
    ) throws(CryptoError) {
        guard let context = EVP_KDF_CTX_new(try Fetched.derivation(name)) else {
            throw backendError("cannot set up \(name)")
        }
        defer { EVP_KDF_CTX_free(context) }
        let isDone = secret.withUnsafeBufferPointer { secret in
            other.withUnsafeBufferPointer { other in
                var parameters = Parameters()
                parameters.add(names.0, secret: secret)
                parameters.add(names.1, secret: other)
                if let hash { parameters.add(OSSL_KDF_PARAM_DIGEST, text: hash.libcryptoName) }
                for (name, bytes) in more where !bytes.isEmpty { parameters.add(name, secret: bytes) }
                for (name, text) in texts { parameters.add(name, text: text) }
                for (name, number) in numbers { parameters.add(name, number: number) }
                return parameters.withPointer { EVP_KDF_derive(context, space.baseAddress, space.count, $0) } == 1
            }
        }
        guard isDone else { throw backendError("cannot compute \(name)" + (hash.map { " with \($0.name)" } ?? "")) }
    }
}
