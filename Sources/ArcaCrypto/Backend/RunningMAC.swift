internal import CArcaLibcrypto

/// A running HMAC or CMAC for several messages in sequence with one key.
///
/// The context is borrowed from the key and returned; after a failure it is freed.
final class RunningMAC {
    private let function: MACFunction
    private let home: KeyContexts
    private let identifier: KeySetUp?
    private let context: OpaquePointer
    private var isSound = true

    init(_ function: MACFunction, _ key: SymmetricKey) throws(CryptoError) {
        self.function = function
        home = key.contexts
        identifier = function.keptIdentifier
        if let identifier, let kept = home.take(identifier) {
            context = kept.pointer
        } else {
            context = try function.makeContext(key, MACFunction.Options())
        }
        start()
    }

    func start() { isSound = isSound && EVP_MAC_init(context, nil, 0, nil) == 1 }

    func update(_ bytes: Span<UInt8>) {
        isSound = isSound && withStart(bytes) { EVP_MAC_update(context, $0, bytes.count) } == 1
    }

    /// The full-length MAC; call ``start()`` before the next message.
    func finish() throws(CryptoError) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: function.byteCount)
        var count = 0
        isSound = isSound && EVP_MAC_final(context, &code, &count, code.count) == 1 && count == code.count
        guard isSound else { throw backendError("cannot compute \(function.name)") }
        return code
    }

    func code(_ first: Span<UInt8>, _ second: Span<UInt8> = Span()) throws(CryptoError) -> [UInt8] {
        start()
        update(first)
        update(second)
        return try finish()
    }

    deinit {
        if isSound, let identifier {
            home.give(identifier, LibcryptoContext(pointer: context))
        } else {
            EVP_MAC_CTX_free(context)
        }
    }
}
