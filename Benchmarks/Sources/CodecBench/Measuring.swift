import Foundation

/// Prevents the optimizer from removing the computation of a result.
@inline(never) func keep<Value>(_ value: borrowing Value) {}

/// The median time of a call in nanoseconds: 11 samples of at least 4 ms each, after a warm-up.
func nanoseconds(_ body: () -> Void) -> Double {
    body()
    var repetitions = max(1, Int(4e6 / max(sample(body, 1), 1)))
    repetitions = max(1, Int(4e6 / max(sample(body, repetitions), 1)))
    return (0..<11).map { _ in sample(body, repetitions) }.sorted()[5]
}

/// The median time of each call in nanoseconds, sampled in turn so clock changes affect them equally.
func nanosecondsInTurns(_ bodies: [() -> Void]) -> [Double] {
    let repetitions = bodies.map { body in
        body()
        return max(1, Int(2e6 / max(sample(body, max(1, Int(2e6 / max(sample(body, 1), 1)))), 1)))
    }
    var times = [[Double]](repeating: [], count: bodies.count)
    for _ in 0..<21 {
        for (index, body) in bodies.enumerated() { times[index].append(sample(body, repetitions[index])) }
    }
    return times.map { $0.sorted()[10] }
}

private func sample(_ body: () -> Void, _ repetitions: Int) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<repetitions { body() }
    let duration = (clock.now - start).components
    return (Double(duration.seconds) * 1e9 + Double(duration.attoseconds) / 1e9) / Double(repetitions)
}

func short(_ value: Double) -> String { String(format: value < 10 ? "%.2f" : "%.1f", value) }

func cell(_ text: String, _ width: Int = 10) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

func title(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(1, width - text.count)) }

func output(_ command: [String], environment: [String: String] = [:]) -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return "" }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : ""
}
