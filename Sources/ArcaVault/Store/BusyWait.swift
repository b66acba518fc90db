internal import ArcaPlatform
internal import CArcaSQLite

/// How a connection waits for a lock that another one holds: short random naps, up to a limit.
///
/// SQLite's own wait naps for up to 100 ms at fixed times. With naps of at most 4 ms a writer gets its turn soon after the
/// one before, and chance keeps ten writers from meeting again and again.
final class BusyWait {
    /// How long to wait for one lock, in milliseconds.
    var limit: Int
    private var start = 0

    init(limit: Int) { self.limit = limit }

    /// Makes a connection wait this way; the object must outlive the connection.
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

    /// Milliseconds that no change of the clock moves.
    static func now() -> Int { SystemClock.monotonic.milliseconds }

    /// Sleeps for 0.2 to 4 ms.
    static func nap() { usleep(.random(in: 200...4000)) }
}
