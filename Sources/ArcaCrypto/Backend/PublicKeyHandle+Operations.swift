internal import ArcaCore
internal import CArcaLibcrypto

struct PublicKeyOperation: Equatable, Sendable {
    enum Kind { case encrypt, decrypt, sign, verify, recover }

    enum Padding: Equatable {
        /// None: textbook RSA on a number as long as the modulus.
        case none
        /// PKCS#1 v1.5: type 2 for encryption, type 1 for signatures. Signatures wrap a DigestInfo if there is a hash
        /// function, else the bare message.
        case pkcs1(AnyHashFunction?)
        case oaep(RSAOAEPParameters)
        /// RSASSA-PSS; verification accepts any salt length if it is nil.
        case pss(hash: AnyHashFunction, maskHash: AnyHashFunction, saltByteCount: Int?)
        /// ECDSA has no padding; with a hash function the signature nonce is derived from key and digest.
        case ecdsa(deterministic: AnyHashFunction?)
    }

    let kind: Kind
    let padding: Padding

    /// For error messages, such as `decrypt with OAEP`.
    var title: String {
        let verb =
            switch kind {
            case .encrypt: "encrypt"
            case .decrypt: "decrypt"
            case .sign: "sign"
            case .verify, .recover: "verify"
            }
        return switch padding {
        case .none: "\(verb) with RSA"
        case .pkcs1(let hash): "\(verb) with RSA PKCS#1 v1.5" + (hash.map { " and \($0.name)" } ?? "")
        case .oaep(let parameters): "\(verb) with RSA-OAEP and \(parameters.hash.name)"
        case .pss(let hash, _, _): "\(verb) with RSA-PSS and \(hash.name)"
        case .ecdsa: "\(verb) with ECDSA"
        }
    }
}

extension PublicKeyHandle {
    /// Runs an operation in a cached or new context; throws `.unsupported` for a digest that libcrypto does not
    /// support.
    func run(_ operation: PublicKeyOperation, _ body: (OpaquePointer) -> Int32) throws(CryptoError) -> Int32 {
        let context = if let kept = contexts.take(operation) { kept.pointer } else { try makeContext(operation) }
        let result = body(context)
        contexts.give(operation, LibcryptoContext(pointer: context))
        // The reasons are not reported, and must not be mistaken for those of a later failure.
        if result != 1 { ERR_clear_error() }
        return result
    }

    /// Runs an operation with at most `byteCount` bytes of output; nil if libcrypto rejects the input.
    ///
    /// The reasons for a rejection are dropped because they could act as a padding oracle.
    func transform(
        _ operation: PublicKeyOperation, _ input: Span<UInt8>, byteCount: Int
    ) throws(CryptoError) -> SecretBytes? {
        var isDone = false
        let result = try SecretBytes(byteCount: byteCount) { output throws(CryptoError) in
            try output.withUnsafeMutableBufferPointer { space, count throws(CryptoError) in
                (isDone, count) = try transform(operation, input, space)
            }
        }
        return isDone ? result : nil
    }

    /// Runs an operation with a public result, or returns nil if libcrypto rejects the input.
    func transformPublicly(
        _ operation: PublicKeyOperation, _ input: Span<UInt8>, byteCount: Int
    ) throws(CryptoError) -> [UInt8]? {
        var isDone = false
        let result = try [UInt8](capacity: byteCount) { output throws(CryptoError) in
            try output.withUnsafeMutableBufferPointer { space, count throws(CryptoError) in
                (isDone, count) = try transform(operation, input, space)
            }
        }
        return isDone ? result : nil
    }

