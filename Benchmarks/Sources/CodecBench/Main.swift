import ArcaCodecs
import ArcaCore
import Foundation

/// Compares the codecs with their peers, one process per SIMD level; `--quick` measures the highest level only.
@main struct Main {
    static func main() {
        if CommandLine.arguments.contains("--measure") { return Ours.measure() }
        let levels: [SIMDLevel] =
            CommandLine.arguments.contains("--quick") ? [.current] : SIMDLevel.available.filter { $0 != .portable }
        let times = levels.map(measure)
        print(title("GB/s of raw bytes, 64 KiB, kept buffer", 40) + levels.map { cell("\($0)") }.joined())
        for name in [
            "base64url", "base16", "base32", "z85", "base85", "ascii85", "mime lines", "lenient", "qp English",
            "qp Chinese",
        ] {
            for direction in ["encode", "decode"] {
                let key = "\(name) \(direction), 64 KiB"
                print(title(key, 40) + times.map { cell(short(Double(Ours.kept) / ($0[key] ?? .nan))) }.joined())
            }
        }
        if times[0]["encode aklomp AVX2@32"] == nil { print("pybase64 is not installed: pip install pybase64") }
        for (level, times) in zip(levels, times) { compare(level, times) }
    }

    /// Prints both speeds and their ratio, measured alternately in one process.
    private static func compare(_ level: SIMDLevel, _ times: [String: Double]) {
        print("\nbase64 at \(level): GB/s of raw bytes (ns for 32 B), and our speed as a multiple of the peer's")
        for (size, count) in [("64 KiB", Ours.kept), ("64 MiB", Ours.large), ("32 B", Ours.small)] {
            for (direction, ours) in [
                ("encode", "into buffer"), ("encode", "to String"), ("encode", "to [UInt8]"), ("decode", "into buffer"),
                ("decode", "to [UInt8]"),
            ] {
                guard let time = times["\(direction) \(ours)@\(count)"] else { continue }
                let speed = { (time: Double) in short(count == Ours.small ? time : Double(count) / time) }
                var line = title("\(direction) \(ours), \(size)", 30) + cell(speed(time), 8)
                for peer in ["Foundation", "memcpy", "aklomp plain", "aklomp AVX2", "aklomp AVX-512"] {
                    guard let theirs = times["\(direction) \(peer)@\(count)"] else { continue }
                    line += "  \(peer) \(speed(theirs)) x\(short(theirs / time))"
                }
                print(line)
            }
        }
    }

    private static func measure(_ level: SIMDLevel) -> [String: Double] {
        let lines = output([CommandLine.arguments[0], "--measure"], environment: ["ARCA_SIMD": "\(level)"])
        var times: [String: Double] = [:]
        for line in lines.split(separator: "\n") {
            let fields = line.split(separator: "\t")
            if fields.count == 2 { times[String(fields[0])] = Double(fields[1]) }
        }
        precondition(times["level"] == Double(level.rawValue), "the child did not measure at \(level)")
        return times
    }
}
