internal import CArcaLibcrypto
internal import Synchronization

/// A lazily created libcrypto handle of an elliptic-curve key.
final class EllipticKeyHandle: Sendable {
    private let handle: Mutex<PublicKeyHandle?>

    static var privateName: String { OSSL_PKEY_PARAM_PRIV_KEY }

    init(_ handle: PublicKeyHandle? = nil) { self.handle = Mutex(handle) }

    func made(_ make: () throws(CryptoError) -> PublicKeyHandle) throws(CryptoError) -> PublicKeyHandle {
        // Created outside the lock: two threads may both create it, and either result is valid.
        if let known = handle.withLock({ $0 }) { return known }
        let made = try make()
        handle.withLock { $0 = made }
        return made
    }
}

extension PublicKeyHandle {
    /// Libcrypto's parameter for deterministic signatures, from version 3.2.
    static let nonceTypeName = "nonce-type"

    convenience init(_ group: EllipticGroup, point: [UInt8], scalar: SecretBytes? = nil) throws(CryptoError) {
        guard let scalar else {
            self.init(adopting: try Self.make(group.keyType, Self.parameters(group, point), isPrivate: false))
            return
        }
        // Libcrypto expects little-endian; the reversed copy is wiped.
        let turned = SecretBytes(byteCount: scalar.count) { append(scalar, turnedTo: &$0) }
        let key = try turned.withBytes { span throws(CryptoError) in
            try span.withUnsafeBufferPointer { bytes throws(CryptoError) in
                var parameters = Self.parameters(group, point)
                parameters.add(OSSL_PKEY_PARAM_PRIV_KEY, integer: bytes)
                return try Self.make(group.keyType, parameters, isPrivate: true)
            }
        }
        self.init(adopting: key)
    }

    private static func parameters(_ group: EllipticGroup, _ point: [UInt8]? = nil) -> Parameters {
        var parameters = Parameters()
        parameters.add(OSSL_PKEY_PARAM_GROUP_NAME, text: group.libcryptoName)
        if let point { parameters.add(OSSL_PKEY_PARAM_PUB_KEY, bytes: point) }
        return parameters
    }

    convenience init(generating group: EllipticGroup) throws(CryptoError) {
        Libcrypto.prepare()
        ERR_clear_error()
        guard let context = EVP_PKEY_CTX_new_from_name(nil, group.keyType, nil) else {
            throw backendError("libcrypto does not offer elliptic curves", .unsupported)
        }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            Self.parameters(group).withPointer({ EVP_PKEY_CTX_set_params(context, $0) }) == 1,
            EVP_PKEY_generate(context, &key) == 1, let key
        else { throw backendError("cannot make a key of the curve \(group.libcryptoName)") }
        self.init(adopting: key)
    }

    func point(_ curve: EllipticCurve) throws(CryptoError) -> [UInt8] {
        ERR_clear_error()
        var isDone = false
        let expected = 1 + 2 * curve.byteCount
        let bytes = [UInt8](unsafeUninitializedCapacity: expected) { space, count in
            isDone =
                EVP_PKEY_get_octet_string_param(
                    pointer, OSSL_PKEY_PARAM_PUB_KEY, space.baseAddress, expected, &count) == 1 && count == expected
            if !isDone { count = 0 }
        }
        guard isDone else { throw backendError("cannot tell the public key") }
        return bytes
    }

    func derive(_ name: String, with peer: PublicKeyHandle, byteCount: Int) throws(CryptoError) -> SecretBytes {
        Libcrypto.prepare()
        ERR_clear_error()
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil), EVP_PKEY_derive_init(context) == 1
        else { throw backendError("cannot set up \(name)") }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_derive_set_peer_ex(context, peer.pointer, 0) == 1 else {
            throw backendError("cannot use the public key for \(name)")
        }
        return try SecretBytes(byteCount: byteCount) { output throws(CryptoError) in
            try output.withUnsafeMutableBufferPointer { space, count throws(CryptoError) in
                var length = space.count
                guard EVP_PKEY_derive(context, space.baseAddress, &length) == 1, length == space.count else {
                    throw backendError("cannot make a common secret by \(name)", .invalidKey)
                }
                count = length
            }
        }
    }

    /// Whether libcrypto supports deterministic signatures; older versions silently ignore the parameter.
    var takesNonceType: Bool {
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_sign_init(context) == 1, let settable = EVP_PKEY_CTX_settable_params(context) else {
            return false
        }
        return OSSL_PARAM_locate_const(settable, Self.nonceTypeName) != nil
    }
}
