internal import CArcaLibcrypto

extension PublicKeyHandle {
    convenience init(
        generatingRSA bitCount: Int, primeCount: Int, _ progress: (RSAPrivateKey.GenerationProgress) -> Void
    ) throws(CryptoError) {
        Libcrypto.prepare()
        ERR_clear_error()
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else {
            throw backendError("libcrypto does not offer RSA", .unsupported)
        }
        defer { EVP_PKEY_CTX_free(context) }
        var parameters = Parameters()
        parameters.add(OSSL_PKEY_PARAM_RSA_BITS, number: bitCount)
        parameters.add(OSSL_PKEY_PARAM_RSA_PRIMES, number: primeCount)
        var key: OpaquePointer?
        let isDone = withoutActuallyEscaping(progress) { progress in
            let report = ProgressReport(progress)
            EVP_PKEY_CTX_set_app_data(context, Unmanaged.passUnretained(report).toOpaque())
            return withExtendedLifetime(report) {
                guard EVP_PKEY_keygen_init(context) == 1,
                    parameters.withPointer({ EVP_PKEY_CTX_set_params(context, $0) }) == 1
                else { return false }
                EVP_PKEY_CTX_set_cb(context) { context in
                    guard let data = EVP_PKEY_CTX_get_app_data(context) else { return 1 }
                    let step = EVP_PKEY_CTX_get_keygen_info(context, 0)
                    Unmanaged<ProgressReport>.fromOpaque(data).takeUnretainedValue().take(step)
                    return 1
                }
                return EVP_PKEY_generate(context, &key) == 1
            }
        }
        guard isDone, let key else { throw backendError("cannot make an RSA key") }
        self.init(adopting: key)
    }

    /// Carries the caller's closure through libcrypto's C callback, which cannot capture.
    private final class ProgressReport {
        private var state = RSAPrivateKey.GenerationProgress()
        private let progress: (RSAPrivateKey.GenerationProgress) -> Void

        init(_ progress: @escaping (RSAPrivateKey.GenerationProgress) -> Void) { self.progress = progress }

        /// Handles the event codes of `BN_generate_prime_ex`: 0 is a tried candidate, 3 a found prime; others report
        /// rounds of a primality test.
        func take(_ step: Int32) {
            switch step {
            case 0: state.candidateCount += 1
            case 3: state.primeCount += 1
            default: return
            }
            progress(state)
        }
    }
}
