internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaPlatform

/// What `arca speed` found out about one subject.
struct SpeedResult {
    /// The lengths of messages that throughput is measured with.
    static let messageByteCounts = [64, 1024, 64 * 1024]

    let subject: SpeedSubject
    /// Seconds for one run; for messages, one value for each length.
    let seconds: [Double]

    /// Measures a subject.
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

    /// The throughputs in bytes a second, for messages.
    var bytesPerSecond: [Double] {
        guard case .message = subject.work else { return [] }
        return zip(SpeedResult.messageByteCounts, seconds).map { Double($0) / $1 }
    }

    /// The result as JSON.
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

    /// The median of three rounds, each long enough for the clock, or of one that is long by itself.
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
