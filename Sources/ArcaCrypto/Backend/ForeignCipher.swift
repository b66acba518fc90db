internal import ArcaCore
internal import ArcaKernels
internal import CArcaLibcrypto

/// A cipher that ``Cipher`` does not have, by libcrypto's name: ARIA, Camellia, SEED, SM4, CAST5, IDEA, RC4 and others.
///
/// Only for test vectors. The ciphers come from a separate library context with the legacy provider, so the process's
/// own context stays as it is.
package struct ForeignCipher: Sendable {
    private let name: String
    /// The address of the fetched cipher, which is never freed.
    private let address: UInt
    /// Length of the block in bytes; 1 for a stream.
    package let blockByteCount: Int
    private let ivByteCount: Int
    private let isAuthenticated: Bool
    private let mode: Int32

    fileprivate static let library: UInt = {
        Libcrypto.prepare()
        let context = OSSL_LIB_CTX_new()
        for provider in ["default", "legacy"] { _ = OSSL_PROVIDER_load(context, provider) }
        ERR_clear_error()
        return UInt(bitPattern: context)
    }()

    /// Finds a cipher.
    ///
    /// - Throws: ``CryptoError`` with code `.unsupported` if libcrypto does not have it.
    package init(named name: String) throws(CryptoError) {
        try Libcrypto.checkOwn(name)
        ERR_clear_error()
        guard let cipher = EVP_CIPHER_fetch(OpaquePointer(bitPattern: Self.library), name, nil) else {
            ERR_clear_error()
            throw CryptoError(.unsupported, "libcrypto has no \(name)")
        }
        self.name = name
        address = UInt(bitPattern: cipher)
        blockByteCount = Int(EVP_CIPHER_get_block_size(cipher))
        ivByteCount = Int(EVP_CIPHER_get_iv_length(cipher))
        isAuthenticated = EVP_CIPHER_get_flags(cipher) & UInt(EVP_CIPH_FLAG_AEAD_CIPHER) != 0
        mode = EVP_CIPHER_get_mode(cipher)
    }

    private var encodesLengths: Bool { mode == EVP_CIPH_CCM_MODE }

    /// Encrypts or decrypts a message; throws for wrong lengths and wrong padding.
    ///
    /// `pads` adds and checks the padding of PKCS #7, for modes of whole blocks. `stealing` is the variant of ciphertext
    /// stealing, such as `CS3`, for names that end in `CTS`.
    package func crypt(
        _ text: [UInt8], key: SymmetricKey, iv: [UInt8], encrypts: Bool, pads: Bool = false, stealing: String? = nil
    ) throws(CryptoError) -> [UInt8] {
        let state = try start(key, encrypts: encrypts)
        defer { EVP_CIPHER_CTX_free(state) }
        guard iv.count == ivByteCount else {
            throw CryptoError(.invalidIVLength, "\(name) takes an IV of \(ivByteCount) bytes, not \(iv.count)")
        }
        var parameters = Parameters()
        if let stealing { parameters.add(OSSL_CIPHER_PARAM_CTS_MODE, text: stealing) }
        let isReady =
            setKey(state, key, iv: iv, encrypts: encrypts)
            && (stealing == nil || parameters.withPointer { EVP_CIPHER_CTX_set_params(state, $0) } == 1)
            && EVP_CIPHER_CTX_set_padding(state, pads ? 1 : 0) == 1
        guard isReady else { throw backendError("cannot set up \(name)", .invalidParameter) }
        return try finish(state, text)
    }

    /// Encrypts and authenticates; returns ciphertext and tag.
    package func seal(
        _ message: [UInt8], key: SymmetricKey, nonce: [UInt8], authenticating data: [UInt8], tagByteCount: Int
    ) throws(CryptoError) -> (ciphertext: [UInt8], tag: [UInt8]) {
        let state = try start(key, encrypts: true)
        defer { EVP_CIPHER_CTX_free(state) }
        // OCB and CCM take the length of the tag in advance; GCM has no such setting.
        if encodesLengths || mode == EVP_CIPH_OCB_MODE {
            try check(arca_cipher_set_tag(state, Int32(clamping: tagByteCount), nil) == 1, "tag", .invalidTagLength)
        }
        try begin(state, key, nonce, data, byteCount: message.count, encrypts: true)
        let ciphertext = try finish(state, message)
        var tag = [UInt8](repeating: 0, count: tagByteCount)
        try check(arca_cipher_get_tag(state, Int32(clamping: tagByteCount), &tag) == 1, "tag", .invalidTagLength)
        return (ciphertext, tag)
    }

    /// Verifies and decrypts.
    package func open(
        _ ciphertext: [UInt8], tag: [UInt8], key: SymmetricKey, nonce: [UInt8], authenticating data: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        let state = try start(key, encrypts: false)
        defer { EVP_CIPHER_CTX_free(state) }
        try check(arca_cipher_set_tag(state, Int32(clamping: tag.count), tag) == 1, "tag", .invalidTagLength)
        try begin(state, key, nonce, data, byteCount: ciphertext.count, encrypts: false)
        return try finish(state, ciphertext)
    }

    private func start(_ key: SymmetricKey, encrypts: Bool) throws(CryptoError) -> OpaquePointer {
        ERR_clear_error()
        guard let state = EVP_CIPHER_CTX_new() else { throw backendError("cannot set up \(name)") }
        let isReady =
            EVP_CipherInit_ex2(state, OpaquePointer(bitPattern: address), nil, nil, encrypts ? 1 : 0, nil) == 1
            && (EVP_CIPHER_CTX_get_key_length(state) == key.byteCount
                || EVP_CIPHER_CTX_set_key_length(state, Int32(clamping: key.byteCount)) == 1)
        guard isReady else {
            EVP_CIPHER_CTX_free(state)
            throw backendError("\(name) takes no key of \(key.byteCount) bytes", .invalidKeyLength)
        }
        return state
    }

    private func begin(
        _ state: OpaquePointer, _ key: SymmetricKey, _ nonce: [UInt8], _ data: [UInt8], byteCount: Int, encrypts: Bool
    ) throws(CryptoError) {
        guard isAuthenticated else { throw CryptoError(.unsupported, "\(name) does not authenticate") }
        try check(arca_cipher_set_iv_length(state, Int32(clamping: nonce.count)) == 1, "nonce", .invalidIVLength)
        try check(setKey(state, key, iv: nonce, encrypts: encrypts), "key", .invalidKeyLength)
        var count: Int32 = 0
        // CCM takes the length of the message before associated data.
        if encodesLengths {
            try check(EVP_CipherUpdate(state, nil, &count, nil, Int32(clamping: byteCount)) == 1, "message")
        }
        guard !data.isEmpty else { return }
        try check(EVP_CipherUpdate(state, nil, &count, data, Int32(clamping: data.count)) == 1, "associated data")
    }

    private func setKey(_ state: OpaquePointer, _ key: SymmetricKey, iv: [UInt8], encrypts: Bool) -> Bool {
        key.withBytes { key in
            key.withUnsafeBufferPointer { key in
                EVP_CipherInit_ex2(state, nil, key.baseAddress, iv.isEmpty ? nil : iv, encrypts ? 1 : 0, nil) == 1
            }
        }
    }

    private func finish(_ state: OpaquePointer, _ text: [UInt8]) throws(CryptoError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: text.count + 2 * max(blockByteCount, 16))
        var (count, last): (Int32, Int32) = (0, 0)
        // An empty message in CCM needs a pointer that is not null.
        let isDone = output.withUnsafeMutableBufferPointer { space in
            guard let start = space.baseAddress else { return false }
            return
                (text.isEmpty && !encodesLengths
                || EVP_CipherUpdate(state, start, &count, text + [0], Int32(clamping: text.count)) == 1)
                && (encodesLengths || EVP_CipherFinal_ex(state, start + Int(count), &last) == 1)
        }
        guard isDone else { throw backendError("cannot compute \(name)", .decryptionFailed) }
        return Array(output[..<Int(count + last)])
    }

    private func check(
        _ isDone: Bool, _ part: String, _ code: CryptoError.Code = .invalidInputLength
    ) throws(CryptoError) {
        guard isDone else { throw backendError("\(name) does not take the \(part)", code) }
    }
}

