internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

extension JWEAlgorithm {
    /// The minimum number of iterations; fewer do not protect a passphrase (RFC 7518, section 4.8.1.2).
    private static let leastIterations = 1000
    private static let leastSaltByteCount = 8

    // MARK: Reading

    /// The content encryption key, decrypted with a key that passed ``check(_:_:isEncrypting:)``.
    ///
    /// - Throws: ``JOSEError`` `.malformed` or `.costTooHigh` for invalid parameters, `.notDecrypted` for a wrong key or
    ///   modified bytes, which cannot be distinguished.
    func contentKey(
        _ wrapped: [UInt8], _ header: JOSEHeader, encryption: JWEEncryption, by key: JSONWebKey,
        options: JWE.Options
    ) throws(JOSEError) -> SymmetricKey {
        guard wrapped.isEmpty == hasNoKeyPart else {
            throw JOSEError(
                .malformed,
                hasNoKeyPart ? "\(rawValue) has an empty key part; this one is not" : "the key part is empty")
        }
        let found: SymmetricKey
        switch scheme {
        case .direct:
            guard case .symmetric(let own) = key.content else { throw JOSEError.notDecrypted }
            return own
        case .agreement(nil):
            return try KeyAgreement.key(
                KeyAgreement.secret(header, by: key), header, purpose: encryption.rawValue,
                byteCount: encryption.keyByteCount)
        case .agreement(let byteCount?):
            let secret = try KeyAgreement.secret(header, by: key)
            found = try Self.unwrapped(
                wrapped, KeyAgreement.key(secret, header, purpose: rawValue, byteCount: byteCount))
        case .keyWrap:
            guard case .symmetric(let own) = key.content else { throw JOSEError.notDecrypted }
            found = try Self.unwrapped(wrapped, own)
        case .galoisWrap(let byteCount):
            found = try Self.galoisUnwrapped(wrapped, header, key: key, byteCount: byteCount)
        case .passphrase(let hash, let byteCount):
            let salt = try header.bytes("p2s")
            let iterations = try iterations(header, options)
            guard salt.count >= Self.leastSaltByteCount else {
                throw JOSEError(.malformed, "the salt (p2s) has \(salt.count) bytes; it needs 8 or more")
            }
            found = try Self.unwrapped(
                wrapped, derivedKey(key, salt, hash: hash, iterations: iterations, byteCount: byteCount))
        case .rsa(let padding):
            return try rsaKey(wrapped, padding, encryption: encryption, key: key)
        }
        guard found.byteCount == encryption.keyByteCount else { throw JOSEError.notDecrypted }
        return found
    }

    private func rsaKey(
        _ wrapped: [UInt8], _ padding: RSAEncryptionPadding, encryption: JWEEncryption, key: JSONWebKey
    ) throws(JOSEError) -> SymmetricKey {
        let privateKey = try key.rsaPrivateKey(rawValue)
        // Always generated, so a wrong length takes the same time (RFC 7516, section 11.5).
        let substitute = try JOSEError.wrap { try SymmetricKey(bitCount: encryption.keyByteCount * 8) }
        let found: SecretBytes
        do throws(CryptoError) { found = try privateKey.decrypt(wrapped, padding: padding) } catch {
            guard error.kind != .internalFailure else { throw JOSEError(wrapping: error) }
            throw JOSEError.notDecrypted
        }
        // Invalid RSA1_5 padding gives pseudorandom bytes. With those or with the random key, the tag check fails in
        // the same way.
        return found.count == encryption.keyByteCount ? SymmetricKey(found) : substitute
    }

    private static func unwrapped(_ wrapped: [UInt8], _ key: SymmetricKey) throws(JOSEError) -> SymmetricKey {
        do throws(CryptoError) { return try AES.KeyWrap.unwrap(wrapped, using: key) } catch {
            guard error.kind != .internalFailure else { throw JOSEError(wrapping: error) }
            throw JOSEError.notDecrypted
        }
    }

    private static func galoisUnwrapped(
        _ wrapped: [UInt8], _ header: JOSEHeader, key: JSONWebKey, byteCount: Int
    ) throws(JOSEError) -> SymmetricKey {
        guard case .symmetric(let own) = key.content else { throw JOSEError.notDecrypted }
        let (iv, tag) = (try header.bytes("iv"), try header.bytes("tag"))
        let cipher: JWEEncryption = byteCount == 16 ? .a128GCM : byteCount == 24 ? .a192GCM : .a256GCM
        try cipher.checkLengths(iv: iv, tag: tag)
        return SymmetricKey(
            try cipher.open(iv: iv, ciphertext: wrapped, tag: tag, using: own, authenticating: []))
    }

