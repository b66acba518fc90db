internal import ArcaCore
internal import ArcaPlatform
internal import ArcaSystem
internal import Synchronization

/// A progress line on standard error: bytes, percentage, rate, time left.
///
/// It is redrawn at most ten times per second, and erased at the end and before every message.
final class ProgressLine: Sendable {
    private let total: Int?
    private let isShown: Bool
    private let started: Int
    private let done = Atomic<Int>(0)
    /// The time of the next redraw, in nanoseconds; the thread that advances it draws.
    private let due: Atomic<Int>
    /// Whether a line is on the terminal, which messages must erase first.
    private static let isStanding = Atomic<Bool>(false)

    private static let interval: Int = 100_000_000

    /// Starts the clock; a patient line shows nothing in the first second.
    init(total: Int?, isShown: Bool, isPatient: Bool) {
        self.total = total
        self.isShown = isShown
        started = SystemClock.monotonic.nanoseconds
        due = Atomic(started + (isPatient ? 1_000_000_000 : 0))
    }

    /// Adds processed bytes, from any thread.
    func add(_ byteCount: Int) {
        guard isShown else { return }
        let done = done.add(byteCount, ordering: .relaxed).newValue
        drawIfDue { now in Self.text(done: done, total: total, nanoseconds: now - started) }
    }

    /// Shows progress that is not counted in bytes, from any thread.
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

    func finish() { Self.wipe() }

    deinit { Self.wipe() }

    static func wipe() {
        if isStanding.exchange(false, ordering: .relaxed) { put("\r\u{1b}[K") }
    }

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

struct ProgressOptions: OptionGroup {
    enum Mode: String, CaseIterable, ArgumentValue { case auto, always, never }

    static let title = "Output"

    var mode = Mode.auto

    static var parameters: [Parameter<Self>] {
        Parameter.option(
            "--progress", value: "WHEN", set: \.mode,
            help: "show progress on standard error; auto: on a terminal, after a second")
    }

    /// `byteCount` is nil if unknown; with `isOutputShown`, the result goes to the terminal, and `auto` shows no
    /// progress.
    func start(_ byteCount: Int?, isOutputShown: Bool = false) -> ProgressLine {
        let isShown: Bool
        switch mode {
        case .always: isShown = true
        case .never: isShown = false
        case .auto:
            isShown =
                !isOutputShown && TerminalType.hasSequences
                && FileWriter(descriptor: 2, name: "standard error").isTerminal
        }
        return ProgressLine(total: byteCount, isShown: isShown, isPatient: mode == .auto)
    }
}

struct ProgressReader<Base: ByteReader & ~Copyable>: ~Copyable, ByteReader {
    private var base: Base
    private let progress: ProgressLine

    init(_ base: consuming Base, _ progress: ProgressLine) {
        self.base = base
        self.progress = progress
    }

    mutating func read(into output: inout OutputSpan<UInt8>) throws(Base.Failure) {
        let before = output.count
        try base.read(into: &output)
        progress.add(output.count - before)
    }
}