/// A message authentication code that ``MACFunction`` does not have, by libcrypto's name.
package enum ForeignMAC {
    /// Computes a code; throws `.unsupported` if libcrypto does not have the function.
    ///
    /// `name` is `CMAC` with a cipher in CBC mode, `POLY1305`, or `SIPHASH` with its compression and finalization rounds
    /// and the length of the code.
    package static func code(
        _ name: String, for message: [UInt8], key: SymmetricKey, cipher: String? = nil, rounds: (Int, Int)? = nil,
        byteCount: Int? = nil
    ) throws(CryptoError) -> [UInt8] {
        try Libcrypto.checkOwn(name)
        let library = OpaquePointer(bitPattern: ForeignCipher.library)
        guard let function = EVP_MAC_fetch(library, name, nil), let context = EVP_MAC_CTX_new(function) else {
            throw backendError("libcrypto has no \(name)", .unsupported)
        }
        defer {
            EVP_MAC_CTX_free(context)
            EVP_MAC_free(function)
        }
        var parameters = Parameters()
        if let cipher { parameters.add(OSSL_MAC_PARAM_CIPHER, text: cipher) }
        if let rounds {
            parameters.add(OSSL_MAC_PARAM_C_ROUNDS, number: UInt64(rounds.0))
            parameters.add(OSSL_MAC_PARAM_D_ROUNDS, number: UInt64(rounds.1))
        }
        if let byteCount { parameters.add(OSSL_MAC_PARAM_SIZE, number: byteCount) }
        ERR_clear_error()
        var (code, count) = ([UInt8](repeating: 0, count: 64), 0)
        let isDone = key.withBytes { key in
            key.withUnsafeBufferPointer { key in
                parameters.withPointer { EVP_MAC_init(context, key.baseAddress, key.count, $0) } == 1
            }
        }
        guard isDone, EVP_MAC_update(context, message, message.count) == 1,
            EVP_MAC_final(context, &code, &count, code.count) == 1
        else { throw backendError("cannot compute \(name)\(cipher.map { " with \($0)" } ?? "")", .unsupported) }
        return Array(code[..<count])
    }
}

/// Keccak's sponge with any rate and suffix: the hash functions that preceded SHA-3, and SHAKE without its suffix.
package enum KeccakFunction {
    /// Computes a digest of any length.
    ///
    /// The rate is in bytes, such as 136 for Keccak-256. The suffix has the domain and the first padding bit: 1 for
    /// Keccak, 7 for RawSHAKE.
    package static func hash(_ message: [UInt8], rate: Int, suffix: UInt8, outputByteCount: Int) -> [UInt8] {
        var state = [UInt64](repeating: 0, count: Keccak.wordCount)
        return [UInt8](unsafeUninitializedCapacity: outputByteCount) { space, count in
            count = outputByteCount
            guard let start = space.baseAddress, count > 0 else { return }
            Keccak.hash(message, message.count, start, count, rate: rate, suffix: suffix, state: &state)
        }
    }
}
