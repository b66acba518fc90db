public import ArcaCore

/// The single-step key derivation from a shared secret, also called Concat KDF.
///
/// The key is H(1 ‖ secret ‖ info) ‖ H(2 ‖ secret ‖ info) ‖ …, truncated. Use it for protocols such as JOSE that
/// require it; otherwise prefer ``HKDF``.
///
/// Source: SP 800-56C revision 2, section 4.1, option 1.
public enum SingleStepKDF {
    /// Derives a key.
    ///
    /// - Parameters:
    ///   - secret: The result of a key agreement, nonempty.
    ///   - info: The purpose and parties of the key, not secret.
    ///   - hash: The hash function, except SHAKE.
    ///   - outputByteCount: Length of the key in bytes, 1 to 65,536.
    /// - Returns: The key.
    /// - Throws: ``CryptoError`` with code `.invalidParameter` or `.backendFailure`.
    public static func deriveKey(
        from secret: borrowing some Bytes, info: borrowing some Bytes, using hash: AnyHashFunction = .sha256,
        outputByteCount: Int
    ) throws(CryptoError) -> SymmetricKey {
        try deriveKey(
            from: secret, info: info, using: hash, outputByteCount: outputByteCount, libcryptoName: "SSKDF")
    }

    static func deriveKey(
        from secret: borrowing some Bytes, info: borrowing some Bytes, using hash: AnyHashFunction,
        outputByteCount: Int,
        libcryptoName: String
    ) throws(CryptoError) -> SymmetricKey {
        guard (1...65_536).contains(outputByteCount), !hash.isExtendable else {
            throw CryptoError(
                .invalidParameter, "this derivation gives 1 to 65,536 bytes with a hash function of fixed length")
        }
        return try secret.withBytes { secret throws(CryptoError) in
            guard !secret.isEmpty else { throw CryptoError(.invalidParameter, "the shared secret is empty") }
            return try info.withBytes { info throws(CryptoError) in
                SymmetricKey(
                    try SecretBytes(byteCount: outputByteCount) { output throws(CryptoError) in
                        try output.fill { space throws(CryptoError) in
                            try FetchedKDF.singleStep(secret, info, hash: hash, into: space, name: libcryptoName)
                        }
                    })
            }
        }
    }
}