    private func iterations(_ header: JOSEHeader, _ options: JWE.Options) throws(JOSEError) -> Int {
        guard let value = header.members["p2c"] else {
            throw JOSEError(.malformed, "the header has no member p2c, the number of iterations")
        }
        guard let number = value.number, let count = number.int, count >= 0 else {
            throw JOSEError(.malformed, "p2c of the header is not a whole number of this machine's")
        }
        guard count >= Self.leastIterations else {
            throw JOSEError(
                .malformed, "p2c is \(count), too few iterations to protect a passphrase; 1,000 is the least")
        }
        // The sender controls the receiver's work.
        guard count <= options.maximumIterations else {
            throw JOSEError(
                .costTooHigh, "p2c asks for \(count) iterations; allowed are \(options.maximumIterations)")
        }
        return count
    }

    /// Derives the key; the algorithm's name is part of the salt (RFC 7518, section 4.8.1.1).
    private func derivedKey(
        _ key: JSONWebKey, _ salt: [UInt8], hash: AnyHashFunction, iterations: Int, byteCount: Int
    ) throws(JOSEError) -> SymmetricKey {
        guard case .symmetric(let passphrase) = key.content else { throw JOSEError.notDecrypted }
        return try JOSEError.wrap {
            try PBKDF2.deriveKey(
                from: passphrase, salt: Array(rawValue.utf8) + [0] + salt, using: hash, iterations: iterations,
                outputByteCount: byteCount)
        }
    }

    // MARK: Writing

    /// Generates a content encryption key, and returns it with its encrypted form; adds the header parameters.
    func freshKey(
        for key: JSONWebKey, _ encryption: JWEEncryption, iterations: Int, header: inout JSONObject
    ) throws(JOSEError) -> (key: SymmetricKey, wrapped: [UInt8]) {
        func drawn() throws(JOSEError) -> SymmetricKey {
            try JOSEError.wrap { try SymmetricKey(bitCount: encryption.keyByteCount * 8) }
        }
        func wrapped(_ content: SymmetricKey, _ key: SymmetricKey) throws(JOSEError) -> [UInt8] {
            try JOSEError.wrap { try AES.KeyWrap.wrap(content, using: key) }
        }
        func text(_ bytes: [UInt8]) -> JSONValue { .string(Base64.urlUnpadded.encode(bytes)) }
        switch (scheme, key.content) {
        case (.rsa(let padding), _):
            guard self != .rsa15 else {
                throw JOSEError(.unsupported, "RSA1_5 was broken and is not written; take RSA-OAEP-256")
            }
            let content = try drawn()
            let publicKey = try key.rsaPublicKey(rawValue)
            return (content, try JOSEError.wrap { try publicKey.encrypt(content, padding: padding) })
        case (.direct, .symmetric(let own)): return (own, [])
        case (.keyWrap, .symmetric(let own)):
            let content = try drawn()
            return (content, try wrapped(content, own))
        case (.galoisWrap(let byteCount), .symmetric(let own)):
            let content = try drawn()
            let cipher: JWEEncryption = byteCount == 16 ? .a128GCM : byteCount == 24 ? .a192GCM : .a256GCM
            let sealed = try cipher.seal(content, using: own, authenticating: [])
            header["iv"] = text(sealed.iv)
            header["tag"] = text(sealed.tag)
            return (content, sealed.ciphertext)
        case (.agreement(let wrapByteCount), _):
            let (share, secret) = try KeyAgreement.fresh(for: key)
            header["epk"] = share
            let names = try JOSEHeader(protected: header)
            guard let wrapByteCount else {
                return (
                    try KeyAgreement.key(
                        secret, names, purpose: encryption.rawValue, byteCount: encryption.keyByteCount), []
                )
            }
            let content = try drawn()
            return (
                content,
                try wrapped(
                    content, KeyAgreement.key(secret, names, purpose: rawValue, byteCount: wrapByteCount))
            )
        case (.passphrase(let hash, let byteCount), _):
            guard iterations >= Self.leastIterations else {
                throw JOSEError(.invalidOption, "\(iterations) iterations protect no passphrase; take 1,000 or more")
            }
            let salt = try JOSEError.wrap { try SecureRandom.bytes(16) }
            header["p2s"] = text(salt)
            header["p2c"] = .integer(iterations)
            let content = try drawn()
            return (
                content,
                try wrapped(content, derivedKey(key, salt, hash: hash, iterations: iterations, byteCount: byteCount))
            )
        default: throw key.misfit(rawValue, needs: "a symmetric key (oct)")
        }
    }
}
