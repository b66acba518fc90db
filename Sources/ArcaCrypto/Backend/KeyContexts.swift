internal import CArcaLibcrypto
internal import Synchronization

/// Libcrypto contexts that are already set up with one key, kept for the next operation with that key.
///
/// Setting a key up costs more than sealing a short message. The contexts hold the key schedule, so they belong to the
/// key and are freed (and wiped by libcrypto) with it.
final class KeyContexts: Sendable {
    /// Which set-up a context has: what it is, for which algorithm, in which direction.
    struct Identifier: Equatable {
        /// The two sorts of context that libcrypto keeps a key in.
        enum Kind { case mac, cipher }
        let kind: Kind
        let algorithm: Int
        let encrypts: Bool
    }

    private struct Entry {
        let identifier: Identifier
        /// An `EVP_MAC_CTX` or `EVP_CIPHER_CTX`; pointers are not Sendable.
        let context: UInt
    }

    /// As many as threads may use one key at once without setting it up anew.
    private static let most = 8
    private let entries = Mutex<[Entry]>([])

    /// Gives a context of that set-up for exclusive use, if one is idle.
    func take(_ identifier: Identifier) -> OpaquePointer? {
        entries.withLock { entries in
            entries.lastIndex { $0.identifier == identifier }.map { entries.remove(at: $0).context }
        }.flatMap { OpaquePointer(bitPattern: $0) }
    }

    /// Takes a context back after use, or frees it when enough are idle.
    func give(_ identifier: Identifier, _ context: OpaquePointer) {
        let entry = Entry(identifier: identifier, context: UInt(bitPattern: context))
        let isKept = entries.withLock { entries in
            guard entries.count < KeyContexts.most else { return false }
            entries.append(entry)
            return true
        }
        if !isKept { KeyContexts.free(entry) }
    }

    private static func free(_ entry: Entry) {
        let context = OpaquePointer(bitPattern: entry.context)
        switch entry.identifier.kind {
        case .mac: EVP_MAC_CTX_free(context)
        case .cipher: EVP_CIPHER_CTX_free(context)
        }
    }

    deinit { entries.withLock { entries in entries.forEach(KeyContexts.free) } }
}
