/// The tables that `arca speed` prints.
enum SpeedReport {
    private static let columnWidth = 12

    /// The title of a group, with the lengths of messages above their columns.
    static func title(_ group: SpeedSubject.Group, labelWidth: Int) -> String {
        guard group != .derivation else { return group.title + "\n" }
        let lengths = SpeedResult.messageByteCounts.map { right($0 < 1024 ? "\($0) B" : "\($0 / 1024) KiB") }
        return left(group.title, labelWidth + 2) + lengths.joined() + "\n"
    }

    /// The line of a result: throughputs, or the time of one run.
    static func line(_ result: SpeedResult, labelWidth: Int) -> String {
        let values = result.bytesPerSecond.isEmpty ? [time(result.seconds[0])] : result.bytesPerSecond.map(rate)
        return "  " + left(result.subject.label, labelWidth) + values.map(right).joined() + "\n"
    }

    /// Bytes a second, in powers of ten as vendors and `openssl speed` count them.
    private static func rate(_ bytesPerSecond: Double) -> String {
        bytesPerSecond >= 1e9
            ? Decimal.short(bytesPerSecond / 1e9) + " GB/s" : Decimal.short(bytesPerSecond / 1e6) + " MB/s"
    }

    private static func time(_ seconds: Double) -> String {
        seconds >= 1e-3 ? Decimal.short(seconds * 1e3) + " ms" : Decimal.short(seconds * 1e6) + " µs"
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - TextLayout.width(text)))
    }

    private static func right(_ text: String) -> String {
        String(repeating: " ", count: max(1, columnWidth - TextLayout.width(text))) + text
    }
}
