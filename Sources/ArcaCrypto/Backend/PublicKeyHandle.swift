internal import CArcaLibcrypto

/// A libcrypto public or private key, freed and wiped on release; libcrypto's keys are thread-safe.
final class PublicKeyHandle: @unchecked Sendable {  // Written in init only.
    let pointer: OpaquePointer
    let contexts = PublicKeyContexts()

    init(adopting pointer: OpaquePointer) { self.pointer = pointer }

    /// Creates a key from raw bytes, for algorithms such as X25519.
    init(_ algorithm: String, raw: Span<UInt8>, isPrivate: Bool) throws(CryptoError) {
        Libcrypto.prepare()
        ERR_clear_error()
        let key = raw.withUnsafeBufferPointer { raw in
            isPrivate
                ? EVP_PKEY_new_raw_private_key_ex(nil, algorithm, nil, raw.baseAddress, raw.count)
                : EVP_PKEY_new_raw_public_key_ex(nil, algorithm, nil, raw.baseAddress, raw.count)
        }
        guard let key else { throw backendError("cannot take the \(algorithm) key") }
        pointer = key
    }

    func rawPublicKey(_ byteCount: Int) throws(CryptoError) -> [UInt8] {
        ERR_clear_error()
        var isDone = false
        let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { space, count in
            count = byteCount
            isDone = EVP_PKEY_get_raw_public_key(pointer, space.baseAddress, &count) == 1 && count == byteCount
        }
        guard isDone else { throw backendError("cannot tell the public key") }
        return bytes
    }

    static func make(
        _ algorithm: String, _ parameters: borrowing Parameters, isPrivate: Bool
    ) throws(CryptoError) -> OpaquePointer {
        ERR_clear_error()
        guard let context = EVP_PKEY_CTX_new_from_name(nil, algorithm, nil) else {
            throw backendError("libcrypto does not offer \(algorithm)", .unsupported)
        }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        let selection = isPrivate ? arca_key_selection_pair : arca_key_selection_public
        let isDone = parameters.withPointer { parameters in
            EVP_PKEY_fromdata_init(context) == 1
                && EVP_PKEY_fromdata(context, &key, selection, UnsafeMutablePointer(mutating: parameters)) == 1
        }
        guard isDone, let key else { throw backendError("libcrypto does not take the \(algorithm) key", .invalidKey) }
        return key
    }

    /// A number of the key, zero-padded to `byteCount` if given.
    func secret(_ name: String, byteCount: Int? = nil) throws(CryptoError) -> SecretBytes {
        ERR_clear_error()
        var number = BN_secure_new()
        defer { BN_clear_free(number) }
        guard EVP_PKEY_get_bn_param(pointer, name, &number) == 1, let number else {
            throw backendError("cannot tell \(name) of the key")
        }
        return SecretBytes(byteCount: byteCount ?? (Int(BN_num_bits(number)) + 7) / 8) { output in
            output.withUnsafeMutableBufferPointer { space, count in
                count = max(Int(BN_bn2binpad(number, space.baseAddress, Int32(space.count))), 0)
            }
        }
    }

    deinit { EVP_PKEY_free(pointer) }
}
