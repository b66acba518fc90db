internal import Synchronization

/// Assigns each thread one of a few slots, to reduce contention.
package enum ThreadSlot {
    /// The number of slots; threads beyond that share them.
    package static let count = 8

    /// The slot of this thread, constant for its lifetime.
    package static var current: Int {
        let kept = Int(bitPattern: pthread_getspecific(key))
        if kept > 0 { return kept - 1 }
        let slot = next.add(1, ordering: .relaxed).oldValue % count
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: slot + 1))
        return slot
    }

    private static let next = Atomic<Int>(0)
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "no thread-specific key is left")
        return key
    }()
}

/// A number that identifies the current thread among running threads.
package var currentThread: UInt {
    #if canImport(Glibc)
    pthread_self()
    #else
    UInt(bitPattern: pthread_self())
    #endif
}
