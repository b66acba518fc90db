internal import ArcaPlatform
internal import Synchronization

/// One line on standard error that tells how far the work is: bytes, share, rate, time left.
///
/// It is drawn over itself, at most ten times a second, and is wiped at the end and before every message.
final class ProgressLine: Sendable {
    private let total: Int?
    private let isShown: Bool
    private let started: Int
    private let done = Atomic<Int>(0)
    /// When the next line is due, in nanoseconds; whoever moves it on draws.
    private let due: Atomic<Int>
    /// Whether a line stands on the terminal, which messages must wipe first.
    private static let isStanding = Atomic<Bool>(false)

    private static let interval: Int = 100_000_000

    /// Starts the clock; a patient line shows nothing in the first second.
    init(total: Int?, isShown: Bool, isPatient: Bool) {
        self.total = total
        self.isShown = isShown
        started = SystemClock.monotonic.nanoseconds
        due = Atomic(started + (isPatient ? 1_000_000_000 : 0))
    }

    /// Counts bytes that are done, from any thread.
    func add(_ byteCount: Int) {
        guard isShown else { return }
        let done = done.add(byteCount, ordering: .relaxed).newValue
        drawIfDue { now in Self.text(done: done, total: total, nanoseconds: now - started) }
    }

    /// Shows how far work is that is not counted in bytes, from any thread.
    func show(_ text: @autoclosure () -> String) {
        guard isShown else { return }
        drawIfDue { _ in text() }
    }

    private func drawIfDue(_ text: (Int) -> String) {
        let now = SystemClock.monotonic.nanoseconds
        let due = due.load(ordering: .relaxed)
        guard now >= due else { return }
        let next = now + Self.interval
        guard self.due.compareExchange(expected: due, desired: next, ordering: .relaxed).exchanged else { return }
        draw(text(now))
    }

    /// Wipes the line.
    func finish() { Self.wipe() }

    deinit { Self.wipe() }

    /// Wipes the line that stands, so that a message gets a line of its own.
    static func wipe() {
        if isStanding.exchange(false, ordering: .relaxed) { put("\r\u{1b}[K") }
    }

    /// The line's text.
    static func text(done: Int, total: Int?, nanoseconds: Int) -> String {
        let seconds = max(Double(nanoseconds) / 1e9, 1e-9)
        let rate = Double(done) / seconds
        var text = ByteCount.text(done)
        if let total, total > 0 {
            text += " of \(ByteCount.text(total)), \(Int(Double(min(done, total)) / Double(total) * 100)) %"
        }
        text += ", \(ByteCount.text(Int(rate)))/s"
        if let total, total > done, rate > 0 {
            let left = Int((Double(total - done) / rate).rounded(.up))
            let rest = left % 60
            text += ", \(left / 60):\(rest < 10 ? "0" : "")\(rest) left"
        }
        return text
    }

    private func draw(_ text: String) {
        Self.isStanding.store(true, ordering: .relaxed)
        Self.put("\r\u{1b}[Karca: \(text)")
    }

    private static func put(_ text: String) { Messages.writeBare(text) }
}
