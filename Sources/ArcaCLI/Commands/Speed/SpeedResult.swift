internal import ArcaCore
internal import ArcaCrypto
internal import ArcaPlatform

struct SpeedResult {
    static let messageByteCounts = [64, 1024, 64 * 1024]

    let subject: SpeedSubject
    /// Seconds per run; for messages, one value per size.
    let seconds: [Double]

    init(_ subject: SpeedSubject) throws {
        self.subject = subject
        switch subject.work {
        case .message(let body):
            seconds = try SpeedResult.messageByteCounts.map { count in
                let message = try SecureRandom.bytes(count)
                return try SpeedResult.measure { try body(message) }
            }
        case .whole(let body): seconds = [try SpeedResult.measure(body)]
        }
    }

    var bytesPerSecond: [Double] {
        guard case .message = subject.work else { return [] }
        return zip(SpeedResult.messageByteCounts, seconds).map { Double($0) / $1 }
    }

    var json: JSONValue {
        var object = JSONObject()
        object["name"] = .string(subject.name)
        object["label"] = .string(subject.label)
        object["group"] = .string(subject.group.rawValue)
        if case .message = subject.work {
            var rates = JSONObject()
            for (count, rate) in zip(SpeedResult.messageByteCounts, bytesPerSecond) {
                rates["\(count)"] = .integer(Int(rate))
            }
            object["bytesPerSecond"] = .object(rates)
        } else {
            object["nanoseconds"] = .integer(Int(seconds[0] * 1e9))
        }
        return .object(object)
    }

    /// The median of three rounds, each long enough for the clock; a slow subject runs once.
    private static func measure(_ body: () throws -> Void) throws -> Double {
        try body()  // The first run fetches algorithms and touches memory.
        var runs = 1
        var first = try time(runs, body)
        while first < roundSeconds / 2 {
            runs = first < roundSeconds / 100 ? runs * 10 : Int(Double(runs) * roundSeconds / first) + 1
            first = try time(runs, body)
        }
        var rounds = [first]
        while rounds.count < 3, rounds.reduce(0, +) < 10 * roundSeconds { rounds.append(try time(runs, body)) }
        return rounds.sorted()[rounds.count / 2] / Double(runs)
    }

    private static let roundSeconds = 0.005

    private static func time(_ runs: Int, _ body: () throws -> Void) throws -> Double {
        let start = SystemClock.monotonic.nanoseconds
        for _ in 0..<runs { try body() }
        return Double(SystemClock.monotonic.nanoseconds - start) / 1e9
    }
}

enum SpeedReport {
    private static let columnWidth = 12

    static func title(_ group: SpeedSubject.Group, labelWidth: Int) -> String {
        guard group != .derivation else { return group.title + "\n" }
        let lengths = SpeedResult.messageByteCounts.map { right($0 < 1024 ? "\($0) B" : "\($0 / 1024) KiB") }
        return left(group.title, labelWidth + 2) + lengths.joined() + "\n"
    }

    static func line(_ result: SpeedResult, labelWidth: Int) -> String {
        let values = result.bytesPerSecond.isEmpty ? [time(result.seconds[0])] : result.bytesPerSecond.map(rate)
        return "  " + left(result.subject.label, labelWidth) + values.map(right).joined() + "\n"
    }

    /// Bytes per second in decimal units, like vendors and `openssl speed`.
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
