internal import CArcaLibcrypto
internal import Synchronization

/// Contexts that are already set up for operations with one public or private key, kept for the next one.
///
/// Setting one up fetches its digests by name, which costs a tenth of a verification. They are freed with the key.
final class PublicKeyContexts: Sendable {
    private struct Entry {
        let operation: PublicKeyOperation
        /// An `EVP_PKEY_CTX`; pointers are not Sendable.
        let context: UInt
    }

    /// As many as threads may use one key at once without setting it up anew.
    private static let most = 8
    private let entries = Mutex<[Entry]>([])

    /// Gives a context of that set-up for exclusive use, if one is idle.
    func take(_ operation: PublicKeyOperation) -> OpaquePointer? {
        entries.withLock { entries in
            entries.lastIndex { $0.operation == operation }.map { entries.remove(at: $0).context }
        }.flatMap { OpaquePointer(bitPattern: $0) }
    }

    /// Takes a context back after use, or frees it when enough are idle.
    func give(_ operation: PublicKeyOperation, _ context: OpaquePointer) {
        let entry = Entry(operation: operation, context: UInt(bitPattern: context))
        let isKept = entries.withLock { entries in
            guard entries.count < PublicKeyContexts.most else { return false }
            entries.append(entry)
            return true
        }
        if !isKept { EVP_PKEY_CTX_free(context) }
    }

    deinit {
        entries.withLock { entries in entries.forEach { EVP_PKEY_CTX_free(OpaquePointer(bitPattern: $0.context)) } }
    }
}
