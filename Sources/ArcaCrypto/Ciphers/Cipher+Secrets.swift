public import ArcaCodecs

extension Cipher {
    /// Decrypts a ciphertext, such as an encrypted key, into memory that is wiped after use.
    ///
    /// - Parameters:
    ///   - ciphertext: What ``encrypt(_:using:iv:padding:)`` returned.
    ///   - key: Secret, ``keyByteCount`` bytes.
    ///   - iv: The one used for encrypting, ``ivByteCount`` bytes.
    ///   - padding: The one used for encrypting; for ECB and CBC, PKCS#7 unless told otherwise.
    /// - Returns: The plaintext.
    /// - Throws: ``CryptoError`` as ``decrypt(_:using:iv:padding:)``.
    public func decryptSecret(
        _ ciphertext: borrowing some Bytes, using key: SymmetricKey, iv: borrowing some Bytes = [] as [UInt8],
        padding: Padding? = nil
    ) throws(CryptoError) -> SecretBytes {
        guard !isAuthenticated else {
            throw CryptoError(.invalidParameter, "\(name) is authenticated: seal and open are its operations")
        }
        let padding = try checked(padding)
        try checkKey(key)
        return try iv.withBytes { iv throws(CryptoError) in
            try checkIV(iv.count)
            return try ciphertext.withBytes { ciphertext throws(CryptoError) in
                try checkInput(ciphertext.count, padding: padding, encrypts: false)
                return try SecretBytes(byteCount: ciphertext.count) { output throws(CryptoError) in
                    try wipedOnFailure(appendingTo: &output, upTo: ciphertext.count) { space throws(CryptoError) in
                        try crypt(ciphertext, key, iv, padding, encrypts: false, into: space)
                    }
                }
            }
        }
    }
}
