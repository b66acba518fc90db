internal import ArcaCore
internal import CArcaLibcrypto

enum FetchedKDF {
    static func pbkdf2(
        _ passphrase: Span<UInt8>, _ salt: Span<UInt8>, hash: AnyHashFunction, iterations: Int,
        into space: UnsafeMutableBufferPointer<UInt8>
    ) throws(CryptoError) {
        // Otherwise SP 800-132's minimum salt length, iterations and key length may be enforced.
        try derive(
            "PBKDF2", passphrase, salt: salt, hash: hash, iterations: iterations, own: (OSSL_KDF_PARAM_PKCS5, 1),
            into: space)
    }

    static func pkcs12(
        _ passphrase: Span<UInt8>, _ salt: Span<UInt8>, hash: AnyHashFunction, iterations: Int, purpose: Int,
        into space: UnsafeMutableBufferPointer<UInt8>
    ) throws(CryptoError) {
        try derive(
            "PKCS12KDF", passphrase, salt: salt, hash: hash, iterations: iterations,
            own: (OSSL_KDF_PARAM_PKCS12_ID, UInt64(purpose)), into: space)
    }

    /// Derives a key with the single-step KDF over a hash function, or with X9.63's, where the counter follows the
    /// secret.
    static func singleStep(
        _ secret: Span<UInt8>, _ info: Span<UInt8>, hash: AnyHashFunction,
        into space: UnsafeMutableBufferPointer<UInt8>,
        name: String
    ) throws(CryptoError) {
        guard let context = EVP_KDF_CTX_new(try Fetched.derivation(name)) else {
            throw backendError("cannot set up \(name)")
        }
        defer { EVP_KDF_CTX_free(context) }
        let isDone = secret.withUnsafeBufferPointer { secret in
            info.withUnsafeBufferPointer { info in
                var parameters = Parameters()
                parameters.add(OSSL_KDF_PARAM_SECRET, secret: secret)
                parameters.add(OSSL_KDF_PARAM_INFO, secret: info)
                parameters.add(OSSL_KDF_PARAM_DIGEST, text: hash.libcryptoName)
                return parameters.withPointer { EVP_KDF_derive(context, space.baseAddress, space.count, $0) } == 1
            }
        }
        guard isDone else { throw backendError("cannot compute \(name) with \(hash.name)") }
    }

    private static func derive(
        _ name: String, _ passphrase: Span<UInt8>, salt: Span<UInt8>, hash: AnyHashFunction,
        iterations: Int, own: (name: String, number: UInt64), into space: UnsafeMutableBufferPointer<UInt8>
    ) throws(CryptoError) {
        guard let context = EVP_KDF_CTX_new(try Fetched.derivation(name)) else {
            throw backendError("cannot set up \(name)")
        }
        defer { EVP_KDF_CTX_free(context) }
        let isDone = passphrase.withUnsafeBufferPointer { passphrase in
            salt.withUnsafeBufferPointer { salt in
                var parameters = Parameters()
                parameters.add(OSSL_KDF_PARAM_PASSWORD, secret: passphrase)
                parameters.add(OSSL_KDF_PARAM_SALT, secret: salt)
                parameters.add(OSSL_KDF_PARAM_DIGEST, text: hash.libcryptoName)
                parameters.add(OSSL_KDF_PARAM_ITER, number: UInt64(iterations))
                parameters.add(own.name, number: own.number)
                return parameters.withPointer { EVP_KDF_derive(context, space.baseAddress, space.count, $0) } == 1
            }
        }
        guard isDone else { throw backendError("cannot compute \(name) with \(hash.name)") }
    }
}
