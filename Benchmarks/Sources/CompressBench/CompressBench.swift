import ArcaCompression
import Foundation

/// Size of the pieces given to a stream, and of its output buffer.
let pieceByteCount = 64 * 1024

/// CPU time of this thread in microseconds, which excludes other programs; nothing here waits.
func microseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

/// Prints the medians of two functions timed in turn, and their ratio.
func compare(_ name: String, rounds: Int, _ ours: @escaping () -> Void, _ theirs: @escaping () -> Void) {
    guard isWanted(name) else { return }
    var times: [[Double]] = [[], []]
    for round in 0...rounds {
        for (index, body) in [ours, theirs].enumerated() {
            let start = microseconds()
            body()
            let time = microseconds() - start
            // The first round is a warm-up.
            if round > 0 { times[index].append(time) }
        }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    let padded = name.padding(toLength: 44, withPad: " ", startingAt: 0)
    print(padded, String(format: "%10.1f µs %10.1f µs   ratio %.3f", medians[0], medians[1], medians[0] / medians[1]))
    fflush(nil)
}

/// Whether a comparison's name contains one of the arguments; true without arguments.
func isWanted(_ name: String) -> Bool {
    let words = CommandLine.arguments.dropFirst().filter { $0 != "compression" }
    return words.isEmpty || words.contains { name.contains($0) }
}

/// 4 MiB of text: the sources of this package, repeated.
func sampleText(_ folder: URL) throws -> [UInt8] {
    let byteCount = 4 << 20
    var text: [UInt8] = []
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    for file in (files ?? []).sorted(by: { $0.path < $1.path }) where file.pathExtension == "swift" {
        text += [UInt8](try Data(contentsOf: file))
    }
    precondition(!text.isEmpty, "there are no sources in \(folder.path)")
    while text.count < byteCount { text += text.prefix(byteCount - text.count) }
    return Array(text.prefix(byteCount))
}

func samples(_ root: URL) throws -> [(name: String, texts: [[UInt8]])] {
    let data = try Data(contentsOf: root.appending(path: "Vectors/compression/samples.json"))
    let families = try JSONDecoder().decode([String: [String]].self, from: data)
    return families.sorted { $0.key < $1.key }.map { (name: $0.key, texts: $0.value.map { Array($0.utf8) }) }
}

/// Compresses the text in pieces; returns the size of the output.
func deflate(_ text: [UInt8], level: CompressionLevel, through buffer: UnsafeMutableBufferPointer<UInt8>) throws -> Int
{
    var deflater = try Deflater(format: .gzip, level: level)
    var offset = 0
    while offset < text.count {
        let end = min(offset + pieceByteCount, text.count)
        while offset < end {
            var output = OutputSpan(buffer: buffer, initializedCount: 0)
            offset += try deflater.deflate(text.span.extracting(offset..<end), into: &output)
            _ = output.finalize(for: buffer)
        }
    }
    var isDone = false
    while !isDone {
        var output = OutputSpan(buffer: buffer, initializedCount: 0)
        isDone = try deflater.finish(into: &output)
        _ = output.finalize(for: buffer)
    }
    return deflater.outputByteCount
}

/// Decompresses the data in pieces; returns the size of the output.
func inflate(_ packed: [UInt8], through buffer: UnsafeMutableBufferPointer<UInt8>) throws -> Int {
    var inflater = Inflater(format: .gzip, limits: .unlimited)
    var offset = 0
    while offset < packed.count {
        let end = min(offset + pieceByteCount, packed.count)
        var isFull = true
        while offset < end || isFull {
            var output = OutputSpan(buffer: buffer, initializedCount: 0)
            offset += try inflater.inflate(packed.span.extracting(offset..<end), into: &output)
            isFull = output.freeCapacity == 0
            _ = output.finalize(for: buffer)
        }
    }
    try inflater.finish()
    return inflater.outputByteCount
}

@main enum CompressBench {
    static func main() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        try streams(try sampleText(root.appending(path: "Sources")))
        try shortStrings(try samples(root))
    }

    static func streams(_ text: [UInt8]) throws {
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pieceByteCount)
        print("4 MiB of Swift sources, in memory: ours, zlib from C")
        for level in [1, 6, 9] {
            let rounds = level == 1 ? 31 : 9
            compare("gzip, level \(level), as a whole", rounds: rounds) {
                _ = try? Deflater.deflate(text, format: .gzip, level: try CompressionLevel(level))
            } _: {
                _ = PlainZlib.deflate(text, level: level)
            }
            compare("gzip, level \(level), in pieces of 64 KiB", rounds: rounds) {
                _ = try? deflate(text, level: try CompressionLevel(level), through: buffer)
            } _: {
                _ = PlainZlib.deflate(text, level: level, through: buffer)
            }
        }
        let packed = try Deflater.deflate(text)
        compare("gunzip, as a whole", rounds: 51) {
            _ = try? Inflater.inflate(packed)
        } _: {
            _ = PlainZlib.inflate(packed, to: text.count)
        }
        compare("gunzip, in pieces of 64 KiB", rounds: 51) {
            _ = try? inflate(packed, through: buffer)
        } _: {
            _ = PlainZlib.inflate(packed, through: buffer)
        }
    }

    static func shortStrings(_ families: [(name: String, texts: [[UInt8]])]) throws {
        print("short strings: ours (guess, model, dictionary), raw zlib level 6 with a reused stream")
        let mixed = (0..<1000).map { index in
            let family = families[index % families.count].texts
            return family[(index / families.count) % family.count]
        }
        let plain = ReusedZlib(level: 6, room: 1000)
        let plainInflate = ReusedInflate(room: 1000)
        compare("compress 1,000, all kinds", rounds: 101) {
            for string in mixed { _ = ShortString.compress(string) }
        } _: {
            for string in mixed { _ = plain.deflate(string) }
        }
        for family in families {
            compare("compress \(family.texts.count), \(family.name)", rounds: 101) {
                for string in family.texts { _ = ShortString.compress(string) }
            } _: {
                for string in family.texts { _ = plain.deflate(string) }
            }
        }
        let small = mixed.map { ShortString.compress($0) }
        let deflated = mixed.map { (try? Deflater.deflate($0, format: .deflate)) ?? [] }
        compare("decompress 1,000, all kinds", rounds: 101) {
            for string in small { _ = try? ShortString.decompress(string) }
        } _: {
            for string in deflated { _ = plainInflate.inflate(string) }
        }
        print("size of short strings as a share of the text: ours, deflate alone")
        for family in families {
            func share(_ sizes: [Int]) -> Double {
                zip(sizes, family.texts).map { Double($0) / Double($1.count) }.reduce(0, +) / Double(sizes.count)
            }
            let ours = share(family.texts.map { ShortString.compress($0).count })
            let theirs = share(family.texts.map { plain.deflate($0) })
            print(
                family.name.padding(toLength: 10, withPad: " ", startingAt: 0),
                String(format: "%.3f  %.3f", ours, theirs))
        }
    }
}
