internal import ArcaCore
internal import ArcaCrypto

extension ImageEnvelope {
    static func seal(
        _ image: [UInt8], mediaType: String, secret: ImageSecret?, cost: Scrypt.Cost, salt: [UInt8]
    ) throws -> [UInt8] {
        guard isMediaType(mediaType) else {
            throw ImageError(.invalidOption, "\(mediaType) is not a media type, such as image/png")
        }
        let mode: Mode =
            switch secret {
            case nil: .salted
            case .passphrase: .passphrase
            case .key: .key
            }
        let envelope = ImageEnvelope(
            mode: mode, cost: mode == .passphrase ? cost : nil, salt: salt, byteCount: image.count,
            mediaType: mediaType)
        var output = envelope.header
        output.reserveCapacity(envelope.totalByteCount)
        guard let secret else {
            output += sha256(envelope.header[...]).prefix(checkByteCount)
            output += image
            output += sha256(envelope.header[...], image[...])
            return output
        }
        let keys = try envelope.keys(for: secret)
        output += keys.commitment
        let associated = output
        output += sha256(associated[...]).prefix(checkByteCount)
        output += try AES.GCM.cipher.seal(image, using: keys.key, nonce: keys.nonce, authenticating: associated)
        return output
    }

    /// Decodes an envelope after verifying all of it.
    static func open(_ bytes: [UInt8], secret: ImageSecret?, limits: CostLimits) throws -> (ImageEnvelope, [UInt8]) {
        let envelope = try ImageEnvelope(parsing: bytes)
        let body = bytes[envelope.bodyStart...]
        guard envelope.mode != .salted else { return (envelope, try envelope.openSalted(body)) }
        guard let secret else {
            throw ImageError(.wrongSecret, "the string is encrypted: it needs its \(envelope.secretName)")
        }
        switch (secret, envelope.mode) {
        case (.passphrase, .passphrase), (.key, .key): break
        default: throw ImageError(.wrongSecret, "the string is encrypted under a \(envelope.secretName)")
        }
        // Checked before scrypt allocates memory.
        if let cost = envelope.cost {
            do throws(CryptoError) { try limits.check(cost) } catch {
                throw ImageError(.costTooHigh, at: 9, error.reason)
            }
        }
        let keys = try envelope.keys(for: secret)
        let associated = bytes[..<(envelope.bodyStart - checkByteCount)]
        // The commitment prevents a string that decrypts under two secrets (security-design.md, section 6).
        guard constantTimeEqual(keys.commitment, associated.suffix(commitmentByteCount)) else {
            throw ImageError(.wrongSecret, "the \(envelope.secretName) does not open the string")
        }
        do {
            let image = try AES.GCM.cipher.open(body, using: keys.key, nonce: keys.nonce, authenticating: associated)
            return (envelope, image)
        } catch {
            guard error.code == .authenticationFailed else { throw error }
            throw ImageError(.tampered, at: envelope.bodyStart, "the encrypted image was changed")
        }
    }

    var secretName: String { mode == .key ? "key" : "passphrase" }

    private func openSalted(_ body: ArraySlice<UInt8>) throws(ImageError) -> [UInt8] {
        let image = body.prefix(byteCount)
        guard sha256(header[...], image).elementsEqual(body.dropFirst(byteCount)) else {
            throw ImageError(.tampered, at: bodyStart, "the image does not match its SHA-256: it was changed")
        }
        return Array(image)
    }

    func keys(for secret: ImageSecret) throws -> (key: SymmetricKey, nonce: [UInt8], commitment: [UInt8]) {
        let pseudoRandom: SymmetricKey =
            switch secret {
            case .passphrase(let passphrase):
                try Scrypt.deriveKey(from: passphrase, salt: salt, cost: cost ?? .standard)
            case .key(let key):
                try HKDF<SHA256>.extract(inputKeyMaterial: try ImageEnvelope.checked(key), salt: salt)
            }
        // Key and nonce come from the same random salt, so no pair is used twice.
        let material = try HKDF<SHA256>.expand(
            pseudoRandomKey: pseudoRandom, info: Array("arca.image.v1\0".utf8) + header,
            outputByteCount: ImageEnvelope.keyByteCount + ImageEnvelope.nonceByteCount
                + ImageEnvelope.commitmentByteCount)
        return material.withBytes { bytes in
            let nonceEnd = ImageEnvelope.keyByteCount + ImageEnvelope.nonceByteCount
            return (
                SymmetricKey(copying: bytes.extracting(..<ImageEnvelope.keyByteCount)),
                [UInt8](bytes: bytes.extracting(ImageEnvelope.keyByteCount..<nonceEnd)),
                [UInt8](bytes: bytes.extracting(nonceEnd...))
            )
        }
    }

    private static func checked(_ key: SymmetricKey) throws(ImageError) -> SymmetricKey {
        guard key.byteCount >= 16 else {
            throw ImageError(.invalidOption, "a key has 16 bytes or more, this one \(key.byteCount)")
        }
        return key
    }
}
