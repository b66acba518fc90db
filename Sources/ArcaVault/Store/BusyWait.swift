internal import ArcaPlatform
internal import CArcaSQLite

/// Waits for another connection's lock with short random sleeps, up to a limit.
///
/// SQLite's own handler sleeps for up to 100 ms at fixed times. Sleeps of at most 4 ms let a writer start soon after
/// the previous one, and randomness keeps ten writers from colliding repeatedly.
final class BusyWait {
    /// Maximum wait for one lock, in milliseconds.
    var limit: Int
    private var start = 0

    init(limit: Int) { self.limit = limit }

    /// Installs the busy handler; this object must outlive the connection.
    func attach(to connection: OpaquePointer) {
        sqlite3_busy_handler(
            connection,
            { context, attempts in
                guard let context else { return 0 }
                return Unmanaged<BusyWait>.fromOpaque(context).takeUnretainedValue().waits(attempts) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func waits(_ attempts: Int32) -> Bool {
        if attempts == 0 { start = BusyWait.now() }
        guard BusyWait.now() - start < limit else { return false }
        BusyWait.nap()
        return true
    }

    static func now() -> Int { SystemClock.monotonic.milliseconds }

    static func nap() { usleep(.random(in: 200...4000)) }
}
