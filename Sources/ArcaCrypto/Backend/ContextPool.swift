internal import ArcaPlatform
internal import CArcaLibcrypto
internal import Synchronization

/// A pool of idle contexts that are set up with one key.
///
/// Setting up a key costs more than sealing a short message. The contexts hold the key schedule, so they belong to the
/// key and are freed, and wiped by libcrypto, with it.
final class ContextPool<SetUp: Equatable & Sendable, Context: Sendable>: Sendable {
    private struct Entry {
        let setUp: SetUp
        let context: Context
    }
    private typealias Slot = CacheLinePadded<[Entry]>
    /// Idle contexts per slot, enough for one thread alternating between operations.
    private static var maximum: Int { 4 }
    /// Address of the thread slots; 0 until a context is first returned.
    private let slots = Atomic<UInt>(0)
    private let free: @Sendable (SetUp, Context) -> Void

    init(free: @escaping @Sendable (SetUp, Context) -> Void) { self.free = free }

    private var madeSlots: UnsafeMutablePointer<Slot>? {
        UnsafeMutablePointer(bitPattern: slots.load(ordering: .acquiring))
    }

    private func makeSlots() -> UnsafeMutablePointer<Slot> {
        let new = Slot.makeAll { [] }
        let found = slots.compareExchange(
            expected: 0, desired: UInt(bitPattern: new), ordering: .acquiringAndReleasing)
        guard let faster = UnsafeMutablePointer<Slot>(bitPattern: found.original) else { return new }
        Slot.release(new)
        return faster
    }

    func take(_ setUp: SetUp) -> Context? {
        guard let slots = madeSlots else { return nil }
        return slots[ThreadSlot.current].value.withLock { entries in
            entries.lastIndex { $0.setUp == setUp }.map { entries.remove(at: $0).context }
        }
    }

    /// Returns a context after use; frees it if the slot is full.
    func give(_ setUp: SetUp, _ context: Context) {
        let isKept = (madeSlots ?? makeSlots())[ThreadSlot.current].value.withLock { entries in
            guard entries.count < Self.maximum else { return false }
            entries.append(Entry(setUp: setUp, context: context))
            return true
        }
        if !isKept { free(setUp, context) }
    }

    deinit {
        guard let slots = madeSlots else { return }
        for index in 0..<ThreadSlot.count {
            slots[index].value.withLock { entries in
                for entry in entries { free(entry.setUp, entry.context) }
            }
        }
        Slot.release(slots)
    }
}

/// A libcrypto context, used by one thread at a time.
struct LibcryptoContext: @unchecked Sendable {
    let pointer: OpaquePointer
}

struct KeySetUp: Equatable {
    enum Kind { case mac, cipher }
    let kind: Kind
    let algorithm: Int
    let encrypts: Bool
}

/// Idle `EVP_MAC_CTX` and `EVP_CIPHER_CTX` contexts of one symmetric key.
typealias KeyContexts = ContextPool<KeySetUp, LibcryptoContext>

extension KeyContexts {
    convenience init() {
        self.init { setUp, context in
            switch setUp.kind {
            case .mac: EVP_MAC_CTX_free(context.pointer)
            case .cipher: EVP_CIPHER_CTX_free(context.pointer)
            }
        }
    }
}

/// Idle `EVP_PKEY_CTX` contexts of one public or private key.
///
/// Setting one up fetches digests by name, which takes a tenth of the time of a verification.
typealias PublicKeyContexts = ContextPool<PublicKeyOperation, LibcryptoContext>

extension PublicKeyContexts {
    convenience init() { self.init { _, context in EVP_PKEY_CTX_free(context.pointer) } }
}

/// A value of one `ThreadSlot` with a separate lock; at least as large as a cache line, to avoid false sharing.
struct CacheLinePadded<Value: ~Copyable>: ~Copyable {
    let value: Mutex<Value>
    private let distance: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)

    private init(_ value: consuming sending Value) { self.value = Mutex(value) }

    static func makeAll(_ value: () -> sending Value) -> UnsafeMutablePointer<CacheLinePadded> {
        let places = UnsafeMutablePointer<CacheLinePadded>.allocate(capacity: ThreadSlot.count)
        for slot in 0..<ThreadSlot.count { (places + slot).initialize(to: CacheLinePadded(value())) }
        return places
    }

    static func release(_ places: UnsafeMutablePointer<CacheLinePadded>) {
        places.deinitialize(count: ThreadSlot.count)
        places.deallocate()
    }
}
