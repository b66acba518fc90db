internal import CArcaLibcrypto

/// A keyed libcrypto context, borrowed from the key's idle contexts and returned at the end.
///
/// A new message needs only ``start``. After a failure the context is freed because its state is unknown.
struct CipherContext: ~Copyable {
    struct Options: Equatable {
        var pads = false
        /// Lengths that must be set before the key (CCM), else 0.
        var ivByteCount = 0
        var tagByteCount = 0
    }

    /// The maximum input of one libcrypto call, in bytes; libcrypto counts in Int32.
    static let maximumCallByteCount = 1 << 30

    let pointer: OpaquePointer
    private let identifier: KeySetUp
    private let home: Unmanaged<KeyContexts>
    /// Keeps the pool alive when the context outlives the call that lent the key.
    private let owner: KeyContexts?
    private var isSound = true
    /// The nonce length that idle contexts are set to, in bytes.
    private let usualIVByteCount: Int
    private var hasUsualIV = true
    /// RC4 has no IV, and setting none does not restart its key stream.
    private let restarts: Bool

    /// Takes an idle context or sets one up; the caller has checked the key length.
    ///
    /// `keepsKey` is true if the context may outlive the call that lent the key.
    init(
        _ cipher: Cipher, _ key: LentKey, keepsKey: Bool = true, encrypts: Bool, _ options: Options = Options()
    ) throws(CryptoError) {
        home = key.contexts
        owner = keepsKey ? home.takeUnretainedValue() : nil
        usualIVByteCount = cipher.ivByteCount
        restarts = cipher.row.pointee.primitive != .rc4
        let variant = (options.pads ? 1 : 0) | options.ivByteCount << 1 | options.tagByteCount << 6
        identifier = KeySetUp(
            kind: .cipher, algorithm: cipher.row.pointee.index | variant << 16, encrypts: encrypts)
        let identifier = identifier
        if let idle = home._withUnsafeGuaranteedRef({ $0.take(identifier) }) {
            pointer = idle.pointer
        } else {
            pointer = try CipherContext.make(cipher, key.key, encrypts: encrypts, options: options)
        }
    }

    mutating func start(_ iv: UnsafePointer<UInt8>?) -> Bool {
        isSound =
            (identifier.encrypts
                ? EVP_EncryptInit_ex2(pointer, nil, nil, iv, nil) : EVP_DecryptInit_ex2(pointer, nil, nil, iv, nil))
            == 1
        return isSound
    }

    /// Sets the nonce length before ``start``; the context is discarded unless the default length is restored.
    ///
    /// Otherwise libcrypto would read past the end of the next user's shorter nonce.
    mutating func setIVByteCount(_ count: Int) -> Bool {
        hasUsualIV = count == usualIVByteCount
        isSound = arca_cipher_set_iv_length(pointer, Int32(count)) == 1
        return isSound
    }

    mutating func restoreIVByteCount(_ cipher: Cipher) throws(CryptoError) {
        guard hasUsualIV || setIVByteCount(usualIVByteCount) else { throw backendError("cannot reset \(cipher.name)") }
    }

    mutating func getTag(_ tag: UnsafeMutablePointer<UInt8>, _ count: Int) -> Bool {
        isSound = arca_cipher_get_tag(pointer, Int32(count), tag) == 1
        return isSound
    }

    mutating func setTag(_ tag: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        isSound = arca_cipher_set_tag(pointer, Int32(count), tag) == 1
        return isSound
    }

    /// Processes bytes, as associated data if `output` is nil; returns the number of bytes written, or nil on failure.
    mutating func update(
        _ input: UnsafePointer<UInt8>, _ count: Int, into output: UnsafeMutablePointer<UInt8>?
    ) -> Int? {
        // These modes continue across calls; CCM does not, so its input is limited to one call.
        var taken = 0
        var given = 0
        while taken < count {
            let part = Int32(min(count - taken, Self.maximumCallByteCount))
            var out: Int32 = 0
            let target = output.map { $0 + given }
            let isDone =
                identifier.encrypts
                ? EVP_EncryptUpdate(pointer, target, &out, input + taken, part)
                : EVP_DecryptUpdate(pointer, target, &out, input + taken, part)
            guard isDone == 1 else {
                isSound = false
                return nil
            }
            taken += Int(part)
            given += Int(out)
        }
        return given
    }

