public import ArcaCore
internal import CArcaLibcrypto

extension MACFunction {
    /// Computes the MAC of a contiguous message.
    ///
    /// CMAC, and HMAC with a fetched function, reuse a context cached by the key: setting the key up again costs
    /// several times as much.
    @usableFromInline
    func compute(_ message: Span<UInt8>, _ key: SymmetricKey, _ options: Options) throws(CryptoError) -> [UInt8] {
        let count = try check(options)
        if case .hmac(let function) = kind, let code = function.plainCode(message, key) {
            return count == code.count ? code : Array(code[..<count])
        }
        let identifier = keptIdentifier
        let context: OpaquePointer
        if let identifier, let kept = key.contexts.take(identifier)?.pointer {
            guard EVP_MAC_init(kept, nil, 0, nil) == 1 else {
                EVP_MAC_CTX_free(kept)
                throw backendError("cannot reset \(name)")
            }
            context = kept
        } else {
            context = try makeContext(key, options)
        }
        var isDone = message.withUnsafeBufferPointer { EVP_MAC_update(context, $0.baseAddress, $0.count) == 1 }
        let code = [UInt8](unsafeUninitializedCapacity: max(count, byteCount)) { space, written in
            var length = 0
            isDone = isDone && EVP_MAC_final(context, space.baseAddress, &length, space.count) == 1
            written = min(count, length)
        }
        if isDone, let identifier {
            key.contexts.give(identifier, LibcryptoContext(pointer: context))
        } else {
            EVP_MAC_CTX_free(context)
        }
        guard isDone, code.count == count else { throw backendError("cannot compute \(name)") }
        return code
    }

    func check(_ options: Options) throws(CryptoError) -> Int {
        if kind == .gmac {
            guard let nonce = options.nonce, (1...128).contains(nonce.count) else {
                let found = options.nonce.map { "\($0.count) bytes" } ?? "none"
                throw CryptoError(.invalidIVLength, "GMAC needs a nonce of 1 to 128 bytes, best 12; found \(found)")
            }
        } else if options.nonce != nil {
            throw CryptoError(.invalidParameter, "\(name) takes no nonce")
        }
        let isKMAC = kind == .kmac128 || kind == .kmac256
        guard isKMAC || options.customization.isEmpty else {
            throw CryptoError(.invalidParameter, "\(name) takes no customization text")
        }
        guard options.customization.count <= 512 else {
            throw CryptoError(.invalidParameter, "libcrypto takes at most 512 bytes of customization text")
        }
        let count = options.outputByteCount ?? byteCount
        // A MAC shorter than 4 bytes can be guessed; only KMAC has a variable maximum length.
        let allowed = isKMAC ? 1...(1 << 20) : 4...byteCount
        guard allowed.contains(count) else {
            throw CryptoError(
                .invalidParameter, "\(name) gives \(allowed.lowerBound) to \(allowed.upperBound) bytes, not \(count)")
        }
        return count
    }

    /// Identifies the cached context; nil for functions with more setup than the key.
    var keptIdentifier: KeySetUp? {
        switch kind {
        case .hmac(let function): KeySetUp(kind: .mac, algorithm: function.index, encrypts: true)
        case .cmac: KeySetUp(kind: .mac, algorithm: -1, encrypts: true)
        case .gmac, .kmac128, .kmac256: nil
        }
    }

    func makeContext(_ key: SymmetricKey, _ options: Options) throws(CryptoError) -> OpaquePointer {
        ERR_clear_error()
        guard let context = EVP_MAC_CTX_new(try Fetched.mac(self)) else {
            throw backendError("cannot set up \(name)")
        }
        do {
            try setUp(context, key, options)
            return context
        } catch {
            EVP_MAC_CTX_free(context)
            throw error
        }
    }

    private func setUp(_ context: OpaquePointer, _ key: SymmetricKey, _ options: Options) throws(CryptoError) {
        var parameters = Parameters()
        switch kind {
        case .hmac(let function):
            parameters.add(OSSL_MAC_PARAM_DIGEST, text: function.libcryptoName)
        case .cmac, .gmac:
            guard [16, 24, 32].contains(key.byteCount) else {
                throw CryptoError(
                    .invalidKeyLength, "\(name) needs a key of 16, 24 or 32 bytes; found \(key.byteCount)")
            }
            let mode = kind == .cmac ? "CBC" : "GCM"
            parameters.add(OSSL_MAC_PARAM_CIPHER, text: "AES-\(key.bitCount)-\(mode)")
            if let nonce = options.nonce { parameters.add(OSSL_MAC_PARAM_IV, bytes: nonce) }
        case .kmac128, .kmac256:
            guard (4...512).contains(key.byteCount) else {
                throw CryptoError(
                    .invalidKeyLength, "\(name) needs a key of 4 to 512 bytes here; found \(key.byteCount)")
            }
            parameters.add(OSSL_MAC_PARAM_SIZE, number: try check(options))
            if !options.customization.isEmpty {
                parameters.add(OSSL_MAC_PARAM_CUSTOM, bytes: options.customization)
            }
        }
        let isDone = key.withBytes { span in
            span.withUnsafeBufferPointer { bytes in
                parameters.withPointer { parameters in
                    // A null pointer would mean "keep the key", so an empty key needs a valid pointer too.
                    withUnsafePointer(to: 0 as UInt8) { place in
                        EVP_MAC_init(context, bytes.baseAddress ?? place, bytes.count, parameters)
                    }
                }
            }
        }
        guard isDone == 1 else { throw backendError("cannot set up \(name)") }
    }
}

extension AnyHashFunction {
    /// HMAC with a plain function; nil for others.
    func plainCode(_ message: Span<UInt8>, _ key: SymmetricKey) -> [UInt8]? {
        guard let plain else { return nil }
        return key.withBytes { key in
            plain.code(message, key, blockByteCount: blockByteCount, byteCount: digestByteCount)
        }
    }

    @usableFromInline
    func providedCode(_ message: Span<UInt8>, _ key: SymmetricKey) -> [UInt8] {
        if let code = plainCode(message, key) { return code }
        return provided { () throws(CryptoError) in
            try MACFunction.hmac(self).compute(message, key, MACFunction.Options())
        }
    }
}
