internal import ArcaPlatform
internal import CArcaLibcrypto
internal import Synchronization

/// Contexts that are already set up with one key, kept for the next operation with that key.
///
/// Setting a key up costs more than sealing a short message. The contexts hold the key schedule, so they belong to the
/// key and are freed (and wiped by libcrypto) with it. `SetUp` says what a context was set up for.
final class ContextPool<SetUp: Equatable & Sendable, Context: Sendable>: Sendable {
    private struct Entry {
        let setUp: SetUp
        let context: Context
    }
    private typealias Slot = Place<[Entry]>
    /// How many idle contexts a slot keeps: for the operations that one thread alternates between.
    private static var maximum: Int { 4 }
    /// Where the slots of the threads lie; 0 until a thread first gives a context back.
    private let slots = Atomic<UInt>(0)
    private let free: @Sendable (SetUp, Context) -> Void

    /// Makes an empty pool, with what frees a context.
    init(free: @escaping @Sendable (SetUp, Context) -> Void) { self.free = free }

    private var madeSlots: UnsafeMutablePointer<Slot>? {
        UnsafeMutablePointer(bitPattern: slots.load(ordering: .acquiring))
    }

    /// Makes the slots, unless another thread was faster.
    private func makeSlots() -> UnsafeMutablePointer<Slot> {
        let new = Slot.makeAll { [] }
        let found = slots.compareExchange(
            expected: 0, desired: UInt(bitPattern: new), ordering: .acquiringAndReleasing)
        guard let faster = UnsafeMutablePointer<Slot>(bitPattern: found.original) else { return new }
        Slot.release(new)
        return faster
    }

    /// Gives a context of that set-up for exclusive use, if one is idle.
    func take(_ setUp: SetUp) -> Context? {
        guard let slots = madeSlots else { return nil }
        return slots[ThreadSlot.current].value.withLock { entries in
            entries.lastIndex { $0.setUp == setUp }.map { entries.remove(at: $0).context }
        }
    }

    /// Takes a context back after use, or frees it when enough are idle.
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

/// A context of libcrypto's, used by one thread at a time.
struct LibcryptoContext: @unchecked Sendable {
    let pointer: OpaquePointer
}

/// What a context with a symmetric key is set up for.
struct KeySetUp: Equatable {
    /// The two kinds of context that libcrypto keeps a symmetric key in.
    enum Kind { case mac, cipher }
    let kind: Kind
    let algorithm: Int
    let encrypts: Bool
}

/// Contexts that are set up with one symmetric key: `EVP_MAC_CTX` and `EVP_CIPHER_CTX`.
typealias KeyContexts = ContextPool<KeySetUp, LibcryptoContext>

extension KeyContexts {
    /// Makes an empty pool.
    convenience init() {
        self.init { setUp, context in
            switch setUp.kind {
            case .mac: EVP_MAC_CTX_free(context.pointer)
            case .cipher: EVP_CIPHER_CTX_free(context.pointer)
            }
        }
    }
}

/// Contexts that are set up for operations with one public or private key, `EVP_PKEY_CTX`: setting one up fetches digests
/// by name, which costs a tenth of a verification.
typealias PublicKeyContexts = ContextPool<PublicKeyOperation, LibcryptoContext>

extension PublicKeyContexts {
    /// Makes an empty pool.
    convenience init() { self.init { _, context in EVP_PKEY_CTX_free(context.pointer) } }
}
