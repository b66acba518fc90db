internal import ArcaPlatform
internal import Synchronization

/// A value of one `ThreadSlot` with a separate lock; at least as large as a cache line, to avoid false sharing.
struct Place<Value: ~Copyable>: ~Copyable {
    let value: Mutex<Value>
    private let distance: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)

    private init(_ value: consuming sending Value) { self.value = Mutex(value) }

    static func makeAll(_ value: () -> sending Value) -> UnsafeMutablePointer<Place> {
        let places = UnsafeMutablePointer<Place>.allocate(capacity: ThreadSlot.count)
        for slot in 0..<ThreadSlot.count { (places + slot).initialize(to: Place(value())) }
        return places
    }

    static func release(_ places: UnsafeMutablePointer<Place>) {
        places.deinitialize(count: ThreadSlot.count)
        places.deallocate()
    }
}