    /// Processes input that must be passed in one call, even if empty (CCM, XTS, key wrap); at most `Int32.max` bytes.
    mutating func updateOnce(
        _ input: UnsafePointer<UInt8>?, _ count: Int, into output: UnsafeMutablePointer<UInt8>?
    ) -> Int? {
        var out: Int32 = 0
        guard let count = Int32(exactly: count) else {
            isSound = false
            return nil
        }
        let isDone =
            identifier.encrypts
            ? EVP_EncryptUpdate(pointer, output, &out, input, count)
            : EVP_DecryptUpdate(pointer, output, &out, input, count)
        guard isDone == 1 else {
            isSound = false
            return nil
        }
        return Int(out)
    }

    /// Writes the last block or checks padding or tag; returns the number of bytes written, or nil on failure.
    mutating func finish(into output: UnsafeMutablePointer<UInt8>) -> Int? {
        var out: Int32 = 0
        let isDone =
            identifier.encrypts
            ? EVP_EncryptFinal_ex(pointer, output, &out) : EVP_DecryptFinal_ex(pointer, output, &out)
        guard isDone == 1 else {
            isSound = false
            return nil
        }
        return Int(out)
    }

    deinit {
        if isSound, hasUsualIV, restarts {
            home._withUnsafeGuaranteedRef { $0.give(identifier, LibcryptoContext(pointer: pointer)) }
        } else {
            EVP_CIPHER_CTX_free(pointer)
        }
    }

    private static func make(
        _ cipher: Cipher, _ key: SymmetricKey, encrypts: Bool, options: Options
    ) throws(CryptoError) -> OpaquePointer {
        let fetched = try Fetched.cipher(cipher)
        ERR_clear_error()
        guard let context = EVP_CIPHER_CTX_new() else { throw backendError("cannot set up \(cipher.name)") }
        // Libcrypto rejects the key-wrap modes without this flag.
        if cipher.isKeyWrap { EVP_CIPHER_CTX_set_flags(context, Int32(EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)) }
        let direction: Int32 = encrypts ? 1 : 0
        var isDone = EVP_CipherInit_ex2(context, fetched, nil, nil, direction, nil) == 1
        if cipher.row.pointee.traits.contains(.encodesLengths) {
            // The lengths are part of the first block, which is computed when the key is set.
            isDone = isDone && arca_cipher_set_iv_length(context, Int32(options.ivByteCount)) == 1
            isDone = isDone && arca_cipher_set_tag(context, Int32(options.tagByteCount), nil) == 1
        }
        isDone = isDone && setKey(context, cipher, key: key, direction: direction)
        // Padding is libcrypto's default. Setting it explicitly makes every start set it again, which takes time.
        if cipher.takesPadding, !options.pads { isDone = isDone && EVP_CIPHER_CTX_set_padding(context, 0) == 1 }
        guard isDone else {
            EVP_CIPHER_CTX_free(context)
            throw backendError("cannot set up \(cipher.name)")
        }
        return context
    }

    private static func setKey(
        _ context: OpaquePointer, _ cipher: Cipher, key: SymmetricKey, direction: Int32
    ) -> Bool {
        key.withBytes { bytes in
            bytes.withUnsafeBufferPointer { bytes in
                guard cipher.row.pointee.primitive == .des, let start = bytes.baseAddress else {
                    return EVP_CipherInit_ex2(context, nil, bytes.baseAddress, nil, direction, nil) == 1
                }
                // A single key is used as K1, K1, K1; two keys as K1, K2, K1 (SP 800-67, section 3.2, keying option 2).
                return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { triple in
                    for index in 0..<24 {
                        triple.initializeElement(at: index, to: start[index % min(bytes.count, 24)])
                    }
                    defer { OPENSSL_cleanse(triple.baseAddress, 24) }
                    return EVP_CipherInit_ex2(context, nil, triple.baseAddress, nil, direction, nil) == 1
                }
            }
        }
    }
}
