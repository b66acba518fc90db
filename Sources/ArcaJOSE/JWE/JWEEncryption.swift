internal import ArcaCore
internal import ArcaCrypto

/// The ciphers for the content of encrypted tokens.
///
/// Source: RFC 7518, section 5.
public enum JWEEncryption: String, Sendable, Hashable, CaseIterable {
    /// AES-128-CBC with HMAC-SHA-256, a key of 32 bytes.
    case a128CBCHS256 = "A128CBC-HS256"
    /// AES-192-CBC with HMAC-SHA-384, a key of 48 bytes.
    case a192CBCHS384 = "A192CBC-HS384"
    /// AES-256-CBC with HMAC-SHA-512, a key of 64 bytes.
    case a256CBCHS512 = "A256CBC-HS512"
    /// AES-128-GCM.
    case a128GCM = "A128GCM"
    /// AES-192-GCM.
    case a192GCM = "A192GCM"
    /// AES-256-GCM.
    case a256GCM = "A256GCM"

    /// The length of the key.
    var keyByteCount: Int {
        switch self {
        case .a128CBCHS256: 32
        case .a192CBCHS384: 48
        case .a256CBCHS512: 64
        case .a128GCM: 16
        case .a192GCM: 24
        case .a256GCM: 32
        }
    }

    private var cipher: AEADCipher {
        get throws(CryptoError) {
            switch self {
            // Their names are those of the cipher table.
            case .a128CBCHS256, .a192CBCHS384, .a256CBCHS512: try AEADCipher(named: rawValue)
            case .a128GCM, .a192GCM, .a256GCM: try AES.GCM.cipher(keyByteCount: keyByteCount)
            }
        }
    }

    /// Encrypts under a random initialization vector.
    func seal(
        _ message: borrowing some Bytes, using key: SymmetricKey, authenticating header: [UInt8]
    ) throws(JOSEError) -> (iv: [UInt8], ciphertext: [UInt8], tag: [UInt8]) {
        do throws(CryptoError) {
            let cipher = try cipher
            let iv = try SecureRandom.bytes(cipher.cipher.ivByteCount)
            let sealed = try cipher.seal(message, using: key, nonce: iv, authenticating: header)
            let end = sealed.count - cipher.cipher.tagByteCount
            return (iv, Array(sealed[..<end]), Array(sealed[end...]))
        } catch { throw JOSEError(wrapping: error) }
    }

    /// Refuses an initialization vector or a tag of another length than the one there is.
    func checkLengths(iv: [UInt8], tag: [UInt8]) throws(JOSEError) {
        let cipher: Cipher
        do { cipher = try self.cipher.cipher } catch { throw JOSEError(wrapping: error) }
        guard iv.count == cipher.ivByteCount else {
            throw JOSEError(
                .malformed, "the initialization vector has \(iv.count) bytes; \(rawValue) has \(cipher.ivByteCount)")
        }
        // A short tag is easily forged: its length is the algorithm's, never the token's choice.
        guard tag.count == cipher.tagByteCount else {
            throw JOSEError(.malformed, "the tag has \(tag.count) bytes; \(rawValue) has \(cipher.tagByteCount)")
        }
    }

    /// Decrypts what fits its tag, which is checked before the padding.
    func open(
        iv: [UInt8], ciphertext: [UInt8], tag: [UInt8], using key: SymmetricKey, authenticating header: [UInt8]
    ) throws(JOSEError) -> SecretBytes {
        do throws(CryptoError) {
            let cipher = try cipher
            return try SecretBytes(byteCount: ciphertext.count + 16) { output throws(CryptoError) in
                try cipher.open(
                    ciphertext + tag, using: key, nonce: iv, authenticating: header, tagByteCount: tag.count,
                    into: &output)
            }
        } catch {
            switch error.kind {
            case .wrongKey, .malformed, .tampered: throw JOSEError.notDecrypted
            default: throw JOSEError(wrapping: error)
            }
        }
    }
}

extension JOSEError {
    /// One error for a wrong key and for any change, so that an attacker cannot learn which it was.
    static var notDecrypted: JOSEError {
        JOSEError(.notDecrypted, "the token does not open: it is for another key, or it was changed")
    }
}
