internal import ArcaPlatform
internal import Synchronization

/// A value of one `ThreadSlot`, behind a lock of its own.
///
/// As large as a cache line or more, so that the processors of two threads do not take each other's.
struct Place<Value: ~Copyable>: ~Copyable {
    /// The value.
    let value: Mutex<Value>
    private let distance: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)

    private init(_ value: consuming sending Value) { self.value = Mutex(value) }

    /// Makes a place for each slot.
    static func makeAll(_ value: () -> sending Value) -> UnsafeMutablePointer<Place> {
        let places = UnsafeMutablePointer<Place>.allocate(capacity: ThreadSlot.count)
        for slot in 0..<ThreadSlot.count { (places + slot).initialize(to: Place(value())) }
        return places
    }

    /// Takes back what ``makeAll(_:)`` gave.
    static func release(_ places: UnsafeMutablePointer<Place>) {
        places.deinitialize(count: ThreadSlot.count)
        places.deallocate()
    }
}
