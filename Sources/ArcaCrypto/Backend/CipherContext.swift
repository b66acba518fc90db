internal import ArcaCore
internal import CArcaLibcrypto

/// A libcrypto context with a key set, taken from the key's idle ones and given back at the end.
///
/// A new message needs only ``start``. After a failure the context is freed, because its state is unknown.
struct CipherContext: ~Copyable {
    /// How a message may differ from the cipher's usual form; each has contexts of its own.
    struct Options: Equatable {
        /// Whether PKCS#7 padding is added and removed.
        var pads = false
        /// Lengths that must be known before the key is set (CCM), else 0.
        var ivByteCount = 0
        var tagByteCount = 0
    }

    /// The maximum that one call takes, in bytes: libcrypto counts in Int32.
    static let maximumCallByteCount = 1 << 30

    /// The `EVP_CIPHER_CTX`.
    let pointer: OpaquePointer
    private let identifier: KeySetUp
    private let home: Unmanaged<KeyContexts>
    /// What keeps the home, where the context lives on after the call that the key was lent to.
    private let owner: KeyContexts?
    private var isSound = true
    /// The nonce's length that an idle context has, and whether this one has it now.
    private let usualIVByteCount: Int
    private var hasUsualIV = true

    /// Takes an idle context of the key or sets one up; the key's length has been checked.
    ///
    /// `keepsKey` tells whether the context may outlive the call that the key is lent to.
    init(
        _ cipher: Cipher, _ key: LentKey, keepsKey: Bool = true, encrypts: Bool, _ options: Options = Options()
    ) throws(CryptoError) {
        home = key.contexts
        owner = keepsKey ? home.takeUnretainedValue() : nil
        usualIVByteCount = cipher.ivByteCount
        let variant = (options.pads ? 1 : 0) | options.ivByteCount << 1 | options.tagByteCount << 6
        identifier = KeySetUp(
            kind: .cipher, algorithm: cipher.row.pointee.index | variant << 16, encrypts: encrypts)
        let identifier = identifier
        if let idle = home._withUnsafeGuaranteedRef({ $0.take(identifier) }) {
            pointer = idle.pointer
        } else {
            pointer = try CipherContext.make(cipher, key.key, encrypts, options)
        }
    }

    /// Starts a message; the vector has the length that the context was made for, 12 bytes for GCM.
    mutating func start(_ iv: UnsafePointer<UInt8>?) -> Bool {
        isSound =
            (identifier.encrypts
                ? EVP_EncryptInit_ex2(pointer, nil, nil, iv, nil) : EVP_DecryptInit_ex2(pointer, nil, nil, iv, nil))
            == 1
        return isSound
    }

    /// Changes the nonce's length before ``start``; a context that does not get the usual one back is not kept.
    ///
    /// The next user would give a shorter nonce, and libcrypto would read beyond its end.
    mutating func setIVByteCount(_ count: Int) -> Bool {
        hasUsualIV = count == usualIVByteCount
        isSound = arca_cipher_set_iv_length(pointer, Int32(count)) == 1
        return isSound
    }

    /// Gives the context back the nonce's length that idle ones have.
    mutating func restoreIVByteCount(_ cipher: Cipher) throws(CryptoError) {
        guard hasUsualIV || setIVByteCount(usualIVByteCount) else { throw backendError("cannot reset \(cipher.name)") }
    }

    /// Writes the tag of a message that was encrypted to its end.
    mutating func getTag(_ tag: UnsafeMutablePointer<UInt8>, _ count: Int) -> Bool {
        isSound = arca_cipher_get_tag(pointer, Int32(count), tag) == 1
        return isSound
    }

    /// Says which tag a message to be decrypted must have.
    mutating func setTag(_ tag: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        isSound = arca_cipher_set_tag(pointer, Int32(count), tag) == 1
        return isSound
    }

    /// Processes bytes, which are associated data when there is no output.
    ///
    /// Returns how many bytes came out, nil on failure.
    mutating func update(
        _ input: UnsafePointer<UInt8>, _ count: Int, into output: UnsafeMutablePointer<UInt8>?
    ) -> Int? {
        // The modes here go on where the last call stopped; CCM, which does not, is given no more than one call takes.
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

    /// Processes bytes that must come in one call, also none (CCM, XTS, key wrap); at most `Int32.max`.
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

    /// Ends the message: the last block, or the check of padding or tag.
    ///
    /// Returns how many bytes came out, nil on failure.
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
        if isSound, hasUsualIV {
            home._withUnsafeGuaranteedRef { $0.give(identifier, LibcryptoContext(pointer: pointer)) }
        } else {
            EVP_CIPHER_CTX_free(pointer)
        }
    }

    private static func make(
        _ cipher: Cipher, _ key: SymmetricKey, _ encrypts: Bool, _ options: Options
    ) throws(CryptoError) -> OpaquePointer {
        let fetched = try Fetched.cipher(cipher)
        ERR_clear_error()
        guard let context = EVP_CIPHER_CTX_new() else { throw backendError("cannot set up \(cipher.name)") }
        // Without this flag libcrypto refuses the key-wrap modes.
        if cipher.isKeyWrap { EVP_CIPHER_CTX_set_flags(context, Int32(EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)) }
        let direction: Int32 = encrypts ? 1 : 0
        var isDone = EVP_CipherInit_ex2(context, fetched, nil, nil, direction, nil) == 1
        if cipher.row.pointee.traits.contains(.encodesLengths) {
            // The lengths go into the first block, which is made when the key is set.
            isDone = isDone && arca_cipher_set_iv_length(context, Int32(options.ivByteCount)) == 1
            isDone = isDone && arca_cipher_set_tag(context, Int32(options.tagByteCount), nil) == 1
        }
        isDone = isDone && setKey(context, cipher, key, direction)
        // Padding is libcrypto's default; once told, it is told again at each start, which takes time.
        if cipher.takesPadding, !options.pads { isDone = isDone && EVP_CIPHER_CTX_set_padding(context, 0) == 1 }
        guard isDone else {
            EVP_CIPHER_CTX_free(context)
            throw backendError("cannot set up \(cipher.name)")
        }
        return context
    }

    private static func setKey(
        _ context: OpaquePointer, _ cipher: Cipher, _ key: SymmetricKey, _ direction: Int32
    ) -> Bool {
        key.withBytes { bytes in
            bytes.withUnsafeBufferPointer { bytes in
                guard cipher.row.pointee.primitive == .des, let start = bytes.baseAddress else {
                    return EVP_CipherInit_ex2(context, nil, bytes.baseAddress, nil, direction, nil) == 1
                }
                // K1 alone is K1, K1, K1; two keys are K1, K2, K1 (SP 800-67, section 3.2, keying option 2).
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
