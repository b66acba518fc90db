import Arca
import CBenchZlib
import Foundation

/// zlib as a C program calls it: a stream that is initialised once and reset for every content.
final class PlainZlib {
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var output: [UInt8]

    init(level: Int, windowBits: Int32, room: Int) {
        stream.initialize(to: z_stream())
        deflateInit2_(
            stream, Int32(level), Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        output = [UInt8](repeating: 0, count: room)
    }

    func deflate(_ input: [UInt8]) -> Int {
        deflateReset(stream)
        return input.withUnsafeBufferPointer { source in
            output.withUnsafeMutableBufferPointer { space in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.pointee.avail_in = UInt32(source.count)
                stream.pointee.next_out = space.baseAddress
                stream.pointee.avail_out = UInt32(space.count)
                CBenchZlib.deflate(stream, Z_FINISH)
                return space.count - Int(stream.pointee.avail_out)
            }
        }
    }
}

/// Medians of two things timed in turns, and their ratio.
func compare(_ name: String, rounds: Int, _ ours: @escaping () -> Void, _ theirs: @escaping () -> Void) {
    var times: [[Double]] = [[], []]
    for round in 0...rounds {
        for (index, body) in [ours, theirs].enumerated() {
            let start = ContinuousClock.now
            body()
            let time = start.duration(to: .now) / .microseconds(1)
            // The first round warms up.
            if round > 0 { times[index].append(time) }
        }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    let padded = name.padding(toLength: 44, withPad: " ", startingAt: 0)
    print(padded, String(format: "%10.1f µs %10.1f µs   ratio %.3f", medians[0], medians[1], medians[0] / medians[1]))
}

/// Text of 16 MiB: the sources of this package, over and over.
func sampleText(_ folder: URL) throws -> [UInt8] {
    var text: [UInt8] = []
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
        if file.pathExtension == "swift" { text += [UInt8](try Data(contentsOf: file)) }
    }
    while text.count < 16 << 20 { text += text.prefix((16 << 20) - text.count) }
    return Array(text.prefix(16 << 20))
}

/// The texts of about 50 bytes that the ratios are measured on.
func samples(_ root: URL) throws -> [(name: String, texts: [[UInt8]])] {
    let data = try Data(contentsOf: root.appending(path: "Vectors/compression/samples.json"))
    let families = try JSONDecoder().decode([String: [String]].self, from: data)
    return families.sorted { $0.key < $1.key }.map { (name: $0.key, texts: $0.value.map { Array($0.utf8) }) }
}

let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
let text = try sampleText(root.appending(path: "Sources"))
print("16 MiB of Swift sources, in memory: ours, zlib from C")
for level in [1, 6, 9] {
    let theirs = PlainZlib(level: level, windowBits: 31, room: text.count + 1000)
    compare(
        "gzip, level \(level)", rounds: level == 9 ? 3 : 5,
        {
            _ = try? Deflater.deflate(text, format: .gzip, level: CompressionLevel(level))
        }, { _ = theirs.deflate(text) })
}
let packed = try Deflater.deflate(text)
print("1,000 short strings: ours (guess, model, dictionary), zlib level 6 with a reused stream")
let families = try samples(root)
let mixed = (0..<1000).map { index in
    let family = families[index % families.count].texts
    return family[(index / families.count) % family.count]
}
let plain = PlainZlib(level: 6, windowBits: -15, room: 1000)
compare(
    "compress 1,000, all kinds", rounds: 21,
    {
        for string in mixed { _ = ShortString.compress(string) }
    }, { for string in mixed { _ = plain.deflate(string) } })
for family in families {
    compare(
        "compress \(family.texts.count), \(family.name)", rounds: 21,
        {
            for string in family.texts { _ = ShortString.compress(string) }
        }, { for string in family.texts { _ = plain.deflate(string) } })
}
let small = mixed.map { ShortString.compress($0) }
let deflated = mixed.map { (try? Deflater.deflate($0, format: .deflate)) ?? [] }
compare(
    "decompress 1,000, beside Inflater", rounds: 21,
    {
        for string in small { _ = try? ShortString.decompress(string) }
    }, { for string in deflated { _ = try? Inflater.inflate(string, format: .deflate) } })
print("size of short strings as a share of the text: ours, deflate alone")
for family in families {
    func share(_ sizes: [Int]) -> Double {
        zip(sizes, family.texts).map { Double($0) / Double($1.count) }.reduce(0, +) / Double(sizes.count)
    }
    let ours = share(family.texts.map { ShortString.compress($0).count })
    let theirs = share(family.texts.map { plain.deflate($0) })
    print(family.name.padding(toLength: 10, withPad: " ", startingAt: 0), String(format: "%.3f  %.3f", ours, theirs))
}
