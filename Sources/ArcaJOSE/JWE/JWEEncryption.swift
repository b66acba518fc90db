internal import ArcaCore
internal import ArcaCrypto

/// The content encryption algorithms of encrypted tokens.
///
/// Source: RFC 7518, section 5.
public enum JWEEncryption: String, Sendable, Hashable, CaseIterable {
    /// AES-128-CBC with HMAC-SHA-256 and a 32-byte key.
    case a128CBCHS256 = "A128CBC-HS256"
    /// AES-192-CBC with HMAC-SHA-384 and a 48-byte key.
    case a192CBCHS384 = "A192CBC-HS384"
    /// AES-256-CBC with HMAC-SHA-512 and a 64-byte key.
    case a256CBCHS512 = "A256CBC-HS512"
    /// AES-128-GCM with a 16-byte key.
    case a128GCM = "A128GCM"
    /// AES-192-GCM with a 24-byte key.
    case a192GCM = "A192GCM"
    /// AES-256-GCM with a 32-byte key.
    case a256GCM = "A256GCM"

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
            // The names are the same as in the cipher table.
            case .a128CBCHS256, .a192CBCHS384, .a256CBCHS512: try AEADCipher(named: rawValue)
            case .a128GCM, .a192GCM, .a256GCM: try AES.GCM.cipher(keyByteCount: keyByteCount)
            }
        }
    }

    /// Encrypts with a random initialization vector.
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

    /// Rejects an initialization vector or tag of the wrong length.
    func checkLengths(iv: [UInt8], tag: [UInt8]) throws(JOSEError) {
        let cipher: Cipher
        do { cipher = try self.cipher.cipher } catch { throw JOSEError(wrapping: error) }
        guard iv.count == cipher.ivByteCount else {
            throw JOSEError(
                .malformed, "the initialization vector has \(iv.count) bytes; \(rawValue) has \(cipher.ivByteCount)")
        }
        // A short tag is easy to forge, so the algorithm fixes the length, never the token.
        guard tag.count == cipher.tagByteCount else {
            throw JOSEError(.malformed, "the tag has \(tag.count) bytes; \(rawValue) has \(cipher.tagByteCount)")
        }
    }

    /// Decrypts after verifying the tag, which is checked before any padding.
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
    /// One error for a wrong key and for any modification, so an attacker cannot distinguish them.
    static var notDecrypted: JOSEError {
        JOSEError(.notDecrypted, "the token does not open: it is for another key, or it was changed")
    }
}
