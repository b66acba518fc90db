internal import ArcaPlatform

/// A lock with a condition to wait for: what `Mutex` of the standard library lacks.
package final class Monitor: @unchecked Sendable {  // both parts are made for use from several threads
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        mutex.initialize(to: pthread_mutex_t())
        changed.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    package func lock() { pthread_mutex_lock(mutex) }

    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Gives the lock up until another thread calls `notify`, then takes it again.
    package func wait() { pthread_cond_wait(changed, mutex) }

    /// Wakes all threads that wait.
    package func notify() { pthread_cond_broadcast(changed) }
}
