import ArcaTestSupport
import ArcaCore
import ArcaCompression
import Testing

/// The fixtures were made by Python's bz2 and lzma.
@Suite("bzip2 and xz", .enabled(if: LoadedDecompressor.Format.allCases.allSatisfy(\.isAvailable)))
struct LoadedDecompressorTests {
    typealias Format = LoadedDecompressor.Format

    private static let text = Array(String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 2).utf8)
    private static let bzip2 = hex(
        "425a6839314159265359267f0e4d00000a9380400104003ffffff02000405554fd4d4034d32686d1b5050003"
            + "400010c12f895eaa1562f0fa866866597346cc96737e42e4b45182ad9464d56512962e5bb7702ee48a70a120"
            + "4cfe1c9a")
    private static let xz = hex(
        "fd377a585a000004e6d6b4460200210116000000742fe5a3e0005900335d002a1a08a2032566f14b78c5a205"
            + "ff2ee6d9d2201aad34f8e21de84136fadc0669bb3ce410342709ebb366e3ed374ba7c3b300000000fda41737"
            + "6847c12900014f5a0b5ed9dc1fb6f37d010000000004595a")
    private static let empty: [Format: [UInt8]] = [
        .bzip2: hex("425a683917724538509000000000"),
        .xz: hex("fd377a585a000004e6d6b446000000001cdf44211fb6f37d010000000004595a"),
    ]

    private static func data(_ format: Format) -> [UInt8] { format == .bzip2 ? bzip2 : xz }

    private static func inflate(
        _ data: [UInt8], _ format: Format, limits: InflateLimits = .standard, pieceSize: Int = .max, room: Int = 1 << 16
    ) throws(CompressionError) -> [UInt8] {
        let decompressor = try LoadedDecompressor(format, limits: limits)
        var result: [UInt8] = []
        var start = 0
        while start < data.count {
            let end = data.count - start > pieceSize ? start + pieceSize : data.count
            var isFull = true
            while start < end || isFull {
                let before = start
                try result.append(addingCapacity: room) { (output) throws(CompressionError) in
                    start += try decompressor.inflate(data[start..<end], into: &output)
                    isFull = output.freeCapacity == 0
                }
                guard start > before || isFull else { break }
            }
            guard start == end else {
                throw CompressionError(.trailingData, at: decompressor.inputByteCount, "trailing data")
            }
        }
        try decompressor.finish()
        #expect(decompressor.inputByteCount == data.count && decompressor.outputByteCount == result.count)
        return result
    }

    @Test("gives the same result for every split of the input", arguments: Format.allCases)
    func pieces(format: Format) throws {
        let data = Self.data(format)
        for size in [1, 2, 3, 7, 64, 1000] {
            for room in [1, 5, 4096] {
                #expect(try Self.inflate(data, format, pieceSize: size, room: room) == Self.text, "\(size), \(room)")
            }
        }
    }

    @Test("joins concatenated streams, including empty ones", arguments: Format.allCases)
    func streams(format: Format) throws {
        let empty = Self.empty[format] ?? []
        #expect(try Self.inflate(empty, format).isEmpty)
        for size in [1, 1000] {
            let data = Self.data(format) + empty + Self.data(format)
            #expect(try Self.inflate(data, format, pieceSize: size) == Self.text + Self.text)
        }
    }

    @Test("accepts padding after an xz stream, in multiples of four bytes")
    func padding() throws {
        for count in 0...9 {
            let padding = [UInt8](repeating: 0, count: count)
            for rest in [[], Self.xz] {
                let result = try? Self.inflate(Self.xz + padding + rest, .xz)
                let expected = rest.isEmpty ? Self.text : Self.text + Self.text
                #expect(result == (count % 4 == 0 ? expected : nil), "\(count)")
            }
        }
    }

    @Test("rejects every cut and every changed byte", arguments: Format.allCases)
    func damage(format: Format) {
        let data = Self.data(format)
        for count in 0..<data.count {
            let error = #expect(throws: CompressionError.self) { try Self.inflate(Array(data.prefix(count)), format) }
            #expect(error?.code == .truncated, "\(count) bytes: \(error.map(String.init(describing:)) ?? "")")
        }
        for place in data.indices {
            var damaged = data
            damaged[place] ^= 0x10
            // The size of bzip2's blocks is a limit only; its last bits are unused.
            let result = try? Self.inflate(damaged, format)
            #expect(result == nil || result == Self.text, "byte \(place)")
            #expect(result == nil || format == .bzip2 && (place == 3 || place == data.count - 1), "byte \(place)")
        }
    }

    @Test("distinguishes foreign, trailing and missing data", arguments: Format.allCases)
    func foreign(format: Format) {
        let damagedStart: [UInt8] = [format.magic[0], 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
        let cases: [([UInt8], CompressionErrorCode)] = [
            (Array("plain text".utf8), .notCompressed), ([], .truncated), (Self.data(format) + [1], .trailingData),
            (Self.data(format) + damagedStart, .trailingData),
        ]
        for (data, code) in cases {
            let error = #expect(throws: CompressionError.self) { try Self.inflate(data, format) }
            #expect(error?.code == code, "\(error.map(String.init(describing:)) ?? "")")
        }
    }

    @Test("limits size and memory")
    func limits() {
        for format in Format.allCases {
            let count = Self.text.count
            for (most, isGood) in [(count, true), (count - 1, false), (0, false)] {
                let limits = InflateLimits(maximumByteCount: most, maximumRatio: nil)
                do throws(CompressionError) {
                    #expect(try Self.inflate(Self.data(format), format, limits: limits) == Self.text && isGood)
                } catch {
                    #expect(error.code == .limitExceeded && !isGood)
                }
            }
        }
        // A dictionary of 192 MiB.
        let large = hex(
            "fd377a585a000004e6d6b446020021011f000000fe60edde0100016869000000fea93811bccaa54800011a02"
                + "dc2ea57e1fb6f37d010000000004595a")
        let error = #expect(throws: CompressionError.self) { try Self.inflate(large, .xz) }
        #expect(error?.code == .memoryLimitExceeded && error?.kind == .tooCostly)
        #expect(error?.reason.contains("limit is 72 MiB") == true && error?.hint?.contains("xz -d") == true)
    }

    @Test(
        "reads what bzip2 and xz write, at every level", .enabled(if: Peer.has("bzip2") && Peer.has("xz")),
        arguments: Format.allCases)
    func peer(format: Format) throws {
        var random = Repeatable(4)
        let bytes = random.bytes(100_000) + [UInt8](repeating: 7, count: 400_000) + random.bytes(1000)
        for level in ["-1", "-6", "-9"] {
            let packed = try Peer.run([format.rawValue, "-c", level], input: bytes).output
            #expect(try Self.inflate(packed, format, pieceSize: 4096) == bytes, "\(level)")
        }
        for check in format == .xz ? ["none", "crc32", "crc64", "sha256"] : [] {
            let packed = try Peer.run(["xz", "-c", "-C", check], input: bytes).output
            #expect(try Self.inflate(packed, format) == bytes, "\(check)")
        }
    }
}
