import ArcaCrypto
import CBenchLibcrypto

extension Main {
    /// Compares RSA with libcrypto calls on reused contexts, as in a careful C program.
    static func rsa() throws {
        for bitCount in [2048, 3072, 4096] {
            let key = try RSAPrivateKey(bitCount: bitCount)
            let peer = RawRSA(key)
            let digest = SHA256.hash("message".utf8)
            var output = [UInt8](repeating: 0, count: key.byteCount)
            for (name, padding) in [("PSS", RSASignaturePadding.pss), ("PKCS#1 v1.5", .pkcs1v15(.sha256))] {
                let context = peer.signer(isPSS: name == "PSS")
                compare(
                    "RSA-\(bitCount) \(name) sign, against EVP_PKEY_sign", rounds: 41,
                    { keep(try? key.signature(forDigest: digest, padding: padding)) },
                    { bench_sign(context, &output, output.count, digest, digest.count) })
                let signature = try key.signature(forDigest: digest, padding: padding)
                let verifier = peer.verifier(isPSS: name == "PSS")
                compare(
                    "RSA-\(bitCount) \(name) verify, against EVP_PKEY_verify",
                    { keep(try? key.publicKey.isValidSignature(signature, forDigest: digest, padding: padding)) },
                    { EVP_PKEY_verify(verifier, signature, signature.count, digest, digest.count) })
            }
            let message = [UInt8](repeating: 7, count: 32)
            let encrypter = peer.oaep(encrypts: true)
            compare(
                "RSA-\(bitCount) OAEP encrypt, against EVP_PKEY_encrypt",
                { keep(try? key.publicKey.encrypt(message)) },
                { bench_encrypt(encrypter, &output, output.count, message, message.count) })
            let sealed = try key.publicKey.encrypt(message)
            let decrypter = peer.oaep(encrypts: false)
            compare(
                "RSA-\(bitCount) OAEP decrypt, against EVP_PKEY_decrypt", rounds: 41,
                { keep(try? key.decrypt(sealed)) },
                { bench_decrypt(decrypter, &output, output.count, sealed, sealed.count) })
        }
    }

    /// Tests whether the time of decryption reveals bad PKCS #1 v1.5 padding.
    ///
    /// Prints Welch's t for two series of samples taken in random order. A leak shows as |t| above 5 that grows with
    /// the number of samples.
    static func paddingTimes(_ sampleCount: Int = 4000) throws {
        let key = try RSAPrivateKey(bitCount: 2048)
        let good = try key.publicKey.encrypt([UInt8](repeating: 7, count: 32), padding: .pkcs1v15)
        // An OAEP block is always a bad type 2 block.
        let bad = try key.publicKey.encrypt([UInt8](repeating: 7, count: 32))
        let clock = ContinuousClock()
        var times: [[Double]] = [[], []]
        while times[0].count < sampleCount || times[1].count < sampleCount {
            let kind = Int.random(in: 0...1)
            let start = clock.now
            keep(try? key.decrypt(kind == 0 ? good : bad, padding: .pkcs1v15))
            times[kind].append(Double((clock.now - start).components.attoseconds) / 1e9)
        }
        // The slowest tenth is noise from other processes.
        let series = times.map { $0.sorted().prefix($0.count * 9 / 10) }
        let means = series.map { $0.reduce(0, +) / Double($0.count) }
        let errors = zip(series, means).map { series, mean in
            series.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(series.count - 1) / Double(series.count)
        }
        let t = (means[0] - means[1]) / (errors[0] + errors[1]).squareRoot()
        print(
            "PKCS#1 v1.5 decrypt, 2048 bits, \(sampleCount) samples each: good \(Int(means[0])) ns, bad \(Int(means[1])) ns,"
                + " t = \((t * 100).rounded() / 100)")
    }
}

final class RawRSA {
    private let key = EVP_PKEY_new()

    init(_ key: RSAPrivateKey) {
        func number(_ bytes: SecretBytes) -> OpaquePointer? {
            bytes.withBytes { span in
                span.withUnsafeBufferPointer { BN_bin2bn($0.baseAddress, Int32($0.count), nil) }
            }
        }
        let numbers = key.numbers
        let rsa = RSA_new()
        RSA_set0_key(
            rsa, number(SecretBytes(copying: key.publicKey.modulus)),
            number(SecretBytes(copying: key.publicKey.exponent)), number(numbers.privateExponent))
        RSA_set0_factors(rsa, number(numbers.prime1), number(numbers.prime2))
        RSA_set0_crt_params(rsa, number(numbers.exponent1), number(numbers.exponent2), number(numbers.coefficient))
        EVP_PKEY_assign(self.key, EVP_PKEY_RSA, UnsafeMutableRawPointer(rsa))
    }

    func signer(isPSS: Bool) -> OpaquePointer? {
        let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
        EVP_PKEY_sign_init(context)
        setSignature(context, isPSS)
        return context
    }

    func verifier(isPSS: Bool) -> OpaquePointer? {
        let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
        EVP_PKEY_verify_init(context)
        setSignature(context, isPSS)
        return context
    }

    func oaep(encrypts: Bool) -> OpaquePointer? {
        let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
        _ = encrypts ? EVP_PKEY_encrypt_init(context) : EVP_PKEY_decrypt_init(context)
        EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING)
        EVP_PKEY_CTX_set_rsa_oaep_md(context, EVP_sha256())
        EVP_PKEY_CTX_set_rsa_mgf1_md(context, EVP_sha256())
        return context
    }

    private func setSignature(_ context: OpaquePointer?, _ isPSS: Bool) {
        EVP_PKEY_CTX_set_rsa_padding(context, isPSS ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING)
        EVP_PKEY_CTX_set_signature_md(context, EVP_sha256())
        if isPSS { EVP_PKEY_CTX_set_rsa_pss_saltlen(context, 32) }
    }
}
