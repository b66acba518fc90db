internal import Synchronization

/// Libcrypto contexts that are already set up with one key, kept for the next operation with that key.
///
/// Setting a key up costs more than sealing a short message. The contexts hold the key schedule, so they belong to the
/// key and are freed (and wiped by libcrypto) with it. `SetUp` tells what a context was set up for.
final class ContextPool<SetUp: Equatable & Sendable>: Sendable {
    private struct Entry {
        let setUp: SetUp
        /// Pointers are not Sendable.
        let context: UInt
    }

    /// As many as threads may use one key at once without setting it up anew.
    private static var most: Int { 8 }
    private let entries = Mutex<[Entry]>([])
    private let free: @Sendable (SetUp, OpaquePointer?) -> Void

    /// Makes an empty pool, with what frees a context.
    init(free: @escaping @Sendable (SetUp, OpaquePointer?) -> Void) { self.free = free }

    /// Gives a context of that set-up for exclusive use, if one is idle.
    func take(_ setUp: SetUp) -> OpaquePointer? {
        entries.withLock { entries in
            entries.lastIndex { $0.setUp == setUp }.map { entries.remove(at: $0).context }
        }.flatMap { OpaquePointer(bitPattern: $0) }
    }

    /// Takes a context back after use, or frees it when enough are idle.
    func give(_ setUp: SetUp, _ context: OpaquePointer) {
        let entry = Entry(setUp: setUp, context: UInt(bitPattern: context))
        let isKept = entries.withLock { entries in
            guard entries.count < Self.most else { return false }
            entries.append(entry)
            return true
        }
        if !isKept { free(setUp, context) }
    }

    deinit {
        entries.withLock { entries in
            for entry in entries { free(entry.setUp, OpaquePointer(bitPattern: entry.context)) }
        }
    }
}