    private func transform(
        _ operation: PublicKeyOperation, _ input: Span<UInt8>, _ space: UnsafeMutableBufferPointer<UInt8>
    ) throws(CryptoError) -> (isDone: Bool, byteCount: Int) {
        var count = space.count
        let result = try input.withUnsafeBufferPointer { input throws(CryptoError) in
            try run(operation) { context in
                let call =
                    switch operation.kind {
                    case .encrypt: EVP_PKEY_encrypt
                    case .decrypt: EVP_PKEY_decrypt
                    case .sign: EVP_PKEY_sign
                    case .recover, .verify: EVP_PKEY_verify_recover
                    }
                return call(context, space.baseAddress, &count, input.baseAddress, input.count)
            }
        }
        return result == 1 && count <= space.count ? (true, count) : (false, 0)
    }

    func verify(
        _ operation: PublicKeyOperation, _ signature: Span<UInt8>, _ digest: Span<UInt8>
    ) throws(CryptoError) -> Bool {
        let result = try signature.withUnsafeBufferPointer { signature throws(CryptoError) in
            try digest.withUnsafeBufferPointer { digest throws(CryptoError) in
                try run(operation) { context in
                    EVP_PKEY_verify(
                        context, signature.baseAddress, signature.count, digest.baseAddress, digest.count)
                }
            }
        }
        return result == 1
    }

    private func makeContext(_ operation: PublicKeyOperation) throws(CryptoError) -> OpaquePointer {
        Libcrypto.prepare()
        ERR_clear_error()
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else {
            throw backendError("cannot \(operation.title)")
        }
        let start =
            switch operation.kind {
            case .encrypt: EVP_PKEY_encrypt_init_ex
            case .decrypt: EVP_PKEY_decrypt_init_ex
            case .sign: EVP_PKEY_sign_init_ex
            case .verify: EVP_PKEY_verify_init_ex
            case .recover: EVP_PKEY_verify_recover_init_ex
            }
        let isDone = parameters(operation).withPointer { start(context, $0) } == 1
        guard isDone else {
            EVP_PKEY_CTX_free(context)
            throw backendError("cannot \(operation.title)", .unsupported)
        }
        return context
    }

    private func parameters(_ operation: PublicKeyOperation) -> Parameters {
        var parameters = Parameters()
        switch operation.padding {
        case .none:
            parameters.add(OSSL_PKEY_PARAM_PAD_MODE, text: "none")
        case .pkcs1(let hash):
            if let hash {
                parameters.add(OSSL_SIGNATURE_PARAM_DIGEST, text: hash.libcryptoName)
            }
            parameters.add(OSSL_PKEY_PARAM_PAD_MODE, text: "pkcs1")
        case .oaep(let oaep):
            parameters.add(OSSL_PKEY_PARAM_PAD_MODE, text: "oaep")
            parameters.add(OSSL_ASYM_CIPHER_PARAM_OAEP_DIGEST, text: oaep.hash.libcryptoName)
            parameters.add(OSSL_ASYM_CIPHER_PARAM_MGF1_DIGEST, text: oaep.maskHash.libcryptoName)
            if !oaep.label.isEmpty { parameters.add(OSSL_ASYM_CIPHER_PARAM_OAEP_LABEL, bytes: oaep.label) }
        case .pss(let hash, let maskHash, let saltByteCount):
            parameters.add(OSSL_SIGNATURE_PARAM_DIGEST, text: hash.libcryptoName)
            parameters.add(OSSL_PKEY_PARAM_PAD_MODE, text: "pss")
            parameters.add(OSSL_SIGNATURE_PARAM_MGF1_DIGEST, text: maskHash.libcryptoName)
            let salt = saltByteCount.map { String($0) } ?? OSSL_PKEY_RSA_PSS_SALT_LEN_AUTO
            parameters.add(OSSL_SIGNATURE_PARAM_PSS_SALTLEN, text: salt)
        case .ecdsa(let hash):
            if let hash {
                parameters.add(OSSL_SIGNATURE_PARAM_DIGEST, text: hash.libcryptoName)
                parameters.add(Self.nonceTypeName, number: 1)
            }
        }
        return parameters
    }
}
