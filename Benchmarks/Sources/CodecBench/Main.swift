import ArcaCodecs
import Foundation

/// Compares the codecs with their peers in one run. `CodecBench` prints tables; `CodecBench --quick` leaves out
/// the lower levels.
@main struct Main {
    static func main() {
        if CommandLine.arguments.contains("--measure") { return Ours.measure() }
        let levels: [VectorLevel] =
            CommandLine.arguments.contains("--quick") ? [.current] : [.sse2, .avx2, .avx512].filter { $0 <= .detected }
        let times = levels.map { level in
            let lines = output([CommandLine.arguments[0], "--measure"], environment: ["ARCA_VECTORS": "\(level)"])
            var times: [String: Double] = [:]
            for line in lines.split(separator: "\n") {
                let fields = line.split(separator: "\t")
                if fields.count == 2 { times[String(fields[0])] = Double(fields[1]) }
            }
            precondition(times["level"] == Double(level.rawValue), "the child did not measure at \(level)")
            return times
        }

        let sizes = [("64 KiB", Ours.kept), ("64 MiB", Ours.large)]
        print("GB/s of raw bytes, into a kept buffer")
        print(cell("", 28) + levels.map { cell("\($0)") }.joined())
        for (size, count) in sizes {
            for name in names where times[0]["\(name) encode, \(size)"] != nil {
                for direction in ["encode", "decode"] {
                    let key = "\(name) \(direction), \(size)"
                    let row = times.map { cell(short(Double(count) / ($0[key] ?? .nan))) }
                    print(key + String(repeating: " ", count: max(1, 28 - key.count)) + row.joined())
                }
            }
        }
        compare(levels, times, sizes)
    }

    private static let names = [
        "base64", "base64url", "base16", "base32", "z85", "base85", "ascii85", "mime lines", "lenient", "qp English",
        "qp Chinese",
    ]

    private static func compare(_ levels: [VectorLevel], _ times: [[String: Double]], _ sizes: [(String, Int)]) {
        let aklomp = Peers.Aklomp()
        if aklomp == nil { print("pybase64 is not installed: pip install pybase64") }
        for (size, count) in sizes {
            let bytes = Ours.bytes(count)
            let foundation = Peers.foundation(bytes)
            print("\nbase64, \(size): GB/s of the peers, then our speed as a multiple of theirs")
            row("Foundation (String, Data)", foundation, count, levels, times, size)
            row("memcpy", (Peers.copying(count), Peers.copying(count)), count, levels, times, size)
            guard let aklomp else { continue }
            for (name, flags) in [
                ("plain", Peers.Aklomp.plain), ("AVX2", Peers.Aklomp.avx2), ("AVX-512", Peers.Aklomp.avx512),
            ] {
                row("aklomp \(name)", aklomp.measure(bytes, flags), count, levels, times, size)
            }
        }
        print("\nFresh results and small inputs: nanoseconds, and our time as a share of Foundation's")
        for (size, count) in [("32 B", 32), ("64 KiB", Ours.kept), ("64 MiB", Ours.large)] {
            let foundation = Peers.foundation(Ours.bytes(count))
            for (key, peer) in [
                ("base64 encode, \(size), to String", foundation.encode),
                ("base64 encode, \(size), to [UInt8]", foundation.encode),
                ("base64 decode, \(size), to [UInt8]", foundation.decode),
                ("base64 encode, \(size)", foundation.encode), ("base64 decode, \(size)", foundation.decode),
            ] where times[0][key] != nil {
                let row = times.map { cell(short($0[key] ?? .nan), 14) + cell(short(($0[key] ?? .nan) / peer), 6) }
                print(
                    key + String(repeating: " ", count: max(1, 40 - key.count)) + cell(short(peer), 14) + row.joined())
            }
        }
    }

    private static func row(
        _ name: String, _ peer: (encode: Double, decode: Double), _ count: Int, _ levels: [VectorLevel],
        _ times: [[String: Double]], _ size: String
    ) {
        for (direction, time) in [("encode", peer.encode), ("decode", peer.decode)] {
            let title = "\(name) \(direction)"
            let ratios = times.map { cell(short(time / ($0["base64 \(direction), \(size)"] ?? .nan))) }
            print(
                title + String(repeating: " ", count: max(1, 34 - title.count)) + cell(short(Double(count) / time))
                    + ratios.joined())
        }
    }
}
